/*
 * A measurement that passes on every round, not only the summary.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_ROUNDS_H
#define BENCHI_MEASURE_ROUNDS_H

#include <bench.h>

#include <signal.h>

/* Receives the rounds; all zero: as bench_measure. */
struct benchi_round_sink {
	/* called at the end for each round that counts, in their order: of one iteration,
	 * overhead subtracted (may be slightly below 0), cycles NaN without a
	 * tick; iterations of its window */
	void (*take)(void *to, double ns, double cycles, double iterations);
	void *to;
	/* time for waiting while a noisy neighbour shares the core, beside most_ns; the run subtracts
	 * what it waits.  NULL: a multiple of the run's time */
	double *patience_ns;
	double most_ns;       /* time limit, exceeded by one window at most; 0: none */
	const volatile sig_atomic_t *stop; /* nonzero: end now with the rounds so far; NULL: never */
};

/* Has the caller stopped it?  sink: or NULL. */
static inline int benchi_round_sink_stopped(const struct benchi_round_sink *sink)
{
	return sink && sink->stop && *sink->stop;
}

/* Measures a case's body as bench_measure does, or its call as BENCH does; of the case only body,
 * call, arg and prepare are looked at.  sink: NULL, or not used after the return. */
bench_status benchi_measure_rounds(const bench_case *item, const bench_options *options,
                                   const struct benchi_round_sink *sink,
                                   bench_summary *result);

#endif
