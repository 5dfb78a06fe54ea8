/*
 * Calibrates a clock: step, cost, shortest window and loop cost, in this order, each
 * from those before; values from the environment take precedence.
 *
 * The default clock is calibrated once per process, under a lock: the library's only
 * hidden state besides a thread's latest result.  A calibration from the parent process in
 * BENCH_CALIBRATION is used instead if this clock's readings take as long as it states; but the
 * time of an empty window is measured anew: it differs by 1 to 10 ns from moment to moment, 0.01 to
 * 0.05 % of a window, and an error that all children shared would not show in their spread.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/calibration_text.h"
#include "base/detail.h"
#include "base/environment.h"
#include "host/lock.h"
#include "stats/order.h"
#include "timing/calibrate.h"
#include "timing/enough.h"
#include "timing/step.h"
#include "timing/window.h"

/* A shorter window, in readings, consists of its beginning and end only. */
enum { LEAST_READINGS = 100 };

enum { LOOP_TRIES = 9, LOOP_ITERATIONS = 20000 };

/* Steps of a coarse clock during the timing of empty windows. */
enum { COARSE_STEPS = 30 };

/* An upper bound of a loop's cost per iteration: that of an empty loop, which overlaps nothing. */
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

/* Measures everything that the environment does not state. */
static bench_status find_all(bench_timing *timing, const struct benchi_environment *given)
{
	bench_status status = benchi_step_find(timing);

	if (status == BENCH_OK)
		status = benchi_empty_find(timing);
	timing->enough_ns = fmax(given->enough_ns, LEAST_READINGS * timing->reading_ns);
	if (status == BENCH_OK && isnan(given->enough_ns))
		status = benchi_enough_find(timing);
	if (status != BENCH_OK)
		return status;
	timing->loop_given = !isnan(given->loop_ns);
	timing->loop_ns = isnan(given->loop_ns) ? find_loop_ns(timing) : given->loop_ns;
	if (!isnan(given->empty_ns))
		timing->empty_ns = given->empty_ns;
	return BENCH_OK;
}

/* The clock, or the default one, not yet calibrated. */
static bench_status take_clock(const bench_clock *clock, bench_timing *timing)
{
	static const bench_timing none;

	*timing = none;
	timing->clock = clock ? *clock : bench_clock_default();
	if (!timing->clock.now_ns)
		return clock ? benchi_fail(BENCH_ERR_ARGUMENT, "clock.now_ns is NULL")
		             : benchi_fail(BENCH_ERR_CLOCK_MISSING, "none of the backends works here");
	if (!timing->clock.name)
		timing->clock.name = "unnamed";
	return BENCH_OK;
}

bench_status bench_calibrate(const bench_clock *clock, bench_timing *timing)
{
	struct benchi_environment given;
	bench_status status;
	uint64_t begin;

	if (!timing)
		return benchi_fail(BENCH_ERR_ARGUMENT, "timing is NULL");
	status = take_clock(clock, timing);
	if (status == BENCH_OK)
		status = benchi_environment_read(&given);
	if (status != BENCH_OK)
		return status;
	begin = timing->clock.now_ns(timing->clock.ctx);
	status = find_all(timing, &given);
	timing->elapsed_ns = benchi_elapsed_ns(&timing->clock, begin);
	return status;
}

bench_status benchi_timing_quick(const bench_options *options, double budget_ns,
                                 double *scratch, bench_timing *timing)
{
	const bench_clock *clock = options && options->clock.now_ns ? &options->clock : NULL;
	struct benchi_environment given;
	bench_status status = take_clock(clock, timing);

	if (status == BENCH_OK)
		status = benchi_environment_read(&given);
	if (status == BENCH_OK)
		status = benchi_step_find_within(timing, budget_ns / 10, scratch);
	if (status == BENCH_OK && !(timing->vernier && COARSE_STEPS * timing->step_ns > budget_ns / 10))
		status = benchi_empty_find(timing);
	if (status != BENCH_OK)
		return status;
	timing->enough_ns = fmax(given.enough_ns, LEAST_READINGS * timing->reading_ns);
	if (timing->vernier)
		timing->enough_ns = fmax(timing->enough_ns, timing->step_ns);
	if (!isnan(given.empty_ns))
		timing->empty_ns = given.empty_ns;
	return BENCH_OK;
}

/* Do readings take as long as stated?  A hundred of them, again after an interruption. */
static int confirmed(const bench_timing *timing)
{
	enum { CONFIRM_TRIES = 5, CONFIRM_READINGS = 100 };

	for (int i = 0; i < CONFIRM_TRIES; i++) {
		uint64_t begin = timing->clock.now_ns(timing->clock.ctx);
		double ratio;

		for (int k = 0; k < CONFIRM_READINGS; k++)
			timing->clock.now_ns(timing->clock.ctx);
		ratio = benchi_elapsed_ns(&timing->clock, begin) / CONFIRM_READINGS / timing->reading_ns;
		if (ratio > 0.6 && ratio < 1.6)
			return 1;
	}
	return 0;
}

int benchi_timing_adopt(const bench_clock *clock, bench_timing *timing)
{
	struct benchi_calibration stated;
	struct benchi_environment given;

	if (!benchi_calibration_given(&stated) || take_clock(clock, timing) != BENCH_OK
	    || benchi_environment_read(&given) != BENCH_OK
	    || strcmp(stated.clock, timing->clock.name) != 0)
		return 0;
	timing->step_ns = stated.step_ns;
	timing->reading_ns = stated.reading_ns;
	timing->loop_ns = isnan(given.loop_ns) ? stated.loop_ns : given.loop_ns;
	timing->loop_given = !isnan(given.loop_ns);
	timing->enough_ns = isnan(given.enough_ns) ? stated.enough_ns
	                  : fmax(given.enough_ns, LEAST_READINGS * timing->reading_ns);
	/* a coarse clock's steps take long to confirm: it is calibrated again */
	if (stated.vernier != 0 || stated.step_ns > 2 * stated.reading_ns || !confirmed(timing)
	    || benchi_empty_find(timing) != BENCH_OK)
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
