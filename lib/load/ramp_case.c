/*
 * Ramps a case, and finds how many of its iterations are timed together.
 *
 * An iteration that lasts 20 readings of the clock, and 20 of its steps, is timed by itself: a
 * reading is in each latency, at most 5 % of it.  Shorter iterations are put together until
 * they last as long; latencies are then means of so many, which hide what a single slow
 * one among them took.  Open loops time each iteration, because each is due by itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "measure/calls.h"
#include "measure/case.h"
#include "load/case_job.h"
#include "load/ramp.h"
#include "timing/calibrate.h"
#include "timing/window.h"

static const double READINGS = 20;

enum { TRIES = 5 };

/* The number of iterations that last long enough to be timed together. */
static uint64_t batch_of(const bench_case *item, const bench_timing *timing)
{
	double enough = READINGS * fmax(timing->reading_ns, timing->step_ns);

	for (uint64_t n = 1;; n *= 2)
		for (int i = 0; i < TRIES; i++) {
			uint64_t opened = benchi_window_open(timing);

			benchi_case_run(n, item);
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
	const struct benchi_parameters *all = benchi_thread_self()->worker_context.parameters;
	const struct benchi_worker_context place = { parameter, 0, benchi_ramp_most(plan), all };
	const struct benchi_worker_context alone = { parameter, 0, 1, all };
	bench_status status = benchi_case_begin(item, &place, skipped);
	benchi_ramp none = { .best = SIZE_MAX };
	bench_timing timing;
	benchi_case_job job;

	*ramp = none;
	if (status != BENCH_OK || *skipped)
		return status;
	status = benchi_timing_choose(&options, &timing);
	if (status == BENCH_OK) {
		benchi_case_job_begin(&job, item, parameter, &timing);
		benchi_case_enter(&alone);
		if (!(plan->rate_hz > 0))
			job.job.batch = batch_of(item, &timing);
		status = benchi_ramp_run(&job.job, plan, ramp);
		benchi_case_job_end(&job);
	}
	benchi_case_end(item, &place);
	return status;
}
