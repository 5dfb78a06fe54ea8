/*
 * One timed window: the only file that times code.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_TIMING_WINDOW_H
#define BENCHI_TIMING_WINDOW_H

#include <bench.h>

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
	unsigned char asked, lags;
};

/* Has the clock stopped?  Called before each window with the elapsed time: true once that is
 * unchanged over more sized windows than any running clock allows, or far below the processor
 * time. */
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

/* Was a window of ns nanoseconds interrupted, if such a window usually takes usual_ns? */
int benchi_interrupted(double ns, double usual_ns);

/* A moment from which the loss of the processor is counted. */
struct benchi_presence {
	double ns;              /* the system's time */
	double cpu_ns;          /* the thread's processor time, */
	uint64_t preemptions;   /* and how often it has lost the processor */
};
struct benchi_presence benchi_presence_now(void);

/* How long was the thread without the processor since that moment, because the system took it?
 * stretched: a window since then looks so.  If none does the answer is 0, and the system is asked
 * only once in a millisecond, which keeps the moment recent. */
double benchi_presence_lost(struct benchi_presence *since, int stretched);

#endif
