/*
 * Verifies that the clock advances and never runs backwards; finds its step and the
 * cost of a reading.
 *
 * Method: readings back to back, and the increments between them, sorted.  On a
 * fine clock every reading shows a new value.  If the step is below the reading
 * time, increments fall on neighbouring multiples of it (20 and 30 ns on a clock
 * that steps in 10), and the widest gap between neighbours in the middle nine
 * tenths is the step; what lies outside are interruptions.  On a coarse clock most
 * increments are 0, and the step is the median of the others.
 *
 * Memory is constant.  It ends after 2^24 readings at the latest, so that a clock
 * that stands still costs a fraction of a second and is reported.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include <math.h>

#include "base/detail.h"
#include "stats/order.h"
#include "timing/calibrate.h"
#include "timing/step.h"

enum {
	EDGES = 8,              /* on a coarse one */
	PATIENCE = 1 << 24      /* readings without an edge: it stands still */
};

static const double LONG_ENOUGH_NS = 2e6;  /* a slow clock need not be read so often */
static const int FEW_READINGS = 64;

/* The widest gap between neighbours of the middle nine tenths, at least 1 ns. */
static double widest_gap(const double *sorted, size_t n)
{
	double widest = 1;

	for (size_t i = n / 20 + 1; i < n - n / 20; i++)
		if (sorted[i] - sorted[i - 1] > widest)
			widest = sorted[i] - sorted[i - 1];
	return widest;
}

static double middle_mean(const double *sorted, size_t n)
{
	double sum = 0;
	size_t cut = n / 20;

	for (size_t i = cut; i < n - cut; i++)
		sum += sorted[i];
	return sum / (double)(n - 2 * cut);
}

/* Increments of up to BENCHI_STEP_READINGS readings; *moved: those above 0. */
static bench_status read_increments(const bench_clock *clock, double *increment, size_t *count,
                                    size_t *moved)
{
	uint64_t first = clock->now_ns(clock->ctx), before = first, now;

	*moved = 0;
	for (*count = 0; *count < BENCHI_STEP_READINGS; before = now) {
		now = clock->now_ns(clock->ctx);
		if (now < before)
			return benchi_fail(BENCH_ERR_CLOCK_BACKWARD, "clock '%s' went back by %.0f ns",
				clock->name, (double)(before - now));
		*moved += now > before;
		increment[(*count)++] = (double)(now - before);
		if (*count >= (size_t)FEW_READINGS && (double)(now - first) > LONG_ENOUGH_NS
		    && *moved > *count / 2)
			break;
	}
	return BENCH_OK;
}

/* The next edge of a coarse clock: readings and nanoseconds since the previous one. */
static bench_status next_edge(const bench_clock *clock, uint64_t *at, double *readings, double *ns)
{
	uint64_t now = *at, count;

	for (count = 1; count <= PATIENCE && now == *at; count++)
		now = clock->now_ns(clock->ctx);
	if (now == *at)
		return benchi_fail(BENCH_ERR_CLOCK_STILL, "clock '%s' showed %.0f ns in %d readings",
			clock->name, (double)now, PATIENCE);
	if (now < *at)
		return benchi_fail(BENCH_ERR_CLOCK_BACKWARD, "clock '%s' went back by %.0f ns",
			clock->name, (double)(*at - now));
	*readings = (double)(count - 1);
	*ns = (double)(now - *at);
	*at = now;
	return BENCH_OK;
}

/* A coarse clock: the step is the median distance of edges; the reading time, the
 * most readings seen between two edges (interruptions only lessen them). */
static bench_status find_coarse(bench_timing *timing, double most_ns)
{
	size_t n = 0;
	double spent = 0;
	uint64_t at = timing->clock.now_ns(timing->clock.ctx);
	double readings = 1, ns = 0, step[EDGES], reading[EDGES];
	bench_status status = next_edge(&timing->clock, &at, &readings, &ns);

	while (n < EDGES && status == BENCH_OK && !(n > 0 && spent >= most_ns)) {
		status = next_edge(&timing->clock, &at, &readings, &ns);
		step[n] = ns;
		reading[n++] = ns / readings;
		spent += ns;
	}
	if (status != BENCH_OK)
		return status;
	benchi_sort(step, n);
	benchi_sort(reading, n);
	timing->step_ns = benchi_quantile(step, n, 0.5);
	timing->reading_ns = benchi_quantile(reading, n, 0.25);
	return BENCH_OK;
}

bench_status benchi_step_find_within(bench_timing *timing, double most_ns, double *scratch)
{
	double *own = scratch ? NULL : malloc(BENCHI_STEP_READINGS * sizeof *own); /* no small stack */
	double *increment = scratch ? scratch : own;
	size_t count = 0, moved = 0;
	bench_status status = increment
		? read_increments(&timing->clock, increment, &count, &moved)
		: benchi_fail(BENCH_ERR_MEMORY, "for the readings of a clock");

	if (status == BENCH_OK && 2 * moved < count) {
		status = find_coarse(timing, most_ns);
	} else if (status == BENCH_OK) {
		benchi_sort(increment, count);
		timing->step_ns = widest_gap(increment, count);
		timing->reading_ns = middle_mean(increment, count);
	}
	free(own);
	if (status != BENCH_OK)
		return status;
	/* Edges are useful if a step is longer than two readings. */
	timing->vernier = timing->step_ns > 2 * timing->reading_ns;
	return status;
}

bench_status benchi_step_find(bench_timing *timing)
{
	return benchi_step_find_within(timing, INFINITY, NULL);
}
