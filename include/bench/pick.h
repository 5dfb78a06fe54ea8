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
	BENCH_PICK_END_SURE = 1,        /* proven within the margin, under this pick's conditions */
	BENCH_PICK_END_BUDGET = 2,      /* time budget exhausted: the choice is likely, not proven */
	BENCH_PICK_END_ONLY_ONE = 3,    /* only one candidate, or only one left */
	BENCH_PICK_END_REMEMBERED = 4,  /* chosen earlier (bench_wisdom_pick) */
	BENCH_PICK_END_FORCED = 5       /* required by the environment (options.variable) */
} bench_pick_end;

/* The choice. */
typedef struct bench_choice {
	size_t index;                      /* the chosen case; BENCH_NONE: none qualified */
	size_t runner_up;                  /* the second best, or BENCH_NONE */
	int tie;                           /* nonzero: others are as good, within the margin; the
	                                      lowest index was chosen */
	double lead, lead_low, lead_high;  /* runner-up's time / choice's time, and its interval; NaN
	                                      without a runner-up */
	double ns, cycles;                 /* of one iteration of the choice; NaN if unknown */
	double elapsed_ns;                 /* total time */
	double processor_ns;               /* total processor time of the thread; NaN if unknown */
	double setup_ns;                   /* the part for setups, checks and child processes, which is
	                                      outside the budget */
	int kept;                          /* nonzero: the incumbent, or with .spread an earlier
	                                      candidate, was kept; the runner-up seems faster, but not
	                                      provably by the switch margin or the limit */
	int unstable;                      /* nonzero: another start may choose differently, because
	                                      of .spread or a workload that shared the core */
	size_t rounds, finalists;          /* number of rounds; candidates in the last one */
	uint64_t warmed;                   /* fewest calls that a losing candidate had */
	size_t wrong;                      /* candidates that failed their check */
	size_t first_wrong;                /* index of the first, or BENCH_NONE */
	size_t crashed;                    /* candidates that crashed or hung in a child process */
	size_t first_crashed;              /* index of the first, or BENCH_NONE */
	size_t slow;                       /* candidates excluded as much too slow */
	size_t untried;                    /* candidates not tried: budget exhausted */
	size_t first_untried;              /* index of the first, or BENCH_NONE */
	double needed_ns;                  /* approximate extra budget to try all; 0: none */
	bench_pick_end end;
	bench_pick_end chosen;             /* if REMEMBERED: how it was chosen */
	bench_status status;               /* why there is no choice; BENCH_OK if there is */
	unsigned warnings;                 /* BENCH_WARN_UNPAIRED: of any candidate; _RARE: of the
	                                      choice, or of one that lost by its rare work */
	double reserved[3];
} bench_choice;

/* bench_pick_options.flags */
#define BENCH_PICK_ISOLATE 1u /* run each candidate in a forked process first, and exclude those
                                 that crash or hang */
#define BENCH_PICK_EXTEND 2u  /* run at least two iterations of every candidate, even beyond the
                                 budget */

/* The result of a candidate. */
typedef enum bench_candidate_state {
	BENCH_CANDIDATE_UNTRIED = 0, /* budget exhausted before its turn */
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
	double ratio, ratio_low, ratio_high; /* its time / the choice's, from the latest blocks */
	double reserved[4];
} bench_candidate;

/* A value of the parameter and its weight. */
typedef struct bench_value {
	uint64_t value;
	double weight;           /* above 0; share of the calls, relative to the sum of all weights */
} bench_value;

#define BENCH_VALUES_MOST 32

/* Options of a pick.  All zero, or a NULL pointer: the defaults. */
typedef struct bench_pick_options {
	bench_clock clock;       /* zero: bench_clock_default */
	double enough_ns;        /* shortest window; 0: what calibration found */
	double time_ns;          /* budget of the thread's processor time in nanoseconds, up to 1e14;
	                            0: 20 ms, for bench_pick_ranges 0.2 s */
	size_t rounds;           /* upper bound; 0: as many as the budget allows */
	uint64_t seed;           /* of the random order of windows; 0: a fixed seed */
	double margin;           /* largest loss that does not matter, a share below 1; 0: 0.005 */
	double confidence;       /* of the choice, below 1; 0: 0.99 */
	unsigned flags;          /* BENCH_PICK_... */
	bench_candidate *report; /* receives the results of all n candidates; NULL: none */
	const bench_value *values; /* values of the parameter that the choice is for, at most
	                            BENCH_VALUES_MOST; NULL: none.  Not for bench_pick_ranges */
	size_t value_count;
	const char *incumbent;   /* name of the candidate in use, which is kept unless another one is
	                            proven faster by switch_margin; NULL or unknown: none */
	double switch_margin;    /* a share, 0 or more; 0: 0.03 */
	double spread;           /* share, up to 0.5, by which a candidate's time varies from start to
	                            start; 0: starts need not agree */
	const char *variable;    /* name of an environment variable with which the user can force a
	                            choice, see below; NULL: none */
	void (*log)(const char *line, void *arg);  /* receives a line about the choice; with .variable
	                            only if that contains "log"; NULL: none */
	void *log_arg;
	void *memory;            /* bench_pick_size(n) bytes, aligned as by malloc; bench_pick_ranges
	                            and bench_threshold need 8192 more; NULL: malloc */
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
 * iteration, starting with the incumbent, if any.  A second iteration follows, fastest candidate
 * first, if it fits into 0.9 of the remaining budget or takes less than half of the budget; the
 * shorter time counts.  A candidate that takes longer than a window and eight times the best is
 * excluded after a third iteration, and so is one that takes 1.4 times the best if the budget is
 * too short for a dozen rounds of all.  Rounds over the others follow; a candidate leaves as soon
 * as it is proven slower and, in a budget that is too short, the slowest leave from time to time,
 * so that most of the time goes to the best few; the choice is not SURE then.  At the end the
 * choice runs on until it has had an eighth of the budget, up to 25 ms, with an occasional window
 * of the runner-up (not if .rounds is set).  It runs on for longer while rare work may decide.
 *
 * Budget.  With the default clock, processor time of the thread, if the system measures that.
 * Elapsed time is then at most ten budgets if the thread waits, and a hundred if other programs
 * have the processor.  With another clock, that clock's time.  At least one candidate runs, and
 * nothing is interrupted.  A candidate with a single iteration is never preferred to the incumbent
 * or, without one, to the first that works.
 *
 * Guarantee.  If .end is BENCH_PICK_END_SURE, the choice is within the margin of the best with
 * probability .confidence, and of equally good candidates every run chooses the lowest index.
 * .end is never SURE or ONLY_ONE if a candidate was not tried, or was excluded after a single
 * iteration or for lack of time; .needed_ns is then the approximate missing budget.
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
 * Values.  An iteration calls a candidate at every value, in proportion to the weights, up to 100
 * times in all; .ns is the time of one call.  In setup bench_parameter returns the largest value;
 * verify is called at each value.
 *
 * Cold.  If .cold is set, the same for all cases, each iteration is timed on its own, after
 * .prepare.  Memory that any setup, or the caller before, named with bench_cold is evicted
 * first.  The margin is then at least four times the clock's uncertainty (4 ns: 4 % of 400 ns).
 *
 * Environment.  options.variable contains words separated by commas.  The name of a candidate: the
 * choice, if its check passes.  "first": the first candidate that passes its check.
 * "remembered": the choice that bench_wisdom_pick remembers, otherwise the first.  "again":
 * ignore a remembered choice.  "log": call options.log.  With the first three nothing is timed,
 * and .end is BENCH_PICK_END_FORCED.  A program with more rights than its user (setuid) ignores the
 * variable.
 *
 * Incumbent.  Wins ties.  It is kept unless it is proven slower than the best by more than the
 * switch margin, was slower in every round, or seems twice as slow.  If the race leaves this open,
 * the two are timed against each other.  The choice is SURE if it is proven to be within the switch
 * margin.
 *
 * Spread.  If above 0, the choice is the incumbent, as above, or else the first in the list that
 * does not look slower than the best by a limit.  The limit is 1.5 to 2.5 spreads, derived from the
 * names.  The choice is SURE, and not .unstable, if neither it nor a candidate before it is within
 * a spread of the limit, or closer to the limit than its interval is wide.  So starts that are SURE
 * agree.  The margin is then the limit.
 *
 * Neighbour.  If another workload shared the core before or after the race, and the lead is not
 * certainly above 1.5, the choice is .unstable.  It remains SURE for these conditions, unless
 * .spread is set.  Detected with the default clock if its step is at most 100 ns.
 *
 * A candidate is excluded if it is not .usable, or if its setup or verify calls bench_skip.
 * Each other setup is followed by a teardown.
 *
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL, n = 0, a body that is NULL, unequal .cold, invalid
 * options, or too little memory from the caller; BENCH_ERR_MEMORY; BENCH_ERR_ENVIRONMENT and
 * BENCH_ERR_CLOCK_... as bench_calibrate (COARSE only for the step); BENCH_ERR_ENVIRONMENT also for
 * an unknown word in the variable; BENCH_ERR_NO_SAMPLES if no candidate is left;
 * BENCH_ERR_UNSUPPORTED for BENCH_PICK_ISOLATE without fork.
 * Method: a race of sequential tests (doc/internals/method-pick.md).
 * Thread-safe; may be called within a body, and before main.  Needs malloc, the clock and 8 KiB of
 * stack on top of the cases' own: a thread of 16 KiB suffices.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_pick(const bench_case *c, size_t n,
	const bench_pick_options *options, bench_choice *choice);

/*
 * bench_pick_size: size of options.memory for n candidates.
 *
 * n: number of candidates.
 * Returns bytes; SIZE_MAX if no object can be that large.  Thread-safe.  Since 0.1.0.
 */
BENCH_API size_t bench_pick_size(size_t n);

/*
 * bench_challenge: does a challenger replace the champion?  For planners that generate
 * candidates as they go.
 *
 * c:           the champion and the challenger.
 * options:     as for bench_pick, for this pair; NULL for the defaults.  The champion is the
 *              incumbent.
 * deadline_ns: a time of the clock (options.clock, or bench_clock_default) at which to end; 0:
 *              none.  After the deadline nothing is timed, and the champion is kept.
 * choice:      .index is 0 to keep or 1 to replace the champion; otherwise as for bench_pick.
 * The probability that any of k challenges is wrong is at most k times that of one.
 * Returns what bench_pick returns.  Thread-safe.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_challenge(const bench_case c[2],
	const bench_pick_options *options, uint64_t deadline_ns, bench_choice *choice);

/*
 * bench_choice_text: a choice in one line, "avx2 of 4, 3.20 % faster than sse2 (2.90 % to
 * 3.50 %), sure, 1.31 ms".
 *
 * choice: from a pick.
 * c, n:   the candidates of that pick.
 * text:   receives at most capacity bytes, with a NUL unless capacity is 0.
 * Returns the length of the whole line without the NUL; if that is not below capacity, the text was
 * cut.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API size_t bench_choice_text(const bench_choice *choice, const bench_case *c, size_t n,
                                   char *text, size_t capacity);

/* A range of the parameter with one choice, .index. */
typedef struct bench_range {
	uint64_t low, high;                /* values of the parameter, both included */
	size_t index;
	int tie;                           /* nonzero: not proven ahead anywhere in the range */
	uint64_t at;                       /* the tried value with the largest lead, and ... */
	double lead, lead_low, lead_high;  /* ... that lead over the runner-up, as in bench_choice */
} bench_range;

/* The question, and the answer. */
typedef struct bench_ranges {
	uint64_t low, high;    /* input: the parameter's values, both included */
	bench_range *range;    /* input: capacity entries to fill, in ascending order */
	size_t capacity;
	size_t n;              /* entries filled; without gaps from low to high */
	size_t probes;         /* values tried */
	double elapsed_ns;     /* total time */
	double loss;           /* upper bound of the share of time that the choices lose, averaged
	                          over log-spaced values; 0 if SURE, 1 if nothing is known */
	bench_pick_end end;    /* SURE: the whole table is proven with probability .confidence;
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
 * c, n, options: as for bench_pick.  .time_ns and .confidence are for all values together, .memory
 *          for one of them; .report is not filled.
 * ranges:  set .low to .capacity; the rest is filled in any case.
 * The body gets the value from bench_parameter(), a call as its argument.  Values about a factor of
 * two apart are tried first.  Where neighbouring choices differ, the crossover is bisected to 3 %,
 * the most costly ones first.  Remaining time is for uncertain values.  A choice is extended as
 * long as it is part of a tie, which keeps the table small.  Two crossovers between values of equal
 * choice are missed.
 * Returns what bench_pick returns; BENCH_ERR_ARGUMENT for low above high and for too small a
 * capacity (.n is then the number needed, and the entries that fit are filled).
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
 * value:  outside the table, the nearest entry is used.
 * Returns the index of the case; BENCH_NONE for NULL or an empty table.
 * A binary search, some nanoseconds.  Thread-safe.  Since 0.1.0.
 */
BENCH_API size_t bench_ranges_index(const bench_ranges *ranges, uint64_t value);

#endif
