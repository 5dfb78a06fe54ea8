/*
 * Where cases are timed against each other: the clock, the thread, one window.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_TIMING_CONTEXT_H
#define BENCHI_COMPARE_TIMING_CONTEXT_H

#include <bench.h>

#include "measure/thread.h"
#include "timing/window.h"

/* What the caller asks for; zero: the default. */
struct benchi_timing_wish {
	bench_clock clock;
	double enough_ns, time_ns, margin, alpha;
	uint64_t seed;
};

struct benchi_timing_context {
	bench_timing timing;
	uint64_t began;                 /* the clock's time */
	double budget_ns, enough_ns;
	uint64_t parameter;             /* what bench_parameter says */
	double margin, alpha;           /* the options', or their defaults */
	uint64_t seed;
	uint64_t random;                /* the generator's state */
	struct benchi_standstill still; /* of its clock */
	struct benchi_regions outer;    /* the thread's, of a run that this is nested in */
	struct benchi_worker_context place;
	size_t offset;
	int skipped;
};

/* How a case came out of being set up. */
enum benchi_fitness {
	BENCHI_FIT,
	BENCHI_UNWILLING,   /* bench_skip was called */
	BENCHI_UNFIT        /* its check failed: it was taken down again */
};

/* Checks the options, finds the clock and what it can do.  On failure there is nothing to
 * be ended.  BENCH_ERR_ARGUMENT, _ENVIRONMENT, _CLOCK_.... */
bench_status benchi_timing_context_begin(struct benchi_timing_context *stand,
                                         const struct benchi_timing_wish *wish,
                                         double default_ns);

/* The thread is as it was before. */
void benchi_timing_context_end(const struct benchi_timing_context *stand);

/* Since begin, in nanoseconds. */
double benchi_timing_context_elapsed(const struct benchi_timing_context *stand);

/* How long a window should be: as long as the clock and the options want, and so long that
 * what the clock may be off by is share of the margin at most, if that is not absurd. */
double benchi_timing_context_window(const struct benchi_timing_context *stand, double share);

/* What the clock may be off by in a window of so many ns, as a share of it. */
double benchi_timing_context_uncertainty(const struct benchi_timing_context *stand,
                                         double window_ns);

/* Rounds within the first time make a block; after the second, states of the processor have
 * changed (blocks.c). */
double benchi_timing_context_block_ns(const struct benchi_timing_context *stand);
double benchi_timing_context_settled_ns(const struct benchi_timing_context *stand);

/* The core's tick in nanoseconds of this clock, if somebody found it before; or NaN. */
double benchi_timing_context_tick(const struct benchi_timing_context *stand);

/* Calls setup and verify. */
enum benchi_fitness benchi_timing_context_set_up(const struct benchi_timing_context *stand,
                                                 const bench_case *c);
void benchi_timing_context_take_down(const struct benchi_timing_context *stand,
                                     const bench_case *c);

/* Runs a body iterations times where this round's placement wants it; returns the time in ns,
 * off the clock's grid by chance (stand.c), or NaN. */
double benchi_timing_context_time(struct benchi_timing_context *stand, const bench_case *c,
                                  uint64_t iterations,
                         int placement);

#endif
