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

/* The width by n windows, in ticks per iteration: the fastest rate that is not an outlier, certain
 * if the rates agree on a whole number of instructions per tick while the wide chain, measured
 * beside each window, takes 1 of its undisturbed time.  wide: NULL if it was not; sorted: capacity
 * for n. */
struct benchi_width benchi_width_of(const double *ticks, const double *wide, size_t n,
                                    double *sorted);

/* The width that the core may have if this one was seen and is not certain: twice as much, since a
 * neighbour that never waits takes half, as far as cores go. */
double benchi_width_most(double slots);

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
