/*
 * From windows to a time for each chain: undisturbed, with its uncertainty.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_REDUCE_H
#define BENCHI_CYCLE_REDUCE_H

#include "cycle/recording.h"

/* One chain's time for one operation. */
struct benchi_time {
	double ns;         /* undisturbed; NaN without a valid window */
	double sigma;      /* its standard uncertainty, in ns */
	double half[2];    /* the same from every other window: even and odd; NaN if too few */
};

struct benchi_reduced {
	struct benchi_time *times;  /* one a chain, in the recording's order */
	double drift;               /* spread of the common level over the run, relative */
	double step;                /* of the clock, relative to a window, the largest */
	int rounds;                 /* not 0: windows were divided by their block's level */
};

/* Fills reduced->times, which has capacity for every chain of the recording.  Returns
 * BENCH_OK or BENCH_ERR_MEMORY. */
bench_status benchi_reduce(const bench_recording *recording, struct benchi_reduced *reduced);

/* The densest stretch of n sorted numbers no longer than width: returns the mean of its
 * numbers; *spread and *count are their standard deviation and number.  Of
 * equally dense stretches the lowest.  n is at least 1. */
double benchi_densest(const double *sorted, size_t n, double width, double *spread,
                      size_t *count);

#endif
