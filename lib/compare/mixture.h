/*
 * Several values of the parameter within one iteration, as often as their weights say.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_MIXTURE_H
#define BENCHI_COMPARE_MIXTURE_H

#include <bench.h>

struct benchi_mixture {
	size_t n;                                   /* 0: none */
	uint64_t value[BENCH_VALUES_MOST];
	unsigned count[BENCH_VALUES_MOST];          /* calls of an iteration at each value */
	unsigned calls;                             /* in an iteration */
	int apart;                                  /* the counts are not close to the weights: each
	                                               value is timed alone, */
	double factor[BENCH_VALUES_MOST];           /* and its time counts so often */
};

/* From options->values.  BENCH_ERR_ARGUMENT. */
bench_status benchi_mixture_make(const bench_pick_options *options,
                                 struct benchi_mixture *mixture);

#endif
