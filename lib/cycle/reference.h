/*
 * The reference: chains of known length in ticks, to be timed beside a body.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_REFERENCE_H
#define BENCHI_CYCLE_REFERENCE_H

#include <bench.h>

struct benchi_reference {
	void (*calm)(uint64_t);     /* keeps time: few instructions a tick */
	void (*busy)(uint64_t);     /* as many instructions a tick as the core takes */
	uint64_t low_ipc_iterations;        /* for a window that is long enough */
	uint64_t high_ipc_iterations;
	double calm_ticks;          /* an iteration */
	double busy_ticks;          /* while nothing shares the core */
	double fixed_ticks;         /* a window's, beside its iterations; 0 until it is measured */
	double tick_ns;             /* when the reference was made */
	const char *expression;     /* the calm one's */
	int fixed_known;            /* fixed_ticks has been measured */
	int width_sure;             /* busy_ticks are the undisturbed ones, beyond doubt */
	struct benchi_reference_chain {
		void (*run)(uint64_t);  /* NULL: there is none */
		const char *expression;
		double ticks;           /* an iteration */
		uint64_t iterations;
	} other;                    /* an unlike chain, which confirms the low-IPC one's ticks */
};

/* Sizes a reference for the windows of another clock; without calm chain if that clock does
 * not see the processor's work. */
void benchi_reference_fit(const bench_timing *timing, struct benchi_reference *reference);

/* The reference for the default clock, made once for the process.  After a failure it is searched
 * for again, up to 300 ms or a tenth of the process's time since. */
bench_status benchi_reference_default(const bench_timing *timing,
                                      const struct benchi_reference **reference);

/* How long the next recording of a search may take, after so many that failed in spent_ns of the
 * since_ns that passed since the first; longer ones follow short ones.  0: no more of them now. */
double benchi_reference_try_ns(uint64_t tries, double spent_ns, double since_ns);

#endif
