/*
 * Draws a strip chart of a set.
 *
 * A column counts the values in it; up to four are shown as they are ('.' one, ':'
 * two, '|' three, '#' more), larger counts in quarters of the fullest column.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <string.h>

#include "draw/strip.h"

static char mark(size_t count, size_t fullest)
{
	static const char marks[] = " .:|#";

	if (fullest > 4)
		count = (4 * count + fullest - 1) / fullest;
	return marks[count];
}

char *benchi_strip_counts(const size_t *counts, size_t columns, char *line)
{
	size_t fullest = 0;

	for (size_t k = 0; k < columns; k++)
		fullest = counts[k] > fullest ? counts[k] : fullest;
	for (size_t k = 0; k < columns; k++)
		line[k] = mark(counts[k], fullest);
	line[columns] = '\0';
	return line;
}

char *benchi_strip_line(const bench_numbers *set, const benchi_scale *scale, char *line)
{
	size_t counts[BENCHI_STRIP_WIDEST], columns = scale->columns;
	double width = (scale->high - scale->low) / (double)columns;

	memset(counts, 0, sizeof counts);
	for (size_t i = 0; i < set->n; i++) {
		double place = width > 0 ? (set->x[i] - scale->low) / width : (double)columns / 2;

		if (set->x[i] < scale->low || set->x[i] > scale->high)
			continue;
		counts[place < (double)columns ? (size_t)place : columns - 1]++;
	}
	benchi_strip_counts(counts, columns, line);
	for (size_t i = 0; i < set->n; i++) {
		if (set->x[i] < scale->low)
			line[0] = '<';
		if (set->x[i] > scale->high)
			line[columns - 1] = '>';
	}
	return line;
}
