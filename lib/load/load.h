/*
 * Ramps, open-loop load, the worker pool.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_LOAD_H
#define BENCHI_LOAD_LOAD_H

#include "write/write.h"

/*
 * A histogram of latencies in bounded memory.
 */

#define BENCHI_HISTOGRAM_BUCKETS 6144

/* Zero-filled is empty.  48 KB. */
typedef struct benchi_histogram {
	double total;        /* how many */
	double sum;          /* of all, in ns */
	double min, max;     /* exact */
	uint64_t count[BENCHI_HISTOGRAM_BUCKETS];
} benchi_histogram;

/* Counts a latency in ns, times times.  Negative ones count as 0. */
void benchi_histogram_add(benchi_histogram *h, double ns, uint64_t times);

/* Adds the counts of another histogram. */
void benchi_histogram_merge(benchi_histogram *h, const benchi_histogram *other);

/*
 * The quantile of a share (0 to 1): the k-th smallest latency, k =
 * share * total rounded up, at least the first.  Never below the true one, at most
 * 1/128 above it (and 1/128 ns); the smallest and the largest are exact.  NaN if empty.
 */
double benchi_histogram_quantile(const benchi_histogram *h, double share);

/*
 * A worker pool: threads that do one job at once, counted while all of them run.
 */

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
	/* nonzero if the latest operate failed, and counts neither as done nor in latencies; NULL: none
	 * does */
	bool (*failed)(void *arg, size_t worker);
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
	const double *gap_ns;        /* or so long from one start to the next, again and again; NULL: */
	size_t gaps;                 /* at random */
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
	uint64_t batch;                      /* operations timed together */
	bool long_enough;                    /* the latest window was */
	double slice[BENCHI_POOL_SLICES];    /* operations done in each part of the time */
	double cpu_ns, cpu_operations;       /* processor time, and of how many operations */
	double unserved;                     /* due, but not begun */
	double failed;                       /* operations that failed in the counted time */
	double served_ns, served;            /* time from begin to end, and of how many operations */
	benchi_histogram latency;
	benchi_pool_window *window;
	size_t windows;
	uint64_t window_from;                /* where the next window begins, */
	double window_waited_ns;             /* and the waiting time up to there */
	struct benchi_run_queue queue;
	uint64_t from, until;                /* what counts; until is 0 while that is open */
	uint64_t random;
	size_t gap;                          /* of the plan's, the next */
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
	bool cancelled;                      /* one has failed, the first with this: */
	bench_status status;
	char why[256];                       /* the detail of that */
	benchi_worker *worker;
};

/* Starts all workers and waits for their end.  BENCH_ERR_MEMORY; BENCH_ERR_UNSUPPORTED, with
 * the worker's number, if one could not be started (the others have ended); a job's
 * failure; BENCH_ERR_NO_SAMPLES: stopped before a slice was complete. */
bench_status benchi_pool_run(const benchi_pool_plan *plan, benchi_pool *pool);

void benchi_pool_free(benchi_pool *pool);

/* The workers and their memory, before they are started. */
bench_status benchi_pool_prepare(const benchi_pool_plan *plan, benchi_pool *pool);

/*
 * A worker of the pool.
 */

/* The time from one due start to the next, in ns. */
double benchi_worker_gap_ns(benchi_worker *worker);

/*
 * A case as a job for a worker pool.
 */

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
	char failed[BENCHI_WHY];               /* why, by bench_fail in a worker; "": it did not */
	benchi_worker_tick *tick;              /* of each worker, where there is a reference */
} benchi_case_job;

/* Fills in the job.  The caller may set reference and tick (one a worker) before it runs.
 * START and STOP in the body read timing's clock, and the marked regions are what counts. */
void benchi_case_job_begin(benchi_case_job *job, const bench_case *item, uint64_t parameter,
                           const bench_timing *timing);

/* Gives the calling thread its own regions back, and the failure of a worker. */
void benchi_case_job_end(benchi_case_job *job);

/* The tick of a worker's core; NaN where before and after differ, or it is not known. */
double benchi_worker_tick_ns(const benchi_worker_tick *tick);

/* Sets the case up, in the calling thread, which becomes this worker.  BENCH_ERR_ARGUMENT: no
 * body, or verify found the work wrong.  *skipped: the reason given to bench_skip, or NULL. */
bench_status benchi_case_begin(const bench_case *item, const struct benchi_worker_context *place,
                               const char **skipped);

/* Tears it down, if it was not skipped. */
void benchi_case_end(const bench_case *item, const struct benchi_worker_context *place);

/*
 * Windows of a worker pool during which all workers ran.
 */

/* Did every worker of the pool have a processor during window k of this worker? */
bool benchi_window_concurrent(const benchi_pool *pool, size_t worker, size_t k);

/* Does the window lie in the counted time as a whole? */
bool benchi_window_whole(const benchi_pool *pool, const benchi_pool_window *window);

/*
 * Ramping load: workers are added one by one; their throughput and latency, and the number of
 * workers with the highest throughput.
 */

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
	double failed;           /* failed, and are part of no other member */
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
	double load;             /* once the most is found, offer this share of it; 0: do not */
	bool even;               /* starts at even distances; otherwise at random (Poisson), */
	const double *gap_ns;    /* or at these distances, again and again, */
	size_t gaps;             /* whose mean is that of rate_hz */
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
} benchi_ramp;

/* How many workers there may be. */
size_t benchi_ramp_most(const benchi_ramp_plan *plan);

/* Ramps a job.  BENCH_ERR_ARGUMENT, _MEMORY, _CLOCK_..., _UNSUPPORTED (not even the first
 * step), or what the job returned.  The caller frees ramp in any case. */
bench_status benchi_ramp_run(const benchi_job *job, const benchi_ramp_plan *plan,
                             benchi_ramp *ramp);

/* From what a ramp of this plan found to the open loop that the plan's load asks for, by as many
 * workers as the answer has.  False: none is asked for, or there is no answer. */
bool benchi_ramp_offer(const benchi_ramp *found, benchi_ramp_plan *plan);

/* Ramps a case: an operation is an iteration of its body.  Iterations shorter than 20
 * readings of the clock are timed in batches.  Where the body marks regions (START, STOP), their
 * time is the latency; throughput counts all of it.  setup, verify and teardown are called
 * once, as worker 0.
 * *skipped: the reason given to bench_skip (valid until this thread's next case), or NULL. */
bench_status benchi_ramp_case(const bench_case *item, uint64_t parameter,
                              const benchi_ramp_plan *plan, benchi_ramp *ramp,
                              const char **skipped);

void benchi_ramp_free(benchi_ramp *ramp);

/* Is the queueing model near enough to the steps to predict from? */
bool benchi_ramp_model_fits(const benchi_ramp *ramp);

/* Writes ramps one behind the other, as text, CSV or JSON: doc/bench-ramp.1 has the members and
 * columns. */
typedef struct benchi_ramp_writer {
	FILE *out;                     /* NULL: nothing is written */
	benchi_format form;
	bool several;                  /* JSON is an array */
	const benchi_context *context; /* or NULL */
	size_t written;
} benchi_ramp_writer;

void benchi_ramp_writer_begin(const benchi_ramp_writer *w);
bench_status benchi_ramp_writer_add(benchi_ramp_writer *w, const benchi_ramp *ramp,
                                    const char *name);
void benchi_ramp_writer_end(const benchi_ramp_writer *w);

/*
 * When a ramp ends, and its answer: pure functions of its steps.
 */

/* When throughput no longer rises: so many steps in a row, and so large a share of the
 * workers, that are not so much higher than the last one that was. */
typedef struct benchi_ramp_flatness {
	double rise;       /* a factor; 1.02 is usual */
	size_t steps;      /* 3 */
	double share;      /* 0.25 */
} benchi_ramp_flatness;

/* The step with the highest throughput within the limit; SIZE_MAX if none is. */
size_t benchi_ramp_highest(const benchi_ramp *ramp);

/*
 * What options of ramps take.
 */

/* Reads "1..8" or "8" (from 1): workers. */
bool benchi_ramp_read_workers(const char *text, benchi_ramp_plan *plan);

/* Reads "10ms" or "10ms@p99.9": the latency to keep to. */
bool benchi_ramp_read_limit(const char *text, benchi_ramp_plan *plan);

/*
 * A ramp's numbers and answer in words.
 */

#define BENCHI_RAMP_TEXT 512

/* "1.23 ms", three digits; "-" for NaN.  Returns text. */
char *benchi_ramp_time(double ns, bool utf8, char text[64]);

/* "123 000", three digits below 1000 and none behind the point above; "-" for NaN. */
char *benchi_ramp_count(double x, char text[64]);

/* The answer in a sentence or two. */
char *benchi_ramp_answer(const benchi_ramp *ramp, bool utf8, char text[BENCHI_RAMP_TEXT]);

/*
 * A ramp's steps against limits and expectations.
 */

/* "operations/s", "bytes/s", "mean_ns" and so on; NULL behind the last. */
extern const char *const benchi_ramp_metrics[];

/* Prints a line for each step that is wholly beyond the limit.  Returns whether one is. */
bool benchi_ramp_judge(FILE *out, const benchi_ramp *ramp, const benchi_bound *limit);

/* Prints a line: is the answer's step, or without an answer the last one, as expected? */
void benchi_ramp_expectation(FILE *out, const benchi_ramp *ramp, const benchi_bound *expected);

#endif
