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

/* Fills in the figures of a set, as ministat computes them. */
int ministat_describe(ministat_set *set);

/* Whether all sets can be drawn at that width. */
bool ministat_plottable(const ministat_set *set, size_t sets, int width);

/* Draws the sets, width columns wide, each set's bar on a line of its own if separate.
 * -1: out of memory. */
int ministat_plot(const ministat_set *set, size_t sets, int width, bool separate);

#endif
