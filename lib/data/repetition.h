/*
 * Repetitions: a row's values for tools that know nothing of windows within processes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_REPETITION_H
#define BENCHI_DATA_REPETITION_H

#include "data/results.h"

/* Times of one iteration, wall_ns as of a result; iterations: the sum of those in it. */
typedef struct benchi_repetition {
	double ns, wall_ns, cycles, iterations;
	uint32_t process;
} benchi_repetition;

/*
 * One for each process: the median of its windows.
 * Windows without a time are skipped.  list: *n values, which the caller frees; NULL for none.
 * BENCH_ERR_MEMORY.
 */
bench_status benchi_repetitions(const benchi_result *result, benchi_repetition **list, size_t *n);

/* The time that throughput is counted from: wall_ns where several threads ran, else ns. */
double benchi_throughput_ns(const benchi_result *result);

#endif
