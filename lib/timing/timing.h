/*
 * The resolution of the clock, the cost of a window, calibration.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_TIMING_TIMING_H
#define BENCHI_TIMING_TIMING_H

#include "base/base.h"

/*
 * The parts of a calibration, in their order.
 */

/* The calibration of the clock that options name, or of the default one. */
bench_status benchi_timing_choose(const bench_options *options, bench_timing *timing);

/* A calibration for small budgets, of the options' clock or the default one:
 * step, reading and empty window only, within a tenth of budget_ns where the clock allows.
 * Windows from enough_ns on are usable; benchi_window_uncertainty_ns gives their
 * resolution.  scratch: space for BENCHI_STEP_READINGS, or NULL: it is allocated. */
bench_status benchi_timing_quick(const bench_options *options, double budget_ns,
                                 uint32_t *scratch, bench_timing *timing);

/* Adopts the calibration in BENCH_CALIBRATION for that clock (NULL: the default one), after
 * some microseconds of readings confirm it.  Returns 0, with timing undefined, if there is none
 * or it is not this clock's. */
int benchi_timing_adopt(const bench_clock *clock, bench_timing *timing);

/* The calibration of the default clock, once per process. */
bench_status benchi_timing_default(const bench_timing **timing);

/*
 * The step of a clock.
 */

enum { BENCHI_STEP_READINGS = 1000 };   /* of a fine clock */

/*
 * The cost of a window, and the shortest one that is exact enough.
 */

/*
 * One timed window: the only file that times code.
 */

/* Opens a window: returns the clock's time, at an edge where the clock is coarse. */
uint64_t benchi_window_open(const bench_timing *timing);

/* Closes it: nanoseconds since open, minus the time of an empty window (so an
 * empty one may be slightly below 0).  NaN if the clock ran backwards or
 * a coarse clock stood still. */
double benchi_window_close(const bench_timing *timing, uint64_t opened);

/* Nanoseconds since that value of the clock. */
double benchi_elapsed_ns(const bench_clock *clock, uint64_t since);

/* Detects a stopped clock: the same time in window after window; and one that does not follow the
 * time, such as one that counts its readings.  Begins with zeros. */
struct benchi_standstill {
	double seen_ns;   /* the elapsed time before the latest window, */
	float began_s;    /* the thread's processor time at the first window, in seconds */
	short windows;    /* unchanged for this many windows */
	unsigned char asked;
	char stopped;     /* 0; or 'u', unmoved; or 'l', lags */
};

/* Has the clock stopped?  Called before each window with the elapsed time: true once that is
 * unchanged over more sized windows than any running clock allows, or far below the processor
 * time; and from then on. */
int benchi_clock_stopped(struct benchi_standstill *still, int sized, double elapsed_ns);

/* Reports that.  Returns BENCH_ERR_CLOCK_STILL. */
bench_status benchi_clock_fail_stopped(const bench_clock *clock,
                                       const struct benchi_standstill *still);

/* Times up to this say nothing about the code in the window. */
double benchi_window_meaningless_ns(const bench_timing *timing);

/* The systematic uncertainty of a window's time: the cost of its beginning and end varies with
 * the surrounding code, by seven sixteenths of a step or an
 * eighth of a reading.  (Measured: 4 ns on a clock with steps of 10 ns.) */
double benchi_window_uncertainty_ns(const bench_timing *timing);

/* The shortest window for a look that only tells whole numbers apart: a quarter of enough_ns where
 * the clock then is within 0.15 %, otherwise longer, up to enough_ns. */
double benchi_window_short_ns(const bench_timing *timing);

/* Was a window of ns nanoseconds interrupted, if such a window usually takes usual_ns? */
int benchi_interrupted(double ns, double usual_ns);

/* A moment from which the loss of the processor is counted. */
struct benchi_presence {
	double ns;              /* the system's time */
	double cpu_ns;          /* the thread's processor time, */
	uint64_t preemptions;   /* and how often it has lost the processor */
};
struct benchi_presence benchi_presence_now(void);

/* Of windows that took ns since that moment: without the time in which the thread had no processor
 * because the system took it; NaN where that is more than ns, since part of it was between them.
 * stretched: one of them looks so.  If none does the answer is ns, and the system is asked only
 * once in a millisecond, which keeps the moment recent. */
double benchi_presence_own_ns(struct benchi_presence *since, double ns, int stretched);

#endif
