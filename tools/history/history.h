/*
 * `bench history`: results of commits, and where they changed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_HISTORY_H
#define TOOLS_HISTORY_H

#include "base/base.h"

/* The numbers of a series in order of time, one per commit. */
typedef struct history_numbers {
	const double *x;      /* n finite numbers */
	const double *error;  /* standard errors by the scatter between processes; NaN: unknown */
	size_t n;
	bool exact;           /* counts: no noise, no rounding */
} history_numbers;

/* What proves a change. */
typedef struct history_rule {
	double margin;   /* share by which a level may move without a change */
	double goal;     /* evidence; an unchanged series reaches it once in `goal` commits at most */
} history_rule;

/* A change that the latest commits suggest and do not prove. */
typedef struct history_suspicion {
	size_t at;       /* first number of the suspected level; n: nothing is suspected */
	size_t missing;  /* further numbers like the latest ones that would prove it */
} history_suspicion;

/*
 * Finds the places where the level of a series changed.  at: capacity for n; receives the first
 * number of each new level, in order, *found of them.  suspicion: NULL if not wanted.
 * BENCH_ERR_MEMORY.
 */
bench_status history_changes(const history_numbers *of, const history_rule *rule, size_t *at,
                             size_t *found, history_suspicion *suspicion);

#endif
