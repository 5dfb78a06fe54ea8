/*
 * Which side of the cuts do the rounds fall on, and is that enough to be sure?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_COUNTS_H
#define BENCHI_COMPARE_COUNTS_H

#include <stddef.h>

#include "stats/betting.h"

/* Of numbers ln(b / a): the places that matter. */
struct benchi_thresholds {
	double faster, slower;  /* below, above: b is faster, slower */
	double low, high;       /* between: the difference does not matter */
};

/* How many of the numbers lie so. */
struct benchi_counts {
	size_t faster, slower;
	size_t above_low, below_high;
};

/* One number more; NaN counts for nothing. */
void benchi_counts_add(struct benchi_counts *counts, const struct benchi_thresholds *cuts,
                       double x);

/* What is sure of the median, wins being the fewest that prove a side. */
int benchi_counts_same(const struct benchi_counts *counts, size_t wins);
int benchi_counts_differs(const struct benchi_counts *counts, size_t wins);

/* The ends of the median's interval, and the median: sorted, n > 0; wins: the fewest of n
 * that prove a side.  Infinite ends where nothing is proven. */
struct benchi_middle {
	double low, median, high;
};
struct benchi_middle benchi_middle_of(const double *sorted, size_t n, size_t wins);

#endif
