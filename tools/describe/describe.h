/*
 * `bench describe`: what its files share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_DESCRIBE_H
#define TOOLS_DESCRIBE_H

#include "tools/plot/plot.h"

/* A period in the sequence of values; length 0 if none was found. */
typedef struct period {
	size_t length;      /* length in values */
	double correlation; /* autocorrelation at that lag */
} period;

/* The figures of one set. */
typedef struct figures {
	benchi_side *side;
	const char *label, *unit;
	bench_description d;
	double median_low, median_high, median_level; /* interval of the median, and its confidence */
	bench_modality dip;
	period cycle;
} figures;

/* Finds a period in the sequence of values, by autocorrelation. BENCH_ERR_MEMORY. */
bench_status describe_period(const benchi_prepared *set, period *found);

/* Looks for another metric that separates the outliers of a set, or its highest mode, from the
 * other values, and names it in a clause; "" if not found. BENCH_ERR_MEMORY. */
bench_status describe_explain(const job *j, const figures *f, bool outliers, char *text,
                              size_t size);

#endif
