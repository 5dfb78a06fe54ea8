/*
 * Rounds of short windows over several arms: the act that everything here is.
 *
 * A arm is a body that is run n times.  The engine decides which arm is next, with
 * how many iterations, and when to stop; its user times that window and stores it.  So
 * the engine knows no clock, and tests drive it with numbers.
 *
 *	benchi_engine_begin(&engine, &plan, memory);
 *	while ((arm = benchi_engine_next(&engine, elapsed_ns)) >= 0)
 *		benchi_engine_store(&engine, time of arm's body, benchi_engine_iterations(&engine));
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ENGINE_ENGINE_H
#define BENCHI_ENGINE_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/sizing.h"

/* One window: its iterations and its time are stored together, and never changed. */
struct benchi_sample {
	uint64_t iterations;
	double ns;              /* NaN: it failed and does not count */
};

/* What is wanted. */
struct benchi_plan {
	size_t arms;
	double enough_ns;       /* shortest window */
	double meaningless_ns;  /* times up to here say nothing */
	double time_ns;         /* for sizing and rounds together */
	double time_most_ns;    /* when even rounds_least is given up */
	size_t rounds_least;    /* fewer make no interval */
	size_t rounds_most;
	size_t rounds_kept;     /* there is memory for so many: the latest */
	double warm_ns;         /* rounds are thrown away until one arm is steady, for so long
	                           at most */
	size_t lead;            /* that arm */
	uint64_t seed;
};

/* Memory, the caller's: arms each, and rounds_kept * arms samples. */
struct benchi_engine_memory {
	struct benchi_sizing *sizing;
	size_t *order;
	struct benchi_sample *sample;   /* [round % rounds_kept * arms + arm] */
};

struct benchi_engine {
	struct benchi_plan plan;
	struct benchi_engine_memory memory;
	uint64_t random;
	size_t running;         /* arms that were not left out: the first so many of the order */
	size_t arm;            /* whose window is next */
	size_t place;           /* in the order of this round */
	size_t begun;           /* rounds begun, those of warming up with them */
	size_t rounds;          /* complete ones that count */
	int ordered;            /* the order is that of the round which begins, or is under way */
	double before_ns[2];    /* the lead's, in the two rounds before, while warming up */
	int sized;              /* arms all know their iterations */
	int steady;             /* warming up is over */
	int spent;              /* the time was over when the arms were sized */
	size_t last_arm;       /* the arm sized last, */
	struct benchi_sample last;  /* and its last window then */
};

void benchi_engine_begin(struct benchi_engine *engine, const struct benchi_plan *plan,
                         const struct benchi_engine_memory *memory);

/* The arm whose window is next, or -1 when enough is known.  elapsed_ns: time since
 * begin.  Asked again before benchi_engine_store, it answers the same. */
int benchi_engine_next(struct benchi_engine *engine, double elapsed_ns);

/* How many iterations that window has. */
uint64_t benchi_engine_iterations(const struct benchi_engine *engine);

/* Stores the window that next asked for: its iterations as run, its time; NaN if it failed. */
void benchi_engine_store(struct benchi_engine *engine, double ns, uint64_t iterations);

/* The sample of a arm in a round that is kept. */
struct benchi_sample *benchi_engine_sample(const struct benchi_engine *engine, size_t round,
                                           size_t arm);

/* A arm that needs no sizing: iterations were known before. */
void benchi_engine_presize(struct benchi_engine *engine, size_t arm, uint64_t iterations);

/* Sizes a arm anew, beginning with so many iterations. */
void benchi_engine_resize(struct benchi_engine *engine, size_t arm, uint64_t iterations);

/* Leaves out the arms i with out[i] from now on; before a round, or behind a complete one. */
void benchi_engine_drop(struct benchi_engine *engine, const unsigned char *out);

/* Are this round and its mirror complete?  Asked behind benchi_engine_store. */
int benchi_engine_paired(const struct benchi_engine *engine);

/* Leaves out the last arm, before the first round. */
void benchi_engine_drop_last(struct benchi_engine *engine);

#endif
