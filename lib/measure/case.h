/*
 * What this thread's case may ask: its parameter, its worker; and what it said.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_CASE_H
#define BENCHI_MEASURE_CASE_H

#include <bench.h>

/* Where a body stands. */
struct benchi_worker_context {
	uint64_t parameter;   /* bench_parameter */
	size_t worker;        /* bench_worker */
	size_t workers;       /* bench_workers; 0: 1 */
};

/* From now on this thread works there; forgets what bench_skip said. */
void benchi_case_enter(const struct benchi_worker_context *place);

/* What bench_skip said since, or NULL if it was not called. */
const char *benchi_case_skipped(void);

#endif
