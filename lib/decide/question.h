/*
 * Picking, for a value of a parameter.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DECIDE_QUESTION_H
#define BENCHI_DECIDE_QUESTION_H

#include <bench.h>

struct benchi_question {
	const bench_case *c;
	size_t n;
	const bench_options *options;   /* NULL: the defaults */
	uint64_t parameter;             /* what bench_parameter says */
	size_t prefer;                  /* of equals, in place of the lowest index; BENCH_NONE */
};

/* What bench_pick does; choice is not NULL. */
bench_status benchi_question_ask(const struct benchi_question *question, bench_choice *choice);

/* Are these cases and options good for a pick?  BENCH_ERR_ARGUMENT. */
bench_status benchi_question_check(const struct benchi_question *question);

#endif
