/*
 * How much of the core was available: the high-IPC reference's rate, and its undisturbed rate.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_WIDTH_H
#define BENCHI_CYCLE_WIDTH_H

#include "cycle/reference.h"

/* The high-IPC reference's ticks an iteration while nothing shares the core. */
struct benchi_width {
	double ticks;   /* NaN: unknown */
	int sure;       /* 0: learned while another workload may have shared the core */
};

/* What rates seen in n windows, sorted ticks an iteration, state: the fastest of them that is no
 * accident, sure if they are steady and the core's whole number of instructions a tick, or if
 * wide_whole: a chain of three operations a tick keeps its whole number of ticks. */
struct benchi_width benchi_width_of(const double *sorted_ticks, size_t n, int wide_whole);

/* Of two: the faster one, unless it is the less sure one. */
struct benchi_width benchi_width_better(struct benchi_width a, struct benchi_width b);

/* Chooses the high-IPC reference and learns its rate from some windows beside the low-IPC one.
 * wide_ticks: of benchi_chain_wide, undisturbed; NaN: unknown. */
void benchi_width_choose(const bench_timing *timing, double wide_ticks,
                         struct benchi_reference *reference);

/* Improves the width that the process knows, from any thread; fills in what it knows now. */
void benchi_width_learn(struct benchi_width seen);
void benchi_width_apply(struct benchi_reference *reference);

#endif
