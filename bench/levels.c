/*
 * Finds the caches in a curve of load latency over the size of the working set.
 *
 * Method: disturbances only make a measurement slower, and a larger set is never faster. So each
 * time is first lowered to the minimum of the times after it. A level is a stretch of sizes, at
 * least an octave long, over which the time grows by less than FLAT. At the end of the curve a
 * shorter stretch suffices, because it may continue. Neighbours that differ by less than APART are
 * one level. Between two levels a cache overflows. The cache ends where the time is the mean of
 * the two levels' times, which is where half of the loads still hit.
 *
 * Assumes at least two sizes per octave. Wrong if a cache is less than an octave larger than the
 * previous one, or if part of a cache belongs to others.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "levels.h"

static const double FLAT = 1.25, APART = 1.6, OCTAVE = 2, LAST = 1.5;

/* Returns the minimum of the times from i on. */
static double least(const double *time, size_t n, size_t i)
{
	double low = time[i];

	while (++i < n)
		low = fmin(low, time[i]);
	return low;
}

/* Sets the end of a level that another level follows. */
static void set_edge(const size_t *bytes, const double *time, size_t n, struct level *level)
{
	double middle = (level[0].time + level[1].time) / 2;

	for (size_t i = 0; i + 1 < n && least(time, n, i) < middle; i++) {
		level->fits = bytes[i];
		level->overflows = bytes[i + 1];
	}
}

/* Adds a flat stretch, which ends at a multiple of its first size: a new level, or part of the last
 * one, whose typical stretch is then the longer of the two. Returns the number of levels. */
static size_t add(struct level *level, size_t found, double time, double span, double *longest)
{
	if (found > 0 && time < APART * level[found - 1].time) {
		if (span > *longest)
			level[found - 1].time = time;
		*longest = fmax(*longest, span);
		return found;
	}
	if (found == LEVELS_MOST)
		return found;
	level[found] = (struct level){ time, 0, 0 };
	*longest = span;
	return found + 1;
}

size_t levels_find(const size_t *bytes, const double *time, size_t n, struct level *level)
{
	double longest = 0;
	size_t found = 0;

	for (size_t i = 0, end; i < n; i = end) {
		double span;

		/* Find the end (exclusive) of the flat stretch that begins at i. */
		end = i + 1;
		while (end < n && least(time, n, end) < FLAT * least(time, n, i))
			end++;
		span = (double)bytes[end - 1] / (double)bytes[i];
		if (span >= OCTAVE || (end == n && span >= LAST))
			found = add(level, found, least(time, n, (i + end - 1) / 2), span, &longest);
		else
			end = i + 1;  /* on the way up */
	}
	for (size_t i = 0; i + 1 < found; i++)
		set_edge(bytes, time, n, &level[i]);
	return found;
}
