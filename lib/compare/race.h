/*
 * Decides which of many is the fastest.  Numbers in, a choice out; no clock.
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
	BENCHI_OUT,       /* absent, or proven slower */
	BENCHI_RUNNING,
	BENCHI_TIED       /* still runs, proven as good as the leader */
};

struct benchi_racer {
	enum benchi_racer_state state;
	bench_candidate_state report;   /* as reported to the caller */
	unsigned calls;                 /* made to find its iteration_ns, before the first round */
	double again_ns;                /* what one iteration more is likely to take */
	double iteration_ns;             /* of one iteration, in this round; NaN: unknown */
	struct benchi_blocks blocks;    /* of ln(its time / the leader's) */
	double behind;              /* their median when it left, or before this leader led */
};

struct benchi_race_plan {
	size_t n;
	double margin, alpha;
	size_t prefer;              /* chosen among equals instead of the lowest index, and while no
	                               other one was called twice; BENCH_NONE */
	double block_ns;            /* rounds within this time form one block */
	double settled_ns;          /* after this time, processor states have changed */
};

struct benchi_race {
	struct benchi_race_plan plan;
	struct benchi_racer *racer;
	struct benchi_thresholds thresholds;
	struct benchi_proof sure, shared; /* for one test; for one of each racer together */
	size_t leader;
	size_t leaders;             /* number of leaders so far */
	size_t rounds, blocks;      /* under this leader */
	double first_ns, opened_ns; /* when its first block began, and the open one */
	int over;                   /* the choice is proven */
};

/* The result of the race. */
struct benchi_race_choice {
	size_t index, runner_up;    /* BENCH_NONE: there is none */
	int tie;
	double lead;                /* runner-up's time / the choice's; NaN: unknown */
};

/* racers: n of them, with their states and, if known, iteration_ns set. */
void benchi_race_begin(struct benchi_race *race, const struct benchi_race_plan *plan,
                       struct benchi_racer *racer);

/* Adds a round completed at this time: every running racer has its iteration_ns. */
void benchi_race_round(struct benchi_race *race, double now_ns);

/* Adds a call of its before the first round, of which the shortest iteration counts. */
void benchi_racer_saw(struct benchi_racer *racer, double iteration_ns);

/* The minimum iteration_ns of the running racers; infinite without any. */
double benchi_race_min(const struct benchi_racer *racer, size_t n);

/* The number of running racers. */
size_t benchi_race_running(const struct benchi_race *race);

/* ln of its time over the best's, from the latest blocks, rounds or, without these, iterations. */
double benchi_race_behind(const struct benchi_race *race, size_t i);

/* Bounds of ln(its time / the chosen one's) that a race which is over has proven; infinite where it
 * has not. */
void benchi_race_bounds(const struct benchi_race *race, size_t i, size_t chosen, double *low,
                        double *high);

/* The choice: proven if the race is over, otherwise likely. */
struct benchi_race_choice benchi_race_choice(const struct benchi_race *race);

#endif
