/*
 * Two cases in rounds, until it is sure which is faster.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_PAIRED_RUN_H
#define BENCHI_COMPARE_PAIRED_RUN_H

#include "compare/timing_context.h"
#include "compare/counts.h"

struct benchi_paired_run {
	/* what is asked */
	struct benchi_timing_context *stand;
	const bench_case *c[2];     /* set up */
	uint64_t iterations[2];          /* of a window, if they are known; otherwise 0 */
	double window_ns;
	double until_ns;            /* the stand's time when it has to stop */
	double alpha;
	struct benchi_thresholds cuts;
	int patient;                /* goes on until the time is over or the room is full */
	double *x;                  /* room for ln(second / first) of each round, */
	double *ns[2];              /* and for the time of an iteration of each */
	size_t room;
	/* what was found */
	int stopped;                /* the clock did not go on */
	size_t n;                   /* rounds in x and ns */
	uint64_t done[2];           /* iterations in them */
	struct benchi_counts counts;
	struct benchi_bound bound;
};

void benchi_paired_run_run(struct benchi_paired_run *paired);

/* The interval of the ratio second / first, and its median.  Sorts x. */
struct benchi_middle benchi_paired_run_ratio(struct benchi_paired_run *paired);

#endif
