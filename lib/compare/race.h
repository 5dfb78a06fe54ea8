/*
 * Which of many is the fastest, and is it sure?  Numbers in, a choice out; no clock.
 *
 *	benchi_race_begin(&race, &plan, racers);
 *	while (!benchi_race_over(&race))
 *		(set iteration_ns of all racers that run) and benchi_race_round(&race, time);
 *	choice = benchi_race_choice(&race);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_RACE_H
#define BENCHI_COMPARE_RACE_H

#include <bench.h>

#include "compare/blocks.h"

enum benchi_racer_state {
	BENCHI_OUT,       /* not there, or slower for sure */
	BENCHI_RUNNING,
	BENCHI_TIED       /* runs on, as good as the leader for sure */
};

struct benchi_racer {
	enum benchi_racer_state state;
	bench_candidate_state report;   /* what the caller is told of it */
	double iteration_ns;             /* of one iteration, in this round; NaN: unknown */
	struct benchi_blocks blocks;    /* of ln(its time / the leader's) */
	double behind;              /* their median when it left, or before this leader led */
};

struct benchi_race_plan {
	size_t n;
	double margin, alpha;
	size_t prefer;              /* chosen from equals in place of the lowest index; BENCH_NONE */
	double block_ns;            /* rounds within this time are one block */
	double settled_ns;          /* states of the processor have changed after this time */
};

struct benchi_race {
	struct benchi_race_plan plan;
	struct benchi_racer *racer;
	struct benchi_thresholds cuts;
	struct benchi_proof sure, shared; /* for one test; for one of each racer together */
	size_t leader;
	size_t leaders;             /* how many led until now; 0: none yet */
	size_t rounds, blocks;      /* since this one leads */
	double first_ns, opened_ns; /* when its first block began, and the open one */
	int over;                   /* the choice is sure */
};

/* What the race says. */
struct benchi_race_choice {
	size_t index, runner_up;    /* BENCH_NONE: there is none */
	int tie;
	double lead;                /* runner-up's time / the chosen one's, as far as seen; NaN */
};

/* racers: n of them, with their states and, if known, iteration_ns set. */
void benchi_race_begin(struct benchi_race *race, const struct benchi_race_plan *plan,
                       struct benchi_racer *racer);

/* A round is complete at this time: every racer that is not out has its iteration_ns. */
void benchi_race_round(struct benchi_race *race, double now_ns);

/* The min of iteration_ns of those that run; infinite without any. */
double benchi_race_min(const struct benchi_racer *racer, size_t n);

/* How many still run. */
size_t benchi_race_running(const struct benchi_race *race);

/* ln of its time over the best's, in the latest blocks, rounds or, failing these, iterations. */
double benchi_race_behind(const struct benchi_race *race, size_t i);

/* The choice as it stands: if the race is over a sure one, otherwise a likely one. */
struct benchi_race_choice benchi_race_choice(const struct benchi_race *race);

#endif
