/*
 * Calibrates a clock: step and cost (quick.c), shortest window and loop cost, in this order, each
 * based on the ones before. Values from the environment take precedence.
 *
 * The default clock is calibrated once per process, under a lock. This is the library's only
 * hidden state apart from each thread's latest result. A calibration that the parent process left
 * in BENCH_CALIBRATION is used instead if this clock's readings take as long as it says. The time
 * of an empty window is still measured: it varies by 1 to 10 ns from moment to moment, 0.01 to
 * 0.05 % of a window, and an error that all children had in common would not show in their
 * scatter.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/clock.h"
#include "host/host.h"
#include "stats/stats.h"
#include "timing/timing.h"

/*
 * Finds the shortest reliable window.
 *
 * The shortest window is found with the paper's test (Staelin and McVoy 1998, section 6.1): the
 * same work, enlarged by 0.5, 1.0 and 1.5 %, must show those differences, here to within a quarter
 * of a percent. The work consists of readings of the clock, so the test works with any clock,
 * including a scripted one. A unit of work is 200 readings; 201, 202 and 203 are the enlarged
 * ones.
 *
 * Worked: with readings of 25 ns and steps of 10 ns, 480 readings take 12 us, and 0.5 % of that is
 * 60 ns, six steps. A candidate has five tries: a busy machine fails one now and then, and a clock
 * that is too coarse fails all of them.
 *
 * Candidates grow by half, from 12 us (the start and end of a window take some twenty cycles,
 * 0.05 % of that), or from twenty steps on a coarse clock. The time for the search is limited, and
 * so is the length of a candidate, because the clock may stop. When the time is up, the longest
 * candidate is accepted if it was within 5 %, because each result has its own interval. The
 * shortest is also accepted within 5 % if the clock's steps are fine enough and only noise
 * remains: its first try is three windows of the smallest and three of the largest work, 75 us
 * instead of 350. Otherwise the search starts again with short windows, because a noisy neighbour
 * disturbs fewer of those. It gives up after three searches.
 */

enum { WINDOWS = 7, WINDOWS_QUICK = 3, TRIES = 5, SEARCHES = 3, SIZES = 4, UNITS = 200 };

static const struct {
	double shortest_ns;     /* first candidate */
	double search_ns;       /* time limit, also of a candidate */
	double tolerance;       /* largest error of a window, as a share */
	double believable;      /* largest error if only noise remains, or if the time is up */
	double fine_steps;      /* a window of this many steps resolves 0.2 % */
	double short_error;     /* largest error of a clock's reading in a window of a reference chain,
	                           as a share */
} policy = { .shortest_ns = 12e3, .search_ns = 50e6, .tolerance = 0.0025, .believable = 0.05,
	.fine_steps = 500, .short_error = 0.0015 };

/* Returns the worst relative error of the times of the enlarged work; 1 if a window failed. quick:
 * only the largest work. */
static double misproportion(const bench_timing *timing, uint64_t unit, int quick)
{
	double ns[SIZES][WINDOWS], median[SIZES], worst = 0;
	int windows = quick ? WINDOWS_QUICK : WINDOWS, next = quick ? SIZES - 1 : 1;

	for (int i = 0; i < windows; i++)
		for (int size = 0; size < SIZES; size += next) {
			ns[size][i] = benchi_readings_time(timing, unit * (uint64_t)(UNITS + size));
			if (!(ns[size][i] > 0))
				return 1;
		}
	for (int size = 0; size < SIZES; size += next) {
		median[size] = benchi_median(ns[size], (size_t)windows);
		worst = fmax(worst, fabs(median[size] / median[0] - 1 - (double)size / UNITS));
	}
	return worst;
}

/* Tries longer and longer windows until one is good or the time is up. */
static bench_status search(bench_timing *timing)
{
	const bench_clock *clock = &timing->clock;
	double candidate = fmax(policy.shortest_ns, benchi_window_least_ns(timing));
	double before = 0, elapsed;
	uint64_t begin = clock->now_ns(clock->ctx);

	for (;; candidate *= 1.5) {
		uint64_t unit = 1 + (uint64_t)(candidate / timing->reading_ns / UNITS);
		double error = 1, good;
		int fine;

		candidate = fmax(candidate, (double)unit * UNITS * timing->reading_ns);
		/* a step within the tolerance: the error comes from the machine's noise, which longer
		 * windows only increase */
		fine = !timing->vernier && candidate >= policy.fine_steps * timing->step_ns;
		good = fine ? policy.believable : policy.tolerance;
		for (int i = 0; i < TRIES && error >= good; i++)
			error = fmin(error, misproportion(timing, unit, fine && i == 0));
		if (error < good)
			break;
		elapsed = benchi_elapsed_ns(clock, begin);
		if (elapsed <= before)
			return benchi_fail(BENCH_ERR_CLOCK_STILL, "clock '%s' stopped", clock->name);
		before = elapsed;
		if (!(elapsed < policy.search_ns) || candidate > policy.search_ns) {
			if (error < policy.believable)
				break;
			return benchi_fail(BENCH_ERR_CLOCK_COARSE,
				"clock '%s': windows of %.0f us are still wrong by %.1f %%",
				clock->name, candidate / 1e3, 100 * error);
		}
	}
	timing->enough_ns = candidate;
	return BENCH_OK;
}

enum { LOOP_TRIES = 5, LOOP_ITERATIONS = 10000 };    /* 2.5 us at 4 GHz: accurate to one percent */

/* Returns an upper bound on a loop's cost per iteration: the cost of an empty loop, which overlaps
 * with nothing. */
static double find_loop_ns(const bench_timing *timing)
{
	double ns[LOOP_TRIES];

	for (int i = 0; i < LOOP_TRIES; i++) {
		uint64_t opened = benchi_window_open(timing);

		for (uint64_t iteration = LOOP_ITERATIONS; iteration > 0; iteration--)
			BENCH_KEEP(iteration);
		ns[i] = benchi_window_close(timing, opened);
		if (!(ns[i] > 0))
			ns[i] = 0;
	}
	benchi_sort(ns, LOOP_TRIES);
	return ns[LOOP_TRIES / 2] / LOOP_ITERATIONS;
}

/* Measures everything that the environment does not specify. */
bench_status bench_calibrate(const bench_clock *clock, bench_timing *timing)
{
	struct benchi_environment given;
	bench_status status;
	uint64_t begin;

	if (!timing)
		return benchi_fail(BENCH_ERR_ARGUMENT, "timing is NULL");
	status = benchi_clock_take(clock, timing);
	if (status == BENCH_OK)
		status = benchi_environment_read(&given);
	if (status != BENCH_OK)
		return status;
	begin = timing->clock.now_ns(timing->clock.ctx);
	status = benchi_step_find(timing, INFINITY, NULL);
	if (status == BENCH_OK)
		status = benchi_empty_find(timing);
	timing->enough_ns = fmax(given.enough_ns, BENCHI_READINGS_LEAST * timing->reading_ns);
	if (status == BENCH_OK && isnan(given.enough_ns)) {
		int tries = SEARCHES;

		do
			status = search(timing);
		while (status == BENCH_ERR_CLOCK_COARSE && --tries > 0);
	}
	if (status == BENCH_OK) {
		timing->loop_given = !isnan(given.loop_ns);
		timing->loop_ns = isnan(given.loop_ns) ? find_loop_ns(timing) : given.loop_ns;
		if (!isnan(given.empty_ns))
			timing->empty_ns = given.empty_ns;
	}
	timing->elapsed_ns = benchi_elapsed_ns(&timing->clock, begin);
	return status;
}

int benchi_timing_adopt(const bench_clock *clock, bench_timing *timing)
{
	enum { CONFIRM_TRIES = 5, CONFIRM_READINGS = 100 };
	struct benchi_calibration stated;
	struct benchi_environment given;
	bool confirmed = false;

	if (!benchi_calibration_given(&stated) || benchi_clock_take(clock, timing) != BENCH_OK
	    || benchi_environment_read(&given) != BENCH_OK
	    || strcmp(stated.clock, timing->clock.name) != 0)
		return 0;
	timing->step_ns = stated.step_ns;
	timing->reading_ns = stated.reading_ns;
	timing->loop_ns = isnan(given.loop_ns) ? stated.loop_ns : given.loop_ns;
	timing->loop_given = !isnan(given.loop_ns);
	timing->enough_ns = isnan(given.enough_ns) ? stated.enough_ns
	                  : fmax(given.enough_ns, BENCHI_READINGS_LEAST * timing->reading_ns);
	/* To confirm a coarse clock takes longer than to calibrate it, so its stated values are not
	 * used. */
	if (stated.vernier != 0 || stated.step_ns > 2 * stated.reading_ns)
		return 0;
	/* a hundred readings must take about as long as stated; repeated after an interruption */
	for (int i = 0; i < CONFIRM_TRIES && !confirmed; i++) {
		uint64_t begin = timing->clock.now_ns(timing->clock.ctx);
		double ratio;

		for (int k = 0; k < CONFIRM_READINGS; k++)
			timing->clock.now_ns(timing->clock.ctx);
		ratio = benchi_elapsed_ns(&timing->clock, begin) / CONFIRM_READINGS / timing->reading_ns;
		confirmed = ratio > 0.6 && ratio < 1.6;
	}
	if (!confirmed || benchi_empty_find(timing) != BENCH_OK)
		return 0;
	if (!isnan(given.empty_ns))
		timing->empty_ns = given.empty_ns;
	return 1;
}

bench_status benchi_timing_default(const bench_timing **timing)
{
	static struct benchi_lock lock = BENCHI_LOCK_INIT;
	static bench_timing cached;
	static int done;
	bench_status status = BENCH_OK;

	benchi_lock_take(&lock);
	if (!done) {
		status = benchi_timing_adopt(NULL, &cached) ? BENCH_OK : bench_calibrate(NULL, &cached);
		done = status == BENCH_OK;
	}
	benchi_lock_give(&lock);
	*timing = &cached;
	return status;
}

bench_status benchi_timing_choose(const bench_options *options, bench_timing *timing)
{
	const bench_timing *cached;
	bench_status status;

	if (options && options->clock.now_ns)
		return bench_calibrate(&options->clock, timing);
	status = benchi_timing_default(&cached);
	if (status == BENCH_OK)
		*timing = *cached;
	return status;
}

double benchi_window_short_ns(const bench_timing *timing)
{
	double least_ns = benchi_window_uncertainty_ns(timing) / policy.short_error;

	return timing->vernier ? timing->enough_ns
	     : fmin(timing->enough_ns, fmax(timing->enough_ns / 4, least_ns));
}
