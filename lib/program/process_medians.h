/*
 * The median window of each process, the unit of every comparison between starts.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_PROCESS_MEDIANS_H
#define BENCHI_PROGRAM_PROCESS_MEDIANS_H

#include <stdbool.h>

#include "data/results.h"
#include "data/rows.h"

typedef struct benchi_process_medians {
	double *value;       /* n of them, in the order in which the processes were measured */
	uint32_t *process;   /* which one each belongs to */
	size_t n;
} benchi_process_medians;

/* Of a result's windows, in cycles or nanoseconds; n is 0 if there are none.  medians: to be
 * given to benchi_process_medians_free.  BENCH_ERR_MEMORY. */
bench_status benchi_process_medians_of(const benchi_result *result, bool cycles,
                                       benchi_process_medians *medians);

/* Of a set of values; without runs each value stands for itself.  mean: the set of its rare work's
 * metric, or NULL.  The same. */
bench_status benchi_process_medians_of_set(const benchi_set *set, const benchi_set *mean,
                                           benchi_process_medians *medians);

void benchi_process_medians_free(benchi_process_medians *medians);

#endif
