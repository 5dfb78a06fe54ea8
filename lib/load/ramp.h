/*
 * Ramping load: workers are added one by one; their throughput and latency, and the number of
 * workers with the highest throughput.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_RAMP_H
#define BENCHI_LOAD_RAMP_H

#include <bench.h>

#include <stdbool.h>
#include <stdio.h>

#include "analysis/queueing.h"
#include "analysis/scalability.h"
#include "data/context.h"
#include "host/utilisation.h"
#include "load/worker_pool.h"

/* The load of one number of workers, and what came of it.  NaN where there is none. */
typedef struct benchi_step {
	size_t workers;
	double offered_hz;       /* operations a second that were to be started; NaN: closed loop */
	double throughput_hz;    /* operations a second that were done while all workers ran */
	double error_hz;         /* the standard error of that, from the slices */
	double slice_hz[BENCHI_POOL_SLICES];  /* throughput in each part of the step */
	double operations;       /* whose latencies these are: */
	double p50_ns, p90_ns, p99_ns, p999_ns, max_ns;
	double mean_ns, service_ns;  /* mean latency; the part of it from begin to end */
	double bytes_hz;         /* bytes a second; NaN: the plan has none */
	double model_ns;         /* the queueing model's mean latency */
	double limited_ns;       /* the percentile that the limit is about */
	double wall_ns, cpu_ns;  /* of one operation: time / operations of all; processor time */
	double unserved;         /* were due in the step, but not begun in as long again */
	double counted_ns;       /* how long all workers ran and were counted */
	double busy;             /* share of the processors that the workers' own work took */
	bool over;               /* over the latency limit */
	benchi_utilisation machine;  /* meanwhile, if the plan asked for it; otherwise nothing known */
} benchi_step;

typedef enum benchi_ramp_end {
	BENCHI_RAMP_MOST = 0,     /* all steps were made */
	BENCHI_RAMP_FLAT = 1,     /* throughput stopped rising */
	BENCHI_RAMP_LATE = 2,     /* the latency limit was passed */
	BENCHI_RAMP_STOPPED = 3   /* it was interrupted */
} benchi_ramp_end;

/* Zero is the default. */
typedef struct benchi_ramp_plan {
	size_t least, most;      /* workers; 0: 1, and 64 */
	double step_ns;          /* counted time of a step; 0: 1 s */
	double limit_ns;         /* the latency limit; 0: none */
	double limit_share;      /* of operations that must keep to it; 0: 0.99 */
	double bytes;            /* that an operation moves; 0: not known */
	double rate_hz;          /* operations that each worker is to start a second; 0: the next
	                            one when the last has ended (a closed loop) */
	bool even;               /* starts at even distances; otherwise at random (Poisson) */
	bool all;                /* make every step, also when throughput stops rising */
	bool observe;            /* each step states the machine's utilisation */
	uint64_t seed;
	bench_clock clock;       /* no now_ns: the default one */
	void (*sleep)(void *ctx, double ns);  /* lets that clock's time pass; NULL: the system's */
	int (*stop)(void);       /* not 0: end this step now, then the ramp; NULL: never */
	void (*progress)(void *arg, size_t workers, const benchi_step *done);  /* before each
	                            step of so many workers; done: the last step, NULL at first */
	void *progress_arg;
} benchi_ramp_plan;

typedef struct benchi_ramp {
	benchi_ramp_plan plan;   /* with the defaults filled in */
	uint64_t batch;          /* 1: latencies are of operations; more: means of so many */
	benchi_step *step;
	size_t n, capacity;
	size_t best;             /* the answer: the step with the fewest workers that do the most
	                            within noise and limit; SIZE_MAX if none is within it */
	benchi_ramp_end end;
	benchi_scalability scaling;  /* the fit */
	benchi_queueing queueing;
	char refused[256];       /* why no more workers could be started; "" if all could */
	const benchi_context *context;  /* for JSON; NULL: none */
} benchi_ramp;

/* How many workers there may be. */
size_t benchi_ramp_most(const benchi_ramp_plan *plan);

/* Ramps a job.  BENCH_ERR_ARGUMENT, _MEMORY, _CLOCK_..., _UNSUPPORTED (not even the first
 * step), or what the job returned.  The caller frees ramp in any case. */
bench_status benchi_ramp_run(const benchi_job *job, const benchi_ramp_plan *plan,
                             benchi_ramp *ramp);

/* What a step of the plan was, from its pool once that has run: all but machine and model_ns. */
void benchi_ramp_sum(const benchi_ramp_plan *plan, benchi_pool *pool, benchi_step *step);

/* Fits the law to the steps, if they are a closed loop's: fills in scaling.  BENCH_ERR_MEMORY. */
bench_status benchi_ramp_fit(benchi_ramp *ramp);

/* Fits the queueing model to the steps: fills in queueing and each model_ns.  BENCH_ERR_MEMORY. */
bench_status benchi_ramp_model(benchi_ramp *ramp);

/* Ramps a case: an operation is an iteration of its body.  Iterations shorter than 20
 * readings of the clock are timed in batches.  Where the body marks regions (START, STOP), their
 * time is the latency; throughput counts all of it.  setup, verify and teardown are called
 * once, as worker 0.
 * *skipped: the reason given to bench_skip (valid until this thread's next case), or NULL. */
bench_status benchi_ramp_case(const bench_case *item, uint64_t parameter,
                              const benchi_ramp_plan *plan, benchi_ramp *ramp,
                              const char **skipped);

void benchi_ramp_free(benchi_ramp *ramp);

/* The answer, the table, the fit and a chart, for people. */
typedef struct benchi_ramp_style {
	const char *name;        /* what was loaded */
	size_t columns;          /* of the chart; 0: no chart */
	bool utf8;
} benchi_ramp_style;
bench_status benchi_ramp_text(FILE *out, const benchi_ramp *ramp, const benchi_ramp_style *style);

/* For programs: doc/bench-ramp.1 has the members and columns.  A file of CSV has its heads
 * once, behind the context, which may be NULL. */
void benchi_ramp_csv_heads(FILE *out, const benchi_context *context);
bench_status benchi_ramp_json(FILE *out, const benchi_ramp *ramp, const char *name);
bench_status benchi_ramp_csv(FILE *out, const benchi_ramp *ramp, const char *name);

/* The picture. */
bench_status benchi_ramp_svg(FILE *out, const benchi_ramp *ramp, const char *name);

#endif
