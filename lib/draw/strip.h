/*
 * A strip chart: a line a set, all on one scale.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DRAW_STRIP_H
#define BENCHI_DRAW_STRIP_H

#include <bench.h>

#define BENCHI_STRIP_WIDEST 500

/* The scale of a chart: columns over [low, high]. */
typedef struct benchi_scale {
	double low, high;
	size_t columns;
} benchi_scale;

/* Draws one set into line (capacity for columns + 1): blank, or one of ". : | #" for ever
 * more values, and '<' or '>' at an end beyond which some lie.  Returns line. */
char *benchi_strip_line(const bench_numbers *set, const benchi_scale *scale, char *line);

/* Draws counts of columns the same way, without ends.  Returns line. */
char *benchi_strip_counts(const size_t *counts, size_t columns, char *line);

#endif
