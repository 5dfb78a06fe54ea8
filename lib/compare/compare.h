/*
 * Two routines compared; the fastest of many picked, by ranges, by thresholds.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_COMPARE_H
#define BENCHI_COMPARE_COMPARE_H

#include "measure/measure.h"
#include "stats/stats.h"

/*
 * The rounds of two arms, gathered into blocks, and tests of the blocks' median.
 */

enum { BENCHI_RECENT = 32, BENCHI_BATCHES = 8 };

/* Thresholds of ln(b / a). */
struct benchi_thresholds {
	double faster, slower;  /* below, above: b is faster, slower */
	double low, high;       /* between: the difference does not matter */
};

/* The claims that a block can support. */
enum benchi_claim {
	BENCHI_FASTER,          /* the median is below thresholds.faster */
	BENCHI_SLOWER,          /* above thresholds.slower */
	BENCHI_ABOVE_LOW,
	BENCHI_BELOW_HIGH,
	BENCHI_CLAIMS
};

/* Of numbers up to 2^BENCHI_BATCHES: exact, of 16 million blocks at least. */
#if BENCHI_SMALL
typedef uint32_t benchi_squares;
#else
typedef double benchi_squares;
#endif

/* The blocks that support a claim, and their variance in batches of 2, 4, 8, ... blocks. */
struct benchi_block_count {
	size_t wins;
	uint8_t open[BENCHI_BATCHES];   /* wins in the open batch, but for those in shorter open ones */
	benchi_squares squares[BENCHI_BATCHES]; /* sum of the squares of complete batches' wins */
};

struct benchi_blocks {
	double round[BENCHI_RECENT];    /* ln(b / a) of the open block's latest rounds */
	size_t rounds;                  /* in the open block */
	double recent[BENCHI_RECENT];   /* the latest blocks' values */
	size_t n;                       /* complete blocks */
	struct benchi_block_count count[BENCHI_CLAIMS];
};

/* The conditions of a proof. */
struct benchi_proof {
	struct benchi_wins_bound bound;      /* stepped once for each block */
	int settled;                    /* the blocks took long enough for states to change */
	double far;                     /* until then: least distance of the threshold, deviations, */
	size_t part;                    /* that only a part of the latest blocks exceeds: 1 / part */
	int independent;                /* and if nonzero: the latest blocks must look independent */
};

/* Adds a round; NaN is ignored. */
void benchi_blocks_round(struct benchi_blocks *blocks, double x);

/* Closes the open block.  Returns its value, NaN if it has none. */
double benchi_blocks_close(struct benchi_blocks *blocks,
                           const struct benchi_thresholds *thresholds);

/* Do the blocks prove the claim about the median? */
int benchi_blocks_prove(const struct benchi_blocks *blocks,
                        const struct benchi_thresholds *thresholds, enum benchi_claim claim,
                        const struct benchi_proof *proof);

/* The median of n > 0 block values and the ends of its interval, infinite where the blocks
 * prove nothing.  scratch: space for n. */
struct benchi_middle {
	double low, median, high;
};
struct benchi_middle benchi_blocks_interval(const double *value, size_t n, double *scratch,
                                            const struct benchi_proof *proof);

/*
 * Decides which of many is the fastest.  Numbers in, a choice out; no clock.
 *
 *	benchi_race_begin(&race, &plan, racers);
 *	while (nothing is decided)
 *		(set iteration_ns of all racers that run) and benchi_race_round(&race, time);
 *	choice = benchi_race_choice(&race);
 */

enum benchi_racer_state {
	BENCHI_OUT,       /* absent, or proven slower */
	BENCHI_RUNNING,
	BENCHI_TIED       /* still runs, proven as good as the leader */
};

/* Windows of one racer in a row, whose median is what they take without rare work.  More windows
 * would hide that the core's clock drifts. */
enum { BENCHI_GROUP = 12 };
struct benchi_group {
	double ns[BENCHI_GROUP];        /* of an iteration */
	double total_ns, total_done;
	size_t n;
};

/* Sums over groups. */
struct benchi_grouped {
	double ns, usual_ns;            /* what their windows took, and would have by their medians */
	double squares;                 /* of the differences */
	double median_ns;               /* of the latest group */
	size_t n;
};

struct benchi_racer {
	enum benchi_racer_state state;
	bench_candidate_state report;   /* as reported to the caller */
	unsigned calls;                 /* made to find its iteration_ns, before the first round */
	double again_ns;                /* what one iteration more is likely to take */
	double iteration_ns;             /* of one iteration, in this round; NaN: unknown */
	struct benchi_blocks blocks;    /* of ln(its time / the leader's) */
	double behind;              /* their median when it left, or before this leader led */
	struct benchi_total total;      /* of its windows in rounds, */
	double least_ns;                /* and the least of an iteration in these */
	struct benchi_group group;      /* the open one, */
	struct benchi_grouped grouped;  /* and those before */
};

struct benchi_race_plan {
	size_t n;
	double margin, alpha;
	size_t prefer;              /* chosen among equals instead of the lowest index, and while no
	                               other one was called twice; BENCH_NONE */
	double block_ns;            /* rounds within this time form one block */
	double settled_ns;          /* after this time, processor states have changed */
};

struct benchi_race {
	struct benchi_race_plan plan;
	struct benchi_racer *racer;
	struct benchi_thresholds thresholds;
	struct benchi_proof sure, shared; /* for one test; for one of each racer together */
	size_t leader;
	size_t leaders;             /* number of leaders so far */
	size_t rounds, blocks;      /* under this leader */
	double first_ns, opened_ns; /* when its first block began, and the open one */
	int over;                   /* the choice is proven */
};

/* The result of the race. */
struct benchi_race_choice {
	size_t index, runner_up;    /* BENCH_NONE: there is none */
	int tie;
	double lead;                /* runner-up's time / the choice's; NaN: unknown */
};

/* racers: n of them, with their states and, if known, iteration_ns set. */
void benchi_race_begin(struct benchi_race *race, const struct benchi_race_plan *plan,
                       struct benchi_racer *racer);

/* Adds a round completed at this time: every running racer has its iteration_ns. */
void benchi_race_round(struct benchi_race *race, double now_ns);

/* Adds a call of its before the first round, of which the shortest iteration counts. */
void benchi_racer_saw(struct benchi_racer *racer, double iteration_ns);

/* The minimum iteration_ns of the running racers; infinite without any. */
double benchi_race_min(const struct benchi_racer *racer, size_t n);

/* The number of running racers. */
size_t benchi_race_running(const struct benchi_race *race);

/* ln of its time over the best's, from the latest blocks, rounds or, without these, iterations. */
double benchi_race_behind(const struct benchi_race *race, size_t i);

/* Bounds of ln(its time / the chosen one's) that a race which is over has proven; infinite where it
 * has not. */
void benchi_race_bounds(const struct benchi_race *race, size_t i, size_t chosen, double *low,
                        double *high);

/* The choice: proven if the race is over, otherwise likely. */
struct benchi_race_choice benchi_race_choice(const struct benchi_race *race);

/*
 * Several values of the parameter within one iteration, as often as their weights say.
 */

enum { BENCHI_VALUES = BENCHI_SMALL ? 1 : BENCH_VALUES_MOST };

struct benchi_mixture {
	size_t n;                                   /* 0: none, as always if BENCHI_SMALL */
	uint64_t value[BENCHI_VALUES];
	unsigned count[BENCHI_VALUES];              /* calls of an iteration at each value */
	unsigned calls;                             /* in an iteration */
	int apart;                                  /* the counts are not close to the weights: each
	                                               value is timed alone, */
	double factor[BENCHI_VALUES];               /* and its time counts so often */
};

static inline size_t benchi_mixture_n(const struct benchi_mixture *mixture)
{
	return BENCHI_SMALL ? 0 : mixture->n;
}

/* From options->values.  BENCH_ERR_ARGUMENT, _UNSUPPORTED. */
bench_status benchi_mixture_make(const bench_pick_options *options,
                                 struct benchi_mixture *mixture);

/*
 * How much is left of the time that may be spent?
 */

struct benchi_budget {
	bench_clock clock;
	double time_ns;             /* what may be spent */
	double most_ns;             /* by the clock, if the thread waits, */
	uint64_t waits;             /* more often than that */
	uint64_t began;             /* the clock's time */
	double own_began_ns;        /* the thread's processor time; NaN: unknown */
	double excluded_ns;         /* by the clock, which count as not spent, */
	double own_excluded_ns;     /* and of the thread's */
};

/* punctual: the clock alone decides, and no time is spent after time_ns. */
struct benchi_budget benchi_budget_begin(const bench_clock *clock, uint64_t began, double time_ns,
                                         int punctual);

/* The clock's time since it began. */
double benchi_budget_elapsed(const struct benchi_budget *budget);

/* The thread's processor time since then; NaN: unknown. */
double benchi_budget_own_ns(const struct benchi_budget *budget);

/* What is left when the clock's time is elapsed_ns; 0 or less: nothing. */
double benchi_budget_left(const struct benchi_budget *budget, double elapsed_ns);

/* A moment, and that what was spent since then counts as not spent. */
struct benchi_moment {
	double ns, own_ns;
	uint64_t waits;
};
struct benchi_moment benchi_budget_now(const struct benchi_budget *budget);
void benchi_budget_exclude(struct benchi_budget *budget, const struct benchi_moment *since);

/*
 * Picks a candidate for one value of a parameter.
 */

struct benchi_candidates {
	const bench_case *c;
	size_t n;
	const bench_pick_options *options;
	uint64_t parameter;             /* what bench_parameter returns; of values the largest */
	size_t prefer;                  /* preferred among equals to the lowest index; BENCH_NONE */
	struct benchi_budget *whole;    /* of which this is a part: what the part excludes counts as
	                                   not spent of it, too; or NULL */
	size_t incumbent;               /* 1 + its index; 0: options->incumbent */
	int punctual;                   /* not a moment later by the clock */
	void (*saw)(void *arg, size_t i, double iteration_ns); /* each window of the race; or NULL */
	void *saw_arg;
};

/* The question for n candidates; options: NULL for the defaults. */
struct benchi_candidates benchi_candidates_of(const bench_case *c, size_t n,
                                              const bench_pick_options *options);

/* Does what bench_pick does; choice is not NULL. */
bench_status benchi_candidates_pick(const struct benchi_candidates *question, bench_choice *choice);

/* Checks cases and options: BENCH_OK or BENCH_ERR_ARGUMENT. */
bench_status benchi_candidates_check(const struct benchi_candidates *question);

/*
 * The context in which cases are timed against each other: clock, thread state, window.
 */

/* The caller's options; zero: the default. */
struct benchi_timing_request {
	bench_clock clock;
	double enough_ns, time_ns, margin, confidence;
	uint64_t seed;
	uint32_t *scratch;              /* space for BENCHI_STEP_READINGS; NULL: it is allocated */
	int punctual;                   /* the clock alone decides when the time is over */
};

/* What the options of a pick ask for. */
struct benchi_timing_request benchi_pick_request(const bench_pick_options *options);

struct benchi_timing_context {
	bench_timing timing;
	struct benchi_budget budget;
	double budget_ns, enough_ns;
	uint64_t parameter;             /* what bench_parameter returns */
	struct benchi_mixture mixture;  /* of values in place of the parameter */
	double margin, alpha;           /* the options', or their defaults */
	uint64_t seed;
	uint64_t random;                /* the generator's state */
	struct benchi_standstill still; /* of its clock */
	struct benchi_cold_window cold; /* zero-filled: windows are hot */
	struct benchi_thread_state outer;       /* the thread's, of an outer run */
	struct benchi_worker_context worker_context;
	const bench_case *unpaired[2];  /* the first of which START and STOP are not paired, and the
	                                   latest other one; or NULL */
	int skipped;
	struct benchi_colds colds;
};

/* The result of setting up a case. */
enum benchi_fitness {
	BENCHI_FIT,
	BENCHI_UNWILLING,   /* bench_skip was called */
	BENCHI_UNFIT        /* its check failed, and it was taken down */
};

/* Checks the options, finds and calibrates the clock.  After a failure there is nothing to
 * end.  BENCH_ERR_ARGUMENT, _ENVIRONMENT, _CLOCK_.... */
bench_status benchi_timing_context_begin(struct benchi_timing_context *context,
                                         const struct benchi_timing_request *request,
                                         double default_ns);

/* Restores the thread's state. */
void benchi_timing_context_end(struct benchi_timing_context *context);

/* Time since begin, in nanoseconds. */
double benchi_timing_context_elapsed(const struct benchi_timing_context *context);

/* What is left of the budget (budget.h). */
double benchi_timing_context_left(const struct benchi_timing_context *context);

/* The length of a window: as long as the clock and the options require, and, within bounds, long
 * enough to keep the clock's uncertainty below share of the margin. */
double benchi_timing_context_window(const struct benchi_timing_context *context, double share);

/* The clock's uncertainty in a window of ns nanoseconds, as a share. */
double benchi_timing_context_uncertainty(const struct benchi_timing_context *context,
                                         double window_ns);

/* Rounds within the first time form a block; after the second, processor states have
 * changed (race.c). */
double benchi_timing_context_block_ns(const struct benchi_timing_context *context);
double benchi_timing_context_settled_ns(const struct benchi_timing_context *context);

/* The core's tick in nanoseconds of this clock, if already known; otherwise NaN. */
double benchi_timing_context_tick(const struct benchi_timing_context *context);

/* Calls setup and verify. */
enum benchi_fitness benchi_timing_context_set_up(const struct benchi_timing_context *context,
                                                 const bench_case *c);
void benchi_timing_context_take_down(const struct benchi_timing_context *context,
                                     const bench_case *c);

/* From now on each iteration finds memory evicted, as .cold of the cases asks, and a window is the
 * sum of such iterations.  After the setups.  As benchi_cold_window_begin. */
bench_status benchi_timing_context_chill(struct benchi_timing_context *context,
                                         const bench_case *c);

/* The length of cold windows of cases whose shortest iteration takes ns, and with eviction and
 * everything each_ns: at most window_ns, and short enough for hundreds in the budget. */
double benchi_timing_context_cold_window(const struct benchi_timing_context *context,
                                         double window_ns, double ns, double each_ns);

/* Runs a body iterations times in this round's layout; returns the time in ns, shifted at random
 * by part of the clock's step, or NaN. */
double benchi_timing_context_time(struct benchi_timing_context *context, const bench_case *c,
                                  uint64_t iterations, int layout);

/*
 * Rounds of windows of cases in a context.
 */

/* An engine for rounds of n cases without an end. */
void benchi_rounds_begin(struct benchi_engine *engine, const struct benchi_engine_memory *memory,
                         const struct benchi_timing_context *context, size_t n, double window_ns);

/* Whose window is next. */
size_t benchi_rounds_next(struct benchi_engine *engine, double now_ns);

/* Times and stores that window of its case.  *iterations: how many it had. */
double benchi_rounds_time(struct benchi_engine *engine, struct benchi_timing_context *context,
                          const bench_case *c, uint64_t *iterations);

/* A case's time per iteration in the latest round and its mirror, and how many iterations. */
double benchi_rounds_pair_ns(const struct benchi_engine *engine, size_t arm, uint64_t *iterations);

/*
 * Times two cases in rounds until one is faster with confidence.
 */

struct benchi_paired_run {
	/* input */
	struct benchi_timing_context *context;
	const bench_case *c[2];     /* set up */
	double window_ns;
	double alpha;
	struct benchi_thresholds thresholds;
	int patient;                /* runs until the budget is over or the capacity is full */
	double block_ns;            /* rounds within this time form one block */
	double look_ns;             /* each case runs at least this long, for rare work to show */
	double settled_ns;          /* after this time, processor states have changed */
	double *x;                  /* space for ln(second / first) of each block, */
	double *ns[2];              /* for each round's time of an iteration of either, */
	double *scratch;            /* and for the interval */
	size_t capacity;
	/* output */
	size_t n;                   /* rounds in ns */
	uint64_t done[2];           /* iterations in them */
	struct benchi_total total[2];       /* of either's windows */
	double open_ns[2], open_done[2];    /* in the open round, */
	double burst_ns[2];         /* most that a window took above the shortest of its length */
	double least_ns[2];         /* of an iteration, of all windows */
	struct benchi_presence moment;        /* before the latest window, or earlier */
	size_t kept;                /* blocks in x */
	double first_ns, opened_ns; /* when the first block began, and the open one */
	struct benchi_blocks blocks;
	struct benchi_proof proof;
};

void benchi_paired_run_run(struct benchi_paired_run *paired);

/* A window's time without that in which the thread had lost the processor, or NaN.  *least_ns: of
 * an iteration, so far. */
double benchi_window_own_ns(struct benchi_presence *moment, double *least_ns, double ns,
                            uint64_t iterations);

/* The answer that the blocks prove. */
bench_answer benchi_paired_run_answer(const struct benchi_paired_run *paired);

/* The ratio of total times, second / first. */
struct benchi_total_ratio benchi_paired_run_totals(const struct benchi_paired_run *paired);

/* Do total times say the same as the answer that the blocks prove? */
int benchi_paired_run_supported(const struct benchi_paired_run *paired);

/* Has each case run for look_ns, so that rare work has shown?  Cold ones have no such time. */
int benchi_paired_run_looked(const struct benchi_paired_run *paired, double look_ns);

/* Does work that medians leave out decide?  The ratio of total times then differs from the blocks'
 * median by more than the margin, or one side's mean from its median by BENCHI_RARE_SHARE. */
int benchi_paired_run_rare(const struct benchi_paired_run *paired);

/* The answer by total times, which is that of routines with rare work. */
bench_answer benchi_paired_run_answer_by_total(const struct benchi_paired_run *paired);

/* The interval of the ratio second / first, and its median; n > 0. */
struct benchi_middle benchi_paired_run_ratio(const struct benchi_paired_run *paired);

/*
 * The state of a running pick: candidates, timing context, race.
 */

struct benchi_selection {
	const struct benchi_candidates *question;
	struct benchi_timing_context context;
	struct benchi_race race;
	struct benchi_engine engine;
	struct benchi_engine_memory memory;
	struct benchi_presence moment;  /* before the latest window, or earlier */
	struct benchi_runoff *runoff;   /* the latest paired run of two of them */
	struct benchi_racer *racer;
	unsigned char *ready;       /* set up: must be taken down */
	unsigned char *out;         /* has left the race */
	double window_ns;
	size_t unsure;              /* left out after a single iteration */
	size_t fit, rounds, rounds_most, running;
	size_t incumbent;           /* BENCH_NONE: none */
	size_t stated;              /* the caller's default: the incumbent or the first that works */
	int shared;                 /* another workload was on the core before the race */
	double switch_margin, spread;
	bench_choice *choice;
};

/*
 * What a selection reports of each candidate.
 */

/*
 * What the program's environment variable says of a choice.
 */

enum benchi_order {
	BENCHI_ORDER_NONE,       /* as ever */
	BENCHI_ORDER_AGAIN,      /* what is remembered does not count */
	BENCHI_ORDER_REMEMBERED, /* what is remembered, or else the first: nothing is timed */
	BENCHI_ORDER_FIRST,      /* the first that works */
	BENCHI_ORDER_NAMED       /* this one */
};

struct benchi_override {
	enum benchi_order order;
	size_t index;            /* of the one that is named */
	int log;                 /* a line is asked for */
};

/* Reads options->variable.  BENCH_ERR_ENVIRONMENT: it has another word. */
bench_status benchi_override_read(const struct benchi_candidates *question,
                                  struct benchi_override *override);

/* The first or the named one, if its check passes; nothing is timed.  BENCH_ERR_NO_SAMPLES. */
bench_status benchi_override_choose(const struct benchi_candidates *question,
                                    const struct benchi_override *override, bench_choice *choice);

/* Hands a line on the choice to options->log, if that is asked for.  key: what was chosen, or
 * NULL. */
void benchi_override_log(const struct benchi_candidates *question,
                         const struct benchi_override *override, const char *key,
                         const bench_choice *choice);

/* Checks the question and picks as the environment says, with a line for the log. */
bench_status benchi_candidates_choose(const struct benchi_candidates *question,
                                      bench_choice *choice);

/*
 * What the race leaves out.
 */

enum { BENCHI_RUNOFF = 64, BENCHI_PAIRS_LEAST = 8 };

struct benchi_runoff {
	struct benchi_paired_run paired;
	double x[BENCHI_RUNOFF], ns[BENCHI_RUNOFF], ns_other[BENCHI_RUNOFF], scratch[BENCHI_RUNOFF];
	double quiet[BENCHI_RUNOFF];    /* by which share groups of the race exceed their medians */
	size_t groups;                  /* in the race */
};

/* What is known of a choice beyond the race. */
struct benchi_confirmed {
	size_t index;               /* the choice: the race's, or the one that total times prefer */
	size_t runner_up;
	double ns;                  /* of an iteration */
	int sure;                   /* nothing contradicts it, and it had time to */
	int rare;                   /* rare work was seen */
	struct benchi_middle lead;  /* by total times, or by the look; median NaN: the race's */
};

/* Runs the choice on and, where its rare work may matter, against a contender. */
struct benchi_confirmed benchi_selection_confirm(struct benchi_selection *field,
                                                 const struct benchi_race_choice *raced);

/* Times candidate a against b in field->runoff; returns how many rounds were made.  patient_ns: 0,
 * or all rounds are made, in windows of that length at least. */
size_t benchi_selection_run(struct benchi_selection *field, size_t a, size_t b,
                            const struct benchi_thresholds *thresholds, double patient_ns);

/* Counts a window to its racer's totals, without the time in which the thread had lost the
 * processor.  Returns nonzero if a group is complete. */
int benchi_selection_window(struct benchi_selection *field, size_t i, double ns,
                            uint64_t iterations);

/* Closes the racer's open group, of which a short one has the median of the group before.  Returns
 * by which share its windows took longer than their median. */
double benchi_group_close(struct benchi_racer *racer);

/*
 * Which candidates take part in a race.
 */

/* Sets all candidates up, as far as time allows, and excludes those that cannot take part: fills
 * the racers' states and times, ready, fit, unsure, and the choice's counts. */
bench_status benchi_selection_qualify(struct benchi_selection *field);

/* After the race: runs those that lost on, and lets those race again that have become as fast as
 * the choice.  Returns how many. */
size_t benchi_selection_warm(struct benchi_selection *field);

/*
 * Candidates by name, a choice without a race, and a choice as text.
 */

enum { BENCHI_DIGITS = 24 };    /* space for the name of a candidate that has none */

/* A choice of which nothing is known. */
bench_choice benchi_choice_none(bench_status status);

/* Candidate i's name: its index in digits if it has none. */
const char *benchi_candidate_name(const bench_case *c, size_t i, char digits[BENCHI_DIGITS]);

/* The candidate of that name, or BENCH_NONE if none or several have it. */
size_t benchi_candidate_find(const bench_case *c, size_t n, const char *name);

/* Sets the case up, checks it and takes it down: does it do its work here? */
int benchi_candidate_passes(const bench_case *c, uint64_t parameter);

/*
 * The best combination of parameters.
 */

/* The combinations of a case's range.  BENCH_ERR_ARGUMENT: it has none. */
bench_status benchi_tune_space(const bench_case *c, struct benchi_space *space);

/* Nothing was chosen. */
void benchi_tuned_none(bench_tuned *tuned, bench_status status);

/* Describes a row.  Does the case do its work with it here? */
int benchi_tuned_row(const bench_case *c, const struct benchi_space *space, size_t row,
                     bench_tuned *tuned);

#endif
