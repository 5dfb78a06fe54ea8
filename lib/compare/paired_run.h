/*
 * Times two cases in rounds until one is faster with confidence.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_PAIRED_RUN_H
#define BENCHI_COMPARE_PAIRED_RUN_H

#include "compare/timing_context.h"
#include "compare/blocks.h"
#include "engine/estimate.h"

struct benchi_paired_run {
	/* input */
	struct benchi_timing_context *context;
	const bench_case *c[2];     /* set up */
	uint64_t iterations[2];          /* of a window, if known; otherwise 0 */
	double window_ns;
	double until_ns;            /* the context's time at which it stops */
	double alpha;
	struct benchi_thresholds thresholds;
	int patient;                /* runs until the time is over or the capacity is full */
	double block_ns;            /* rounds within this time form one block */
	double look_ns;             /* rare work is looked for as long at least */
	double settled_ns;          /* after this time, processor states have changed */
	double *x;                  /* space for ln(second / first) of each block, */
	double *ns[2];              /* for each round's time of an iteration of either, */
	double *scratch;            /* and for the interval */
	size_t capacity;
	/* output */
	int stopped;                /* the clock does not advance */
	size_t n;                   /* rounds in ns */
	uint64_t done[2];           /* iterations in them */
	struct benchi_total total[2];       /* of either's windows */
	double least_ns[2];         /* of an iteration, of all rounds */
	struct benchi_presence moment;        /* before the open round, or earlier */
	size_t kept;                /* blocks in x */
	double first_ns, opened_ns; /* when the first block began, and the open one */
	struct benchi_blocks blocks;
	struct benchi_proof proof;
};

void benchi_paired_run_run(struct benchi_paired_run *paired);

/* The answer that the blocks prove. */
bench_answer benchi_paired_run_answer(const struct benchi_paired_run *paired);

/* The ratio of total times, second / first. */
struct benchi_total_ratio benchi_paired_run_totals(const struct benchi_paired_run *paired);

/* Do total times differ from the blocks' medians by more than BENCHI_RARE_SHARE, and do several of
 * their batches speak against the answer that the blocks prove? */
int benchi_paired_run_contradicted(const struct benchi_paired_run *paired);

/* The answer by total times, which is that of routines with rare work. */
bench_answer benchi_paired_run_answer_by_total(const struct benchi_paired_run *paired);

/* The interval of the ratio second / first, and its median; n > 0. */
struct benchi_middle benchi_paired_run_ratio(const struct benchi_paired_run *paired);

#endif
