/*
 * Order statistics: quantiles, the median's distribution-free interval, spread.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_ORDER_H
#define BENCHI_STATS_ORDER_H

#include <stddef.h>

/* Sorts n numbers ascending; NaN is not allowed. */
void benchi_sort(double *x, size_t n);

/* The k-th smallest of n numbers, k from 0 to n - 1; reorders x.  About 3 n steps. */
double benchi_select(double *x, size_t n, size_t k);

/* The p-quantile (0 <= p <= 1) of n sorted numbers, Hyndman and Fan's type 7:
 * h = (n - 1) p, linear between its neighbours.  NaN for n = 0. */
double benchi_quantile(const double *sorted, size_t n, double p);

/* Median absolute deviation from centre, not scaled.  scratch: space for n. */
double benchi_mad(const double *x, size_t n, double centre, double *scratch);

/* The same of sorted numbers, all of them less origin first; centre is in the same measure. */
double benchi_mad_sorted(const double *sorted, size_t n, double origin, double centre);

/* Ranks, from 0, of the order statistics that bound the median with at least the
 * given confidence (0..1): the inverted sign test, P(lo < X < hi) under
 * Binomial(n, 1/2).  Returns the confidence reached; with too few numbers the
 * interval is the range, and its confidence is lower.  0 for n = 0. */
double benchi_median_ranks(size_t n, double confidence, size_t *lo, size_t *hi);

#endif
