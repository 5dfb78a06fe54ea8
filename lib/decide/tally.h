/*
 * Which side of the cuts do the rounds fall on, and is that enough to be sure?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DECIDE_TALLY_H
#define BENCHI_DECIDE_TALLY_H

#include <stddef.h>

#include "stats/wager.h"

/* Of numbers ln(b / a): the places that matter. */
struct benchi_cuts {
	double faster, slower;  /* below, above: b is faster, slower */
	double low, high;       /* between: the difference does not matter */
};

/* How many of the numbers lie so. */
struct benchi_tally {
	size_t faster, slower;
	size_t above_low, below_high;
};

/* One number more; NaN counts for nothing. */
void benchi_tally_add(struct benchi_tally *tally, const struct benchi_cuts *cuts, double x);

/* What is sure of the median, wins being the fewest that prove a side. */
int benchi_tally_same(const struct benchi_tally *tally, size_t wins);
int benchi_tally_differs(const struct benchi_tally *tally, size_t wins);

/* The ends of the median's interval, and the median: sorted, n > 0; wins: the fewest of n
 * that prove a side.  Infinite ends where nothing is proven. */
struct benchi_middle {
	double low, median, high;
};
struct benchi_middle benchi_middle_of(const double *sorted, size_t n, size_t wins);

#endif
