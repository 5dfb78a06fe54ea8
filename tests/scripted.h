/*
 * A clock that a test controls. Readings and bodies advance it; it has steps and, if wanted,
 * noise.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SCRIPTED_H
#define TESTS_SCRIPTED_H

#include <math.h>

#include <bench.h>

struct scripted {
	double ns;              /* the true time */
	double step_ns;         /* readings are multiples of it */
	double reading_ns;      /* duration of a reading */
	uint64_t readings;
	uint64_t back_every;    /* not 0: one of this number of readings jumps back */
	double back_ns;
	/* not 0: one of this number of readings is delayed by an interruption */
	uint64_t pause_every;
	double pause_ns;        /* times a random number from 0 to 2 */
	uint64_t random;
	double stops_ns;        /* not 0: the clock stops at this time */
	double calm_ns;         /* not 0: no pauses from this time on */
	double noise_ns;        /* amplitude of a reading's noise; readings never go back */
	double shown_ns;        /* the latest reading with noise */
};

/* The reading with noise: a window may look shorter than an empty one. */
static inline double scripted_shown(struct scripted *s, double ns)
{
	if (s->noise_ns > 0)
		ns += s->noise_ns * ((double)(s->random >> 40) / (1 << 23) - 1);
	if (s->noise_ns > 0 && s->shown_ns > ns)
		ns = s->shown_ns;
	s->shown_ns = ns;
	return floor(ns / s->step_ns) * s->step_ns;
}

static inline uint64_t scripted_now(void *ctx)
{
	struct scripted *s = (struct scripted *)ctx;

	s->readings++;
	s->ns += s->reading_ns;
	if (s->back_every && s->readings % s->back_every == 0)
		s->ns -= s->back_ns;
	s->random = s->random * 6364136223846793005u + 1442695040888963407u;
	if (s->calm_ns > 0 && s->ns > s->calm_ns)
		s->pause_every = 0;
	if (s->pause_every && (s->random >> 33) % s->pause_every == 0)
		s->ns += s->pause_ns * (double)(s->random >> 40) / (1 << 23);
	if (s->stops_ns > 0 && s->ns > s->stops_ns)
		return (uint64_t)(floor(s->stops_ns / s->step_ns) * s->step_ns);
	return (uint64_t)scripted_shown(s, s->ns);
}

static inline struct scripted scripted_clock(double step_ns, double reading_ns)
{
	struct scripted s = { 1e9, step_ns, reading_ns, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0 };

	return s;
}

static inline bench_clock scripted_as_clock(struct scripted *s)
{
	bench_clock clock = { "scripted", scripted_now, s };

	return clock;
}

#endif
