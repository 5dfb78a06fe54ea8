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

/* Zero-filled means empty. 48 KB. */
typedef struct benchi_histogram {
	double total;        /* number of latencies */
	double sum;          /* sum of all latencies, in ns */
	double min, max;     /* exact */
	uint64_t count[BENCHI_HISTOGRAM_BUCKETS];
} benchi_histogram;

/* Counts a latency in ns `times` times. Negative latencies count as 0. */
void benchi_histogram_add(benchi_histogram *h, double ns, uint64_t times);

/* Adds the counts of another histogram. */
void benchi_histogram_merge(benchi_histogram *h, const benchi_histogram *other);

/*
 * Returns the quantile of a share (0 to 1): the k-th smallest latency, with k = share * total
 * rounded up, at least 1. Never below the true quantile, and at most 1/128 (and 1/128 ns) above.
 * The smallest and the largest are exact. NaN if empty.
 */
double benchi_histogram_quantile(const benchi_histogram *h, double share);

/* Few bins, four an octave, to draw: bin k is from 2^(k / 4) ns on; the first also has everything
 * below, and the last everything above. */
#define BENCHI_LATENCY_BINS 168
void benchi_histogram_bins(const benchi_histogram *h, double share[BENCHI_LATENCY_BINS]);

/*
 * A worker pool: threads that do the same job concurrently, counted while all of them run.
 */

#define BENCHI_POOL_SLICES 20

/* Operations that were done together. */
typedef struct benchi_done {
	uint64_t n;            /* operations done */
	double own_ns;         /* the part of the time that counts; NaN: all of it */
	double cpu_ns;         /* processor time; NaN: unknown; below 0: the thread's */
	bool failed;           /* the operation failed: it counts neither as done nor in latencies */
} benchi_done;

/* The repeated work of a worker. Hooks may be NULL; each is called in the worker's thread. */
typedef struct benchi_job {
	/* does done->n operations as worker number `worker`, from 0, and corrects *done if it did
	 * something else; any status but BENCH_OK, with bench_detail, ends the pool */
	bench_status (*operate)(void *arg, size_t worker, benchi_done *done);
	void *arg;
	uint64_t parameter;    /* bench_parameter in every worker, ... */
	const struct benchi_parameters *parameters;  /* ... and bench_parameter_named */
	uint64_t batch;        /* operations timed together; 0: 1 */
	void (*enter)(void *arg, size_t worker);     /* before the worker's first operation */
	void (*leave)(void *arg, size_t worker);     /* after its last */
} benchi_job;

/* Zero means the default. */
typedef struct benchi_pool_plan {
	const benchi_job *job;       /* required: what the workers do */
	size_t workers;              /* required */
	/* required: length of the counted phase, which begins when all workers run */
	double counted_ns;
	double window_ns;            /* lengthen windows until they last this long; 0: do not */
	size_t windows;              /* windows to keep of each worker; 0: none */
	bool waits;                  /* record how long each window waited for a processor */
	double rate_hz;              /* starts per second of each worker; 0: a closed loop */
	bool even;                   /* starts at equal distances */
	const double *gap_ns;        /* distances from one start to the next, repeated; NULL: ... */
	size_t gaps;                 /* ... random distances */
	uint64_t seed;
	bench_clock clock;           /* required */
	void (*sleep)(void *ctx, double ns);  /* called with the clock's ctx; NULL: the system's
	                                         sleep */
	/* nonzero: end now, keeping the slices that are complete; NULL: never */
	int (*stop)(void);
} benchi_pool_plan;

/* Operations timed together. The windows of a worker follow each other without gaps: from and
 * until cover everything it did. */
typedef struct benchi_pool_window {
	uint64_t from, until;
	double ns;                   /* the part of the time that counts */
	/* waiting for a processor between from and until; NaN if unknown */
	double waited_ns;
	uint64_t iterations;
} benchi_pool_window;

typedef struct benchi_pool benchi_pool;

typedef struct benchi_worker {
	benchi_pool *pool;
	size_t index;
	struct benchi_os_thread thread;
	uint64_t batch;                      /* operations timed together */
	bool long_enough;                    /* the latest window was long enough */
	double slice[BENCHI_POOL_SLICES];    /* operations done in each slice of the time */
	double cpu_ns, cpu_operations;       /* processor time, and number of operations in it */
	double stated_cpu_ns;                /* processor time that the job states; below 0: not
	                                        stated */
	double unserved;                     /* due but not begun */
	double failed;                       /* operations that failed in the counted phase */
	/* time from begin to end, and number of operations in it */
	double served_ns, served;
	benchi_histogram latency;
	benchi_pool_window *window;
	size_t windows;
	uint64_t window_from;                /* begin of the next window, ... */
	double window_waited_ns;             /* ... and the waiting time up to then */
	struct benchi_run_queue queue;
	uint64_t from, until;                /* counted phase; until is 0 while the phase is open */
	uint64_t random;
	size_t gap;                          /* index of the next gap of the plan */
	bool runs, over, cpu_begun;          /* over: ended early */
	bool own;                            /* the job states own_ns of benchi_done */
} benchi_worker;

struct benchi_pool {
	benchi_pool_plan plan;
	struct benchi_lock lock;
	size_t running;                      /* number of workers that have begun */
	/* set by the last worker to begin; until is earlier if stopped */
	uint64_t from, until;
	double slice_ns;
	int slices;                          /* complete slices, after the run */
	bool stopped;                        /* stopped on request */
	bool cancelled;                      /* a worker failed; the first failure: ... */
	bench_status status;
	char why[256];                       /* ... and its detail */
	benchi_worker *worker;
};

/* Starts all workers and waits for their end. BENCH_ERR_MEMORY. BENCH_ERR_UNSUPPORTED, with the
 * worker's number, if a worker could not be started; the others have ended.
 * BENCH_ERR_NO_SAMPLES: stopped before a slice was complete. Otherwise a job's failure. */
bench_status benchi_pool_run(const benchi_pool_plan *plan, benchi_pool *pool);

void benchi_pool_free(benchi_pool *pool);

/* Allocates the workers without starting them. */
bench_status benchi_pool_prepare(const benchi_pool_plan *plan, benchi_pool *pool);

/*
 * A worker of the pool.
 */

/* Returns the time from one due start to the next, in ns. */
double benchi_worker_gap_ns(benchi_worker *worker);

/*
 * A case as a job for a worker pool.
 */

/* The tick of a worker's core before and after its work; NaN if unknown. */
typedef struct benchi_worker_tick {
	double before_ns, after_ns;
} benchi_worker_tick;

/* Must not move while the job runs. */
typedef struct benchi_case_job {
	benchi_job job;                        /* an operation is an iteration of the case's body */
	const bench_case *item;
	bench_timing timing;
	struct benchi_regions regions;         /* initial regions of each worker */
	/* the calling thread's state, restored at the end of the job */
	struct benchi_thread_state outer;
	const struct benchi_reference *reference;  /* reference chain timed before and after the work;
	                                              NULL: none */
	struct benchi_lock lock;               /* protects counted and unpaired */
	struct benchi_counted_all counted;     /* counts of the body, over all workers */
	int unpaired;                          /* START and STOP did not pair in some window */
	char failed[BENCHI_WHY];               /* reason passed to bench_fail in a worker, or "" */
	benchi_worker_tick *tick;              /* one per worker, with a reference */
} benchi_case_job;

/* Fills in the job. The caller may set reference and tick (one per worker) before running it.
 * START and STOP in the body read timing's clock, and only the marked regions count. */
void benchi_case_job_begin(benchi_case_job *job, const bench_case *item, uint64_t parameter,
                           const bench_timing *timing);

/* Restores the calling thread's regions and takes over a worker's failure. */
void benchi_case_job_end(benchi_case_job *job);

/* Returns the tick of a worker's core; NaN if unknown, or if before and after differ. */
double benchi_worker_tick_ns(const benchi_worker_tick *tick);

/* Sets the case up in the calling thread, which becomes this worker. BENCH_ERR_ARGUMENT: no
 * body, or verify failed. *skipped: reason passed to bench_skip, or NULL. */
bench_status benchi_case_begin(const bench_case *item, const struct benchi_worker_context *place,
                               const char **skipped);

/* Tears the case down, unless it was skipped. */
void benchi_case_end(const bench_case *item, const struct benchi_worker_context *place);

/*
 * Windows of a worker pool during which all workers ran.
 */

/* Returns true if every worker of the pool had a processor throughout window k of this worker. */
bool benchi_window_concurrent(const benchi_pool *pool, size_t worker, size_t k);

/*
 * Ramping load: workers are added one by one. The result is the throughput and latency of each
 * number of workers, and the number with the highest throughput.
 */

/* One number of workers and its results; NaN: unknown. */
typedef struct benchi_step {
	size_t workers;
	double offered_hz;       /* operations per second to be started; NaN: closed loop */
	double throughput_hz;    /* operations per second done while all workers ran */
	double error_hz;         /* standard error of throughput_hz, from the slices */
	double slice_hz[BENCHI_POOL_SLICES];  /* throughput in each slice of the step */
	double operations;       /* number of operations with these latencies: */
	double p50_ns, p90_ns, p99_ns, p999_ns, max_ns;
	double mean_ns, service_ns;  /* mean latency; the part of it from begin to end */
	double bytes_hz;         /* bytes per second; NaN: not in the plan */
	double model_ns;         /* mean latency by the queueing model */
	double limited_ns;       /* the percentile with a limit */
	/* time divided by the operations of all workers; processor time of one operation */
	double wall_ns, cpu_ns;
	double unserved;         /* operations due in the step that had not begun after twice its
	                            time */
	double failed;           /* failed operations, which no other member includes */
	double counted_ns;       /* duration of the counted phase */
	double busy;             /* share of the processors used by the workers */
	bool over;               /* above the latency limit */
	double latency[BENCHI_LATENCY_BINS]; /* share of the operations in each bin */
	benchi_utilisation machine;  /* utilisation during the step, if requested */
} benchi_step;

typedef enum benchi_ramp_end {
	BENCHI_RAMP_MOST = 0,     /* all steps done */
	BENCHI_RAMP_FLAT = 1,     /* throughput stopped rising */
	BENCHI_RAMP_LATE = 2,     /* latency above the limit */
	BENCHI_RAMP_STOPPED = 3   /* interrupted */
} benchi_ramp_end;

/* Zero means the default. */
typedef struct benchi_ramp_plan {
	size_t least, most;      /* workers; 0: 1 and 64 */
	double step_ns;          /* counted time per step; 0: 1 s */
	double limit_ns;         /* the latency limit; 0: none */
	double limit_share;      /* share of operations that must meet the limit; 0: 0.99 */
	double bytes;            /* moved by an operation; 0: unknown */
	/* starts per second of each worker; 0: each start follows the previous end (closed loop) */
	double rate_hz;
	double load;             /* offer this share of the highest throughput afterwards; 0: do not */
	bool even;               /* starts at equal distances; otherwise random (Poisson), ... */
	const double *gap_ns;    /* ... or at these distances, repeated, ... */
	size_t gaps;             /* ... with the mean of rate_hz */
	bool all;                /* run every step, even if throughput stops rising */
	bool observe;            /* record the machine's utilisation of each step */
	uint64_t seed;
	bench_clock clock;       /* clock to read; without now_ns the default clock */
	void (*sleep)(void *ctx, double ns);  /* waits by that clock; NULL: the system's sleep */
	int (*stop)(void);       /* nonzero: end this step and the ramp; NULL: never */
	/* called before each step; done: the previous step, NULL before the first */
	void (*progress)(void *arg, size_t workers, const benchi_step *done);
	void *progress_arg;
} benchi_ramp_plan;

typedef struct benchi_ramp {
	benchi_ramp_plan plan;   /* with the defaults filled in */
	uint64_t batch;          /* operations per latency: 1, or latencies are means of several */
	benchi_step *step;
	size_t n, capacity;
	/* the answer: the step with the fewest workers whose throughput is the highest, within
	 * noise and limit; SIZE_MAX: none */
	size_t best;
	size_t highest;          /* the step with the highest throughput within the limit; SIZE_MAX:
	                            none */
	benchi_ramp_end end;
	benchi_scalability scaling;  /* fit of the law */
	benchi_queueing queueing;
	char refused[256];       /* why no more workers could be started, or "" */
} benchi_ramp;

/* Returns the highest number of workers of the plan. */
size_t benchi_ramp_most(const benchi_ramp_plan *plan);

/* Ramps a job. The caller frees ramp in any case. BENCH_ERR_ARGUMENT, _MEMORY, _CLOCK_...,
 * _UNSUPPORTED (not even the first step), or a failure of the job. */
bench_status benchi_ramp_run(const benchi_job *job, const benchi_ramp_plan *plan,
                             benchi_ramp *ramp);

/* Converts the plan of a finished ramp to the open loop that plan->load requests, with as many
 * workers as the answer. Returns false if no open loop was requested, or without an answer. */
bool benchi_ramp_offer(const benchi_ramp *found, benchi_ramp_plan *plan);

/* Ramps a case: an operation is an iteration of its body. Iterations shorter than 20 readings
 * of the clock are timed in batches. If the body marks regions (START, STOP), their time is the
 * latency; throughput counts the whole time. setup, verify and teardown are called once, as
 * worker 0. *skipped: reason passed to bench_skip, valid until this thread's next case, or
 * NULL. */
bench_status benchi_ramp_case(const bench_case *item, uint64_t parameter,
                              const benchi_ramp_plan *plan, benchi_ramp *ramp,
                              const char **skipped);

void benchi_ramp_free(benchi_ramp *ramp);

/* Returns true if the queueing model is close enough to the steps for predictions. */
bool benchi_ramp_model_fits(const benchi_ramp *ramp);

/* Writes successive ramps as text, CSV or JSON; doc/bench-ramp.1 has the members and columns. */
typedef struct benchi_ramp_writer {
	FILE *out;                     /* NULL: write nothing */
	benchi_format form;
	bool several;                  /* write a JSON array of ramps */
	const benchi_context *context; /* or NULL */
	size_t written;
} benchi_ramp_writer;

void benchi_ramp_writer_begin(const benchi_ramp_writer *w);
bench_status benchi_ramp_writer_add(benchi_ramp_writer *w, const benchi_ramp *ramp,
                                    const char *name);
void benchi_ramp_writer_end(const benchi_ramp_writer *w);

/*
 * The end of a ramp and its answer: pure functions of its steps.
 */

/* When throughput counts as flat: `steps` steps in a row, which added this share of the workers,
 * brought no rise over the last step that rose. */
typedef struct benchi_ramp_flatness {
	double rise;       /* smallest factor that counts as one; usually 1.02 */
	size_t steps;      /* steps without a rise; usually 3 */
	double share;      /* workers that these steps added, as a share; usually 0.25 */
} benchi_ramp_flatness;

/* After a step: sets ramp->best and highest, and returns whether the ramp is over; then sets
 * ramp->end. rule: NULL means the usual numbers. */
bool benchi_ramp_decide(benchi_ramp *ramp, const benchi_ramp_flatness *rule);

/* Fits the scalability law and the queueing model to the steps.  BENCH_ERR_MEMORY. */
bench_status benchi_ramp_fit(benchi_ramp *ramp);

/*
 * Options of ramps.
 */

/* Parses "1..8" or "8" (from 1) as numbers of workers. Returns false if the text is neither. */
bool benchi_ramp_read_workers(const char *text, benchi_ramp_plan *plan);

/* Parses "10ms" or "10ms@p99.9" as a latency limit. Returns false if the text is neither. */
bool benchi_ramp_read_limit(const char *text, benchi_ramp_plan *plan);

/*
 * A ramp's numbers and answer in words.
 */

#define BENCHI_RAMP_TEXT 512

/* Writes "1.23 ms", three digits, or "-" for NaN, to text and returns it. */
char *benchi_ramp_time(double ns, bool utf8, char text[64]);

/* Writes "123 000" to text and returns it: three digits below 1000, a whole number above; "-"
 * for NaN. */
char *benchi_ramp_count(double x, char text[64]);

/* Progress of a plan as a live line on standard error, if that is a terminal; and its removal.
 * arg: unused. */
void benchi_ramp_progress(void *arg, size_t workers, const benchi_step *done);
void benchi_ramp_progress_end(void);

/* Writes the answer in a sentence or two, and returns the text. */
char *benchi_ramp_answer(const benchi_ramp *ramp, bool utf8, char text[BENCHI_RAMP_TEXT]);

/*
 * Utilisation of the machine as a table and as JSON.
 */

#define BENCHI_UTILISATION_TEXT 256

/* Writes a table of utilisation, saturation and errors per resource, then "limit: ...". Nothing
 * if nothing is known. */
bench_status benchi_put_utilisation_text(FILE *out, const benchi_utilisation *u,
                                         const benchi_output_style *style);

/* Writes the same as a JSON object; unknown values are null. */
void benchi_put_utilisation(FILE *out, const benchi_utilisation *u);

/*
 * Checking a ramp's steps against limits and expectations.
 */

/* "operations/s", "bytes/s", "mean_ns" ...; ends in NULL. */
extern const char *const benchi_ramp_metrics[];

/* Prints a line for each step that violates the limit. Returns true if one does. */
bool benchi_ramp_judge(FILE *out, const benchi_ramp *ramp, const benchi_bound *limit);

/* Prints whether the best step meets the expectation; if no step is best, the last step counts. */
void benchi_ramp_expectation(FILE *out, const benchi_ramp *ramp, const benchi_bound *expected);

#endif
