/*
 * How much of the core was available: the high-IPC reference's rate, and its undisturbed rate.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_WIDTH_H
#define BENCHI_CYCLE_WIDTH_H

#include "cycle/reference.h"

/* The high-IPC reference's ticks per iteration on an undisturbed core. */
struct benchi_width {
	double ticks;   /* NaN: unknown */
	int sure;       /* 0: another workload may have shared the core */
};

/* The width by n windows, in sorted ticks per iteration: the fastest rate that is not an outlier,
 * certain if the rates are steady and a whole number of instructions per tick, or if wide_whole:
 * a chain of three operations per tick keeps its whole number of ticks. */
struct benchi_width benchi_width_of(const double *sorted_ticks, size_t n, int wide_whole);

/* Of two: the faster one, unless it is less certain. */
struct benchi_width benchi_width_better(struct benchi_width a, struct benchi_width b);

/* benchi_chain_wide in windows of so many iterations, 0: not at all, confirms the width; its ticks
 * per iteration on an undisturbed core. */
void benchi_width_confirmed_by(uint64_t iterations, double ticks);

/* Measures the undisturbed width until it is certain, for 15 ms at most now and 200 ms in all. */
void benchi_width_settle(const bench_timing *timing, struct benchi_reference *reference);

/* A share of the core's width that may be missing. */
#define BENCHI_WIDTH_MISSING 0.025

/* Waits until the undisturbed width is available, for most_ns at most; returns the time taken. */
double benchi_width_wait(const bench_timing *timing, const struct benchi_reference *reference,
                         double most_ns);

/* Improves the width that the process knows.  Callable from any thread. */
void benchi_width_learn(struct benchi_width seen);
void benchi_width_apply(struct benchi_reference *reference);

#endif
