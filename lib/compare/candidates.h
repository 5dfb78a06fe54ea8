/*
 * Picks a candidate for one value of a parameter.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_CANDIDATES_H
#define BENCHI_COMPARE_CANDIDATES_H

#include <bench.h>

#include "compare/budget.h"

struct benchi_candidates {
	const bench_case *c;
	size_t n;
	const bench_pick_options *options;   /* NULL: the defaults */
	uint64_t parameter;             /* what bench_parameter returns */
	size_t prefer;                  /* preferred among equals to the lowest index; BENCH_NONE */
	struct benchi_budget *whole;    /* of which this is a part: what the part excludes counts as
	                                   not spent of it, too; or NULL */
	size_t incumbent;               /* 1 + its index; 0: options->incumbent */
	int punctual;                   /* not a moment later by the clock */
};

/* Does what bench_pick does; choice is not NULL. */
bench_status benchi_candidates_pick(const struct benchi_candidates *question, bench_choice *choice);

/* Checks cases and options: BENCH_OK or BENCH_ERR_ARGUMENT. */
bench_status benchi_candidates_check(const struct benchi_candidates *question);

#endif
