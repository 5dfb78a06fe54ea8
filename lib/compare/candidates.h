/*
 * Picking, for a value of a parameter.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_CANDIDATES_H
#define BENCHI_COMPARE_CANDIDATES_H

#include <bench.h>

struct benchi_candidates {
	const bench_case *c;
	size_t n;
	const bench_pick_options *options;   /* NULL: the defaults */
	uint64_t parameter;             /* what bench_parameter says */
	size_t prefer;                  /* of equals, in place of the lowest index; BENCH_NONE */
	double *extra_ns;               /* what setup, checks and child processes take, which is
	                                   not part of the budget, is added; or NULL */
};

/* What bench_pick does; choice is not NULL. */
bench_status benchi_candidates_pick(const struct benchi_candidates *question, bench_choice *choice);

/* Are these cases and options good for a pick?  BENCH_ERR_ARGUMENT. */
bench_status benchi_candidates_check(const struct benchi_candidates *question);

#endif
