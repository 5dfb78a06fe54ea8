/*
 * Measures a case on several threads at once.
 *
 * A worker pool runs the body in windows that each thread makes long enough for the clock
 * before counting begins.  While there are at least as many processors as threads, only
 * windows during which all threads had a processor count (load/concurrent.c): contended work
 * is faster while a competitor waits.  Where they are few, because the machine is busy, the
 * pool runs again, four times in all at most, and for longer where no window ended; the row then
 * carries PREEMPTED, as it does when the time of an iteration is less than threads * wall time /
 * processors, which cannot be true of all windows.  If there are none the others count, with
 * confidence 0, and only where no other process has any (program/combine.c).  With more threads
 * than processors the wait for one is part of the time.
 *
 * Processor time comes from each thread's own clock, over the same iterations; throughput from
 * the iterations of all, or, where windows were left out, from the windows that count.
 * Assumes iterations alike.  Wrong when windows of one thread differ from another's (an
 * interval over all windows does not know whose they are).
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "engine/estimate.h"
#include "host/affinity.h"
#include "load/case_job.h"
#include "load/concurrent.h"
#include "measure/self_calibration.h"
#include "measure/warnings.h"
#include "program/threads.h"
#include "timing/calibrate.h"

static const double TIME_NS = 50e6, WINDOWS = 500, LEFT_OUT = 0.1, CONTRADICTION = 0.9, LONGER = 4;

enum { WINDOWS_MOST = 2000, FEW = 6, ENOUGH = 20, TRIES = 4 };

/* One measurement: what its pools have in common, and their sums. */
struct measurement {
	const benchi_threads_plan *plan;
	benchi_pool_plan pool_plan;
	benchi_case_job job;
	struct benchi_reference reference;
	size_t most;                       /* readings of each thread */
	bool all;                          /* no window was concurrent: all count */
	size_t left_out;
	double iterations, ns;             /* of the windows that count */
	double counted_iterations, counted_ns;  /* of all */
	double cpu_ns, cpu_iterations;
	bool own;                          /* the body marks regions */
};

static bench_status add_reading(struct measurement *m, benchi_result *result, size_t worker,
                                const benchi_pool_window *window, uint32_t round)
{
	double tick = m->job.reference ? benchi_worker_tick_ns(&m->job.tick[worker]) : (double)NAN;
	double iterations = (double)window->iterations;
	double ns = m->own ? window->ns : window->ns - m->job.timing.empty_ns;
	benchi_reading reading = { ns / iterations, ns / iterations / tick, iterations,
		m->plan->process, round };

	m->iterations += iterations;
	m->ns += ns;
	return benchi_result_add(result, &reading);
}

/* The windows that count, as readings. */
static bench_status take_windows(struct measurement *m, const benchi_pool *pool,
                                 benchi_result *result)
{
	for (size_t i = 0; i < pool->plan.workers; i++) {
		const benchi_worker *w = &pool->worker[i];
		size_t taken = 0;

		for (size_t k = 0; k < w->windows && taken < m->most; k++) {
			bench_status status;

			if (!benchi_window_whole(pool, &w->window[k]))
				continue;
			if (pool->plan.waits && !m->all && !benchi_window_concurrent(pool, i, k)) {
				m->left_out++;
				continue;
			}
			status = add_reading(m, result, i, &w->window[k], (uint32_t)taken++);
			if (status != BENCH_OK)
				return status;
		}
	}
	return BENCH_OK;
}

/* Iterations that outlast the counted time leave no whole window: the part of them that each
 * thread did in it is a reading. */
static bench_status take_parts(const struct measurement *m, const benchi_pool *pool,
                               benchi_result *result)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < pool->plan.workers && status == BENCH_OK; i++) {
		benchi_reading reading = { NAN, NAN, 0, m->plan->process, 0 };

		for (int k = 0; k < pool->slices; k++)
			reading.iterations += pool->worker[i].slice[k];
		reading.ns = pool->slice_ns * pool->slices / reading.iterations;
		if (reading.iterations > 0)
			status = benchi_result_add(result, &reading);
	}
	return status;
}

/* Throughput and processor time of all together. */
static void sum_up(struct measurement *m, const benchi_pool *pool)
{
	m->counted_ns += pool->slice_ns * pool->slices;
	for (size_t i = 0; i < pool->plan.workers; i++) {
		const benchi_worker *w = &pool->worker[i];

		for (int k = 0; k < pool->slices; k++)
			m->counted_iterations += w->slice[k];
		m->cpu_ns += w->cpu_ns;
		m->cpu_iterations += w->cpu_operations;
		m->own = m->own || w->own;
	}
}

/* One pool's work.  In the last try all windows count if none is concurrent. */
static bench_status run_pool(struct measurement *m, bool last, benchi_result *result)
{
	benchi_pool pool;
	bench_status status = benchi_pool_run(&m->pool_plan, &pool);

	if (status == BENCH_OK) {
		sum_up(m, &pool);
		status = take_windows(m, &pool, result);
	}
	if (status == BENCH_OK && result->n == 0 && m->left_out && last) {
		m->all = true;
		status = take_windows(m, &pool, result);
	}
	if (status == BENCH_OK && result->n == 0 && !m->left_out && !m->own)
		status = take_parts(m, &pool, result);
	benchi_pool_free(&pool);
	return status;
}

/* The estimate of a member of all readings that have it. */
static struct benchi_estimate estimate(const benchi_result *result, double *memory, bool cycles)
{
	size_t n = 0;

	for (size_t i = 0; i < result->n; i++) {
		double value = cycles ? result->reading[i].cycles : result->reading[i].ns;

		if (!isnan(value))
			memory[n++] = value;
	}
	return benchi_estimate_of(memory, n, memory + result->n);
}

static void take_ns(const struct benchi_estimate *e, bench_summary *s)
{
	benchi_summary_set_ns(s, e, (struct benchi_reach){ 0, 0 });   /* NaN: a single reading */
	s->ns_raw = s->ns;
	s->samples = e->n;
}

/* Cycles are known if most readings have them. */
static void take_cycles(const struct benchi_estimate *e, size_t readings, bench_summary *s)
{
	if (2 * e->n < readings || e->n == 0) {
		s->warnings |= BENCH_WARN_NO_TICK;
		return;
	}
	benchi_summary_set_cycles(s, e, (struct benchi_reach){ 0, 0 });
	s->mhz = s->ns > 0 ? 1e3 * s->cycles / s->ns : (double)NAN;
}

/* Threads that all run take at least threads * wall / processors for an iteration.  Is the
 * result less?  Then the interval reaches up to that. */
static bool contradicts(const struct measurement *m, benchi_result *result)
{
	double threads = (double)m->plan->threads;
	double processors = fmin(threads, benchi_processors_allowed());
	double least = threads * result->wall_ns / processors;

	if (!(result->summary.ns < CONTRADICTION * least))
		return false;
	result->summary.ns_high = fmax(result->summary.ns_high, least);
	return true;
}

/* Windows were left out, or too short times are among those that count; or START and STOP are not
 * paired. */
static void warn(const struct measurement *m, benchi_result *result)
{
	double left_out = (double)m->left_out;

	if (contradicts(m, result) || left_out > LEFT_OUT * (left_out + (double)result->n))
		result->summary.warnings |= BENCH_WARN_PREEMPTED;
	if (m->job.unpaired)
		result->summary.warnings |= BENCH_WARN_UNPAIRED;
}

/* Wall and processor time.  Regions have neither: what lies between them is no part of it. */
static void take_totals(const struct measurement *m, benchi_result *result)
{
	double threads = (double)m->plan->threads;
	bool windows = (m->own || (m->left_out && !m->all)) && m->iterations > 0;

	result->wall_ns = windows ? m->ns / m->iterations / threads
		: m->counted_iterations > 0 ? m->counted_ns / m->counted_iterations : (double)NAN;
	result->cpu_ns = m->cpu_iterations > 0 && !m->own ? m->cpu_ns / m->cpu_iterations
	                                                  : (double)NAN;
}

/* Everything that the readings give. */
static bench_status summarise(const struct measurement *m, benchi_result *result)
{
	bench_summary s = benchi_summary_none(BENCH_OK);
	double *memory = malloc(2 * (result->n + 1) * sizeof *memory);
	struct benchi_estimate ns, cycles;

	if (!memory)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f windows", (double)result->n);
	cycles = estimate(result, memory, true);
	ns = estimate(result, memory, false);
	free(memory);
	take_ns(&ns, &s);
	take_cycles(&cycles, result->n, &s);
	for (size_t i = 0; i < result->n; i++)
		s.iterations += (uint64_t)result->reading[i].iterations;
	s.elapsed_ns = m->counted_ns;
	s.overhead_ns = 0;
	s.dropped = m->all ? 0 : m->left_out;
	s.method = m->own ? "regions" : "threads";
	if (result->n < FEW)
		s.warnings |= BENCH_WARN_FEW_SAMPLES;
	benchi_warnings_noise(&ns, &s);
	if (s.ns_low > 0)   /* a wait for a processor widens it; but time has passed */
		s.warnings &= ~(unsigned)BENCH_WARN_BELOW_RESOLUTION;
	result->summary = s;
	take_totals(m, result);
	warn(m, result);
	if (m->all)
		result->summary.confidence = 0;
	return BENCH_OK;
}

/* Finds the clock, the reference and the sizes of windows. */
static bench_status begin(struct measurement *m, const benchi_threads_plan *plan)
{
	const bench_options none = { .time_ns = 0 }, *options = plan->options ? plan->options : &none;
	bench_timing timing;
	bench_status status = benchi_timing_choose(options, &timing);

	memset(m, 0, sizeof *m);
	m->plan = plan;
	if (status != BENCH_OK)
		return status;
	if (benchi_self_reference(&m->reference) == BENCH_OK && options->clock.now_ns)
		benchi_reference_fit(&timing, &m->reference);
	benchi_case_job_begin(&m->job, plan->item, plan->parameter, &timing);
	if (m->reference.low_ipc) {
		m->job.tick = calloc(plan->threads, sizeof *m->job.tick);
		m->job.reference = m->job.tick ? &m->reference : NULL;
	}
	m->most = options->rounds ? options->rounds : WINDOWS_MOST;
	m->pool_plan.job = &m->job.job;
	m->pool_plan.workers = plan->threads;
	m->pool_plan.stop = plan->stop;
	m->pool_plan.clock = timing.clock;
	m->pool_plan.counted_ns = options->time_ns > 0 ? options->time_ns : TIME_NS;
	m->pool_plan.window_ns = fmax(options->enough_ns > 0 ? options->enough_ns : timing.enough_ns,
	                              m->pool_plan.counted_ns / WINDOWS);
	m->pool_plan.windows = WINDOWS_MOST;
	m->pool_plan.waits = plan->threads <= (size_t)benchi_processors_allowed();
	return BENCH_OK;
}

static bool stops(const benchi_threads_plan *plan)
{
	return plan->stop && plan->stop();
}

static bench_status run(const benchi_threads_plan *plan, benchi_result *result)
{
	struct measurement m;
	bench_status status = begin(&m, plan);

	if (status != BENCH_OK)
		return status;
	for (int i = 1; i <= TRIES && status == BENCH_OK; i++) {
		bool last = i == TRIES || stops(plan);

		status = run_pool(&m, last, result);
		if (last || (result->n > 0 && !m.left_out) || result->n >= ENOUGH * plan->threads)
			break;
		if (result->n == 0)
			m.pool_plan.counted_ns *= LONGER;
	}
	if (status == BENCH_ERR_NO_SAMPLES && result->n > 0)
		status = BENCH_OK;   /* stopped in a later try */
	if (status == BENCH_OK)
		status = summarise(&m, result);
	if (status == BENCH_OK && result->n == 0)
		status = benchi_fail(BENCH_ERR_NO_SAMPLES, "no window ended in %.3g s: iterations take "
		                     "longer, or no processor was free", m.pool_plan.counted_ns / 1e9);
	free(m.job.tick);
	if (plan->counted)
		*plan->counted = m.job.counted;
	benchi_case_job_end(&m.job);
	return status;
}

bench_status benchi_threads_run(const benchi_threads_plan *plan, benchi_result *result)
{
	const struct benchi_worker_context place = { plan->parameter, 0, plan->threads,
		plan->parameters };
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
