/*
 * Compares two cases and picks the fastest of several: for one value, by ranges of a parameter, or
 * by combinations of parameters.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_COMPARE_H
#define BENCHI_COMPARE_COMPARE_H

#include "measure/measure.h"
#include "stats/stats.h"

/*
 * Rounds of two arms are gathered into blocks, and the median of the blocks' values is tested.
 */

enum { BENCHI_RECENT = 32, BENCHI_BATCHES = 8 };

/* Thresholds of ln(b / a). */
struct benchi_thresholds {
	double faster, slower;  /* b is faster below the first, slower above the second */
	double low, high;       /* between the two, the difference does not matter */
};

/* The claims that a block can support. */
enum benchi_claim {
	BENCHI_FASTER,          /* median below thresholds.faster */
	BENCHI_SLOWER,          /* median above thresholds.slower */
	BENCHI_ABOVE_LOW,
	BENCHI_BELOW_HIGH,
	BENCHI_CLAIMS
};

/* A sum of squares of batches' wins (at most 2^BENCHI_BATCHES each); exact for at least 16 million
 * blocks. */
#if BENCHI_SMALL
typedef uint32_t benchi_squares;
#else
typedef double benchi_squares;
#endif

/* Counts the blocks that support a claim, and their squares by batch length 2, 4, 8, ... for
 * the variance. */
struct benchi_block_count {
	size_t wins;
	/* wins in the open batch, without those in shorter open batches */
	uint8_t open[BENCHI_BATCHES];
	benchi_squares squares[BENCHI_BATCHES]; /* sum over complete batches of wins squared */
};

struct benchi_blocks {
	double round[BENCHI_RECENT];    /* ln(b / a) of the latest rounds in the open block */
	size_t rounds;                  /* number of rounds in the open block */
	double recent[BENCHI_RECENT];   /* values of the latest blocks */
	size_t n;                       /* number of complete blocks */
	struct benchi_block_count count[BENCHI_CLAIMS];
};

/* Conditions of a proof. */
struct benchi_proof {
	struct benchi_wins_bound bound;      /* stepped once per block */
	/* least distance of the threshold, in deviations, while the processor's state may not have
	 * changed yet; 0: the blocks span enough time */
	double far;
	/* the deviation is the distance that only 1 / part of the latest blocks exceed */
	size_t part;
	/* nonzero: unless far is 0, the latest blocks must also look independent */
	int independent;
};

/* Adds a round; NaN is ignored. */
void benchi_blocks_round(struct benchi_blocks *blocks, double x);

/* Returns the median of the latest blocks; before the first block, of the latest rounds; NaN
 * without rounds. */
double benchi_blocks_middle(const struct benchi_blocks *blocks);

/* Closes the open block. Returns its value, or NaN if it is empty. */
double benchi_blocks_close(struct benchi_blocks *blocks,
                           const struct benchi_thresholds *thresholds);

/* Returns nonzero if the blocks prove the claim about the median. */
int benchi_blocks_prove(const struct benchi_blocks *blocks,
                        const struct benchi_thresholds *thresholds, enum benchi_claim claim,
                        const struct benchi_proof *proof);

/* The median of n > 0 block values and its confidence interval; an end is infinite if the
 * blocks prove nothing about it. scratch: n numbers. */
struct benchi_middle {
	double low, median, high;
};
struct benchi_middle benchi_blocks_interval(const double *value, size_t n, double *scratch,
                                            const struct benchi_proof *proof);

/*
 * Decides which of many routines is the fastest, from their times; reads no clock.
 *
 *	benchi_race_begin(&race, &plan, racers);
 *	while (!race.over) {
 *		(set iteration_ns of all running racers)
 *		benchi_race_round(&race, now_ns);
 *	}
 *	choice = benchi_race_choice(&race);
 */

enum benchi_racer_state {
	BENCHI_OUT,       /* not usable, or proven slower */
	BENCHI_RUNNING,
	BENCHI_TIED       /* still running, proven as good as the leader */
};

/* Consecutive windows of one racer. Their median is the time without rare work. A larger group
 * would hide drift of the core's clock. */
enum { BENCHI_GROUP = 12 };
struct benchi_group {
	double ns[BENCHI_GROUP];        /* time per iteration in each window */
	double total_ns, total_done;
	size_t n;
};

/* Sums over groups. */
struct benchi_grouped {
	/* time of all windows, and the time they would have taken at their group's median */
	double ns, usual_ns;
	double squares;                 /* sum of the squared differences between the two, by group */
	double median_ns;               /* median of the latest group */
	size_t n;
};

struct benchi_racer {
	enum benchi_racer_state state;
	bench_candidate_state report;   /* as reported to the caller */
	unsigned calls;                 /* calls made before the first round to find iteration_ns */
	double again_ns;                /* expected time of one more iteration */
	double iteration_ns;             /* time per iteration in this round; NaN: unknown */
	struct benchi_blocks blocks;    /* blocks of ln(this racer's time / the leader's) */
	/* median of the blocks when it left the race, or before the current leader took over */
	double behind;
	struct benchi_total total;      /* all windows in rounds */
	double least_ns;                /* shortest time per iteration in these windows */
	struct benchi_group group;      /* the open group */
	struct benchi_grouped grouped;  /* sums over the groups of windows that are complete */
};

struct benchi_race_plan {
	size_t n;
	double margin, alpha;
	/* the racer to choose among equals instead of the lowest index, and while no other racer was
	 * called twice; or BENCH_NONE */
	size_t prefer;
	double block_ns;            /* rounds within this time form a block */
	double settled_ns;          /* after this time, processor states are assumed to have changed */
};

struct benchi_race {
	struct benchi_race_plan plan;
	struct benchi_racer *racer;
	struct benchi_thresholds thresholds;
	/* sure: a proof with all of alpha; shared: with alpha divided among one test per racer */
	struct benchi_proof sure, shared;
	size_t leader;
	size_t leaders;             /* number of leaders so far */
	size_t running;             /* number of racers in the latest round; before the first round, of
	                               racers that run */
	size_t rounds, blocks;      /* since this leader took over */
	double first_ns, opened_ns; /* start of this leader's first block, and of the open block */
	int over;                   /* nonzero: the choice is proven */
};

/* The result of the race. */
struct benchi_race_choice {
	size_t index, runner_up;    /* BENCH_NONE: no such racer */
	int tie;
	double lead;                /* runner-up's time / chosen racer's time; NaN: unknown */
};

/* racer: plan->n of them, with state and, if known, iteration_ns set. */
void benchi_race_begin(struct benchi_race *race, const struct benchi_race_plan *plan,
                       struct benchi_racer *racer);

/* Adds a round that ended at now_ns. Every running racer has iteration_ns set. */
void benchi_race_round(struct benchi_race *race, double now_ns);

/* Records a call made before the first round. The shortest iteration counts. */
void benchi_racer_saw(struct benchi_racer *racer, double iteration_ns);

/* Returns the smallest iteration_ns of the running racers; infinite if none runs. */
double benchi_race_min(const struct benchi_racer *racer, size_t n);

/* Returns ln(time of racer i / time of the fastest): from the latest blocks, else from rounds, else
 * from iterations. */
double benchi_race_behind(const struct benchi_race *race, size_t i);

/* Bounds on ln(time of racer i / time of racer `chosen`) that the race has proven; infinite before
 * the race is over, because another leader may still revise them. */
void benchi_race_bounds(const struct benchi_race *race, size_t i, size_t chosen, double *low,
                        double *high);

/* Returns the report on racer i: its time over the chosen one's, with an interval of confidence 1 -
 * alpha from the latest blocks. */
bench_candidate benchi_race_ratio(const struct benchi_race *race, size_t i, size_t choice,
                                  double alpha);

/* Returns the choice: proven if the race is over, otherwise the most likely. */
struct benchi_race_choice benchi_race_choice(const struct benchi_race *race);

/*
 * Several values of the parameter in one iteration, in proportion to their weights.
 */

enum { BENCHI_VALUES = BENCHI_SMALL ? 1 : BENCH_VALUES_MOST };

struct benchi_mixture {
	size_t n;                                   /* 0: no mixture; always 0 if BENCHI_SMALL */
	uint64_t value[BENCHI_VALUES];
	unsigned count[BENCHI_VALUES];              /* calls per iteration at each value */
	unsigned calls;                             /* calls per iteration in all */
	/* nonzero: the counts are not close to the weights, so each value is timed separately */
	int apart;
	/* weight of each value's time if timed separately */
	double factor[BENCHI_VALUES];
};

static inline size_t benchi_mixture_n(const struct benchi_mixture *mixture)
{
	return BENCHI_SMALL ? 0 : mixture->n;
}

/*
 * The time budget: how much of it is left.
 */

struct benchi_budget {
	bench_clock clock;
	double time_ns;             /* the budget */
	double most_ns;             /* limit by the clock if the thread has waited ... */
	uint64_t waits;             /* ... more often than this */
	uint64_t began;             /* clock reading at the start */
	double own_began_ns;        /* processor time of the thread at the start; NaN: unknown */
	double excluded_ns;         /* clock time that does not count as spent */
	double own_excluded_ns;     /* processor time that does not count as spent */
};

/* Returns a budget of time_ns that begins now. punctual: elapsed time counts, never processor time,
 * and nothing starts after time_ns. */
struct benchi_budget benchi_budget_begin(const bench_clock *clock, uint64_t began, double time_ns,
                                         int punctual);

/* Returns the clock time since the budget began. */
double benchi_budget_elapsed(const struct benchi_budget *budget);

/* Returns the processor time of the thread since the budget began; NaN if unknown, for a punctual
 * budget, and with a clock that is not the default one. */
double benchi_budget_own_ns(const struct benchi_budget *budget);

/* Return the time left now, and the time left when the clock shows elapsed_ns; 0 or less: no
 * time. */
double benchi_budget_left(const struct benchi_budget *budget);
double benchi_budget_left_at(const struct benchi_budget *budget, double elapsed_ns);

/*
 * Picks a candidate for one value of the parameter.
 */

struct benchi_candidates {
	const bench_case *c;
	size_t n;
	const bench_pick_options *options;
	/* what bench_parameter returns; with several values, the largest */
	uint64_t parameter;
	const struct benchi_parameters *sets;   /* the parameters of each candidate; NULL: none */
	size_t prefer;                  /* preferred to the lowest index among equals; or BENCH_NONE */
	/* budget that this pick is part of; excluded time is excluded there too; or NULL */
	struct benchi_budget *whole;
	size_t incumbent;               /* 1 + index of the incumbent; 0: use options->incumbent */
	int punctual;                   /* nonzero: must not exceed the budget by the clock */
	/* receives each window of the race; or NULL */
	void (*saw)(void *arg, size_t i, double iteration_ns);
	void *saw_arg;
};

/* Returns the question for n candidates. options: NULL for the defaults. */
struct benchi_candidates benchi_candidates_of(const bench_case *c, size_t n,
                                              const bench_pick_options *options);

/* Implements bench_pick; choice is not NULL. */
bench_status benchi_candidates_pick(const struct benchi_candidates *question, bench_choice *choice);

/* The same, unless the environment variable says otherwise; and logs the choice. */
bench_status benchi_candidates_choose(const struct benchi_candidates *question,
                                      bench_choice *choice);

/* Checks cases and options. BENCH_OK or BENCH_ERR_ARGUMENT. */
bench_status benchi_candidates_check(const struct benchi_candidates *question);

/*
 * The context in which cases are timed against each other: clock, thread state, window length.
 */

struct benchi_timing_context {
	bench_timing timing;
	struct benchi_budget budget;
	double budget_ns, enough_ns;
	double block_ns;                /* rounds within this time form a block */
	double settled_ns;              /* after this time, processor states have changed (race.c) */
	uint64_t parameter;             /* what bench_parameter returns */
	struct benchi_mixture mixture;  /* several values instead of the parameter */
	const bench_case *cases;        /* the array that contains every timed case, if there are
	                                   sets */
	const struct benchi_parameters *sets;   /* the parameters of each case; NULL: none */
	double margin, alpha;           /* from the options, or the defaults */
	uint64_t seed;
	uint64_t random;                /* state of the random generator */
	struct benchi_standstill still; /* standstill of this clock */
	struct benchi_cold_window cold; /* zero-filled: windows are hot */
	struct benchi_thread_state outer;       /* the thread's state from an outer run */
	struct benchi_worker_context worker_context;
	/* cases whose START and STOP are not paired: the first found, and the latest other one; or
	 * NULL */
	const bench_case *unpaired[2];
	int skipped;
	struct benchi_colds colds;
};

/* Result of setting up a case. */
enum benchi_fitness {
	BENCHI_FIT,
	BENCHI_UNWILLING,   /* bench_skip was called */
	BENCHI_UNFIT        /* the check failed; the case has been taken down */
};

/* Checks the options, selects and calibrates the clock. Options of 0 are the defaults; default_ns:
 * default of time_ns. options->memory: space for BENCHI_STEP_READINGS, or NULL to allocate it.
 * punctual: nonzero if only the clock counts against the budget. After a failure nothing needs to
 * be ended. BENCH_ERR_ARGUMENT, BENCH_ERR_UNSUPPORTED, BENCH_ERR_ENVIRONMENT, BENCH_ERR_CLOCK_*. */
bench_status benchi_timing_context_begin(struct benchi_timing_context *context,
                                         const bench_pick_options *options, double default_ns,
                                         int punctual);

/* Restores the thread's state. */
void benchi_timing_context_end(struct benchi_timing_context *context);

/* Returns the length of a window: what the clock and the options require, and, within bounds, long
 * enough to keep the clock's uncertainty below `share` of the margin. */
double benchi_timing_context_window(const struct benchi_timing_context *context, double share);

/* Returns the nanoseconds per core cycle; NaN if not known yet, or with a clock that is not the
 * default one. */
double benchi_timing_context_tick(const struct benchi_timing_context *context);

/* Calls setup and verify, and teardown if verify fails. Returns whether the candidate can run. */
enum benchi_fitness benchi_timing_context_set_up(const struct benchi_timing_context *context,
                                                 const bench_case *c);
/* Calls teardown. */
void benchi_timing_context_take_down(const struct benchi_timing_context *context,
                                     const bench_case *c);

/* Returns the length of a cold window: at most window_ns, and short enough for hundreds in the
 * budget, but at least one iteration. ns: shortest iteration; each_ns: one iteration including
 * eviction and everything else. */
double benchi_timing_context_cold_window(const struct benchi_timing_context *context,
                                         double window_ns, double ns, double each_ns);

/* Returns the layout for the k-th window of a run: position within a page as by benchi_layout_of
 * and, where the stack is large, one of three pages. */
int benchi_timing_context_layout(size_t k);

/* Runs the body in the given layout. Returns the time in ns, shifted at random by part of the
 * clock's step, or NaN. */
double benchi_timing_context_time(struct benchi_timing_context *context, const bench_case *c,
                                  uint64_t iterations, int layout);

/*
 * Rounds of windows in a timing context.
 */

/* Begins an engine for an unlimited number of rounds of n cases. */
void benchi_rounds_begin(struct benchi_engine *engine, const struct benchi_engine_memory *memory,
                         const struct benchi_timing_context *context, size_t n, double window_ns);

/* Returns the index of the case to run next. */
size_t benchi_rounds_next(struct benchi_engine *engine, double now_ns);

/* Times that case's window, stores and returns its time. *iterations: number of iterations in the
 * window. */
double benchi_rounds_time(struct benchi_engine *engine, struct benchi_timing_context *context,
                          const bench_case *c, uint64_t *iterations);

/* Returns a case's time per iteration in the latest round and its mirror. *iterations: their
 * number. */
double benchi_rounds_pair_ns(const struct benchi_engine *engine, size_t arm, uint64_t *iterations);

/*
 * Times two cases in rounds until one is faster with the required confidence.
 */

struct benchi_paired_run {
	/* input */
	struct benchi_timing_context *context;
	const bench_case *c[2];     /* already set up */
	double window_ns;
	double alpha;
	struct benchi_thresholds thresholds;
	int patient;                /* nonzero: run until the budget is spent or the capacity is full */
	double block_ns;            /* rounds within this time form a block */
	double look_ns;             /* each case runs at least this long, so that rare work shows */
	double settled_ns;          /* after this time, processor states are assumed to have changed */
	double *x;                  /* space for ln(second / first) of each block */
	double *ns[2];              /* space for each round's time per iteration, by case */
	double *scratch;            /* space for the interval */
	size_t capacity;
	/* output */
	size_t n;                   /* rounds in ns */
	uint64_t done[2];           /* iterations in these rounds */
	struct benchi_total total[2];       /* all windows, by case */
	double open_ns[2], open_done[2];    /* time and iterations of the open round */
	/* longest excess of a window over the shortest time of its length */
	double burst_ns[2];
	double least_ns[2];         /* shortest time per iteration of any window */
	struct benchi_presence moment;        /* at or before the latest window */
	size_t kept;                /* number of blocks in x */
	double first_ns, opened_ns; /* start of the first block, and of the open block */
	struct benchi_blocks blocks;
	struct benchi_proof proof;
	/* the answer that the blocks prove, if each case ran for half of look_ns and total times do not
	 * contradict the answer */
	bench_answer answer;
	struct benchi_middle ratio; /* second / first */
	int rare;                   /* nonzero: work that medians leave out decides */
};

/* Times the two cases, and concludes. */
void benchi_paired_run_run(struct benchi_paired_run *paired);

/* Fills in the answer, the ratio and rare from at least one block. */
void benchi_paired_run_conclude(struct benchi_paired_run *paired);

/* Returns the time of a window without time in which the thread was off the processor; NaN if
 * unknown. *least_ns: shortest time per iteration so far, updated. */
double benchi_window_own_ns(struct benchi_presence *moment, double *least_ns, double ns,
                            uint64_t iterations);

/* Returns the ratio of total times, second / first. */
struct benchi_total_ratio benchi_paired_run_totals(const struct benchi_paired_run *paired);

/*
 * The state of a pick: candidates, timing context, race.
 */

struct benchi_selection {
	const struct benchi_candidates *question;
	struct benchi_timing_context context;
	struct benchi_race race;
	struct benchi_engine engine;
	struct benchi_engine_memory memory;
	struct benchi_presence moment;  /* at or before the latest window */
	struct benchi_runoff *runoff;   /* the latest paired run of two candidates (selection.c) */
	struct benchi_racer *racer;
	unsigned char *ready;       /* set up, must be taken down */
	unsigned char *out;         /* has left the race */
	double window_ns;
	size_t rounds, rounds_most;
	size_t incumbent;           /* BENCH_NONE: no incumbent */
	size_t stated;              /* the incumbent, or else the first candidate that works */
	int shared;                 /* nonzero: another workload shared the core before the race */
	double switch_margin, spread;
	int thinned;                /* nonzero: candidates were excluded for lack of time */
	/* before the race, if time is scarce: number of candidates, the time left, and the time that
	 * enough rounds of all would take beyond that; or 0 */
	size_t scarce;
	double scarce_ns, missing_ns;
	uint64_t warmed;            /* fewest calls of a loser; 0: unknown */
	double needed_ns;           /* estimated time for untried and unsure candidates */
};

/*
 * What the program's environment variable requests.
 */

enum benchi_order {
	BENCHI_ORDER_NONE,       /* not set: pick as usual */
	BENCHI_ORDER_AGAIN,      /* pick again, ignoring remembered choices */
	BENCHI_ORDER_REMEMBERED, /* use the remembered choice, or else the first; time nothing */
	BENCHI_ORDER_FIRST,      /* use the first candidate that works */
	BENCHI_ORDER_NAMED       /* use the named candidate */
};

struct benchi_override {
	enum benchi_order order;
	size_t index;            /* index of the named candidate */
	int log;                 /* nonzero: a log line is requested */
};

/* Reads options->variable. BENCH_ERR_ENVIRONMENT: unknown word. */
bench_status benchi_override_read(const struct benchi_candidates *question,
                                  struct benchi_override *override);

/* Chooses the first or the named candidate if it passes its check, without timing.
 * BENCH_ERR_NO_SAMPLES: none passes. */
bench_status benchi_override_choose(const struct benchi_candidates *question,
                                    const struct benchi_override *override, bench_choice *choice);

/* Passes a line about the choice to options->log if requested. key: name of the question, or
 * NULL. */
void benchi_override_log(const struct benchi_candidates *question,
                         const struct benchi_override *override, const char *key,
                         const bench_choice *choice);

/*
 * The candidates that take part in the race.
 */

/* Sets up as many candidates as time allows and excludes those that cannot take part. Fills the
 * racers' states and times, ready, stated, thinned and needed_ns. */
bench_status benchi_selection_qualify(struct benchi_selection *field);

/* While time is scarce, excludes the slowest candidates after each round. */
void benchi_selection_thin(struct benchi_selection *field);

/* After the race, runs the losers for longer. Readmits those that have become as fast as the
 * choice; returns how many. */
size_t benchi_selection_warm(struct benchi_selection *field);

/*
 * Candidates by name, a choice without a race, and a choice as text.
 */

enum { BENCHI_DIGITS = 24 };    /* buffer for the name of an unnamed candidate */

/* Returns an empty choice with this status. */
bench_choice benchi_choice_none(bench_status status);

/* Returns the name of candidate i, or its index in digits if it is unnamed. */
const char *benchi_candidate_name(const bench_case *c, size_t i, char digits[BENCHI_DIGITS]);

/* Returns the index of the candidate with this name; BENCH_NONE if not found or not unique. */
size_t benchi_candidate_find(const bench_case *c, size_t n, const char *name);

/* Sets the case up at this parameter, checks it and takes it down. set: its named parameters, or
 * NULL. Returns nonzero if the case works on this machine. */
int benchi_candidate_passes(const bench_case *c, uint64_t parameter,
                            const struct benchi_parameters *set);

/*
 * The best combination of parameters.
 */

/* Fills *tuned for a failure with this status. */
void benchi_tuned_none(bench_tuned *tuned, bench_status status);

/* Describes the combination in the text, its row and its values ("137 mr=4/nr=8"), in *tuned.
 * Returns nonzero if the text is valid and the case works with the combination on this machine. */
int benchi_tuned_known(const bench_case *c, const char *text, bench_tuned *tuned);

#endif
