/*
 * A benchmark under way: the engine, its arms, and what the windows gave.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_RUN_H
#define BENCHI_MEASURE_RUN_H

#include <bench.h>

#include "cycle/reference.h"
#include "engine/engine.h"
#include "measure/rounds.h"
#include "measure/thread.h"
#include "timing/window.h"

enum { BENCHI_RUN_ARMS = BENCHI_ROOM_ARMS, BENCHI_RUN_ROUNDS = BENCHI_ROOM_ROUNDS,
	BENCHI_RUN_SCRATCH = BENCHI_ROOM_NUMBERS };

/* Two references, and the body's loops: of few instances (1 or 2), of twice as many. */
enum benchi_kind { BENCHI_LOW_IPC, BENCHI_HIGH_IPC, BENCHI_FEW, BENCHI_MANY };

/* Which windows are being made? */
enum benchi_phase { BENCHI_EMPTY_LOOP, BENCHI_ROUNDS, BENCHI_OVER };

/* Memory for the rounds: arms * rounds samples, scratch * rounds doubles. */
struct benchi_run_memory {
	struct benchi_sample *sample;
	double *scratch;
	size_t rounds;
};

/* What lies in bench_run.opaque_. */
struct benchi_run {
	bench_timing timing;
	struct benchi_reference reference;      /* calm is NULL: there is none */
	struct benchi_engine engine;
	struct benchi_run_memory memory;
	struct benchi_regions outer;    /* of a run that this one is nested in, */
	size_t outer_offset;            /* and its placement */
	const struct benchi_round_sink *readings;  /* or NULL */
	enum benchi_kind kind[BENCHI_RUN_ARMS];
	enum benchi_phase phase;
	bench_status status;
	int function;                   /* the loop is in the caller's hands: none of its cost
	                                   is ours */
	uint64_t began;                 /* the clock's time */
	uint64_t window;                /* the clock when the open window was opened */
	uint64_t iterations;                 /* its iterations; 0: none is open */
	double budget_ns;               /* the time that was asked for */
	double iteration_ns[2];              /* of few, of many instances, as they took while sized */
	int few;                        /* instances in that loop */
	double empty_loop_ns;           /* an iteration of the body's loop without a body */
	int empty_left;                 /* windows of that still to be done */
	int settled, checked;           /* which loops there are; whether they can be believed */
	/* instances of one iteration are no sum: a loop of one speaks */
	int merged;
	int regions;                    /* the body marks regions */
	int vary_layout;
	int processor, migrated;        /* where it began; whether it moved */
	struct benchi_standstill still; /* of its clock */
	size_t breaks;                  /* windows left by break */
	size_t thrown;                  /* rounds thrown away because a neighbour spoilt them */
	struct benchi_sizing sizing[BENCHI_RUN_ARMS];
	size_t order[BENCHI_RUN_ARMS];
	void (*prepare)(uint64_t n, void *arg);
	void *arg;                      /* of it */
	uint64_t outer_round;           /* bench_round of the run that this one is nested in */
	int unpaired;                   /* a START without STOP, a STOP without START, or two STARTs */
	double region_cost_ns;          /* an iteration's, that START and STOP took and was taken off */
	/* of the thread, where memory lies; NULL: the caller's */
	struct benchi_storage *capacity;
	double precision;               /* ends at this half width; 0: never */
	size_t look;                    /* rounds at which that is asked next */
};

/* How a run begins. */
struct benchi_beginning {
	const bench_options *options;   /* NULL: the defaults */
	const struct benchi_run_memory *memory;  /* NULL: the thread's */
	const struct benchi_reference *reference;  /* NULL: the machine's */
	const struct benchi_round_sink *readings;  /* NULL: only the summary is wanted */
	void *arg;                      /* what the body is called with, for options->prepare */
	double enough_ns;               /* windows at least so long; 0: calibrated */
	int loops;                      /* the body stands in our loops: of one, two, four,
	                                   no instances */
	int function;                   /* the body brings its own loop */
};
void benchi_run_begin(struct benchi_run *run, const struct benchi_beginning *beginning);

/* Decides and opens the next window of the body, running references by itself: returns its
 * instances (1, 2, 4, or 0 for the empty loop) and iterations; -1 when all is done, the summary
 * then being the thread's latest. */
int benchi_run_next(struct benchi_run *run, uint64_t *iterations);

/* Closes the window that is open; left of its iterations were not done. */
void benchi_run_close(struct benchi_run *run, uint64_t left);

/* Calls the body for the window that is open, where this round's placement wants it. */
void benchi_run_call(const struct benchi_run *run, bench_body *body, uint64_t iterations,
                     void *arg);

/* The arm of a kind, or -1. */
int benchi_run_arm(const struct benchi_run *run, enum benchi_kind kind);

#endif
