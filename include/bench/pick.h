/*
 * Which of several routines is the fastest on this machine?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PICK_H
#define BENCH_PICK_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

#define BENCH_NONE ((size_t)-1)     /* no candidate */

/* Why a choice was made when it was. */
typedef enum bench_pick_end {
	BENCH_PICK_END_FAILED = 0,      /* there is no choice: .status says why */
	BENCH_PICK_END_SURE = 1,        /* the best is sure at the margin */
	BENCH_PICK_END_BUDGET = 2,      /* the time was over: the choice is likely, not sure */
	BENCH_PICK_END_ONLY_ONE = 3,    /* one candidate, or one that is left */
	BENCH_PICK_END_REMEMBERED = 4   /* it was chosen before (bench_wisdom_pick) */
} bench_pick_end;

/* The choice. */
typedef struct bench_choice {
	size_t index;                      /* of the chosen case; BENCH_NONE if there is none */
	size_t runner_up;                  /* of the next best, or BENCH_NONE */
	int tie;                           /* not 0: others are as good, within the margin; of
	                                      those the lowest index was chosen */
	double lead, lead_low, lead_high;  /* runner-up's time / the chosen one's; NaN without */
	double ns, cycles;                 /* of one iteration of the chosen one; NaN if unknown */
	double elapsed_ns;                 /* time that all took */
	size_t rounds, candidates;         /* rounds made; candidates in the last one */
	size_t wrong;                      /* how many failed their check */
	size_t first_wrong;                /* index of the first of those, or BENCH_NONE */
	size_t crashed;                    /* how many crashed or hung in a child process */
	size_t first_crashed;              /* index of the first of those, or BENCH_NONE */
	size_t slow;                       /* how many were left out as absurdly slow */
	size_t untried;                    /* how many were not tried: the budget was over */
	size_t first_untried;              /* index of the first of those, or BENCH_NONE */
	double needed_ns;                  /* what the budget lacked to try all, about; 0: nothing */
	bench_pick_end end;
	bench_pick_end chosen;             /* of one that is REMEMBERED: how it was chosen */
	bench_status status;               /* why there is no choice; BENCH_OK if there is */
	double reserved[6];
} bench_choice;

/* bench_pick_options.flags */
#define BENCH_PICK_ISOLATE 1u /* each candidate first runs in a child process, where there is
                                 fork: one that crashes or hangs is out */
#define BENCH_PICK_EXTEND 2u  /* every candidate runs one iteration at least, also when the budget
                                 is over */

/* What became of a candidate. */
typedef enum bench_candidate_state {
	BENCH_CANDIDATE_UNTRIED = 0, /* the budget was over first */
	BENCH_CANDIDATE_CHOSEN = 1,
	BENCH_CANDIDATE_TIED = 2,    /* as good as the chosen one, within the margin */
	BENCH_CANDIDATE_OPEN = 3,    /* the budget was over before that was sure */
	BENCH_CANDIDATE_SLOWER = 4,  /* slower for sure */
	BENCH_CANDIDATE_SLOW = 5,    /* left out as absurdly slow */
	BENCH_CANDIDATE_WRONG = 6,   /* failed its check */
	BENCH_CANDIDATE_CRASHED = 7, /* crashed or hung in its child process */
	BENCH_CANDIDATE_SKIPPED = 8  /* its setup or verify called bench_skip */
} bench_candidate_state;

/* The report on one; NaN where nothing is known. */
typedef struct bench_candidate {
	bench_candidate_state state;
	double ratio, ratio_low, ratio_high; /* its time / the chosen one's; the latest blocks' */
	double reserved[4];
} bench_candidate;

/* How to pick.  All zero, or NULL in place of it, is the default. */
typedef struct bench_pick_options {
	bench_clock clock;       /* another clock than bench_clock_default's */
	double enough_ns;        /* shortest window; 0: what calibration found */
	double time_ns;          /* the budget, 0 to 1e14; 0: 20 ms; of bench_pick_ranges 0.2 s */
	size_t rounds;           /* at most so many; 0: as many as the budget allows */
	uint64_t seed;           /* of the random order of windows; 0: a fixed seed */
	double margin;           /* a loss of so large a share does not matter, 0 to below 1;
	                            0: 0.005 */
	double alpha;            /* error probability, 0 to below 1; 0: 0.01; confidence is 1 - alpha */
	unsigned flags;          /* BENCH_PICK_... */
	bench_candidate *report; /* space for n entries, filled with what became of each; NULL: none */
	void *memory;            /* bench_pick_size(n) bytes, aligned as malloc's; NULL: malloc */
	size_t memory_bytes;
	double reserved[8];      /* zero */
} bench_pick_options;

/*
 * bench_pick: finds the fastest of n cases within a budget.
 *
 * c, n:    the candidates; their range is not looked at.
 * options: NULL for the defaults.
 * choice:  filled in any case; on failure .index is BENCH_NONE and .status says why.
 * What happens: all candidates are set up and checked, which does not count against the
 * budget; then each runs one iteration.  One whose iteration takes more than a window and
 * eight times the best is left out; first it runs up to two iterations more, of which the
 * shortest counts, while one takes no more than 0.9 of what is left of the budget.  Rounds
 * over all
 * others follow, which losers leave as soon as that is sure; the chosen one and the runner-up
 * are timed once more against each other.  At least one candidate is run, whatever the
 * budget; nothing begins when it is over, and what runs then is not interrupted.
 * Guarantee: if .end is BENCH_PICK_END_SURE, the choice is within the margin of the best with
 * probability 1 - alpha; several that are as good as each other are a tie, of which the
 * lowest index is chosen, on every run alike.  It is never SURE nor ONLY_ONE if a
 * candidate was not tried, or was left out after a single iteration: .needed_ns is then about what
 * the budget lacked.
 * A candidate whose setup or verify calls bench_skip is left out.  Each setup that did not
 * is followed by a teardown.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL, n of 0, a body that is NULL, options that
 * make no sense, or too little memory of the caller's; BENCH_ERR_MEMORY;
 * BENCH_ERR_ENVIRONMENT and BENCH_ERR_CLOCK_... as bench_calibrate, never coarse;
 * BENCH_ERR_NO_SAMPLES if no candidate is left; BENCH_ERR_UNSUPPORTED for
 * BENCH_PICK_ISOLATE where there is no fork.
 * Method: a race of sequential tests (doc/method-pick.md).
 * Thread-safe; may be called within a body, and before main.  Beside malloc it needs the
 * clock only.  Since 0.1.0.
 */
BENCH_API bench_status bench_pick(const bench_case *c, size_t n, const bench_pick_options *options,
                                  bench_choice *choice);

/*
 * bench_pick_size: how many bytes of options.memory n candidates need.
 *
 * n: how many candidates.
 * Returns bytes, SIZE_MAX if there are no so large objects.  Thread-safe.  Since 0.1.0.
 */
BENCH_API size_t bench_pick_size(size_t n);

/* From .low to .high the choice is .index. */
typedef struct bench_range {
	uint64_t low, high;                /* values of the parameter, both included */
	size_t index;
	int tie;                           /* not 0: nowhere in it was it ahead for sure */
	uint64_t at;                       /* of the values tried in it, the one with the */
	double lead, lead_low, lead_high;  /* largest lead over the runner-up, as in bench_choice */
} bench_range;

/* What is to be known, and the answer. */
typedef struct bench_ranges {
	uint64_t low, high;    /* asked: the parameter's values, both included */
	bench_range *range;    /* asked: space for the answer; filled in ascending order, */
	size_t capacity;           /* for so many entries */
	size_t n;              /* entries; without gaps from low to high */
	size_t probes;         /* values that were tried */
	double elapsed_ns;     /* time that all took */
	bench_pick_end end;    /* SURE: the whole table is, with probability 1 - alpha; BUDGET: one
	                          value's choice is not, or one was not tried */
	bench_status status;
	double reserved[4];
} bench_ranges;

/*
 * bench_pick_ranges: which of n cases is the fastest for which values of a parameter?
 *
 *	bench_range table[8];
 *	bench_ranges ranges = { .low = 16, .high = 65536, .range = table, .capacity = 8 };
 *	bench_pick_ranges(copies, 5, NULL, &ranges);
 *
 * c, n, options: as of bench_pick; .time_ns and .alpha are for all values together, .memory is for
 *          one of them; .report is not filled.
 * ranges:  .low to .capacity are yours; the rest is filled in any case.
 * The body asks bench_parameter() for the value.  Values about a factor of two apart are
 * tried first; where neighbours differ, the place between is halved until it is known to 3 %.
 * A choice goes on while it is one of a tie, so that the table stays small.  Two
 * crossovers between values that agree are not seen.
 * Returns what bench_pick returns; BENCH_ERR_ARGUMENT for low above high, no space, or
 * too little of it (.n says how much it takes; the entries that fit are filled).
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API bench_status bench_pick_ranges(const bench_case *c, size_t n,
                                         const bench_pick_options *options,
                                         bench_ranges *ranges);

#endif
