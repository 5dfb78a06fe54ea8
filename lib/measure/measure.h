/*
 * One body: bench_measure, BENCH.
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
 * The context of the case that this thread runs: its parameter, its worker, its reason to skip.
 */

enum { BENCHI_PARAMETERS = 8, BENCHI_PARAMETER_NAME = 24, BENCHI_PARAMETER_TEXT = 32 };

/* The parameters of a row; without names, one whose name is "". */
struct benchi_parameters {
	size_t n, lead;       /* lead: the first whose values are numbers; n if none is */
	struct benchi_parameter {
		char name[BENCHI_PARAMETER_NAME], text[BENCHI_PARAMETER_TEXT];
		uint64_t value;   /* of a word its index */
		int word;
	} of[BENCHI_PARAMETERS];
};

/* What bench_parameter, bench_worker and bench_workers return. */
struct benchi_worker_context {
	uint64_t parameter;   /* bench_parameter */
	size_t worker;        /* bench_worker */
	size_t workers;       /* bench_workers; 0: 1 */
	const struct benchi_parameters *parameters;   /* of bench_parameter_named; NULL: none */
};

/* Sets this thread's context and clears the reason that bench_skip or bench_fail gave. */
void benchi_case_enter(const struct benchi_worker_context *worker_context);

/* The reason that bench_skip or bench_fail gave since, or NULL if neither was called; that of
 * bench_fail only. */
const char *benchi_case_skipped(void);
const char *benchi_case_failed(void);

/* Asks whether the case is usable, and calls its setup.  False: it is skipped. */
int benchi_case_set_up(const bench_case *c);

/*
 * The values of a parameter, from the words of a case's range.
 */

enum { BENCHI_RANGE_MOST = 1000 };

/*
 * Reads "64..64k x2", "1..9 +2", "16,100,4k" or several of them between commas; k, M
 * and G are 1024, its square and its cube; from a to b without a step doubles.
 *
 * values: capacity for BENCHI_RANGE_MOST; n: how many there are.
 * BENCH_ERR_ARGUMENT, with what was found and expected in the detail.
 */
bench_status benchi_range_read(const char *text, uint64_t *values, size_t *n);

/*
 * The values of several parameters, from the words of a case's range.
 */

/* One parameter's values: numbers, or words, which are numbered from 0. */
struct benchi_dimension {
	char name[BENCHI_PARAMETER_NAME];   /* "": the range names none */
	uint64_t value[BENCHI_RANGE_MOST];
	size_t n;
	const char *words;                  /* where they begin in the range; NULL: numbers */
};

struct benchi_space {
	struct benchi_dimension axis[BENCHI_PARAMETERS];
	size_t n, rows;                     /* rows: combinations of all */
};

/*
 * Reads "64..64k x2", as benchi_range_read, or parameters with names, semicolons between:
 * "n=64..4k x2; alg=a,b", of at most so many combinations.  The range must outlive axes.
 *
 * BENCH_ERR_ARGUMENT, with what was found and expected in the detail.
 */
bench_status benchi_space_read(const char *range, size_t most, struct benchi_space *axes);

/* The values of a row, from 0; the last parameter changes fastest. */
void benchi_space_row(const struct benchi_space *axes, size_t row, struct benchi_parameters *to);

/* What a row's name has of them behind the case's: "/64", "/n=64/alg=a".  skip: one that is left
 * out; text: BENCHI_PARAMETERS_TEXT bytes.  Returns it. */
enum { BENCHI_PARAMETERS_TEXT = BENCHI_PARAMETERS * (BENCHI_PARAMETER_NAME
	+ BENCHI_PARAMETER_TEXT) };
const char *benchi_parameters_name(const struct benchi_parameters *set, size_t skip, char *text);

/*
 * The counters of runs, which bench_count and its like fill.
 */

enum { BENCHI_COUNTED = BENCHI_SMALL ? 1 : 8, BENCHI_COUNTED_SLOTS = 2 * BENCHI_COUNTED,
	BENCHI_COUNTED_NAME = 32 };

/* How a counter's sum becomes a number. */
enum benchi_counted_kind { BENCHI_COUNTED_PER_OP, BENCHI_COUNTED_PER_SECOND, BENCHI_COUNTED_PLAIN };

struct benchi_counted {
	char name[BENCHI_COUNTED_NAME];
	enum benchi_counted_kind kind;
	double sum, calls;
};

/* A run's counters, over so many iterations. */
struct benchi_counted_all {
	struct benchi_counted of[BENCHI_COUNTED];
	size_t n;
	double iterations;
};

/* A thread's: those of runs that are nested follow each other; the innermost one's are from first
 * to n. */
struct benchi_counting {
	struct benchi_counted slot[BENCHI_COUNTED_SLOTS];
	size_t first, n;
	double iterations;                  /* run so far */
	struct benchi_counted_all latest;   /* of the run that ended last */
};

/* What a run keeps of the one around it. */
struct benchi_counted_outer {
	size_t first;
	double iterations;
};

/* It ends: its counters are the thread's latest, and the outer run's go on. */
void benchi_counted_end(struct benchi_counting *counting, const struct benchi_counted_outer *outer);

/*
 * Memory for the samples of a run: one thread's, kept for its next run.
 */

/* BENCHI_STORAGES runs may be nested, counting those left by return, goto or longjmp. */
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

/* A thread's storages. */
struct benchi_storages {
	struct {
		const void *owner;      /* the run that uses it; NULL: it is free */
		struct benchi_storage *storage;
		uint64_t since;
	} slot[BENCHI_STORAGES];
	uint64_t taken;
};

/* A storage for a run: the one that it had, a free one, a new one, or the oldest.
 * NULL: out of memory. */
struct benchi_storage *benchi_storage_take(struct benchi_storages *storages, const void *owner);

/* Does the run still own that storage? */
int benchi_storage_is(const struct benchi_storages *storages, const void *owner,
                   const struct benchi_storage *storage);

/* Releases the run's storage. */
void benchi_storage_leave(struct benchi_storages *storages, const void *owner);

/*
 * The numbers of a summary: their names, and how they are filled from an estimate.
 */

/* A member of bench_summary that is a double, in the struct's order. */
struct benchi_member {
	char name[14];   /* in every format; in place, so that the table needs no relocation */
	unsigned short offset;
};

extern const struct benchi_member benchi_members[];
extern const size_t benchi_members_count;

/* The value of a member. */
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

/* A summary in which every member is missing. */
bench_summary benchi_summary_none(bench_status status);

/* How far an interval reaches beyond that of its estimate: to both sides, as a share of the centre;
 * and down, in the estimate's unit. */
struct benchi_reach {
	double share, down;
};

/* Nanoseconds, their interval and spread, none below 0. */
void benchi_summary_set_ns(bench_summary *summary, const struct benchi_estimate *ns,
                           struct benchi_reach reach);

/* The name of a method, as a summary has it, that text of that length says; NULL: none has it. */
const char *benchi_method_of(const char *text, size_t length);

/* Widens the intervals of ns and cycles to reach these values at least. */
void benchi_summary_reach(bench_summary *summary, double ns, double cycles);

/* Sets the mean, the low end of its interval no lower than the shortest window.  RARE: the interval
 * excludes the median, by 5 %.  Where it holds the median although the two are 20 % apart, the
 * intervals of time and cycles are widened to hold the mean, and NOISY says so. */
void benchi_summary_set_mean(bench_summary *summary, const struct benchi_mean *mean);

/* Cycles and their interval; FEW_SAMPLES is not set. */
void benchi_summary_set_cycles(bench_summary *summary, const struct benchi_estimate *cycles,
                               struct benchi_reach reach);

/*
 * The state of a thread: its latest result, and the region that START opened.
 */

/* The regions that START and STOP marked in the open window. */
struct benchi_regions {
	uint64_t opened;   /* the clock at START */
	double ns;         /* of the closed regions, without their own cost */
	uint64_t count;
	unsigned char open;
	unsigned char stated;      /* bench_time_ns was called: no clock of ours, no cycles */
	unsigned char unpaired;    /* START without STOP, STOP without START, or two STARTs in a row */
	bench_clock clock; /* the clock to read; without now_ns: the default */
	double cost_ns;    /* the time of an empty region; NaN until a region is opened */
	double finding_ns; /* time spent in this window to find that cost */
	void (*use)(const bench_clock *clock);  /* benchi_regions_use, after a clock was set */
};

enum { BENCHI_COLDS = BENCHI_SMALL ? 1 : 16 };

/* What bench_cold named. */
struct benchi_colds {
	struct {
		const void *memory;
		size_t bytes;
	} item[BENCHI_COLDS];
	size_t n;          /* above BENCHI_COLDS: not all are kept */
};

enum { BENCHI_LABEL = BENCHI_SMALL ? 1 : 80, BENCHI_WHY = BENCHI_SMALL ? 1 : 128 };

/*
 * Memory of a call whose cases may leave it by longjmp: it is then freed by the next call of its
 * kind with the same owner, an address in the call's frame, so that a loop leaves one block.
 */
struct benchi_kept {
	const void *owner;
	void *memory;
};

enum benchi_keeper { BENCHI_PICK, BENCHI_COMPARE, BENCHI_RANGES, BENCHI_TUNE, BENCHI_SPACE,
	BENCHI_KEEPERS };

/* Zero-filled memory; NULL: none.  *outer: the latest of this kind that has not ended. */
void *benchi_kept_new(enum benchi_keeper kind, const void *owner, size_t size,
                      struct benchi_kept *outer);
/* Frees it; memory may be NULL. */
void benchi_kept_free(enum benchi_keeper kind, void *memory, const struct benchi_kept *outer);

struct benchi_thread {
	struct benchi_storages storages;
	struct benchi_regions regions;
	const char *where; /* of bench_at; NULL: none */
	uint64_t round;    /* windows of the body opened so far */
	size_t offset;     /* for the body's buffers, while the layout is varied */
	struct benchi_worker_context worker_context;  /* of the running case */
	int skipped, failed;       /* bench_skip, bench_fail was called, */
	char why[BENCHI_WHY];      /* with this reason */
	char label[BENCHI_LABEL];  /* of bench_label */
	struct benchi_colds colds;
	struct benchi_counting counting;
	struct benchi_kept kept[BENCHI_KEEPERS];
};

/* What a run or a comparison changes while it is under way. */
struct benchi_thread_state {
	struct benchi_regions regions;
	uint64_t round;
	size_t offset;
	struct benchi_counted_outer counted;
};

/* Notes it; puts it back after windows were timed by a clock.  Regions that read an injected clock
 * are forgotten: it may not live any longer. */
void benchi_thread_save(struct benchi_thread_state *state);
void benchi_thread_restore(const struct benchi_thread_state *state, const bench_clock *clock);

/* This thread's. */
struct benchi_thread *benchi_thread_self(void);

/* Its latest result, apart, since programs that only compare have none. */
struct benchi_latest {
	bench_summary summary;
	int begun;         /* there is one */
};
struct benchi_latest *benchi_thread_latest(void);

/*
 * The clock and the cost of START and STOP.
 */

/* Forgets the regions of this thread before a window; and were they marked wrongly in it? */
static inline struct benchi_regions *benchi_regions_clear(void)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	regions->ns = regions->finding_ns = 0;
	regions->count = 0;
	regions->open = regions->unpaired = regions->stated = 0;
	return regions;
}

/* Has the body marked or stated what counts of the window? */
static inline int benchi_regions_marked(const struct benchi_regions *regions)
{
	return regions->count > 0 || regions->stated;
}

static inline int benchi_regions_unpaired(const struct benchi_regions *regions)
{
	return regions->open || regions->unpaired;
}

/* Makes this thread's regions read this clock.  The first START finds their cost. */
void benchi_regions_clock(const bench_clock *clock);

/* The same, and finds the cost now, for code that reads it or must not be interrupted later. */
void benchi_regions_use(const bench_clock *clock);

/*
 * The rounds of a run as they were recorded: everything that its result is computed from.
 */

enum { BENCHI_RUN_ARMS = BENCHI_STORAGE_ARMS, BENCHI_RUN_ROUNDS = BENCHI_STORAGE_ROUNDS,
	BENCHI_RUN_SCRATCH = BENCHI_STORAGE_NUMBERS };

/* Two references, and the body's loops: of few instances (1 or 2), of twice as many. */
enum benchi_kind { BENCHI_LOW_IPC, BENCHI_HIGH_IPC, BENCHI_FEW, BENCHI_MANY };

/* Memory for the rounds: arms * rounds samples, scratch * rounds doubles. */
struct benchi_run_memory {
	struct benchi_sample *sample;
	double *scratch;
	size_t rounds;
};

/* The spread of layouts' medians (measure.h). */
typedef double benchi_spread(const double *values, const double *round, size_t n, double *scratch);

struct benchi_recorded {
	bench_timing timing;
	struct benchi_reference reference;      /* low_ipc is NULL: there is none */
	struct benchi_engine engine;            /* has the samples */
	struct benchi_run_memory memory;
	enum benchi_kind kind[BENCHI_RUN_ARMS];
	int function;                   /* the caller owns the loop: its cost stays in */
	int few;                        /* instances in that loop */
	int merged;                     /* the compiler merged instances: the loop of one is used */
	int regions;                    /* the body marks regions, */
	int stated;                     /* or states their time */
	benchi_spread *layout_spread;   /* of rounds of varied layout; NULL: it was not varied */
	int migrated;                   /* the thread moved to another processor */
	int unpaired;                   /* a START without STOP, a STOP without START, or two STARTs */
	double empty_loop_ns;           /* an iteration of the loop without the body */
	double region_cost_ns;          /* of START and STOP per iteration, subtracted */
	size_t breaks;                  /* windows left by break */
	struct benchi_total total;      /* of the body's windows, also of those that are dropped */
	size_t thrown;                  /* rounds discarded because of a noisy neighbour */
	int own;                        /* the thread had the processor all the time */
};

/* The arms' indexes, and their windows' usual time per iteration. */
struct benchi_arms {
	int low_ipc, high_ipc, few, many;
	double usual_ns[BENCHI_RUN_ARMS];
};

/* The arm of a kind, or -1; all of them. */
int benchi_recorded_arm(const struct benchi_recorded *run, enum benchi_kind kind);

/* Did a noisy neighbour share the core in this round?  0 where nothing tells. */
int benchi_recorded_disturbed(const struct benchi_recorded *run, size_t round);

/* The high-IPC reference's rate that the rounds show. */
struct benchi_width benchi_recorded_high_ipc(const struct benchi_recorded *run);

/* Did a noisy neighbour spoil so many rounds that sampling should go on? */
int benchi_recorded_wants_more(const struct benchi_recorded *run);

/* Discards the rounds that a noisy neighbour spoilt, to make space for more. */
void benchi_recorded_keep_clean(struct benchi_recorded *run);

/*
 * Chooses the loops of the body that are timed, and checks that they are valid.
 */

/* What a function does before its loop matters where it is more than this share of a window. */
#define BENCHI_SET_UP_SHARE 0.01

/* What is known while loops are sized. */
struct benchi_loops {
	double iteration_ns[2];         /* of few, of many instances, while they were sized */
	int empty_left;                 /* windows of the empty loop left to run */
	double before_ns;               /* of a function's few, before many were sized */
	int again;                      /* few are sized again, since many were */
	int settled, checked;           /* the loops are chosen; they are checked */
	int grown;                      /* how often windows grew because of what precedes a loop */
};

/*
 * A measurement that passes on every round, not only the summary.
 */

/* What the body's long windows took of the processor. */
struct benchi_busy {
	double cpu_ns, iterations;
};

/* Receives the rounds; all zero: as bench_measure. */
struct benchi_round_sink {
	/* called at the end for each round that counts, in their order: of one iteration,
	 * overhead subtracted (may be slightly below 0), cycles NaN without a
	 * tick; iterations of its window */
	void (*take)(void *to, double ns, double cycles, double iterations);
	void *to;
	struct benchi_busy *busy;   /* added to; NULL: not wanted */
	double *done;               /* iterations that the summary's mean is over; NULL: not wanted */
	/* time for waiting while a noisy neighbour shares the core, beside most_ns; the run subtracts
	 * what it waits.  NULL: a multiple of the run's time */
	double *patience_ns;
	double most_ns;       /* time limit, exceeded by one window at most; 0: none */
	const volatile sig_atomic_t *stop; /* nonzero: end now with the rounds so far; NULL: never */
};

/* Has the caller stopped it?  sink: or NULL. */
static inline int benchi_round_sink_stopped(const struct benchi_round_sink *sink)
{
	return sink && sink->stop && *sink->stop;
}

/* Measures a case's body as bench_measure does, or its call as BENCH does; of the case only body,
 * call, arg and prepare are looked at.  sink: NULL, or not used after the return. */
bench_status benchi_measure_rounds(const bench_case *item, const bench_options *options,
                                   const struct benchi_round_sink *sink,
                                   bench_summary *result);

/*
 * The state of a running benchmark: the engine, its arms, its samples.
 */

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
	int burst;                      /* a window while sizing was far longer than those before */
	struct {
		double ns, done, usual_ns;  /* of the body's windows in the open round; */
		int lost;                   /* how much of one of them the thread had is unknown */
		int sizing;                 /* they are no round, but sized the body's loops */
	} round;
	struct {
		double ns, done;            /* of all those but the first; */
		double least_ns;            /* the shortest time of an instance so far; */
	} apart;
	struct benchi_presence moment;    /* before it, or earlier */
	struct benchi_presence first;   /* at the beginning */
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

/*
 * From the caller's options to the engine's plan.
 */

#define BENCHI_PLAN_TIME_NS 12e6    /* of a run whose caller states none */

/* Checks the options: BENCH_OK, or BENCH_ERR_ARGUMENT with bench_detail. */
bench_status benchi_plan_check(const struct benchi_beginning *beginning);

/*
 * The process's reference, with the constant cost of its windows.
 */

/* The machine's reference, made once for the process; with its fixed_ticks from the second call
 * on.  On failure, as of benchi_reference_default, reference->low_ipc is NULL. */
bench_status benchi_self_reference(struct benchi_reference *reference);

/* The same; at_once: with its fixed_ticks already from the first call on. */
bench_status benchi_self_reference_with(struct benchi_reference *reference, int at_once);

/* Begins a run with that reference. */
void benchi_calibrated_begin(struct benchi_run *run, const struct benchi_beginning *beginning);

/*
 * From a run's windows to a summary: arithmetic, no clock.
 */

bench_summary benchi_result_make(const struct benchi_recorded *run);

/* Passes every number to the sink. */
void benchi_result_give(const struct benchi_recorded *run, const struct benchi_round_sink *sink);

/* The half width of the interval so far, as a share; infinite if there is none yet, or if it is
 * open whether rare work matters. */
double benchi_result_half_width(const struct benchi_recorded *run);

/* The rounds that the run's summary was made of: nanoseconds of an
 * iteration each, ascending, *n of them.  Valid as long as the run is. */
const double *benchi_result_sorted(const struct benchi_recorded *run,
                                   const bench_summary *summary, size_t *n);

/*
 * The warnings of a result.
 */

/* DRIFT, from the rounds in the order in which they were made. */
void benchi_warnings_trend(const double *ns, size_t n, bench_summary *summary);

/* NOISY and BELOW_RESOLUTION, from the estimate before anything is clamped. */
void benchi_warnings_noise(const struct benchi_estimate *ns, bench_summary *summary);

/* BIMODAL, and the modes' positions: from sorted numbers.  uncertainty_share: the clock's
 * relative uncertainty of a window. */
void benchi_warnings_modes(const double *sorted, size_t n, double uncertainty_share,
                         bench_summary *summary);

/* Where there is no work, nothing else about the number's size is worth a warning: without those
 * that follow from it. */
unsigned benchi_warnings_tidy(unsigned warnings);

/*
 * A row of one process as a line of JSON, and lines for the program that started this one.
 */

enum {
	BENCHI_ROW_NAME = 1024,   /* bytes of a name that are kept */
	BENCHI_ROW_TEXT = 4096    /* capacity for the text of benchi_row_text */
};

/* Writes {"benchmark": NAME and the members of the summary, without the closing brace, so that
 * members may follow.  A member that is NaN, and a count of 0, is left out; infinity is "1e999".
 * summary NULL: only the name.  to: BENCHI_ROW_TEXT bytes.  Returns the end of the text, a NUL. */
char *benchi_row_text(char *to, const char *name, const bench_summary *summary);

/* Writes the members alone, a comma before each and their names behind a prefix. */
char *benchi_summary_text(char *to, const char *prefix, const bench_summary *summary);

/* Appends a line to the file of the task "results", if that is the task and the result has a time:
 * the row named by the last bench_at of this thread.  summary NULL: to that of the task "count",
 * only the name. */
void benchi_publish(const bench_summary *summary);

/*
 * Windows for a tracer that counts their instructions (bench run --count).
 */

/* Does a tracer want to count what this thread begins next?  Then its name is appended to the
 * tracer's file. */
int benchi_stepped_begin(void);

/* The iterations of a window, from 0; 0 after the last. */
uint64_t benchi_stepped_iterations(int window);

/* To be called before and after each window: if it counts, the tracer sees a signal, SIGURG, which
 * does nothing without one. */
void benchi_stepped_mark(int window);

/*
 * Runs a case's work n times.
 */

/* Has it a body or a call, and not both?  BENCH_ERR_ARGUMENT, with bench_detail, if not. */
bench_status benchi_case_check(const bench_case *c);

/* Whether its call returns at once, read from the code: with link-time optimisation the compiler
 * can remove all of it, and the call's own cycles are left.  false where code cannot be read. */
bool benchi_case_is_empty(const bench_case *c);

/* Does its work n times. */
void benchi_case_run(uint64_t n, const bench_case *item);

/* A loop with this many calls per iteration: 0, 1, 2 or 4. */
struct benchi_calls {
	const bench_case *item;
	int instances;
};

/* n iterations of it: a bench_body; loop: a const struct benchi_calls *. */
void benchi_calls_loop(uint64_t n, void *loop);

/*
 * What a body counted while it was timed.
 */

/* Adds the counters of another thread that ran the same body. */
void benchi_counted_merge(struct benchi_counted_all *to, const struct benchi_counted_all *from);

/* A counter's number, where one iteration takes ns. */
double benchi_counted_value(const struct benchi_counted_all *all, size_t i, double ns);

/*
 * The layout of a body's stack and data, varied from round to round.
 */

enum { BENCHI_LAYOUTS = 8 };

/* The layout of a round, 0 to BENCHI_LAYOUTS - 1; a round and its mirror share one. */
int benchi_layout_of(size_t round);

/* Calls the body with the stack shifted; bench_layout returns the offset for its buffers. */
void benchi_layout_call(int layout, bench_body *body, uint64_t n, void *arg);

/*
 * The spread of a result over layouts.
 */

/* The spread of the layouts' medians: the highest minus the lowest.  values[i] is of round
 * round[i]; scratch: space for n.  NaN unless two layouts have three values each. */
double benchi_layout_spread(const double *values, const double *round, size_t n,
                            double *scratch);

/*
 * The calibration that a process hands down to its children.
 */

/* Writes the calibration of the default clock and of the reference as one line, calibrating first
 * if necessary.  A child process with this line in the environment variable BENCH_CALIBRATION
 * confirms it in some 0.2 ms; without the variable it calibrates again.
 * text: capacity bytes; BENCHI_CALIBRATION_TEXT are enough.  Returns the line's length; 0
 * where the clock cannot be calibrated or the line does not fit. */
size_t benchi_calibration_text(char *text, size_t capacity);

/*
 * Windows of one iteration that find memory evicted.
 */

/* Times the case's work as beginning->options->cold asks.  Fills summary, which is the thread's
 * latest then.  On failure its status says why. */
void benchi_cold_measure(const bench_case *item, const struct benchi_beginning *beginning,
                         bench_summary *summary);

/*
 * One iteration that finds its memory evicted.
 */

/* Zero-filled: nothing is evicted. */
struct benchi_cold_window {
	unsigned cold;              /* BENCH_COLD_... */
	struct benchi_sweep sweep;  /* memory NULL: lines are evicted instead */
};

static inline unsigned benchi_cold_asked(const struct benchi_cold_window *w)
{
	return BENCHI_SMALL ? 0 : w->cold;
}

/* Chooses how to evict what the thread has named; memory for a sweep, if there are no lines to
 * evict, or code too.  BENCH_ERR_ARGUMENT for another number, BENCH_ERR_CLOCK_COARSE,
 * BENCH_ERR_MEMORY. */
bench_status benchi_cold_window_begin(struct benchi_cold_window *w, unsigned cold,
                                      const bench_timing *timing);
void benchi_cold_window_end(struct benchi_cold_window *w);

/* Evicts, and times one iteration of the case, or of an empty body in its place: with what the
 * clock, the call and cold code of the window cost, which is the same in both. */
double benchi_cold_window_time(const struct benchi_cold_window *w, const bench_timing *timing,
                               const bench_case *item);
double benchi_cold_window_empty(const struct benchi_cold_window *w, const bench_timing *timing,
                                const bench_case *item);

#define BENCHI_NOISY_SHARE 0.05  /* an interval wider than this share of its result is NOISY */

#endif
