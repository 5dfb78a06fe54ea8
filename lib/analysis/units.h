/*
 * The unit of replication: values within a run are correlated.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_UNITS_H
#define BENCHI_ANALYSIS_UNITS_H

#include <bench.h>

/* The runs of a set, in order of first appearance. */
typedef struct benchi_units {
	double *mean;     /* of each run; freed by benchi_units_free, like unit */
	size_t *unit;     /* of each value: its run, from 0 */
	size_t n;         /* runs */
	size_t most;      /* values in the longest run */
	double between;   /* share of the variance that lies between runs, 0..1, or NaN */
} benchi_units;

/*
 * set: the values; run[i]: the run of value i, any numbers.
 * BENCH_ERR_MEMORY.
 */
bench_status benchi_units_find(const bench_numbers *set, const uint32_t *run,
                               benchi_units *units);

void benchi_units_free(benchi_units *units);

#endif
