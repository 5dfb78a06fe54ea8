/*
 * A measurement whose every round is wanted, not only its summary.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_ROUNDS_H
#define BENCHI_MEASURE_ROUNDS_H

#include <bench.h>

#include <signal.h>

/* What is wanted; all zero is what bench_measure does. */
struct benchi_round_sink {
	/* called for each round that counts, in their order, when all are made: of one iteration,
	 * overhead taken off (a little below 0 where there is nothing), cycles NaN without a
	 * tick; iterations of its window */
	void (*take)(void *to, double ns, double cycles, double iterations);
	void *to;
	double most_ns;       /* time that nothing may exceed but one window; 0: none such */
	const volatile sig_atomic_t *stop; /* not 0 any more: ends with what there is; NULL: never */
};

/* bench_measure, with that.  readings is not looked at after the return. */
bench_status benchi_measure_rounds(bench_body *body, void *arg, const bench_options *options,
                                     const struct benchi_round_sink *readings,
                                     bench_summary *result);

#endif
