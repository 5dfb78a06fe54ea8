/*
 * Resolution of the clock, cost of a window, calibration.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_TIMING_TIMING_H
#define BENCHI_TIMING_TIMING_H

#include "base/base.h"

/*
 * Calibration.
 */

/* Finds the calibration of options->clock, or of the default clock. */
bench_status benchi_timing_choose(const bench_options *options, bench_timing *timing);

/* Calibrates for small budgets, options->clock or the default clock: only step, reading and empty
 * window, within a tenth of budget_ns if the clock allows. Windows of at least enough_ns are
 * usable; benchi_window_uncertainty_ns gives their resolution. scratch: space for
 * BENCHI_STEP_READINGS; NULL: allocate it. */
bench_status benchi_timing_quick(const bench_options *options, double budget_ns,
                                 uint32_t *scratch, bench_timing *timing);

/* Sets the clock, or the default one if clock is NULL, uncalibrated. */
bench_status benchi_clock_take(const bench_clock *clock, bench_timing *timing);

/* Sets step_ns, reading_ns and vernier, waiting at most about most_ns for the steps of a coarse
 * clock. scratch: space for BENCHI_STEP_READINGS; NULL: allocate it. */
bench_status benchi_step_find(bench_timing *timing, double most_ns, uint32_t *scratch);

/* Sets empty_ns, the time of an empty window. Uses medians of means, because a clock's steps
 * show in single windows; with a vernier they do not, and single windows suffice. */
bench_status benchi_empty_find(bench_timing *timing);

/* Returns the shortest window that the clock's steps allow; 0 if its steps are fine. */
double benchi_window_least_ns(const bench_timing *timing);

/* Returns the time of a window of this many readings. */
double benchi_readings_time(const bench_timing *timing, uint64_t readings);

enum { BENCHI_READINGS_LEAST = 100 };   /* a window of fewer is mostly its start and end */

/* Adopts the calibration in BENCH_CALIBRATION for this clock (NULL: the default one), after
 * some microseconds of readings confirm it. Returns 0, with *timing undefined, if the variable
 * is unset or does not fit the clock. */
int benchi_timing_adopt(const bench_clock *clock, bench_timing *timing);

/* Finds the calibration of the default clock, once per process. */
bench_status benchi_timing_default(const bench_timing **timing);

enum { BENCHI_STEP_READINGS = 1000 };   /* to find the step of a fine clock */

/*
 * One timed window. Only window.c times code.
 */

/* Opens a window. Returns the clock's value; a coarse clock is at an edge. */
uint64_t benchi_window_open(const bench_timing *timing);

/* Closes the window. Returns nanoseconds since it was opened, minus the time of an empty window
 * (so an empty window may be slightly below 0). NaN: the clock ran backwards, or a coarse clock
 * stood still. */
double benchi_window_close(const bench_timing *timing, uint64_t opened);

/* Returns the nanoseconds since the clock showed `since`. */
double benchi_elapsed_ns(const bench_clock *clock, uint64_t since);

/* Detects a stopped clock, which shows the same time window after window, and one that does not
 * follow real time, such as a counter of readings. Zero-filled at first. */
struct benchi_standstill {
	double seen_ns;   /* elapsed time before the latest window */
	float began_s;    /* processor time of the thread at the first window, in seconds */
	short windows;    /* number of windows during which the time did not change */
	unsigned char asked;
	char stopped;     /* 0; 'u': unmoved; 'l': lags behind */
};

/* Called before each window. Returns nonzero once the elapsed time has not changed for more
 * sized windows than any running clock allows, or is far below the processor time; and from
 * then on. */
int benchi_clock_stopped(struct benchi_standstill *still, int sized, double elapsed_ns);

/* Reports a stopped clock. Returns BENCH_ERR_CLOCK_STILL. */
bench_status benchi_clock_fail_stopped(const bench_clock *clock,
                                       const struct benchi_standstill *still);

/* Returns the longest time that says nothing about the code in the window. */
double benchi_window_meaningless_ns(const bench_timing *timing);

/* Returns the systematic uncertainty of a window's time. The cost of its start and end varies with
 * the surrounding code, by seven sixteenths of a step or an eighth of a reading. (Measured: 4 ns on
 * a clock with steps of 10 ns.) */
double benchi_window_uncertainty_ns(const bench_timing *timing);

/* Returns the shortest window that suffices to tell whole numbers apart: a quarter of enough_ns if
 * the clock is then accurate to 0.15 %, otherwise longer, up to enough_ns. */
double benchi_window_short_ns(const bench_timing *timing);

/* Returns nonzero if a window of ns was interrupted, given the usual time of such a window. */
int benchi_interrupted(double ns, double usual_ns);

/* A moment, from which time off the processor is counted. */
struct benchi_presence {
	double ns;              /* the system's time */
	double cpu_ns;          /* processor time of the thread */
	uint64_t preemptions;   /* number of times the thread was preempted */
	double lost_ns;         /* time that preemptions took since the first moment, which began when
	                           the first figure was read */
	double whole_ns;        /* time of windows since then that did not look interrupted */
};
struct benchi_presence benchi_presence_now(void);

/* The time of the window that has just ended, minus the time in which the system ran other
 * programs on this thread's processor.
 *
 * since: a moment before the window; moves to now when the system's figures are read.
 * ns: time of the window; 0: no window, only keeps the moment recent.
 * stretched: nonzero if the window looks interrupted. If not, returns ns, and reads the figures
 * only once per millisecond.
 *
 * Returns NaN if the time may have been lost before the window: it is longer than the window, or it
 * is more than a tenth of the window and not longer than the rest of the time since the moment. */
double benchi_presence_own_ns(struct benchi_presence *since, double ns, int stretched);

#endif
