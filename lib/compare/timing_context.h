/*
 * The context in which cases are timed against each other: clock, thread state, window.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_TIMING_CONTEXT_H
#define BENCHI_COMPARE_TIMING_CONTEXT_H

#include <bench.h>

#include "compare/budget.h"
#include "compare/mixture.h"
#include "measure/cold_window.h"
#include "measure/thread.h"
#include "timing/window.h"

/* The caller's options; zero: the default. */
struct benchi_timing_request {
	bench_clock clock;
	double enough_ns, time_ns, margin, confidence;
	uint64_t seed;
	double *scratch;                /* space for BENCHI_STEP_READINGS; NULL: it is allocated */
	int punctual;                   /* the clock alone decides when the time is over */
};

/* What the options of a pick ask for. */
struct benchi_timing_request benchi_pick_request(const bench_pick_options *options);

struct benchi_timing_context {
	bench_timing timing;
	struct benchi_budget budget;
	double budget_ns, enough_ns;
	uint64_t parameter;             /* what bench_parameter returns */
	struct benchi_mixture mixture;  /* of values in place of the parameter */
	double margin, alpha;           /* the options', or their defaults */
	uint64_t seed;
	uint64_t random;                /* the generator's state */
	struct benchi_standstill still; /* of its clock */
	struct benchi_cold_window cold; /* zero-filled: windows are hot */
	struct benchi_thread_state outer;       /* the thread's, of an outer run */
	struct benchi_worker_context worker_context;
	const bench_case *unpaired[2];  /* the first of which START and STOP are not paired, and the
	                                   latest other one; or NULL */
	int skipped;
	struct benchi_colds colds;
};

/* The result of setting up a case. */
enum benchi_fitness {
	BENCHI_FIT,
	BENCHI_UNWILLING,   /* bench_skip was called */
	BENCHI_UNFIT        /* its check failed, and it was taken down */
};

/* Checks the options, finds and calibrates the clock.  After a failure there is nothing to
 * end.  BENCH_ERR_ARGUMENT, _ENVIRONMENT, _CLOCK_.... */
bench_status benchi_timing_context_begin(struct benchi_timing_context *context,
                                         const struct benchi_timing_request *request,
                                         double default_ns);

/* Restores the thread's state. */
void benchi_timing_context_end(struct benchi_timing_context *context);

/* Time since begin, in nanoseconds. */
double benchi_timing_context_elapsed(const struct benchi_timing_context *context);

/* What is left of the budget (budget.h). */
double benchi_timing_context_left(const struct benchi_timing_context *context);

/* The length of a window: as long as the clock and the options require, and, within bounds, long
 * enough to keep the clock's uncertainty below share of the margin. */
double benchi_timing_context_window(const struct benchi_timing_context *context, double share);

/* The clock's uncertainty in a window of ns nanoseconds, as a share. */
double benchi_timing_context_uncertainty(const struct benchi_timing_context *context,
                                         double window_ns);

/* Rounds within the first time form a block; after the second, processor states have
 * changed (blocks.c). */
double benchi_timing_context_block_ns(const struct benchi_timing_context *context);
double benchi_timing_context_settled_ns(const struct benchi_timing_context *context);

/* The core's tick in nanoseconds of this clock, if already known; otherwise NaN. */
double benchi_timing_context_tick(const struct benchi_timing_context *context);

/* Calls setup and verify. */
enum benchi_fitness benchi_timing_context_set_up(const struct benchi_timing_context *context,
                                                 const bench_case *c);
void benchi_timing_context_take_down(const struct benchi_timing_context *context,
                                     const bench_case *c);

/* From now on each iteration finds memory evicted, as .cold of the cases asks, and a window is the
 * sum of such iterations.  After the setups.  As benchi_cold_window_begin. */
bench_status benchi_timing_context_chill(struct benchi_timing_context *context,
                                         const bench_case *c);

/* The length of cold windows of cases whose shortest iteration takes ns, and with eviction and
 * everything each_ns: at most window_ns, and short enough for hundreds in the budget. */
double benchi_timing_context_cold_window(const struct benchi_timing_context *context,
                                         double window_ns, double ns, double each_ns);

/* Runs a body iterations times in this round's layout; returns the time in ns, shifted at random
 * by part of the clock's step, or NaN. */
double benchi_timing_context_time(struct benchi_timing_context *context, const bench_case *c,
                                  uint64_t iterations, int layout);

#endif
