/*
 * What every picture of a set is made of: quantiles, bins, steps, slices; small
 * whatever the size of the set.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DRAW_VIEW_H
#define BENCHI_DRAW_VIEW_H

#include <bench.h>

#include "draw/axis.h"

#define BENCHI_VIEW_STEPS 400   /* points of a distribution function, at most */
#define BENCHI_VIEW_VALUES 1000 /* values shown one by one in run order, at most */
#define BENCHI_VIEW_SLICES 160  /* slices of the run order beyond that */

/* One set.  order_*: one by one, or the middle and the 5 % and 95 % quantile of each
 * slice of the run order (order_low is NULL where they are single values). */
typedef struct benchi_view {
	bench_numbers set;
	double min, q05, q25, median, q75, q95, max;
	double inner_low, inner_high; /* at most 1 % (or one value) lies below, above */
	double *step_x, *step_y;  /* the distribution function, 0 to 100 */
	size_t steps;
	double *order_x, *order_y, *order_low, *order_high;
	size_t orders;
	int drift;                /* +1: later values are higher, -1: lower, 0: not proven */
	double *capacity;             /* what the arrays lie in */
} benchi_view;

/* BENCH_ERR_ARGUMENT, BENCH_ERR_INPUT: an empty set, or a number that is none.
 * BENCH_ERR_MEMORY.  To be freed whatever is returned. */
bench_status benchi_view_find(const bench_numbers *set, benchi_view *view);
void benchi_view_free(benchi_view *view);

/*
 * The extent of one scale for n views: everything but what lies more than four
 * quartile ranges outside the quartiles of a set, and is at most 1 % of it (or one
 * value) at that end.  log: asked for; it is
 * taken only where all that is shown is above 0.
 */
benchi_extent benchi_view_extent(const benchi_view *view, size_t n, bool log);

/* How many values fall into each of n equal parts of an extent, and how many lie
 * outside. */
void benchi_view_count(const benchi_view *view, const benchi_extent *extent, size_t n,
                       size_t *counts, size_t *below, size_t *above);

#endif
