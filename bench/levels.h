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
	double time;       /* typical time, in the unit of the curve */
	/* largest size that still belongs to the level; 0 for the last level, which is memory */
	size_t fits;
	size_t overflows;  /* the next larger size, which does not belong to the level */
};

/*
 * Finds the levels, fastest first, in the times of n ascending sizes.
 *
 * level: space for LEVELS_MOST. Returns how many there are; 0 if there is no flat stretch of an
 * octave.
 */
size_t levels_find(const size_t *bytes, const double *time, size_t n, struct level *level);

/* Returns the size of the data cache of a level, counted from 1, as reported by the system; 0:
 * unknown. */
size_t levels_reported(size_t level);

#endif
