/*
 * A made-up machine on which cases take the time that a test says: its clock steps, its
 * core's speed drifts, its scheduler interrupts, its neighbour slows it by the block.
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
	double stops_ns;        /* the clock stands still from then on; 0: never */
	double jitter;          /* of a window, as a share: mean of an exponential */
	double preempted;       /* probability that a window is interrupted, for 2 us to 5 ms */
	double drift;           /* share by which the speed changes within drift_ns, and back */
	double drift_ns;
	double neighbour;       /* share of the milliseconds in which all takes 2 % longer */
	uint64_t random;
	uint64_t readings;
};

/* What a case does here: arg of its body. */
struct rival {
	struct arena *arena;
	double ns;              /* an iteration, when nothing disturbs */
	double slope_ns;        /* more for each unit of bench_parameter() */
	double first_ns;        /* more when it is called for the first time */
	uint64_t cold;          /* number of first iterations that take twenty times as long */
	double state, state_ns; /* takes such a share longer until the machine's time is that */
	uint64_t rare;          /* iterations from burst to burst; 0: no bursts */
	double burst_ns;        /* length of a burst */
	double mode;            /* probability that a window takes a twentieth longer */
	int verdict;            /* what its check says */
	double check_ns;        /* time of its check */
	int skips;              /* its setup calls bench_skip */
	int ups, downs;         /* calls of setup and teardown */
	uint64_t iterations, calls;  /* of the body */
};

/* A quiet one: steps and readings, nothing else. */
struct arena arena_quiet(double step_ns, double reading_ns);

/* One of many, by its number: a processor of tests/processors.h, in a made-up run. */
struct arena arena_of(uint64_t number);

bench_clock arena_clock(struct arena *arena);
bench_case arena_case(struct rival *rival);

/* A quiet one with a little jitter, and n cases on it with iterations of ns[i] and
 * slope_ns[i] more for each unit of bench_parameter(); NULL: 0. */
void arena_rivals(struct arena *arena, struct rival *rival, bench_case *c, size_t n,
                  const double *ns, const double *slope_ns);

/* A pick on the machine of that number: 2 to ARENA_MOST candidates, equal or up to half as
 * slow again, some with a second mode. */
enum { ARENA_MOST = 12 };
struct trial {
	size_t n;
	double best_ns, chosen_ns;
	bench_choice choice;
};
struct trial arena_pick(uint64_t number);

/* A uniform number in 0..1 of the arena's generator. */
double arena_uniform(struct arena *arena);

#endif
