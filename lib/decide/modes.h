/*
 * Where does a set heap up?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DECIDE_MODES_H
#define BENCHI_DECIDE_MODES_H

#include <bench.h>

#define BENCHI_MODES 4

typedef struct benchi_modes {
	size_t n;                  /* 1 to BENCHI_MODES */
	double at[BENCHI_MODES];   /* median of each heap, ascending */
	size_t count[BENCHI_MODES]; /* how many numbers each holds */
} benchi_modes;

/* sorted: ascending, at least one number.  BENCH_ERR_MEMORY. */
bench_status benchi_modes_find(const bench_numbers *sorted, benchi_modes *modes);

#endif
