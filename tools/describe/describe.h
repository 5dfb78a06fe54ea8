/*
 * `bench describe`: what its files share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_DESCRIBE_H
#define TOOLS_DESCRIBE_H

#include "tools/plot/plot.h"

/* A period of the run order; .length 0: none was found. */
typedef struct period {
	size_t length;      /* values */
	double correlation; /* at that lag */
} period;

/* The figures of one set. */
typedef struct figures {
	benchi_side *side;
	const char *label, *unit;
	bench_description d;
	double median_low, median_high, median_level; /* order statistics, and what they reach */
	bench_modality dip;
	period cycle;
} figures;

/* The period of the run order, from the autocorrelation (explain.c). */
bench_status describe_period(const benchi_prepared *set, period *found);

/* Names another metric of the same values that goes with the outliers of a set, or with its highest
 * mode, in a clause; "" if none does.  BENCH_ERR_MEMORY. */
bench_status describe_explain(const job *j, const figures *f, bool outliers, char *text,
                              size_t size);

#endif
