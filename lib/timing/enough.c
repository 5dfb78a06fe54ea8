/*
 * Finds the shortest reliable window, and the time of an empty one.
 *
 * Enough is found by the paper's test (Staelin and McVoy 1998, section 6.1): the
 * same work, enlarged by 0.5, 1.0 and 1.5 %, must show as such, here to a quarter
 * of a percent.  The work is readings of the clock itself, so the
 * test works with any clock, a scripted one too.  An iteration is 200
 * readings' worth: 201, 202 and 203 are the enlarged ones.  Worked: readings of
 * 25 ns on a clock that steps in 10: 480 iterations of 25 ns are 12 us, and 0.5 % of
 * that is 60 ns, six steps.  A candidate has five tries, because a busy machine fails
 * one now and then and a clock that is too coarse for it fails them all.
 *
 * Candidates grow by half, from 12 us (a window's own beginning and end take some
 * twenty cycles, 0.05 % of that) or from one step on a coarse clock.  The time for
 * the search is bounded, and so is a candidate, because the clock may stop;
 * at its end the longest candidate is accepted if it was within 5 %, since each
 * result has its own interval; so is the shortest, where the clock's steps are fine enough for
 * it and only noise remains.  Otherwise the search begins again, with short windows, of
 * which a noisy neighbour disturbs fewer; three searches may fail.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "stats/order.h"
#include "timing/calibrate.h"
#include "timing/enough.h"
#include "timing/window.h"

enum { WINDOWS = 7, TRIES = 5, SEARCHES = 3, SIZES = 4, UNITS = 200, EMPTY_BLOCKS = 21,
	EMPTY_BLOCK = 16 };

static const double SHORTEST_NS = 12e3;
static const double SEARCH_NS = 50e6, SEARCH_STEPS = 400; /* bound: the larger one */
static const double TOLERANCE = 0.0025, BELIEVABLE = 0.05;
static const double FINE_STEPS = 500;   /* a window of so many resolves 0.2 % */

/* A window of this many readings. */
static double time_readings(const bench_timing *timing, uint64_t readings)
{
	uint64_t opened = benchi_window_open(timing);

	for (uint64_t i = 0; i < readings; i++)
		timing->clock.now_ns(timing->clock.ctx);
	return benchi_window_close(timing, opened);
}

/* The worst error, as a share, of the enlarged works' times; 1 if a window failed. */
static double misproportion(const bench_timing *timing, uint64_t unit)
{
	double ns[SIZES][WINDOWS], median[SIZES], worst = 0;

	for (int i = 0; i < WINDOWS; i++)
		for (int size = 0; size < SIZES; size++) {
			ns[size][i] = time_readings(timing, unit * (uint64_t)(UNITS + size));
			if (!(ns[size][i] > 0))
				return 1;
		}
	for (int size = 0; size < SIZES; size++) {
		benchi_sort(ns[size], WINDOWS);
		median[size] = benchi_quantile(ns[size], WINDOWS, 0.5);
		worst = fmax(worst, fabs(median[size] / median[0] - 1 - (double)size / UNITS));
	}
	return worst;
}

/* The best of some tries; ends with the first that is good. */
static double best_misproportion(const bench_timing *timing, uint64_t unit, double good)
{
	double best = 1;

	for (int i = 0; i < TRIES && best >= good; i++)
		best = fmin(best, misproportion(timing, unit));
	return best;
}

/* Is the clock's step within TOLERANCE of such a window?  Then its error comes from the machine's
 * noise, which longer windows only increase. */
static int fine(const bench_timing *timing, double candidate_ns)
{
	return !timing->vernier && candidate_ns >= FINE_STEPS * timing->step_ns;
}

/* Candidates until one is good or the time is over. */
static bench_status search(bench_timing *timing, double bound)
{
	const bench_clock *clock = &timing->clock;
	double candidate = fmax(SHORTEST_NS, timing->vernier ? timing->step_ns : 0), error, good;
	uint64_t begin = clock->now_ns(clock->ctx);

	for (;; candidate *= 1.5) {
		uint64_t unit = 1 + (uint64_t)(candidate / timing->reading_ns / UNITS);

		candidate = fmax(candidate, (double)unit * UNITS * timing->reading_ns);
		good = fine(timing, candidate) ? BELIEVABLE : TOLERANCE;
		error = best_misproportion(timing, unit, good);
		if (error < good)
			break;
		if (!(benchi_elapsed_ns(clock, begin) < bound) || candidate > bound) {
			if (error < BELIEVABLE)
				break;
			return benchi_fail(BENCH_ERR_CLOCK_COARSE,
				"clock '%s': windows of %.0f us are still wrong by %.1f %%",
				clock->name, candidate / 1e3, 100 * error);
		}
	}
	timing->enough_ns = candidate;
	return BENCH_OK;
}

bench_status benchi_enough_find(bench_timing *timing)
{
	double bound = fmax(SEARCH_NS, SEARCH_STEPS * timing->step_ns);
	bench_status status = BENCH_ERR_CLOCK_COARSE;

	for (int i = 0; i < SEARCHES && status != BENCH_OK; i++)
		status = search(timing, bound);
	return status;
}

bench_status benchi_empty_find(bench_timing *timing)
{
	double mean[EMPTY_BLOCKS];
	int blocks = timing->vernier ? 5 : EMPTY_BLOCKS, windows = timing->vernier ? 3 : EMPTY_BLOCK;

	timing->empty_ns = 0;
	for (int i = 0; i < blocks; i++) {
		double sum = 0;

		for (int j = 0; j < windows; j++)
			sum += time_readings(timing, 0);
		if (isnan(sum))
			return benchi_fail(BENCH_ERR_CLOCK_BACKWARD,
				"clock '%s' went back or stood still between two readings", timing->clock.name);
		mean[i] = sum / windows;
	}
	benchi_sort(mean, (size_t)blocks);
	timing->empty_ns = benchi_quantile(mean, (size_t)blocks, 0.5);
	return BENCH_OK;
}
