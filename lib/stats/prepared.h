/*
 * A set with its moments and its order, which several statistics share.
 *
 * The public functions prepare their sets, call one of these, and free them; a caller of
 * several statistics prepares a set once.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_PREPARED_H
#define BENCHI_STATS_PREPARED_H

#include "stats/numbers.h"

typedef struct benchi_prepared {
	bench_numbers set;       /* in run order; the caller's */
	benchi_moments moments;
	double *sorted;          /* ascending; NULL until benchi_prepared_sort */
} benchi_prepared;

/* Checks the set (at least min numbers, all finite) and finds its moments. */
bench_status benchi_prepare(const bench_numbers *set, size_t min, benchi_prepared *p);

/* Sorts a copy, if there is none yet.  BENCH_ERR_MEMORY. */
bench_status benchi_prepared_sort(benchi_prepared *p);

/* Frees the copy. */
void benchi_prepared_free(benchi_prepared *p);

#endif
