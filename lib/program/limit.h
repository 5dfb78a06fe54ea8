/*
 * Limits that a result must keep to: stated ones, and those of any machine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_LIMIT_H
#define BENCHI_PROGRAM_LIMIT_H

#include "data/results.h"

enum { BENCHI_LIMIT_PATTERN = 128 };

typedef struct benchi_limit {
	char pattern[BENCHI_LIMIT_PATTERN];  /* of names; "" is all */
	size_t metric;                       /* which */
	bool above;                          /* must be above value, not below */
	bool equal;                          /* may be value itself */
	double value;
	const char *text;                    /* as it was stated; not copied */
} benchi_limit;

/* Reads "[GLOB:]METRIC<VALUE", with <, <=, > or >=.  text must outlive the limit.
 * BENCH_ERR_ARGUMENT, with what was found and expected in the detail. */
bench_status benchi_limit_read(const char *text, benchi_limit *limit);

/* Why result is impossible by that limit, in words; NULL if it is not, or if the limit is not
 * about it.  why: capacity for size bytes; returns why. */
const char *benchi_limit_judge(const benchi_limit *limit, const benchi_result *result, char *why,
                               size_t size);

/* The same by what any machine can do.  step_ns: the clock's. */
const char *benchi_limit_machine(const benchi_result *result, double step_ns, char *why,
                                 size_t size);

#endif
