/*
 * Picks the fastest of several routines on this machine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PICK_H
#define BENCH_PICK_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

#define BENCH_NONE ((size_t)-1)     /* no candidate */

/* Why a pick ended. */
typedef enum bench_pick_end {
	BENCH_PICK_END_FAILED = 0,      /* no choice: .status is the cause */
	BENCH_PICK_END_SURE = 1,        /* proven within the margin, under conditions as in this pick */
	BENCH_PICK_END_BUDGET = 2,      /* time budget exhausted: the choice is likely, not proven */
	BENCH_PICK_END_ONLY_ONE = 3,    /* only one candidate, or only one left */
	BENCH_PICK_END_REMEMBERED = 4,  /* chosen earlier (bench_wisdom_pick) */
	BENCH_PICK_END_FORCED = 5       /* required by the environment (options.variable) */
} bench_pick_end;

/* The choice. */
typedef struct bench_choice {
	size_t index;                      /* of the chosen case; BENCH_NONE: none qualified */
	size_t runner_up;                  /* of the next best, or BENCH_NONE */
	int tie;                           /* nonzero: others are as good, within the margin; the
	                                      lowest index was chosen */
	double lead, lead_low, lead_high;  /* runner-up's time / the chosen one's; NaN without */
	double ns, cycles;                 /* of one iteration of the choice; NaN if unknown */
	double elapsed_ns;                 /* total time */
	double processor_ns;               /* the thread's processor time in all; NaN if unknown, */
	double setup_ns;                   /* and of that what setups, checks and child processes took,
	                                      beyond the budget */
	int kept;                          /* nonzero: the incumbent, or with .spread an earlier one:
	                                      the runner-up takes less time, but that is not proven
	                                      by the switch margin, or by the limit */
	int unstable;                      /* nonzero: another start may choose another: with .spread,
	                                      or as another workload shared the core */
	size_t rounds, finalists;          /* rounds made; candidates in the last one */
	uint64_t warmed;                   /* smallest number of calls of a candidate that lost */
	size_t wrong;                      /* candidates that failed their check */
	size_t first_wrong;                /* index of the first of those, or BENCH_NONE */
	size_t crashed;                    /* candidates that crashed or hung in a child process */
	size_t first_crashed;              /* index of the first of those, or BENCH_NONE */
	size_t slow;                       /* candidates excluded as much too slow */
	size_t untried;                    /* candidates not tried: budget exhausted */
	size_t first_untried;              /* index of the first of those, or BENCH_NONE */
	double needed_ns;                  /* additional budget to try all, about; 0: none */
	bench_pick_end end;
	bench_pick_end chosen;             /* if REMEMBERED: how it was chosen */
	bench_status status;               /* why there is no choice; BENCH_OK if there is */
	unsigned warnings;                 /* BENCH_WARN_UNPAIRED: of a candidate; _RARE: of the choice,
	                                      or of one that lost by its rare work */
	double reserved[3];
} bench_choice;

/* bench_pick_options.flags */
#define BENCH_PICK_ISOLATE 1u /* each candidate first runs in a child process, where there is
                                 fork: one that crashes or hangs is out */
#define BENCH_PICK_EXTEND 2u  /* every candidate runs two iterations at least, also when the
                                 budget is over */

/* The result of a candidate. */
typedef enum bench_candidate_state {
	BENCH_CANDIDATE_UNTRIED = 0, /* budget exhausted before */
	BENCH_CANDIDATE_CHOSEN = 1,
	BENCH_CANDIDATE_TIED = 2,    /* as good as the choice, within the margin */
	BENCH_CANDIDATE_OPEN = 3,    /* inconclusive: budget exhausted */
	BENCH_CANDIDATE_SLOWER = 4,  /* proven slower */
	BENCH_CANDIDATE_SLOW = 5,    /* excluded as much too slow */
	BENCH_CANDIDATE_WRONG = 6,   /* failed its check */
	BENCH_CANDIDATE_CRASHED = 7, /* crashed or hung in its child process */
	BENCH_CANDIDATE_SKIPPED = 8  /* its setup or verify called bench_skip */
} bench_candidate_state;

/* The report on one candidate; NaN: unknown. */
typedef struct bench_candidate {
	bench_candidate_state state;
	double ratio, ratio_low, ratio_high; /* its time / the choice's; of the latest blocks */
	double reserved[4];
} bench_candidate;

/* A value of the parameter, and how often it is called. */
typedef struct bench_value {
	uint64_t value;
	double weight;           /* above 0: share of the calls; the sum does not matter */
} bench_value;

#define BENCH_VALUES_MOST 32

/* Options of a pick.  All zero, or a NULL pointer: the defaults. */
typedef struct bench_pick_options {
	bench_clock clock;       /* another clock than bench_clock_default's */
	double enough_ns;        /* shortest window; 0: what calibration found */
	double time_ns;          /* the budget, 0 to 1e14, of the thread's processor time; 0: 20 ms; of
	                            bench_pick_ranges 0.2 s */
	size_t rounds;           /* at most this many; 0: as many as the budget allows */
	uint64_t seed;           /* of the random order of windows; 0: a fixed seed */
	double margin;           /* largest loss that does not matter, as a share, 0 to below 1;
	                            0: 0.005 */
	double confidence;       /* of the choice, 0 to below 1; 0: 0.99 */
	unsigned flags;          /* BENCH_PICK_... */
	bench_candidate *report; /* space for n entries, filled with each one's result; NULL: none */
	const bench_value *values; /* values of the parameter that the choice is for, at most
	                            BENCH_VALUES_MOST; NULL: none.  Not of bench_pick_ranges */
	size_t value_count;
	const char *incumbent;   /* name of the candidate in use, kept unless another one is proven
	                            faster by switch_margin; NULL, or no such name: none */
	double switch_margin;    /* a share, 0 or more; 0: 0.03 */
	double spread;           /* share by which a candidate's time differs from start to start, 0 to
	                            0.5; 0: starts need not agree */
	const char *variable;    /* name of an environment variable in which the user may require a
	                            choice, see below; NULL: none */
	void (*log)(const char *line, void *arg);  /* called with a line about the choice; if there
	                            is a variable, only if it contains "log"; NULL: none */
	void *log_arg;
	void *memory;            /* bench_pick_size(n) bytes, of bench_pick_ranges and bench_threshold
	                            8192 more, aligned as malloc's; NULL: malloc */
	size_t memory_bytes;
	double reserved[8];      /* zero */
} bench_pick_options;

/*
 * bench_pick: finds the fastest of n cases within a budget.
 *
 * c, n:    the candidates; their range is ignored.
 * options: NULL for the defaults.
 * choice:  filled in any case; on failure .index is BENCH_NONE and .status is the cause.
 *
 * Order.  Setups and checks come first, outside the budget.  Each candidate then runs one
 * iteration, the incumbent or else the first one first.  A second iteration follows, the
 * shortest first, if it fits into 0.9 of the remaining budget or takes less than half of the
 * budget; the shorter counts.  A candidate that takes longer than a window and eight times the
 * best is excluded after a third.  Rounds over the others follow; a candidate leaves as soon as
 * it is proven slower.  At the end the choice runs on until it had a tenth of the budget, up to
 * 25 ms, with a window of the runner-up now and then (not if .rounds is set).
 *
 * Budget.  Processor time of the thread with the default clock, if the system has such a time.
 * Elapsed time is then at most ten budgets where the thread waits, and a hundred where other
 * programs have the processor.  Another clock is its own budget.  At least one candidate runs,
 * and nothing is interrupted.  A candidate with a single iteration is never preferred to the
 * incumbent, or else to the first that works.
 *
 * Guarantee.  If .end is BENCH_PICK_END_SURE, the choice is within the margin of the best with
 * probability .confidence; of equally good candidates every run chooses the lowest index.  The
 * end is never SURE or ONLY_ONE if a candidate was not tried, or was excluded after a single
 * iteration: .needed_ns is then the missing budget, about.
 *
 * Rare work.  A choice is not SURE if its mean exceeds its median by so much more than the
 * others' that one of them may be faster by the margin.  If the excess is surely more than 5 %,
 * the choice and the candidate with the lowest mean alternate in the remaining budget, and total
 * times decide.  Bursts rarer than a tenth of the budget are not detected.
 *
 * Warm-up.  Each loser runs on until it had 100 calls, or 1000 if it took twice as long as the
 * best, and as long as it becomes faster, for a tenth of the budget in all.  If one then takes no
 * longer than the choice, the race runs again with it.  Candidates that become faster later are
 * not detected (.warmed).
 *
 * Values.  An iteration calls each candidate at every value, in proportion to the weights, up to
 * 100 times; .ns is of one call.  setup sees the largest value in bench_parameter; verify is
 * called at each value.
 *
 * Cold.  If .cold is set, the same for all cases, each iteration is timed on its own, after
 * .prepare.  Memory that any setup, or the caller before, named with bench_cold is evicted
 * first.  The margin is then at least four times the clock's uncertainty (4 ns: 4 % of 400 ns).
 *
 * Environment.  options.variable holds words, separated by commas.  A candidate's name: the
 * choice, if its check passes.  "first": the first candidate that passes its check.
 * "remembered": the choice that bench_wisdom_pick remembers, otherwise the first.  "again":
 * ignore a remembered choice.  "log": call options.log.  With the first three nothing is timed,
 * and the end is BENCH_PICK_END_FORCED.  Ignored in a program with rights that its user lacks
 * (setuid).
 *
 * Incumbent.  The choice in a tie.  It is kept unless it is proven slower than the best by more
 * than the switch margin, was slower in every round there was time for, or seems twice as slow.
 * If the race leaves this open, the two are timed against each other.  The choice is SURE if it
 * is proven to be within the switch margin.
 *
 * Spread.  Above 0, the choice is the incumbent, as above, or else the first in the list that does
 * not look slower than the best by a limit of 1.5 to 2.5 spreads, drawn from the names.  It is
 * SURE, and not .unstable, if neither this candidate nor one before it is within a spread of the
 * limit, or nearer to the limit than its interval is wide; so starts that are SURE agree.  The
 * margin is then the limit.
 *
 * Neighbour.  If another workload shared the core before or after the race, and the lead is not
 * certainly above 1.5, the choice is .unstable.  It stays SURE, under these conditions, unless
 * there is a spread.  Seen with the default clock if that steps in at most 100 ns.
 *
 * A candidate is excluded if it is not .usable, or if its setup or verify calls bench_skip.
 * Each other setup is followed by a teardown.
 *
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL, n of 0, a body that is NULL, unequal
 * .cold, invalid options, or too little memory from the caller; BENCH_ERR_MEMORY;
 * BENCH_ERR_ENVIRONMENT and BENCH_ERR_CLOCK_... as bench_calibrate, coarse only by its step;
 * BENCH_ERR_ENVIRONMENT for any other word in the variable;
 * BENCH_ERR_NO_SAMPLES if no candidate is left; BENCH_ERR_UNSUPPORTED for
 * BENCH_PICK_ISOLATE where there is no fork.
 * Method: a race of sequential tests (doc/internals/method-pick.md).
 * Thread-safe; may be called within a body, and before main.  It needs only malloc, the clock and
 * 8 KiB of stack on top of the cases' own: a thread of 16 KiB suffices.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_pick(const bench_case *c, size_t n,
	const bench_pick_options *options, bench_choice *choice);

/*
 * bench_pick_size: the bytes of options.memory that n candidates need.
 *
 * n: the number of candidates.
 * Returns bytes, SIZE_MAX if no object can be so large.  Thread-safe.  Since 0.1.0.
 */
BENCH_API size_t bench_pick_size(size_t n);

/*
 * bench_challenge: does a challenger replace the champion?  For planners that generate
 * candidates as they go.
 *
 * c:           the champion, the challenger.
 * options:     as of bench_pick, for this pair; NULL for the defaults.  The champion is the
 *              incumbent.
 * deadline_ns: a time of the clock (options.clock, or bench_clock_default) at which it ends; 0:
 *              none.  After it nothing is timed, and the champion is kept.
 * choice:      .index is 0: keep, or 1: replace; otherwise as of bench_pick.
 * The probability that any of k challenges is wrong is at most k times that of one.
 * Returns what bench_pick returns.  Thread-safe.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_challenge(const bench_case c[2],
	const bench_pick_options *options, uint64_t deadline_ns, bench_choice *choice);

/*
 * bench_choice_text: a choice in one line, "avx2 of 4, 3.20 % faster than sse2 (2.90 % to
 * 3.50 %), sure, 1.31 ms".
 *
 * choice, c, n: of a pick, and its candidates.
 * text: space for capacity bytes; ends in a NUL unless capacity is 0.
 * Returns the length of the line in bytes, without the NUL; if not below capacity, it was cut.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API size_t bench_choice_text(const bench_choice *choice, const bench_case *c, size_t n,
                                   char *text, size_t capacity);

/* A range of the parameter with one choice, .index. */
typedef struct bench_range {
	uint64_t low, high;                /* values of the parameter, both included */
	size_t index;
	int tie;                           /* nonzero: proven ahead nowhere in the range */
	uint64_t at;                       /* of the tried values, the one with the */
	double lead, lead_low, lead_high;  /* largest lead over the runner-up, as in bench_choice */
} bench_range;

/* The question, and the answer. */
typedef struct bench_ranges {
	uint64_t low, high;    /* input: the parameter's values, both included */
	bench_range *range;    /* input: space for the answer; filled in ascending order, */
	size_t capacity;           /* maximum number of entries */
	size_t n;              /* entries; without gaps from low to high */
	size_t probes;         /* values tried */
	double elapsed_ns;     /* total time */
	double loss;           /* mean share of the time lost by its choices, at most, over values
	                          evenly spaced by factors; 0 where SURE, 1 where nothing is known */
	bench_pick_end end;    /* SURE: the whole table is proven, with probability .confidence;
	                          BUDGET: some value is not proven or was not tried */
	bench_pick_end chosen; /* if REMEMBERED: how it was found */
	bench_status status;
	double reserved[4];
} bench_ranges;

/*
 * bench_pick_ranges: finds the fastest of n cases for each value of a parameter.
 *
 *	bench_range table[8];
 *	bench_ranges ranges = { .low = 16, .high = 65536, .range = table, .capacity = 8 };
 *	bench_pick_ranges(copies, 5, NULL, &ranges);
 *
 * c, n, options: as of bench_pick; .time_ns and .confidence are for all values together, .memory
 *          is for one of them; .report is not filled.
 * ranges:  .low to .capacity are input; the rest is filled in any case.
 * The body asks bench_parameter() for the value; a call gets it.  Values about a factor of two
 * apart are tried first; where neighbouring choices differ, the crossover is bisected to 3 %,
 * those that can lose most first.  What is left of the time is for uncertain values.
 * A choice continues while it is one of a tie, so that the table stays small.  Two
 * crossovers between values of equal choice are missed.
 * Returns what bench_pick returns; BENCH_ERR_ARGUMENT for low above high, no space, or
 * too little of it (.n is the number needed; the entries that fit are filled).
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_pick_ranges(const bench_case *c, size_t n,
	const bench_pick_options *options, bench_ranges *ranges);

/*
 * bench_ranges_index: the case for a value.
 *
 *	bench_case *best = &copies[bench_ranges_index(&ranges, bytes)];
 *
 * ranges: from bench_pick_ranges or bench_wisdom_pick_ranges.
 * value:  below the first entry or above the last, the nearest entry counts.
 * Returns the index of the case; BENCH_NONE for NULL or a table without entries.
 * A binary search, some nanoseconds.  Thread-safe.  Since 0.1.0.
 */
BENCH_API size_t bench_ranges_index(const bench_ranges *ranges, uint64_t value);

#endif
