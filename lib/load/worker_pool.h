/*
 * A worker pool: threads that do one job at once, counted while all of them run.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_WORKER_POOL_H
#define BENCHI_LOAD_WORKER_POOL_H

#include <bench.h>

#include <stdbool.h>

#include "host/lock.h"
#include "host/run_queue.h"
#include "host/os_thread.h"
#include "stats/histogram.h"

#define BENCHI_POOL_SLICES 20

/* What a worker does over and over.  Hooks may be NULL; each is called in the worker's thread. */
typedef struct benchi_job {
	/* n operations as this worker (from 0).  Not BENCH_OK, with bench_detail, ends the pool. */
	bench_status (*operate)(void *arg, size_t worker, uint64_t n);
	void *arg;
	double (*cpu_ns)(void *arg, size_t worker);  /* processor time so far; NULL: the thread's */
	uint64_t parameter;    /* bench_parameter, in every worker, */
	const struct benchi_parameters *parameters;  /* and bench_parameter_named */
	uint64_t batch;        /* operations timed together; 0: 1 */
	void (*enter)(void *arg, size_t worker);     /* before the worker's first operation */
	void (*leave)(void *arg, size_t worker);     /* after its last */
	/* the part of the latest operate that counts as its time; NaN, or NULL: all of it */
	double (*own_ns)(void *arg, size_t worker);
} benchi_job;

/* Zero is the default. */
typedef struct benchi_pool_plan {
	const benchi_job *job;       /* needed */
	size_t workers;              /* needed */
	double counted_ns;           /* needed: counted time, from when all workers run */
	double window_ns;            /* operations per window grow until it lasts as long; 0: not */
	size_t windows;              /* keep at most this many of each worker; 0: none */
	bool waits;                  /* note how long each window waited for a processor */
	double rate_hz;              /* starts a second of each worker; 0: a closed loop */
	bool even;                   /* starts at even distances */
	uint64_t seed;
	bench_clock clock;           /* needed */
	void (*sleep)(void *ctx, double ns);  /* with the clock's ctx; NULL: the system's */
	int (*stop)(void);           /* not 0: end now; slices that are complete remain counted;
	                                NULL: never */
} benchi_pool_plan;

/* Operations timed together.  Windows of one worker follow each other without a gap, so that
 * from and until cover all that it did. */
typedef struct benchi_pool_window {
	uint64_t from, until;
	double ns;                   /* of the operations: the part that counts */
	double waited_ns;            /* for a processor, from from to until; NaN if unknown */
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
	bool long_enough;                    /* the latest window was */
	double slice[BENCHI_POOL_SLICES];    /* operations done in each part of the time */
	double cpu_ns, cpu_operations;       /* processor time, and of how many operations */
	double unserved;                     /* due, but not begun */
	double served_ns, served;            /* time from begin to end, and of how many operations */
	benchi_histogram latency;
	benchi_pool_window *window;
	size_t windows;
	uint64_t window_from;                /* where the next window begins, */
	double window_waited_ns;             /* and the waiting time up to there */
	struct benchi_run_queue queue;
	uint64_t from, until;                /* what counts; until is 0 while that is open */
	uint64_t random;
	bool runs, over, cpu_begun;          /* over: before its time */
	bool own;                            /* the job stated the part that counts */
} benchi_worker;

struct benchi_pool {
	benchi_pool_plan plan;
	struct benchi_lock lock;
	size_t running;                      /* workers that have begun */
	uint64_t from, until;                /* set by the last of them; until is earlier if stopped */
	double slice_ns;
	int slices;                          /* complete ones, once the pool has run */
	bool stopped;                        /* by a request */
	bool cancelled;                      /* one has failed: */
	size_t failed;                       /* the first that did */
	benchi_worker *worker;
};

/* Starts all workers and waits for their end.  BENCH_ERR_MEMORY; BENCH_ERR_UNSUPPORTED, with
 * the worker's number, if one could not be started (the others have ended); a job's
 * failure; BENCH_ERR_NO_SAMPLES: stopped before a slice was complete. */
bench_status benchi_pool_run(const benchi_pool_plan *plan, benchi_pool *pool);

void benchi_pool_free(benchi_pool *pool);

/* The workers and their memory, before they are started. */
bench_status benchi_pool_prepare(const benchi_pool_plan *plan, benchi_pool *pool);

#endif
