/*
 * How is a case's body run by several workers, and which of its iterations can be timed alone?
 *
 * An iteration that lasts 20 readings of the clock, and 20 of its steps, is timed by itself: a
 * reading is in each latency, at most 5 % of it.  Shorter iterations are put together until
 * they last as long; latencies are then means of so many, which hide what a single slow
 * one among them took.  Open loops time each iteration: it is due by itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "measure/case.h"
#include "load/ramp_case.h"
#include "timing/calibrate.h"
#include "timing/window.h"

static const double READINGS = 20;

enum { TRIES = 5 };

static bench_status operate(void *arg, size_t worker, uint64_t n)
{
	const bench_case *item = *(const bench_case **)arg;

	(void)worker;
	item->body(n, item->arg);
	return BENCH_OK;
}

benchi_job benchi_case_job(const bench_case **item, uint64_t parameter)
{
	benchi_job job = { operate, item, NULL, parameter, 1 };

	return job;
}

bench_status benchi_case_begin(const bench_case *item, const struct benchi_worker_context *place,
                               const char **skipped)
{
	*skipped = NULL;
	if (!item || !item->body)
		return benchi_fail(BENCH_ERR_ARGUMENT, "a case without a body");
	benchi_case_enter(place);
	if (item->setup)
		item->setup(item->arg);
	*skipped = benchi_case_skipped();
	if (*skipped || !item->verify || item->verify(item->arg))
		return BENCH_OK;
	*skipped = benchi_case_skipped();
	if (*skipped)
		return BENCH_OK;
	benchi_case_end(item, place);
	return benchi_fail(BENCH_ERR_ARGUMENT, "verify says that its work was not done right");
}

void benchi_case_end(const bench_case *item, const struct benchi_worker_context *place)
{
	benchi_case_enter(place);
	if (item->teardown)
		item->teardown(item->arg);
}

/* How many iterations last long enough to be timed together? */
static uint64_t batch_of(const bench_case *item, const bench_timing *timing)
{
	double enough = READINGS * fmax(timing->reading_ns, timing->step_ns);

	for (uint64_t n = 1;; n *= 2)
		for (int i = 0; i < TRIES; i++) {
			uint64_t opened = benchi_window_open(timing);

			item->body(n, item->arg);
			if (benchi_window_close(timing, opened) < enough && n < UINT64_C(1) << 40)
				break;
			if (i == TRIES - 1)
				return n;
		}
}

bench_status benchi_ramp_case(const bench_case *item, uint64_t parameter,
                              const benchi_ramp_plan *plan, benchi_ramp *ramp,
                              const char **skipped)
{
	bench_options options = { .clock = plan->clock };
	const struct benchi_worker_context place = { parameter, 0, benchi_ramp_most(plan) };
	const struct benchi_worker_context alone = { parameter, 0, 1 };
	bench_status status = benchi_case_begin(item, &place, skipped);
	benchi_ramp none = { .best = SIZE_MAX };
	bench_timing timing;
	benchi_job job;

	*ramp = none;
	if (status != BENCH_OK || *skipped)
		return status;
	job = benchi_case_job(&item, parameter);
	status = benchi_timing_choose(&options, &timing);
	if (status == BENCH_OK && !(plan->rate_hz > 0)) {
		benchi_case_enter(&alone);
		job.batch = batch_of(item, &timing);
	}
	if (status == BENCH_OK)
		status = benchi_ramp_run(&job, plan, ramp);
	benchi_case_end(item, &place);
	return status;
}
