/*
 * Simulated recordings of real processors, for testing the estimator.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_WORLD_H
#define TESTS_WORLD_H

#include <bench.h>

#include "processors.h"

enum { CHAINS_MOST = 16 };

/* A simulated machine. */
struct world {
	const struct processor *processor;
	double mhz;                    /* the mean over the run: what the estimator must find */
	int chains;
	const char *names[CHAINS_MOST];
	double ticks[CHAINS_MOST];     /* ticks per operation, including the loop's share */
	double rate[CHAINS_MOST];      /* instructions per tick */
	int broken;                    /* number of chains that take no whole number of ticks */
	/* 0: the counts of the other chains have a common factor, or are equal */
	int decidable;
	/* properties of the run */
	double step_ns, window_ns, read_error_ns, jitter, drift, preempted, neighbour;
	int rounds, drift_shape;
	uint64_t state;                /* of the random numbers */
};

/* Random numbers that are the same everywhere: 64 bits, [0, 1), standard normal. */
uint64_t world_bits(uint64_t *state);
double world_uniform(uint64_t *state);

/* Makes a random machine with this processor. */
void world_make(struct world *world, const struct processor *processor, uint64_t seed);

/* Returns a recording of the machine; NULL: out of memory. */
bench_recording *world_record(struct world *world);

#endif
