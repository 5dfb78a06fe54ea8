/*
 * Exact counts of a function's instructions, one step at a time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_SINGLE_STEP_H
#define BENCHI_PROGRAM_SINGLE_STEP_H

#include <bench.h>

/* What a child process runs: setup, then prepare(n, to) and body(n, to) for several n. */
typedef struct benchi_step_target {
	int (*setup)(void *to);   /* 0, or there is nothing to count */
	void (*prepare)(uint64_t n, void *to);   /* is not counted; NULL: nothing */
	void (*body)(uint64_t n, void *to);
	void *to;
	int (*interrupted)(void); /* not 0: give up */
} benchi_step_target;

/* Of one iteration. */
typedef struct benchi_steps {
	double instructions;
	double allocations, bytes;  /* calls of malloc and its like, and what they ask for */
} benchi_steps;

/*
 * Single-steps body in a child, for n = 1 and 2 after a warm-up; the difference is one
 * iteration's.  limit: steps altogether.
 *
 * BENCH_ERR_UNSUPPORTED: not on this system, or it forbids tracing; BENCH_ERR_NO_SAMPLES: over
 * the limit, or the child ended early.  bench_detail has the reason.
 */
bench_status benchi_single_step(const benchi_step_target *target, uint64_t limit,
                                benchi_steps *steps);

#endif
