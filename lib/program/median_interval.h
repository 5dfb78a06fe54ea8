/*
 * The median of values that came one after the other, with its 95 % interval.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_MEDIAN_INTERVAL_H
#define BENCHI_PROGRAM_MEDIAN_INTERVAL_H

#include <stddef.h>

struct benchi_median_interval {
	double centre, low, high;
	double confidence;   /* 0.95; 0.88 for two values, 0 for one */
	size_t n;
};

/* value: n values in the order in which they were measured; NaN is skipped.  scratch: capacity for
 * n; holds the values sorted afterwards.  Everything is NaN without a value. */
struct benchi_median_interval benchi_median_interval_of(const double *value, size_t n,
                                                        double *scratch);

#endif
