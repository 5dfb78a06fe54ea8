/*
 * Candidates by name, and the empty choice. A separate file, because a program that only reads
 * remembered choices needs nothing else of this folder.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

bench_choice benchi_choice_none(bench_status status)
{
	const bench_choice none = { .index = BENCH_NONE, .runner_up = BENCH_NONE, .lead = NAN,
		.lead_low = NAN, .lead_high = NAN, .ns = NAN, .cycles = NAN, .elapsed_ns = NAN,
		.processor_ns = NAN, .setup_ns = NAN,
		.first_wrong = BENCH_NONE, .first_crashed = BENCH_NONE,
		.first_untried = BENCH_NONE, .status = status };

	return none;
}

struct benchi_candidates benchi_candidates_of(const bench_case *c, size_t n,
                                              const bench_pick_options *options)
{
	static bench_pick_options defaults;     /* not const, so that it takes no space in the file */
	struct benchi_candidates question = { .c = c, .n = n, .options = options ? options : &defaults,
		.prefer = BENCH_NONE };
	const bench_value *values = question.options->values;

	/* Setup functions receive the largest value. */
	for (size_t i = 0; values && question.options->value_count <= BENCH_VALUES_MOST
	     && i < question.options->value_count; i++)
		if (values[i].value > question.parameter)
			question.parameter = values[i].value;
	return question;
}

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
