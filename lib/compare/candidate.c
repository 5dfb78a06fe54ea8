/*
 * Candidates by name. A separate file, because a program that only reads remembered choices needs
 * nothing else of this folder.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

const char *benchi_candidate_name(const bench_case *c, size_t i, char digits[BENCHI_DIGITS])
{
	char *to = digits + BENCHI_DIGITS - 1;

	if (c[i].name)
		return c[i].name;
	*to = '\0';
	do
		*--to = (char)('0' + i % 10);
	while (i /= 10);
	return to;
}

size_t benchi_candidate_find(const bench_case *c, size_t n, const char *name)
{
	size_t index = BENCH_NONE;
	char digits[BENCHI_DIGITS];

	for (size_t i = 0; i < n; i++)
		if (strcmp(benchi_candidate_name(c, i, digits), name) == 0) {
			if (index != BENCH_NONE)
				return BENCH_NONE;
			index = i;
		}
	return index;
}
