/*
 * The modes of a set.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_MODES_H
#define BENCHI_ANALYSIS_MODES_H

#include <bench.h>

#define BENCHI_MODES_MOST 4

typedef struct benchi_modes_of_set {
	size_t n;                  /* 1 to BENCHI_MODES_MOST */
	double at[BENCHI_MODES_MOST];   /* median of each mode, ascending */
	size_t count[BENCHI_MODES_MOST]; /* numbers in each */
} benchi_modes_of_set;

/* sorted: ascending, at least one number.  BENCH_ERR_MEMORY. */
bench_status benchi_modes_of_set_find(const bench_numbers *sorted, benchi_modes_of_set *modes);

#endif
