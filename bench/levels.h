/*
 * Finds the caches in a curve of load latency over the size of the working set.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LEVELS_H
#define LEVELS_H

#include <stddef.h>

enum { LEVELS_MOST = 8 };

/* A stretch of sizes with one latency. */
struct level {
	double time;       /* typical of it, in the unit of the curve */
	size_t fits;       /* the largest size that still belongs to it; 0 for the last level, */
	size_t overflows;  /* which is memory; and the size after that, which does not */
};

/*
 * Finds the levels, the fastest first, in the times of n ascending sizes.
 *
 * level: capacity for LEVELS_MOST.  Returns how many there are; 0 if there is no stretch of an
 * octave without a step.
 */
size_t levels_find(const size_t *bytes, const double *time, size_t n, struct level *level);

/* The size of the data cache of a level, from 1, according to the system; 0: unknown. */
size_t levels_reported(size_t level);

#endif
