/*
 * What does a case take on several threads at once?
 *
 * A pool (ramp_pool.c) runs the body in windows that each thread makes long enough for the
 * clock before counting begins; only windows wholly within the time in which all threads
 * run count.  Their times an iteration are what a thread sees: with more threads than
 * processors the wait for one is in them.  Processor time comes from each thread's own
 * clock, over the same iterations; throughput from the iterations of all within that time.
 * Assumes: iterations alike. Wrong when: windows of one thread differ from another's (an
 * interval over all windows does not know whose they are).
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "engine/estimate.h"
#include "measure/warnings.h"
#include "measure/thread.h"
#include "load/ramp_case.h"
#include "load/worker_pool.h"
#include "program/threads.h"
#include "timing/calibrate.h"

static const double TIME_NS = 50e6, WINDOWS = 100;

enum { WINDOWS_MOST = 1000, FEW = 6 };

/* The windows as readings. */
static bench_status take_readings(const benchi_threads_plan *plan, const bench_timing *timing,
                                  const benchi_pool *pool, benchi_result *result)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < plan->threads; i++)
		for (size_t k = 0; k < pool->worker[i].windows && status == BENCH_OK; k++) {
			const benchi_pool_window *window = &pool->worker[i].window[k];
			benchi_reading reading = { NAN, NAN, (double)window->iterations, plan->process,
				(uint32_t)k };

			reading.ns = (window->ns - timing->empty_ns) / (double)window->iterations;
			status = benchi_result_add(result, &reading);
		}
	return status;
}

/* Turns that outlast the counted time leave no whole window: what part of them each thread did
 * in it is a reading. */
static bench_status take_parts(const benchi_threads_plan *plan, const benchi_pool *pool,
                               benchi_result *result)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < plan->threads && status == BENCH_OK; i++) {
		benchi_reading reading = { NAN, NAN, 0, plan->process, 0 };

		for (int k = 0; k < BENCHI_RAMP_SLICES; k++)
			reading.iterations += pool->worker[i].slice[k];
		reading.ns = (double)(pool->until - pool->from) / reading.iterations;
		if (reading.iterations > 0)
			status = benchi_result_add(result, &reading);
	}
	return status;
}

/* Everything that the readings give. */
static bench_status summarise(benchi_result *result, double elapsed_ns)
{
	bench_summary s = benchi_summary_none(BENCH_OK);
	double *ns = malloc(2 * (result->n + 1) * sizeof *ns);
	struct benchi_estimate e;

	if (!ns)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f windows", (double)result->n);
	for (size_t i = 0; i < result->n; i++) {
		ns[i] = result->reading[i].ns;
		s.iterations += (uint64_t)result->reading[i].iterations;
	}
	e = benchi_estimate_of(ns, result->n, ns + result->n);
	free(ns);
	s.ns = s.ns_raw = fmax(e.centre, 0);
	s.ns_low = e.low < 0 ? 0 : e.low;      /* a single reading has no interval: NaN */
	s.ns_high = e.high < 0 ? 0 : e.high;
	s.min_ns = e.min;
	s.p05_ns = e.p05;
	s.p95_ns = e.p95;
	s.mad_ns = e.mad;
	s.confidence = e.confidence;
	s.samples = result->n;
	s.elapsed_ns = elapsed_ns;
	s.overhead_ns = 0;
	s.method = "threads";
	if (result->n < FEW)
		s.warnings |= BENCH_WARN_FEW_SAMPLES;
	benchi_warnings_noise(&e, &s);
	if (s.ns_low > 0)   /* a wait for a processor widens it; but time has passed */
		s.warnings &= ~(unsigned)BENCH_WARN_BELOW_RESOLUTION;
	result->summary = s;
	return BENCH_OK;
}

/* Throughput and processor time of all together. */
static void sum_up(const benchi_pool *pool, benchi_result *result)
{
	double iterations = 0, cpu = 0, cpu_iterations = 0;

	for (size_t i = 0; i < pool->plan.workers; i++) {
		const benchi_worker *w = &pool->worker[i];

		for (int k = 0; k < BENCHI_RAMP_SLICES; k++)
			iterations += w->slice[k];
		cpu += w->cpu_ns;
		cpu_iterations += w->cpu_operations;
	}
	result->wall_ns = iterations > 0
		? (double)(pool->until - pool->from) / iterations : (double)NAN;
	result->cpu_ns = cpu_iterations > 0 ? cpu / cpu_iterations : (double)NAN;
}

static bench_status run(const benchi_threads_plan *plan, benchi_result *result)
{
	const bench_options none = { .time_ns = 0 }, *options = plan->options ? plan->options : &none;
	const bench_case *item = plan->item;
	benchi_job job = benchi_case_job(&item, plan->parameter);
	benchi_pool_plan pool_plan = { .job = &job, .workers = plan->threads, .stop = plan->stop };
	bench_timing timing;
	benchi_pool pool;
	bench_status status = benchi_timing_choose(options, &timing);

	if (status != BENCH_OK)
		return status;
	pool_plan.clock = timing.clock;
	pool_plan.counted_ns = options->time_ns > 0 ? options->time_ns : TIME_NS;
	pool_plan.window_ns = fmax(options->enough_ns > 0 ? options->enough_ns : timing.enough_ns,
	                           pool_plan.counted_ns / WINDOWS);
	pool_plan.windows = options->rounds ? options->rounds : WINDOWS_MOST;
	status = benchi_pool_run(&pool_plan, &pool);
	if (status == BENCH_OK)
		status = take_readings(plan, &timing, &pool, result);
	if (status == BENCH_OK && result->n == 0)
		status = take_parts(plan, &pool, result);
	if (status == BENCH_OK) {
		sum_up(&pool, result);
		status = summarise(result, pool_plan.counted_ns);
	}
	if (status == BENCH_OK && result->n == 0)
		status = benchi_fail(BENCH_ERR_NO_SAMPLES,
			"no window ended in %.3g s: iterations take longer",
		                     pool_plan.counted_ns / 1e9);
	benchi_pool_free(&pool);
	return status;
}

bench_status benchi_threads_run(const benchi_threads_plan *plan, benchi_result *result)
{
	const struct benchi_worker_context place = { plan->parameter, 0, plan->threads };
	const char *skipped;
	bench_status status;

	if (!plan->item || plan->threads < 1 || plan->threads > BENCHI_THREADS_MOST)
		return benchi_fail(BENCH_ERR_ARGUMENT, "%.0f threads: expected 1 to %d",
		                   (double)plan->threads, BENCHI_THREADS_MOST);
	result->threads = plan->threads;
	result->bytes = plan->item->bytes;
	result->items = plan->item->items;
	result->cpu_ns = result->wall_ns = NAN;
	result->summary = benchi_summary_none(BENCH_OK);
	status = benchi_case_begin(plan->item, &place, &skipped);
	if (status == BENCH_OK && skipped) {
		result->skipped = malloc(strlen(skipped) + 1);
		if (!result->skipped)
			return benchi_fail(BENCH_ERR_MEMORY, "%s", "");
		strcpy(result->skipped, skipped);
		return BENCH_OK;
	}
	if (status == BENCH_OK) {
		status = run(plan, result);
		benchi_case_end(plan->item, &place);
	}
	result->summary.status = status;
	return status;
}
