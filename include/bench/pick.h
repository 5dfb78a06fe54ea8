/*
 * Which of several routines is the fastest on this machine?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PICK_H
#define BENCH_PICK_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h>, not its rooms"
#endif

#define BENCH_NONE ((size_t)-1)     /* no candidate */

/* Why a choice was made when it was. */
typedef enum bench_pick_end {
	BENCH_PICK_FAILED = 0,      /* there is no choice: .status says why */
	BENCH_PICK_SURE = 1,        /* the best is sure at the margin */
	BENCH_PICK_BUDGET = 2,      /* the time was over: the choice is likely, not sure */
	BENCH_PICK_ONLY_ONE = 3,    /* one candidate, or one that is left */
	BENCH_PICK_REMEMBERED = 4   /* it was chosen before (bench_wisdom_pick) */
} bench_pick_end;

/* The choice. */
typedef struct bench_choice {
	size_t index;                      /* of the chosen case; BENCH_NONE if there is none */
	size_t runner_up;                  /* of the next best, or BENCH_NONE */
	int tie;                           /* not 0: others are as good, within the margin; of
	                                      those the lowest index was chosen */
	double lead, lead_low, lead_high;  /* runner-up's time / the chosen one's */
	double ns, cycles;                 /* of one turn of the chosen one; NaN if unknown */
	double elapsed_ns;
	size_t rounds, candidates;         /* rounds made; candidates in the last one */
	size_t wrong;                      /* how many failed their check */
	size_t first_wrong;                /* index of the first of those, or BENCH_NONE */
	bench_pick_end end;
	bench_status status;
	double reserved[8];
} bench_choice;

/* Flags of options.flags */
#define BENCH_PICK_ISOLATE 1u /* each candidate first runs in a child process, where there is
                                 fork: one that crashes or hangs is out */

BENCH_API bench_status bench_pick(const bench_case *c, size_t n, const bench_options *options,
                                  bench_choice *choice);

/* How many bytes of options.memory n candidates need. */
BENCH_API size_t bench_pick_size(size_t n);

#endif
