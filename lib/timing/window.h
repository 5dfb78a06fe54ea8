/*
 * One timed window: the only place where timed code meets the clock.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_TIMING_WINDOW_H
#define BENCHI_TIMING_WINDOW_H

#include <bench.h>

/* Opens a window: returns the clock's time, at an edge where the clock is coarse. */
uint64_t benchi_window_open(const bench_timing *timing);

/* Closes it: nanoseconds since open, less what an empty window measures (so an
 * empty one may come out a little below 0).  NaN if the clock ran backwards or,
 * being coarse, stood still. */
double benchi_window_close(const bench_timing *timing, uint64_t opened);

/* Nanoseconds since the clock showed that. */
double benchi_elapsed_ns(const bench_clock *clock, uint64_t since);

/* What a clock that has stopped shows: the same time, window after window.  Begins with zeros. */
struct benchi_standstill {
	double seen_ns;   /* what had elapsed before the latest window, */
	int windows;      /* and for so many windows */
};

/* Has the clock stopped?  Asked before each window that is sized, with what has elapsed: it is
 * the same for so many of them that no clock that runs is. */
int benchi_clock_stopped(struct benchi_standstill *still, double elapsed_ns);

/* Says so.  Returns BENCH_ERR_CLOCK_STILL. */
bench_status benchi_clock_fail_stopped(const bench_clock *clock);

/* Times up to here say nothing about what was in the window. */
double benchi_window_meaningless_ns(const bench_timing *timing);

/* How far a window's time may be off beside what chance explains: what it costs to
 * enter and leave varies with the code around, by seven sixteenths of a step or an
 * eighth of a reading.  (Measured: 4 ns on a clock that steps in 10 ns.) */
double benchi_window_uncertainty_ns(const bench_timing *timing);

#endif
