/*
 * The reference chains: their length in ticks is known, and they are timed beside a body.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_REFERENCE_H
#define BENCHI_CYCLE_REFERENCE_H

#include <bench.h>

struct benchi_reference {
	void (*low_ipc)(uint64_t);     /* few instructions per tick; NULL: no reference */
	void (*high_ipc)(uint64_t);     /* as many as the core executes per tick; NULL: none */
	uint64_t low_ipc_iterations;        /* of a window that is long enough */
	uint64_t high_ipc_iterations;
	double low_ipc_ticks;          /* an iteration */
	double high_ipc_ticks;          /* an iteration, undisturbed */
	double fixed_ticks;         /* constant cost of a window; 0 until measured */
	double tick_ns;             /* when the reference was made */
	const char *expression;     /* of the low-IPC chain */
	int fixed_known;            /* fixed_ticks has been measured */
	int width_sure;             /* high_ipc_ticks are certain to be undisturbed */
	struct benchi_reference_chain {
		void (*run)(uint64_t);  /* NULL: there is none */
		const char *expression;
		double ticks;           /* an iteration */
		uint64_t iterations;
	} other;                    /* a different chain, which confirms the low-IPC chain's ticks */
};

/* Sizes a reference for the windows of another clock; low_ipc becomes NULL if that clock does
 * not follow the processor's work. */
void benchi_reference_fit(const bench_timing *timing, struct benchi_reference *reference);

/* The reference for the default clock, found once for the process.  After a failure, later calls
 * search again, for up to 300 ms or a tenth of the process's time since. */
bench_status benchi_reference_default(const bench_timing *timing,
                                      const struct benchi_reference **reference);

/* How long the next recording of a search may take, after tries failures that took spent_ns of
 * the since_ns since the first; longer ones follow short ones.  0: no more now. */
double benchi_reference_try_ns(uint64_t tries, double spent_ns, double since_ns);

#endif
