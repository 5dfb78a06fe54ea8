/*
 * The state of a running benchmark: the engine, its arms, its samples.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_RUN_H
#define BENCHI_MEASURE_RUN_H

#include <bench.h>

#include "measure/loops.h"
#include "measure/recorded.h"
#include "measure/rounds.h"
#include "measure/thread.h"
#include "timing/window.h"

/* The kind of windows that are timed now. */
enum benchi_phase { BENCHI_EMPTY_LOOP, BENCHI_ROUNDS, BENCHI_OVER };

/* The content of bench_run.opaque_. */
struct benchi_run {
	struct benchi_recorded rounds;
	struct benchi_loops loops;
	struct benchi_sizing sizing[BENCHI_RUN_ARMS];   /* the engine's, */
	size_t order[BENCHI_RUN_ARMS];                  /* likewise */
	struct benchi_storage *storage;         /* of the thread; NULL: memory is the caller's */
	const struct benchi_round_sink *sink;   /* or NULL */
	bench_summary *result;          /* filled at the end */
	void (*prepare)(uint64_t n, void *arg);
	void *arg;                      /* of it */
	enum benchi_phase phase;
	bench_status status;
	uint64_t began;                 /* the clock's time */
	uint64_t window;                /* the clock's value when the open window began */
	uint64_t iterations;            /* its iterations; 0: no window is open */
	double budget_ns;               /* the time that the caller asked for */
	double waited_ns;               /* while a noisy neighbour shared the core */
	double precision;               /* the run ends at this half width; 0: never */
	size_t look;                    /* rounds at which that is checked next */
	unsigned waited_for;            /* rounds at the last wait for the core, plus 1 */
	struct {
		double ns, done;            /* of the body's windows in the open round; */
		int stretched;              /* one of them is long enough to have been interrupted */
	} round;
	struct benchi_presence moment;    /* before it, or earlier */
	int processor;                  /* of the run's beginning */
	struct benchi_standstill still; /* of its clock */
	struct benchi_thread_state outer;       /* of the run that this one is nested in */
};

/* What begins a run. */
struct benchi_beginning {
	const bench_options *options;   /* NULL: the defaults */
	const struct benchi_run_memory *memory;  /* NULL: the thread's */
	const struct benchi_reference *reference;  /* NULL: none, no cycles */
	int fit;                        /* the reference was found with another clock */
	bench_summary *result;          /* filled when the run is over; NULL: the thread's latest */
	const struct benchi_round_sink *sink;  /* NULL: summary only */
	void *arg;                      /* the body's argument, for options->prepare */
	double enough_ns;               /* shortest window; 0: calibrated */
	int loops;                      /* the body stands in our loops: of one, two, four,
	                                   no instances */
	int function;                   /* the body has its own loop */
	benchi_spread *layout_spread;   /* the caller varies the layout; NULL: it does not */
};

/* Begins a run. */
void benchi_run_begin(struct benchi_run *run, const struct benchi_beginning *beginning);

/* Times references itself, then opens the next window of the body: returns its
 * instances (1, 2, 4, or 0 for the empty loop) and iterations; -1 when the run is over and the
 * result is filled. */
int benchi_run_next(struct benchi_run *run, uint64_t *iterations);

/* Closes the open window; left: iterations that were not run. */
void benchi_run_close(struct benchi_run *run, uint64_t left);

#endif
