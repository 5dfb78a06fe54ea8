/*
 * A benchmark under way: the engine, its lanes, and what the windows gave.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_RUN_H
#define BENCHI_MEASURE_RUN_H

#include <bench.h>

#include "cycle/ruler.h"
#include "engine/engine.h"
#include "measure/readings.h"
#include "measure/thread.h"
#include "timing/window.h"

enum { BENCHI_RUN_LANES = 4, BENCHI_RUN_ROUNDS = 256, BENCHI_RUN_SCRATCH = 5 };

/* Two rulers, and the body's loops: of few instances (1 or 2), of twice as many. */
enum benchi_kind { BENCHI_CALM, BENCHI_BUSY, BENCHI_FEW, BENCHI_MANY };

/* Which windows are being made? */
enum benchi_phase { BENCHI_EMPTY_LOOP, BENCHI_ROUNDS, BENCHI_OVER };

/* Memory for the rounds: lanes * rounds samples, scratch * rounds doubles. */
struct benchi_run_memory {
	struct benchi_sample *sample;
	double *scratch;
	size_t rounds;
};

/* What lies in bench_run.opaque_. */
struct benchi_run {
	bench_timing timing;
	struct benchi_ruler ruler;      /* calm is NULL: there is none */
	struct benchi_engine engine;
	struct benchi_run_memory memory;
	struct benchi_regions outer;    /* of a run that this one is nested in, */
	size_t outer_offset;            /* and its placement */
	const struct benchi_readings *readings;  /* or NULL */
	enum benchi_kind kind[BENCHI_RUN_LANES];
	enum benchi_phase phase;
	bench_status status;
	int function;                   /* the loop is in the caller's hands: none of its cost
	                                   is ours */
	uint64_t began;                 /* the clock's time */
	uint64_t window;                /* the clock when the open window was opened */
	uint64_t turns;                 /* its turns; 0: none is open */
	double budget_ns;               /* the time that was asked for */
	double turn_ns[2];              /* of few, of many instances, as they took while sized */
	int few;                        /* instances in that loop */
	double empty_loop_ns;           /* a turn of the body's loop without a body */
	int empty_left;                 /* windows of that still to be done */
	int settled, checked;           /* which loops there are; whether they can be believed */
	int melted;                     /* instances of one turn are no sum: a loop of one speaks */
	int regions;                    /* the body marks regions */
	int vary_placement;
	int processor, migrated;        /* where it began; whether it moved */
	struct benchi_standstill still; /* of its clock */
	size_t breaks;                  /* windows left by break */
	size_t thrown;                  /* rounds thrown away because a neighbour spoilt them */
	struct benchi_sizing sizing[BENCHI_RUN_LANES];
	size_t order[BENCHI_RUN_LANES];
	struct benchi_sample own_sample[BENCHI_RUN_LANES * BENCHI_RUN_ROUNDS];
	double own_scratch[BENCHI_RUN_SCRATCH * BENCHI_RUN_ROUNDS];
};

/* How a run begins. */
struct benchi_beginning {
	const bench_options *options;   /* NULL: the defaults */
	const struct benchi_run_memory *memory;  /* NULL: the run's own */
	const struct benchi_ruler *ruler;  /* NULL: the machine's */
	const struct benchi_readings *readings;  /* NULL: only the summary is wanted */
	double enough_ns;               /* windows at least so long; 0: calibrated */
	int loops;                      /* the body stands in our loops: of one, two, four,
	                                   no instances */
	int function;                   /* the body brings its own loop */
};
void benchi_run_begin(struct benchi_run *run, const struct benchi_beginning *beginning);

/* Decides and opens the next window of the body, running rulers by itself: returns its
 * instances (1, 2, 4, or 0 for the empty loop) and turns; -1 when all is done, the summary
 * then being the thread's latest. */
int benchi_run_next(struct benchi_run *run, uint64_t *turns);

/* Closes the window that is open; left of its turns were not done. */
void benchi_run_close(struct benchi_run *run, uint64_t left);

/* Calls the body for the window that is open, where this round's placement wants it. */
void benchi_run_call(const struct benchi_run *run, bench_body *body, uint64_t turns, void *arg);

/* The lane of a kind, or -1. */
int benchi_run_lane(const struct benchi_run *run, enum benchi_kind kind);

#endif
