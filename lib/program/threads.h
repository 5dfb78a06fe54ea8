/*
 * One case on several threads at once: the time of an iteration in each, and what all of
 * them get done together.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_THREADS_H
#define BENCHI_PROGRAM_THREADS_H

#include <bench.h>

#include <stdbool.h>

#include "data/results.h"

#define BENCHI_THREADS_MOST 1024

/* Zero is the default. */
typedef struct benchi_threads_plan {
	const bench_case *item;              /* needed */
	uint64_t parameter;                  /* bench_parameter, in every thread */
	size_t threads;                      /* needed: 1 to BENCHI_THREADS_MOST */
	uint32_t process;                    /* noted in every reading */
	const bench_options *options;        /* clock, enough_ns, time_ns (0: 50 ms), rounds (windows
	                                        of each thread at most); NULL: the defaults */
	int (*stop)(void);                   /* not 0: end now; NULL: never */
	const struct benchi_parameters *parameters;  /* of bench_parameter_named; NULL: none */
	struct benchi_counted_all *counted;  /* filled with what bodies counted; NULL: not wanted */
} benchi_threads_plan;

/*
 * Runs the case's body in so many threads, started together, and counts only what they do
 * while all of them run.  setup, verify and teardown are called once, in the calling
 * thread, as worker 0; the body in every thread, with bench_worker from 0.
 *
 * Fills in result's threads, skipped, readings (a window of any thread each; round is the
 * window's number in its thread), cpu_ns, wall_ns, bytes, items and summary:
 *
 *	summary.ns   wall time of one iteration as the thread that makes it sees it: median of
 *	             the windows, 95 % interval; of the marked regions where the body marks some
 *	cpu_ns       processor time of one iteration; less than summary.ns: the thread waited;
 *	             NaN with regions
 *	wall_ns      counted time / iterations of all threads in it: 1e9 / wall_ns is the
 *	             throughput of all together, iterations a second
 *	cycles       where each thread's reference chain took the same time before and after
 *	dropped      windows during which not all threads had a processor.  PREEMPTED: more than a
 *	             tenth of them, or a time that contradicts wall_ns
 *
 * name, benchmark, has_parameter and processes are the caller's.
 *
 * BENCH_ERR_UNSUPPORTED: more than one thread, and there are none here, or the system
 * refused to start that many (the detail says which one and why; the others have ended).
 * BENCH_ERR_ARGUMENT, _MEMORY, _CLOCK_..., _ENVIRONMENT; _NO_SAMPLES: stopped too early.
 */
bench_status benchi_threads_run(const benchi_threads_plan *plan, benchi_result *result);

#endif
