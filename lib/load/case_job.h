/*
 * A case as a job for a worker pool.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_CASE_JOB_H
#define BENCHI_LOAD_CASE_JOB_H

#include "cycle/reference.h"
#include "load/worker_pool.h"
#include "measure/thread.h"

/* The tick of a worker's core, before and after it worked; NaN if unknown. */
typedef struct benchi_worker_tick {
	double before_ns, after_ns;
} benchi_worker_tick;

/* Must stay where it is while the job runs. */
typedef struct benchi_case_job {
	benchi_job job;                        /* an operation is an iteration of the case's body */
	const bench_case *item;
	bench_timing timing;
	struct benchi_regions regions;         /* of each worker, as it begins */
	struct benchi_thread_state outer;           /* the calling thread's own, until the job ends */
	const struct benchi_reference *reference;  /* timed beside the work; NULL: not */
	struct benchi_lock lock;               /* of counted and unpaired: */
	struct benchi_counted_all counted;     /* what the body counted, in all workers */
	int unpaired;                          /* START and STOP were not paired in a window */
	benchi_worker_tick *tick;              /* of each worker, where there is a reference */
} benchi_case_job;

/* Fills in the job.  The caller may set reference and tick (one a worker) before it runs.
 * START and STOP in the body read timing's clock, and the marked regions are what counts. */
void benchi_case_job_begin(benchi_case_job *job, const bench_case *item, uint64_t parameter,
                           const bench_timing *timing);

/* Gives the calling thread its own regions back. */
void benchi_case_job_end(benchi_case_job *job);

/* The tick of a worker's core; NaN where before and after differ, or it is not known. */
double benchi_worker_tick_ns(const benchi_worker_tick *tick);

/* Sets the case up, in the calling thread, which becomes this worker.  BENCH_ERR_ARGUMENT: no
 * body, or verify found the work wrong.  *skipped: the reason given to bench_skip, or NULL. */
bench_status benchi_case_begin(const bench_case *item, const struct benchi_worker_context *place,
                               const char **skipped);

/* Tears it down, if it was not skipped. */
void benchi_case_end(const bench_case *item, const struct benchi_worker_context *place);

#endif
