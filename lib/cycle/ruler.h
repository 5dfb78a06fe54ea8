/*
 * The ruler: chains of known length in ticks, to be timed beside a body.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_RULER_H
#define BENCHI_CYCLE_RULER_H

#include <bench.h>

struct benchi_ruler {
	void (*calm)(uint64_t);     /* keeps time: few instructions a tick */
	void (*busy)(uint64_t);     /* slows first when somebody shares the core */
	uint64_t calm_turns;        /* for a window that is long enough */
	uint64_t busy_turns;
	double calm_ticks;          /* a turn */
	double busy_ticks;
	double fixed_ticks;         /* a window's, beside its turns; 0 until somebody measures it */
	double tick_ns;             /* when the ruler was made */
	const char *expression;     /* the calm one's */
};

/* Sizes a ruler for the windows of another clock; without calm chain if that clock does
 * not see the processor's work. */
void benchi_ruler_fit(const bench_timing *timing, struct benchi_ruler *ruler);

/* The ruler for the default clock, made once for the process; after a failure because
 * the system was busy it is tried again, up to three times. */
bench_status benchi_ruler_default(const bench_timing *timing, const struct benchi_ruler **ruler);

#endif
