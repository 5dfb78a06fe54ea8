/*
 * Where does a set heap up?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_MODES_H
#define BENCHI_ANALYSIS_MODES_H

#include <bench.h>

#define BENCHI_HEAPS 4

typedef struct benchi_modes_of_set {
	size_t n;                  /* 1 to BENCHI_HEAPS */
	double at[BENCHI_HEAPS];   /* median of each heap, ascending */
	size_t count[BENCHI_HEAPS]; /* how many numbers each holds */
} benchi_modes_of_set;

/* sorted: ascending, at least one number.  BENCH_ERR_MEMORY. */
bench_status benchi_modes_of_set_find(const bench_numbers *sorted, benchi_modes_of_set *modes);

#endif
