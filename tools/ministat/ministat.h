/*
 * `bench ministat`: what its files share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_MINISTAT_H
#define TOOLS_MINISTAT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ministat_set {
	const char *name; /* safe for a terminal; allocated */
	double *x; /* n values, reordered by ministat_describe */
	size_t n;
	double min, max, median, mean, variance, deviation;
} ministat_set;

/* Computes the figures of a set as ministat does; sorts its values. Returns nonzero if out of
 * memory. */
int ministat_describe(ministat_set *set);

/* Returns whether all sets can be drawn in that width. */
bool ministat_plottable(const ministat_set *set, size_t sets, int width);

/* Draws the sets, `width` columns wide. separate: each bar on its own line. Returns -1 if out of
 * memory. */
int ministat_plot(const ministat_set *set, size_t sets, int width, bool separate);

#endif
