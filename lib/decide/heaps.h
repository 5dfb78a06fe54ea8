/*
 * Where does a set heap up?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DECIDE_HEAPS_H
#define BENCHI_DECIDE_HEAPS_H

#include <bench.h>

#define BENCHI_HEAPS 4

typedef struct benchi_heaps {
	size_t n;                  /* 1 to BENCHI_HEAPS */
	double at[BENCHI_HEAPS];   /* median of each heap, ascending */
	size_t count[BENCHI_HEAPS]; /* how many numbers each holds */
} benchi_heaps;

/* sorted: ascending, at least one number.  BENCH_ERR_MEMORY. */
bench_status benchi_heaps_find(const bench_numbers *sorted, benchi_heaps *modes);

#endif
