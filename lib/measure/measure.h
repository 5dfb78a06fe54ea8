/*
 * Measuring one body: bench_measure, BENCH.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_MEASURE_H
#define BENCHI_MEASURE_MEASURE_H

#include "cycle/cycle.h"
#include "engine/engine.h"
#include "host/host.h"
#include "timing/timing.h"

/*
 * Context of the case that this thread runs: parameter, worker, reason to skip.
 */

enum { BENCHI_PARAMETERS = 8, BENCHI_PARAMETER_NAME = 24, BENCHI_PARAMETER_TEXT = 32 };

/* The parameters of a row. A range without names is one parameter with the name "". */
struct benchi_parameters {
	size_t n, lead;       /* lead: index of the first numeric parameter; n if not found */
	struct benchi_parameter {
		char name[BENCHI_PARAMETER_NAME], text[BENCHI_PARAMETER_TEXT];
		uint64_t value;   /* index, if the value is a word */
		int word;
	} of[BENCHI_PARAMETERS];
};

/* Values of bench_parameter, bench_worker and bench_workers. */
struct benchi_worker_context {
	uint64_t parameter;   /* for bench_parameter */
	size_t worker;        /* for bench_worker */
	size_t workers;       /* for bench_workers; 0 means 1 */
	const struct benchi_parameters *parameters;   /* parameters for bench_parameter_named, or
	                                                 NULL */
};

/* Sets this thread's context and clears the reason given by bench_skip or bench_fail. */
void benchi_case_enter(const struct benchi_worker_context *worker_context);

/* Return the reason given by bench_skip or bench_fail since benchi_case_enter, or NULL; and the
 * reason given by bench_fail only. */
const char *benchi_case_skipped(void);
const char *benchi_case_failed(void);

/* Calls usable and setup. Returns 0 if the case is to be skipped. */
int benchi_case_set_up(const bench_case *c);

/*
 * Values of one parameter, from the text of a case's range.
 */

enum { BENCHI_RANGE_MOST = 1000 };

/*
 * Parses "64..64k x2", "1..9 +2", "16,100,4k", or several of these separated by commas. k, M and G
 * are powers of 1024. "a..b" without a step doubles.
 *
 * values: space for BENCHI_RANGE_MOST numbers; *n: how many there are. BENCH_ERR_ARGUMENT:
 * malformed; the detail says what was found and expected.
 */
bench_status benchi_range_read(const char *text, uint64_t *values, size_t *n);

/*
 * Values of several parameters, from the text of a case's range.
 */

/* One parameter's values: numbers, or words numbered from 0. */
struct benchi_dimension {
	char name[BENCHI_PARAMETER_NAME];   /* "": the range has no names */
	uint64_t value[BENCHI_RANGE_MOST];
	size_t n;
	const char *words;                  /* start of the words in the range; NULL: numbers */
};

struct benchi_space {
	struct benchi_dimension axis[BENCHI_PARAMETERS];
	size_t n, rows;                     /* rows: number of combinations */
};

/*
 * Parses "64..64k x2" like benchi_range_read, or named parameters separated by semicolons:
 * "n=64..4k x2; alg=a,b". most: limit of the number of combinations. axes refers to the range,
 * which must stay valid.
 *
 * BENCH_ERR_ARGUMENT: malformed; the detail says what was found and expected.
 */
bench_status benchi_space_read(const char *range, size_t most, struct benchi_space *axes);

/* Fills in the values of a row, counted from 0. The last parameter changes fastest. */
void benchi_space_row(const struct benchi_space *axes, size_t row, struct benchi_parameters *to);

/* Writes the part of a row's name after the case's name, "/64" or "/n=64/alg=a", to text
 * (BENCHI_PARAMETERS_TEXT bytes) and returns text. skip: index of a parameter to leave out. */
enum { BENCHI_PARAMETERS_TEXT = BENCHI_PARAMETERS * (BENCHI_PARAMETER_NAME
	+ BENCHI_PARAMETER_TEXT) };
const char *benchi_parameters_name(const struct benchi_parameters *set, size_t skip, char *text);

/*
 * Counters of runs, filled by bench_count and the like.
 */

enum { BENCHI_COUNTED = BENCHI_SMALL ? 1 : 8, BENCHI_COUNTED_SLOTS = 2 * BENCHI_COUNTED,
	BENCHI_COUNTED_NAME = 32 };

/* How a counter's sum is reported. */
enum benchi_counted_kind { BENCHI_COUNTED_PER_OP, BENCHI_COUNTED_PER_SECOND, BENCHI_COUNTED_PLAIN };

struct benchi_counted {
	char name[BENCHI_COUNTED_NAME];
	enum benchi_counted_kind kind;
	double sum, calls;
};

/* The counters of a run and its number of iterations. */
struct benchi_counted_all {
	struct benchi_counted of[BENCHI_COUNTED];
	size_t n;
	double iterations;
};

/* The counters of a thread. Those of nested runs follow each other; the innermost run has first
 * to n. */
struct benchi_counting {
	struct benchi_counted slot[BENCHI_COUNTED_SLOTS];
	size_t first, n;
	double iterations;                  /* iterations so far */
	struct benchi_counted_all latest;   /* counters of the run that ended last */
};

/* What a run saves of the run around it. */
struct benchi_counted_outer {
	size_t first;
	double iterations;
};

/* Ends a run's counting: its counters become the thread's latest, and the outer run continues. */
void benchi_counted_end(struct benchi_counting *counting, const struct benchi_counted_outer *outer);

/*
 * Memory for the samples of runs, kept by each thread for its next run.
 */

/* Up to BENCHI_STORAGES runs may be nested, including runs left by return, goto or longjmp. */
enum {
	BENCHI_STORAGES = 4,
	BENCHI_STORAGE_ARMS = 4,
	BENCHI_STORAGE_ROUNDS = BENCHI_SMALL ? 64 : 256,
	BENCHI_STORAGE_NUMBERS = 5
};

struct benchi_storage {
	struct benchi_sample sample[BENCHI_STORAGE_ARMS * BENCHI_STORAGE_ROUNDS];
	double number[BENCHI_STORAGE_NUMBERS * BENCHI_STORAGE_ROUNDS];
};

/* The storages of a thread. */
struct benchi_storages {
	struct {
		const void *owner;      /* the run that uses it; NULL: free */
		struct benchi_storage *storage;
		uint64_t since;
	} slot[BENCHI_STORAGES];
	uint64_t taken;
};

/* Returns a storage for a run: the one it already has, a free one, a new one, or else the oldest.
 * NULL when out of memory. */
struct benchi_storage *benchi_storage_take(struct benchi_storages *storages, const void *owner);

/* Releases the run's storage. Returns true if the run still owned it. */
bool benchi_storage_leave(struct benchi_storages *storages, const void *owner,
                          const struct benchi_storage *storage);

/*
 * The numbers of a summary: names, and filling them from an estimate.
 */

/* A member of bench_summary of type double. The table is in the struct's order. */
struct benchi_member {
	char name[14];   /* name in every format; an array, so that the table needs no relocation */
	unsigned short offset;
};

extern const struct benchi_member benchi_members[];
extern const size_t benchi_members_count;

/* Returns the value of a member. */
static inline double benchi_member_value(const bench_summary *summary,
                                         const struct benchi_member *member)
{
	double value;

	memcpy(&value, (const char *)summary + member->offset, sizeof value);
	return value;
}

static inline void benchi_member_set(bench_summary *summary, const struct benchi_member *member,
                                     double value)
{
	memcpy((char *)summary + member->offset, &value, sizeof value);
}

/* Returns a summary without values, with this status. */
bench_summary benchi_summary_none(bench_status status);

/* Extra width of an interval: a share of the centre on both sides, and a further amount below, in
 * the estimate's unit. */
struct benchi_reach {
	double share, down;
};

/* What windows of one kind showed: the summary of a measurement without loops to choose from. */
struct benchi_measured {
	const char *method;
	struct benchi_estimate ns, cycles;  /* cycles.centre NaN: from tick_ns */
	struct benchi_reach reach;      /* of both */
	double tick_ns;                 /* length of a tick; NaN: unknown, or cycles were estimated */
	double ns_raw;                  /* with the overhead; NaN: nothing was subtracted */
	double elapsed_ns;
	uint64_t iterations;
	size_t samples, dropped;
	unsigned warnings;              /* in addition to those that follow from the numbers */
};

/* Returns the summary. */
bench_summary benchi_summary_of(const struct benchi_measured *m);

#define BENCHI_NOISY_SHARE 0.025

/* Sets NOISY if the larger half of the time's interval exceeds this share of the time; otherwise
 * clears it. All functions that change the interval call this. */
void benchi_summary_judge_width(bench_summary *summary);

/* Sets time, interval and spread, clamped to 0 from below. Sets NOISY, and BELOW_RESOLUTION if the
 * estimate is smaller than its own interval. */
void benchi_summary_set_ns(bench_summary *summary, const struct benchi_estimate *ns,
                           struct benchi_reach reach);

/* Widens the intervals of ns and cycles to include these values; sets NOISY. */
void benchi_summary_reach(bench_summary *summary, double ns, double cycles);

/* Sets the mean, and min_ns to least_ns: the shortest time in the mean, below which neither the
 * mean nor its interval can be. Sets RARE if the interval excludes the median by 5 %, otherwise
 * clears it. If the interval includes the median although the two are 20 % apart, widens the
 * intervals of time and cycles to include the mean. */
void benchi_summary_set_mean(bench_summary *summary, const struct benchi_mean *mean,
                             double least_ns);

/* Moves the result to that of other windows: the estimate minus less_ns, in ticks of tick_ns. Keeps
 * the other members, but not warnings about the scatter of the former windows. */
void benchi_summary_move(bench_summary *summary, const struct benchi_estimate *ns, double less_ns,
                         double tick_ns);

/* Sets cycles and their interval; does not set FEW_SAMPLES. */
void benchi_summary_set_cycles(bench_summary *summary, const struct benchi_estimate *cycles,
                               struct benchi_reach reach);

/*
 * The state of a thread: the latest result, and the region opened by START.
 */

/* Regions marked with START and STOP in the open window. */
struct benchi_regions {
	uint64_t read;     /* clock reading at the latest START or STOP */
	double open_cost_ns;    /* cost of the open region's START and STOP */
	double ns;         /* total time of closed regions, minus the cost of START and STOP */
	uint64_t count;
	unsigned char open;
	unsigned char probes;      /* a window is timed: after a pause, START finds the cost again */
	unsigned char stated;      /* bench_time_ns was called: the time is not this clock's, cycles are
	                              unknown */
	unsigned char unpaired;    /* START without STOP, STOP without START, or two STARTs in a row */
	float step_ns;     /* step of the clock; 0: unknown */
	bench_clock clock; /* clock to read; now_ns NULL: the default clock */
	double cost_ns;    /* time of an empty region; NaN until a region is opened */
	double finding_ns; /* time spent in this window on finding that cost */
	void (*use)(const bench_clock *clock);  /* benchi_regions_use, set together with the clock */
};

enum { BENCHI_COLDS = BENCHI_SMALL ? 1 : 16 };

/* Memory named with bench_cold. */
struct benchi_colds {
	struct {
		const void *memory;
		size_t bytes;
	} item[BENCHI_COLDS];
	size_t n;          /* number of memory blocks named; those beyond BENCHI_COLDS were not
	                      recorded */
};

enum { BENCHI_LABEL = BENCHI_SMALL ? 1 : 80, BENCHI_WHY = BENCHI_SMALL ? 1 : 128 };

/*
 * Memory of calls that a case may leave by longjmp. The memory is then freed by the next call of
 * the same kind with the same owner, which is an address in the caller's frame. So a loop leaks at
 * most one block.
 */
struct benchi_kept {
	const void *owner;
	void *memory;
};

enum benchi_keeper { BENCHI_PICK, BENCHI_COMPARE, BENCHI_RANGES, BENCHI_TUNE, BENCHI_SPACE,
	BENCHI_KEEPERS };

/* Returns zero-filled memory; NULL when out of memory. *outer: the latest block of this kind that
 * is still in use. */
void *benchi_kept_new(enum benchi_keeper kind, const void *owner, size_t size,
                      struct benchi_kept *outer);
/* Frees the memory, which may be NULL. */
void benchi_kept_free(enum benchi_keeper kind, void *memory, const struct benchi_kept *outer);

struct benchi_thread {
	struct benchi_storages storages;
	struct benchi_regions regions;
	const char *where; /* set by bench_at, or NULL */
	uint64_t round;    /* windows of the body opened so far */
	size_t offset;     /* offset of the body's buffers while the layout is varied */
	struct benchi_worker_context worker_context;  /* context of the running case */
	int skipped, failed;       /* bench_skip was called; bench_fail was called ... */
	char why[BENCHI_WHY];      /* ... with this reason */
	char label[BENCHI_LABEL];  /* set by bench_label */
	struct benchi_colds colds;
	struct benchi_counting counting;
	struct benchi_kept kept[BENCHI_KEEPERS];
};

/* The part of the thread's state that a run or a comparison changes. */
struct benchi_thread_state {
	struct benchi_regions regions;
	uint64_t round;
	size_t offset;
	struct benchi_counted_outer counted;
};

/* Save the state; restore it after windows were timed with `clock`. Regions that used an
 * injected clock are dropped, because that clock may no longer exist. */
void benchi_thread_save(struct benchi_thread_state *state);
void benchi_thread_restore(const struct benchi_thread_state *state, const bench_clock *clock);

/* Returns the state of this thread. */
struct benchi_thread *benchi_thread_self(void);

/* Adds iterations of the body to those that its counters are divided by. */
static inline void benchi_counting_ran(double iterations)
{
	benchi_thread_self()->counting.iterations += iterations;
}

/* Stores a result in *to; if NULL, as this thread's latest, which bench_last returns. */
void benchi_summary_store(const bench_summary *summary, bench_summary *to);

/*
 * Clock and cost of START and STOP.
 */

/* Drops the regions of this thread before a window. Returns the thread's regions, now empty. */
static inline struct benchi_regions *benchi_regions_clear(void)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	regions->ns = regions->finding_ns = 0;
	regions->count = 0;
	regions->open = regions->unpaired = regions->stated = 0;
	regions->probes = 1;
	return regions;
}

/* Returns nonzero if the body marked or stated the time that counts. */
static inline int benchi_regions_marked(const struct benchi_regions *regions)
{
	return regions->count > 0 || regions->stated;
}

static inline int benchi_regions_unpaired(const struct benchi_regions *regions)
{
	return regions->open || regions->unpaired;
}

/* Makes this thread's regions read the clock of a run. The first START finds their cost. */
void benchi_regions_begin(const bench_timing *timing);

/* Makes this thread's regions read this clock, and finds the cost of a region now: for code that
 * needs the cost, or whose first region must not be delayed by finding it. */
void benchi_regions_use(const bench_clock *clock);

/*
 * The recorded rounds of a run, from which the result is computed.
 */

enum { BENCHI_RUN_ARMS = BENCHI_STORAGE_ARMS, BENCHI_RUN_ROUNDS = BENCHI_STORAGE_ROUNDS,
	BENCHI_RUN_SCRATCH = BENCHI_STORAGE_NUMBERS };

/* The engine's arms, by index; -1: no such arm. Two reference chains, and the body's loops: with
 * few instances (1 or 2), and with twice as many. */
struct benchi_arms {
	int low_ipc, high_ipc, few, many;
};

/* Memory for the rounds: BENCHI_RUN_ARMS * rounds samples and BENCHI_RUN_SCRATCH * rounds
 * doubles. */
struct benchi_run_memory {
	struct benchi_sample *sample;
	double *scratch;
	size_t rounds;
};

struct benchi_recorded {
	bench_timing timing;
	struct benchi_reference reference;      /* low_ipc NULL: no reference */
	struct benchi_engine engine;            /* contains the samples */
	struct benchi_run_memory memory;
	struct benchi_arms arm;
	int function;                   /* the caller owns the loop: its cost is part of the result */
	int few;                        /* number of instances in that loop */
	/* the compiler merged instances: use the loop with one instance */
	int merged;
	int regions;                    /* the body marks regions ... */
	int stated;                     /* ... or states their time */
	int varied;                     /* the caller varied the layout from round to round */
	int migrated;                   /* the thread moved to another processor */
	int unpaired;                   /* START and STOP were not paired */
	double empty_loop_ns;           /* time per iteration of the loop without the body */
	double region_gap_ns;           /* time from one region to the next */
	double region_cost_ns;          /* cost of START and STOP per iteration, already subtracted */
	size_t breaks;                  /* number of windows left by break */
	struct benchi_total total;      /* total of the body's windows, including dropped ones */
	size_t thrown;                  /* rounds discarded because of a noisy neighbour */
	int own;                        /* the thread had the processor all the time */
	int empty;                      /* the case is a call that returns at once */
};

/* Returns nonzero if a noisy neighbour shared the core in this round; 0 if unknown. */
int benchi_recorded_disturbed(const struct benchi_recorded *run, size_t round);

/* Returns the rate of the high-IPC reference in the recorded rounds. */
struct benchi_width benchi_recorded_high_ipc(const struct benchi_recorded *run);

/* Returns nonzero if a noisy neighbour spoilt so many rounds that sampling should continue. */
int benchi_recorded_wants_more(const struct benchi_recorded *run);

/* Discards rounds that a noisy neighbour spoilt, to make space for more. */
void benchi_recorded_keep_clean(struct benchi_recorded *run);

/*
 * Choosing the body's loops, and checking that they are valid.
 */

/* Work that a function does before its loop is subtracted if it exceeds this share of a window. */
#define BENCHI_SET_UP_SHARE 0.01

/* State while the loops are sized. */
struct benchi_loops {
	double iteration_ns[2];         /* time per iteration with few, and with many instances */
	int empty_left;                 /* windows of the empty loop still to run */
	/* of a function: time with few instances, before many were sized; of a short body: time with
	 * one instance */
	double before_ns;
	int again;                      /* few is being sized again, after many */
	int settled, checked;           /* the loops have been chosen; they have been checked */
	int grown;                      /* how often windows grew because of work before the loop */
};

/*
 * A measurement that passes on every round, not only the summary.
 */

/* What a mean covers, and its possible error beyond chance. */
struct benchi_basis {
	double done;        /* iterations */
	double edge_ns;     /* benchi_total_edge */
	double taken;       /* share of the time that the machine took unreported */
};

/* Processor time of the body's long windows. */
struct benchi_busy {
	double cpu_ns, iterations;
};

/* Receives the rounds. Zero-filled: behaves as bench_measure. */
struct benchi_round_sink {
	/* called at the end for each round that counts, in order, with nanoseconds and cycles per
	 * iteration after subtracting overhead (possibly slightly below 0; cycles NaN if unknown)
	 * and the number of iterations in the round's windows */
	void (*take)(void *to, double ns, double cycles, double iterations);
	void *to;
	struct benchi_busy *busy;   /* added to; or NULL */
	struct benchi_basis *basis; /* receives the basis of the mean; NULL: not needed */
	/* time left for waiting while a noisy neighbour shares the core, in addition to most_ns;
	 * the run subtracts what it uses; NULL: a multiple of the run's time */
	double *patience_ns;
	double most_ns;       /* time limit, exceeded by at most one window; 0: no limit */
	const volatile sig_atomic_t *stop; /* nonzero: end now with the rounds so far; NULL: never */
};

/* Returns nonzero if the caller stopped the run. sink: or NULL. */
static inline int benchi_round_sink_stopped(const struct benchi_round_sink *sink)
{
	return sink && sink->stop && *sink->stop;
}

/* Measures a case's body as bench_measure does, or its call as BENCH does. Uses only the case's
 * body, call, arg and prepare. sink: NULL, or valid until the return. */
bench_status benchi_measure_rounds(const bench_case *item, const bench_options *options,
                                   const struct benchi_round_sink *sink,
                                   bench_summary *result);

/*
 * State of a running benchmark: engine, arms, samples.
 */

/* Kind of the windows being timed. */
enum benchi_phase { BENCHI_EMPTY_LOOP, BENCHI_ROUNDS, BENCHI_OVER };

/* Content of bench_run.opaque_. */
struct benchi_run {
	struct benchi_recorded rounds;
	struct benchi_loops loops;
	struct benchi_sizing sizing[BENCHI_RUN_ARMS];   /* the engine's memory */
	size_t order[BENCHI_RUN_ARMS];                  /* the engine's memory */
	struct benchi_storage *storage;         /* the thread's; NULL: the caller provides memory */
	const struct benchi_round_sink *sink;   /* receives the rounds, or NULL */
	bench_summary *result;          /* filled at the end; NULL: the thread's latest */
	void (*prepare)(uint64_t n, void *arg);
	void *arg;                      /* argument of prepare */
	enum benchi_phase phase;
	bench_status status;
	uint64_t began;                 /* clock reading at the start of the run */
	uint64_t window;                /* clock reading at the start of the open window */
	uint64_t iterations;            /* iterations of the open window; 0: no window is open */
	double budget_ns;               /* time requested by the caller */
	double waited_ns;               /* time spent waiting for a noisy neighbour to leave */
	double precision;               /* half width at which the run ends; 0: never */
	double wide;                    /* half width per measured millisecond that ends a run of BENCH;
	                                   0: unused */
	size_t look;                    /* number of rounds at which precision is checked next */
	unsigned waited_for;            /* 1 + rounds at the last wait for the core */
	int own_time;                   /* the caller stated no time, so time lost to preemptions is not
	                                   counted */
	int burst;                      /* a window while sizing took far longer than earlier ones */
	struct {
		double ns, done, usual_ns;  /* sums over the body's windows in the open round */
		/* nonzero: the time that other programs took in one of these windows is unknown */
		int lost;
		int sizing;                 /* these windows sized the body's loops and are not a round */
	} round;
	struct {
		double ns, done;            /* sums over all windows while sizing, except the first */
		double least_ns;            /* shortest time of one instance so far */
	} apart;
	struct benchi_presence moment;    /* a moment at or before the start of the open window */
	double began_ns, began_cpu_ns;  /* system time and thread's processor time at the start */
	int processor;                  /* at the start of the run */
	struct benchi_standstill still; /* standstill of the run's clock */
	struct benchi_thread_state outer;       /* state of the run that this one is nested in */
};

/* Parameters of benchi_run_begin. */
struct benchi_beginning {
	const bench_options *options;   /* NULL: defaults */
	const struct benchi_run_memory *memory;  /* NULL: use the thread's */
	const struct benchi_reference *reference;  /* NULL: the process's; without chains: no cycles */
	bench_summary *result;          /* filled at the end of the run; NULL: the thread's latest */
	const struct benchi_round_sink *sink;  /* NULL: only the summary is wanted */
	void *arg;                      /* the body's argument, for options->prepare */
	double enough_ns;               /* shortest window; 0: from calibration */
	/* nonzero: the body is inside loops of the library, with 1, 2, 4 and no instances */
	int loops;
	int function;                   /* nonzero: the body has its own loop */
	int empty;                      /* nonzero: the case is a call that returns at once */
};

/* Checks the options, finds the process's reference, takes memory and clock, and chooses arms. A
 * failure ends the run at the first benchi_run_next. */
void benchi_run_begin(struct benchi_run *run, const struct benchi_beginning *beginning);

/* Times reference chains as needed, then opens the next window of the body. Returns the number
 * of instances to run (1, 2, 4, or 0 for the empty loop) and *iterations; -1 if the run is over
 * and the result is filled in. */
int benchi_run_next(struct benchi_run *run, uint64_t *iterations);

/* Closes the open window. left: iterations that were not run. */
void benchi_run_close(struct benchi_run *run, uint64_t left);

/*
 * Makes the engine's plan from the caller's options.
 */

#define BENCHI_PLAN_TIME_NS 12e6    /* default time of a run */

/* Checks the options. Returns BENCH_OK, or BENCH_ERR_ARGUMENT with a detail. */
bench_status benchi_plan_check(const struct benchi_beginning *beginning);

/* The process's reference, with the core's width as far as known. Fails as benchi_reference_default
 * does; reference->low_ipc is then NULL. */
bench_status benchi_self_reference(struct benchi_reference *reference);

/*
 * Makes a summary from a run's windows, by pure arithmetic.
 */

/* Returns the summary of a run that took elapsed_ns. sink: receives each round that counts, and the
 * basis of the mean; or NULL. */
bench_summary benchi_result_make(const struct benchi_recorded *run,
                                 const struct benchi_round_sink *sink, double elapsed_ns);

/* Returns half the width of the interval so far, as a share; infinite if there is no interval yet,
 * if too many windows were interrupted, or if rare work may still matter. */
double benchi_result_half_width(const struct benchi_recorded *run);

/*
 * Warnings of a result.
 */

/* Returns DRIFT if the two halves of the rounds, in order of time, differ by 1 %, and
 * significantly; else 0. */
unsigned benchi_warnings_trend(const double *ns, size_t n);

/* Sets BIMODAL and the positions of the modes, from sorted numbers. uncertainty_share: relative
 * uncertainty of the clock in a window. */
void benchi_warnings_modes(const double *sorted, size_t n, double uncertainty_share,
                           bench_summary *summary);

/* If the work was optimised away, removes the warnings that follow from that. Returns the
 * others. */
unsigned benchi_warnings_tidy(unsigned warnings);

/*
 * A row of one process as a line of JSON, and lines for the program that started this process.
 */

enum {
	BENCHI_ROW_NAME = 1024,   /* bytes of a name that are kept */
	BENCHI_ROW_TEXT = 4096    /* buffer for benchi_row_text */
};

/* Writes {"benchmark": NAME and the members of the summary to `to` (BENCHI_ROW_TEXT bytes),
 * without the closing brace, so that members can be appended. Members that are NaN and counts
 * of 0 are left out; infinity is "1e999". summary NULL: only the name. Returns the end of the
 * text, which is a NUL. */
char *benchi_row_text(char *to, const char *name, const bench_summary *summary);

/* Writes only the members, each after a comma, their names with a prefix. Returns the end of the
 * text. */
char *benchi_summary_text(char *to, const char *prefix, const bench_summary *summary);

/* Appends a line to the file of the task "results", if the process has this task and the result
 * is valid. The row has the name given by this thread's last bench_at. summary NULL: writes
 * only the name, to the file of the task "count". */
void benchi_publish(const bench_summary *summary);

/*
 * Windows for a tracer that counts their instructions (bench run --count).
 */

/* Returns nonzero if a tracer wants to count what this thread begins next. The name has then
 * been appended to the tracer's file. */
int benchi_stepped_begin(void);

/* Number of the first window of the empty loop; earlier windows run the body once per iteration. */
enum { BENCHI_STEPPED_EMPTY = 6 };

/* Returns the number of iterations of a window, numbered from 0; 0 after the last window. loops:
 * nonzero if there is an empty loop; otherwise the tracer gets windows without any iteration
 * instead. */
uint64_t benchi_stepped_iterations(int window, int loops);

/* Called before and after each window. If the window counts, raises SIGURG for the tracer,
 * which has no effect without one. */
void benchi_stepped_mark(int window);

/*
 * Runs a case's work n times.
 */

/* Checks that the case has either a body or a call. BENCH_ERR_ARGUMENT with a detail. */
bench_status benchi_case_check(const bench_case *c);

/* Returns true if the case's call returns at once, according to its machine code: with
 * link-time optimisation the compiler can remove the whole body, and only the cycles of the
 * call are left. Returns false if code cannot be read. */
bool benchi_case_is_empty(const bench_case *c);

/* Does the case's work n times. */
void benchi_case_run(uint64_t n, const bench_case *item);

/* A loop with this many calls per iteration: 0, 1, 2 or 4. */
struct benchi_calls {
	const bench_case *item;
	int instances;
};

/* A bench_body that runs n iterations of the loop. loop: a const struct benchi_calls *. */
void benchi_calls_loop(uint64_t n, void *loop);

/*
 * What a body counted while it was timed.
 */

/* Adds the counters of another thread that ran the same body. */
void benchi_counted_merge(struct benchi_counted_all *to, const struct benchi_counted_all *from);

/* Returns the value of a counter. ns: time of one iteration. */
double benchi_counted_value(const struct benchi_counted_all *all, size_t i, double ns);

/*
 * The layout of a body's stack and data, varied from round to round.
 */

enum { BENCHI_LAYOUTS = 8 };

/* Returns the layout of a round, 0 to BENCHI_LAYOUTS - 1. A round and its mirror have the same
 * layout. */
static inline int benchi_layout_of(size_t round)
{
	return (int)(round / 2 % BENCHI_LAYOUTS);
}

/* Calls the body with a shifted stack. bench_layout returns the offset for its buffers. */
void benchi_layout_call(int layout, bench_body *body, uint64_t n, void *arg);

/*
 * The calibration that a process passes to its children.
 */

/* Writes the calibration of the default clock and of the reference as one line; calibrates
 * first if necessary. A child process that finds this line in the environment variable
 * BENCH_CALIBRATION confirms it in about 0.2 ms instead of calibrating again. text: capacity
 * bytes; BENCHI_CALIBRATION_TEXT suffice. Returns the length of the line; 0 if the clock cannot
 * be calibrated or the line does not fit. */
size_t benchi_calibration_text(char *text, size_t capacity);

/*
 * Windows of one iteration whose memory has been evicted from the caches.
 */

/* Times the case's work as beginning->options->cold requires. Fills *summary, which also
 * becomes the thread's latest result. On failure its status says why. */
void benchi_cold_measure(const bench_case *item, const struct benchi_beginning *beginning,
                         bench_summary *summary);

/*
 * One iteration whose memory has been evicted from the caches.
 */

/* Zero-filled: nothing is evicted. */
struct benchi_cold_window {
	unsigned cold;              /* BENCH_COLD_... */
	struct benchi_sweep sweep;  /* memory NULL: evict line by line */
};

static inline unsigned benchi_cold_asked(const struct benchi_cold_window *w)
{
	return BENCHI_SMALL ? 0 : w->cold;
}

/* Chooses how to evict what the thread has named, and allocates memory for a sweep if lines
 * cannot be evicted or code must be. The caller frees it by benchi_sweep_end, also after a failure.
 * BENCH_ERR_ARGUMENT: invalid cold. BENCH_ERR_CLOCK_COARSE. BENCH_ERR_MEMORY. */
bench_status benchi_cold_window_begin(struct benchi_cold_window *w, unsigned cold,
                                      const bench_timing *timing);

/* Evict, then time one iteration of the case, or of an empty body, and return the time. Both
 * include the cost of the clock, the call and the window's cold code. */
double benchi_cold_window_time(const struct benchi_cold_window *w, const bench_timing *timing,
                               const bench_case *item);
double benchi_cold_window_empty(const struct benchi_cold_window *w, const bench_timing *timing,
                                const bench_case *item);

#endif
