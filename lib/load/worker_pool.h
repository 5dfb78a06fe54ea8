/*
 * A pool: workers that do one job at once, counted while all of them run.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_WORKER_POOL_H
#define BENCHI_LOAD_WORKER_POOL_H

#include <bench.h>

#include <stdbool.h>

#include "host/lock.h"
#include "host/thread.h"
#include "load/ramp.h"
#include "stats/histogram.h"

/* Zero is the default where nothing else is said. */
typedef struct benchi_pool_plan {
	const benchi_job *job;       /* needed */
	size_t workers;              /* needed */
	double counted_ns;           /* needed: how long to count once all run */
	double window_ns;            /* operations are put together until they last as long; 0: not */
	size_t windows;              /* keep so many of each worker; 0: none */
	double rate_hz;              /* starts a second of each worker; 0: a closed loop */
	bool even;                   /* at even distances */
	uint64_t seed;
	bench_clock clock;           /* needed */
	void (*sleep)(void *ctx, double ns);  /* with the clock's ctx; NULL: the system's */
	int (*stop)(void);           /* not 0: end, unless counting has begun; NULL: never */
} benchi_pool_plan;

/* Operations timed together. */
typedef struct benchi_pool_window {
	double ns;
	uint64_t iterations;
} benchi_pool_window;

typedef struct benchi_pool benchi_pool;

typedef struct benchi_worker {
	benchi_pool *pool;
	size_t index;
	struct benchi_os_thread thread;
	bench_status status;
	char why[256];                       /* the detail of that */
	uint64_t batch;                      /* operations timed together */
	double slice[BENCHI_RAMP_SLICES];    /* operations done in each part of the time */
	double cpu_ns, cpu_operations;       /* processor time, and of how many operations */
	double unserved;                     /* due, but not begun */
	benchi_histogram latency;
	benchi_pool_window *window;
	size_t windows;
	uint64_t from, until;                /* what counts; until is 0 while that is open */
	uint64_t random;
	bool runs, over, cpu_begun;          /* over: before its time */
} benchi_worker;

struct benchi_pool {
	benchi_pool_plan plan;
	struct benchi_lock lock;
	size_t running;                      /* workers that have begun */
	uint64_t from, until;                /* set by the last of them */
	bool cancelled;                      /* one has failed: */
	size_t failed;                       /* the first that did */
	benchi_worker *worker;
};

/* Starts all of them, waits for their end.  BENCH_ERR_MEMORY; BENCH_ERR_UNSUPPORTED, with
 * the worker's number, if one could not be started (the others have ended); a job's
 * failure; BENCH_ERR_NO_SAMPLES: stopped before it was over. */
bench_status benchi_pool_run(const benchi_pool_plan *plan, benchi_pool *pool);

void benchi_pool_free(benchi_pool *pool);

/* A worker's whole work, in the calling thread. */
void benchi_worker_run(benchi_worker *worker);

#endif
