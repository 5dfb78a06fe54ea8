/*
 * Made-up recordings of real processors: what the simulator throws at the estimator.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_WORLD_H
#define TESTS_WORLD_H

#include <bench.h>

#include "processors.h"

enum { CHAINS_MOST = 16 };

/* Everything that is true of one made-up machine. */
struct world {
	const struct processor *processor;
	double mhz;                    /* the mean over the run: what is to be found */
	int chains;
	const char *names[CHAINS_MOST];
	double ticks[CHAINS_MOST];     /* an operation, the loop's part included */
	double rate[CHAINS_MOST];      /* instructions a tick */
	int broken;                    /* how many chains take no whole number */
	int decidable;                 /* 0: the others' counts share a factor, or are equal */
	/* of the run */
	double step_ns, window_ns, read_error_ns, jitter, drift, preempted, neighbour;
	int rounds, drift_shape;
	uint64_t state;                /* of the generator */
};

/* Random numbers, the same everywhere: 64 bits, [0, 1), standard normal. */
uint64_t world_bits(uint64_t *state);
double world_uniform(uint64_t *state);

/* A machine with processor, drawn from seed. */
void world_make(struct world *world, const struct processor *processor, uint64_t seed);

/* Its recording; NULL when out of memory. */
bench_recording *world_record(struct world *world);

#endif
