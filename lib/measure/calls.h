/*
 * Runs a case's work n times.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_CALLS_H
#define BENCHI_MEASURE_CALLS_H

#include <bench.h>

/* Has it a body or a call, and not both?  BENCH_ERR_ARGUMENT, with bench_detail, if not. */
bench_status benchi_case_check(const bench_case *c);

/* Does its work n times. */
void benchi_case_run(uint64_t n, const bench_case *item);

/* A loop with this many calls per iteration: 0, 1, 2 or 4. */
struct benchi_calls {
	const bench_case *item;
	int instances;
};

/* n iterations of it: a bench_body; loop: a const struct benchi_calls *. */
void benchi_calls_loop(uint64_t n, void *loop);

#endif
