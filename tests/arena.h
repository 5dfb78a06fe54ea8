/*
 * A simulated machine on which cases take the times that a test sets. The clock has steps, the
 * core's speed drifts, the scheduler interrupts, and a neighbour slows some milliseconds.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_ARENA_H
#define TESTS_ARENA_H

#include <bench.h>

struct arena {
	double ns;              /* the true time */
	double tick_ns;         /* of the core */
	double step_ns, reading_ns;
	double stops_ns;        /* the clock stops at this time; 0: never */
	double jitter;          /* mean of the exponential that lengthens a window, as a share of it */
	double preempted;       /* probability that a window is interrupted (2 us to 5 ms) */
	double drift;           /* amplitude of the speed's drift, as a share; its period is drift_ns */
	double drift_ns;
	double neighbour;       /* share of milliseconds in which everything takes 2 % longer */
	uint64_t random;
	uint64_t readings;
};

/* What a case does: the argument of its body. */
struct rival {
	struct arena *arena;
	double ns;              /* per iteration, undisturbed */
	double slope_ns;        /* added per unit of bench_parameter() */
	double first_ns;        /* added to the first call */
	uint64_t cold;          /* number of first iterations that take 20 times as long */
	double state, state_ns; /* takes this share longer until the machine's time is state_ns */
	uint64_t rare;          /* iterations between bursts; 0: no bursts */
	double burst_ns;        /* length of a burst */
	double paged;           /* takes this share longer on the stack page where it ran first */
	uintptr_t page;         /* this page; 0: it has not run yet */
	double mode;            /* probability that a window takes 5 % longer */
	int verdict;            /* result of its check */
	double check_ns;        /* duration of its check */
	int skips;              /* its setup calls bench_skip */
	int ups, downs;         /* calls of setup and teardown */
	uint64_t iterations, calls;  /* of the body */
};

/* A quiet machine: only clock steps and reading times. */
struct arena arena_quiet(double step_ns, double reading_ns);

/* Simulated machine `number`: a processor of tests/processors.h with random disturbances. */
struct arena arena_of(uint64_t number);

bench_clock arena_clock(struct arena *arena);
bench_case arena_case(struct rival *rival);

/* A quiet machine with a little jitter and n cases. An iteration of case i takes ns[i], plus
 * slope_ns[i] per unit of bench_parameter(); slope_ns NULL: 0. */
void arena_rivals(struct arena *arena, struct rival *rival, bench_case *c, size_t n,
                  const double *ns, const double *slope_ns);

/* Runs bench_pick on machine `number`, with 2 to ARENA_MOST candidates that are equal or up to
 * 50 % slower; some have a second mode. */
enum { ARENA_MOST = 12 };
struct trial {
	size_t n;
	double best_ns, chosen_ns;
	bench_choice choice;
};
struct trial arena_pick(uint64_t number);

/* A uniform random number in [0, 1) from the arena's generator. */
double arena_uniform(struct arena *arena);

#endif
