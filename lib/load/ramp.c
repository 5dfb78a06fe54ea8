/*
 * Adds workers one by one and measures throughput and latency of each number.
 *
 * Each step runs a pool of one worker more (worker_pool.c) until the rule ends the ramp
 * (ramp_rule.c); then the universal scalability law (analysis/scalability.c) is fitted to the
 * steps' throughput.  The law is an idealisation: the error of a step is its own and 2 % of
 * its throughput combined, so that one quiet step does not decide alone.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/stored.h"
#include "host/affinity.h"
#include "load/ramp.h"
#include "load/worker_pool.h"
#include "load/ramp_rule.h"

static const double STEP_NS = 1e9, SHARE = 0.99, MODEL_ERROR = 0.02, FASTEST_HZ = 1e7;

enum { MOST = 64, MOST_EVER = 1024 };

size_t benchi_ramp_most(const benchi_ramp_plan *plan)
{
	return plan->most ? plan->most : plan->least > MOST ? plan->least : MOST;
}

/* Fills in the defaults. */
static bench_status complete(benchi_ramp_plan *plan)
{
	plan->least = plan->least ? plan->least : 1;
	plan->most = benchi_ramp_most(plan);
	plan->step_ns = plan->step_ns > 0 ? plan->step_ns : STEP_NS;
	plan->limit_share = plan->limit_share > 0 ? plan->limit_share : SHARE;
	if (!plan->clock.now_ns)
		plan->clock = bench_clock_default();
	if (!plan->clock.now_ns)
		return benchi_fail(BENCH_ERR_CLOCK_MISSING, "%s", "");
	if (plan->most > MOST_EVER || plan->least > plan->most)
		return benchi_fail(BENCH_ERR_ARGUMENT, "%.0f to %.0f workers: expected 1 to %d",
		                   (double)plan->least, (double)plan->most, MOST_EVER);
	if (!(plan->rate_hz >= 0 && plan->rate_hz <= FASTEST_HZ) || !(plan->limit_share <= 1)
	    || !(plan->limit_ns >= 0) || !isfinite(plan->step_ns))
		return benchi_fail(BENCH_ERR_ARGUMENT,
		                   "rate %g a second, limit %g ns at %g, steps of %g ns", plan->rate_hz,
		                   plan->limit_ns, plan->limit_share, plan->step_ns);
	return BENCH_OK;
}

/* Sums the slices of all workers; a step that was stopped has only some. */
static void sum_slices(const benchi_pool *pool, benchi_step *step)
{
	double sum = 0, squares = 0;

	step->counted_ns = pool->slice_ns * pool->slices;
	for (int k = 0; k < BENCHI_POOL_SLICES; k++) {
		double done = 0;

		for (size_t i = 0; i < pool->plan.workers; i++)
			done += pool->worker[i].slice[k];
		step->slice_hz[k] = k < pool->slices ? done / pool->slice_ns * 1e9 : (double)NAN;
		sum += k < pool->slices ? step->slice_hz[k] / pool->slices : 0;
	}
	step->throughput_hz = benchi_stored(sum);
	for (int k = 0; k < pool->slices; k++)
		squares += pow(step->slice_hz[k] - step->throughput_hz, 2);
	step->error_hz = pool->slices > 1 ? sqrt(squares / (pool->slices - 1) / pool->slices)
	                                  : step->throughput_hz;
	step->wall_ns = 1e9 / step->throughput_hz;
}

static void sum_workers(benchi_pool *pool, benchi_step *step)
{
	double cpu = 0, operations = 0, served_ns = 0, served = 0;

	step->unserved = 0;
	for (size_t i = 0; i < pool->plan.workers; i++) {
		benchi_worker *w = &pool->worker[i];

		cpu += w->cpu_ns;
		operations += w->cpu_operations;
		step->unserved += w->unserved;
		served_ns += w->served_ns;
		served += w->served;
		if (i)
			benchi_histogram_merge(&pool->worker->latency, &w->latency);
	}
	step->service_ns = served > 0 ? served_ns / served : (double)NAN;
	step->cpu_ns = operations > 0 ? cpu / operations : (double)NAN;
	step->busy = step->cpu_ns * step->throughput_hz / 1e9 / benchi_processors_allowed();
}

static void read_latencies(const benchi_ramp_plan *plan, const benchi_histogram *h,
                           benchi_step *step)
{
	step->operations = h->total;
	step->mean_ns = h->total > 0 ? h->sum / h->total : (double)NAN;
	step->p50_ns = benchi_histogram_quantile(h, 0.5);
	step->p90_ns = benchi_histogram_quantile(h, 0.9);
	step->p99_ns = benchi_histogram_quantile(h, 0.99);
	step->p999_ns = benchi_histogram_quantile(h, 0.999);
	step->max_ns = benchi_histogram_quantile(h, 1);
	step->limited_ns = benchi_histogram_quantile(h, plan->limit_share);
	step->over = plan->limit_ns > 0 && !(step->limited_ns <= plan->limit_ns);
}

void benchi_ramp_sum(const benchi_ramp_plan *plan, benchi_pool *pool, benchi_step *step)
{
	double workers = (double)pool->plan.workers;

	step->workers = pool->plan.workers;
	step->offered_hz = plan->rate_hz > 0 ? plan->rate_hz * workers : (double)NAN;
	sum_slices(pool, step);
	step->bytes_hz = plan->bytes > 0 ? plan->bytes * step->throughput_hz : (double)NAN;
	sum_workers(pool, step);
	read_latencies(plan, &pool->worker->latency, step);
}

/* One step; frees the pool's memory. */
static bench_status make_step(const benchi_job *job, const benchi_ramp_plan *plan, size_t workers,
                              benchi_step *step)
{
	benchi_pool_plan pool_plan = { .job = job, .workers = workers, .counted_ns = plan->step_ns,
		.rate_hz = plan->rate_hz, .even = plan->even, .clock = plan->clock,
		.seed = plan->seed + workers * 1000003, .sleep = plan->sleep, .stop = plan->stop };
	benchi_snapshot before, after;
	benchi_pool pool;
	bench_status status;

	memset(&step->machine, 0, sizeof step->machine);
	if (plan->observe)
		benchi_snapshot_take("", &before);
	status = benchi_pool_run(&pool_plan, &pool);
	if (plan->observe) {
		benchi_snapshot_take("", &after);
		benchi_utilisation_between(&before, &after, &step->machine);
	}
	if (status == BENCH_OK)
		benchi_ramp_sum(plan, &pool, step);
	benchi_pool_free(&pool);
	return status;
}

static benchi_step *capacity_for_step(benchi_ramp *ramp)
{
	if (ramp->n == ramp->capacity) {
		size_t capacity = ramp->capacity ? 2 * ramp->capacity : 16;
		benchi_step *more = realloc(ramp->step, capacity * sizeof *more);

		if (!more) {
			benchi_fail(BENCH_ERR_MEMORY, "%.0f steps", (double)capacity);
			return NULL;
		}
		ramp->step = more;
		ramp->capacity = capacity;
	}
	return &ramp->step[ramp->n];
}

static bool stops(const benchi_ramp *ramp)
{
	return ramp->plan.stop && ramp->plan.stop();
}

/* Makes one step after the other.  What fails after the first is no failure of the ramp if
 * it was asked to stop, or no more workers could be had. */
static bench_status make_steps(const benchi_job *job, benchi_ramp *ramp)
{
	const benchi_ramp_plan *plan = &ramp->plan;

	for (size_t workers = plan->least; workers <= plan->most; workers++) {
		benchi_step *step = capacity_for_step(ramp);
		bench_status status = step ? BENCH_OK : BENCH_ERR_MEMORY;

		if (step && plan->progress)
			plan->progress(plan->progress_arg, workers, ramp->n ? step - 1 : NULL);
		if (step)
			status = make_step(job, plan, workers, step);
		if (status == BENCH_ERR_UNSUPPORTED && ramp->n) {
			snprintf(ramp->refused, sizeof ramp->refused, "%.*s",
			         (int)sizeof ramp->refused - 1, bench_detail());
			return BENCH_OK;
		}
		ramp->n += status == BENCH_OK;
		if (stops(ramp)) {
			ramp->end = BENCHI_RAMP_STOPPED;
			return ramp->n ? BENCH_OK : status;
		}
		if (status != BENCH_OK)
			return status;
		if (benchi_ramp_over(ramp, &ramp->end))
			break;
	}
	return BENCH_OK;
}

/* In a closed loop all that is offered is done: only there is the load the limit. */
bench_status benchi_ramp_fit(benchi_ramp *ramp)
{
	benchi_load *load = malloc((ramp->n + 1) * sizeof *load);
	bench_status status;
	size_t n = 0;

	if (!load)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f loads", (double)ramp->n);
	for (size_t i = 0; i < ramp->n && !(ramp->plan.rate_hz > 0); i++) {
		const benchi_step *step = &ramp->step[i];

		if (!(step->throughput_hz > 0))
			continue;
		load[n].workers = (double)step->workers;
		load[n].rate = step->throughput_hz;
		load[n++].error = hypot(step->error_hz, MODEL_ERROR * step->throughput_hz);
	}
	status = benchi_scalability_fit(load, n, &ramp->scaling);
	free(load);
	return status;
}

bench_status benchi_ramp_model(benchi_ramp *ramp)
{
	benchi_queue_load *load = calloc(ramp->n + 1, sizeof *load);
	const bool alone = ramp->n && ramp->step[0].workers == 1;

	if (!load)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f loads", (double)ramp->n);
	for (size_t i = 0; i < ramp->n; i++) {
		const benchi_step *step = &ramp->step[i];

		load[i] = (benchi_queue_load){ (double)step->workers, ramp->plan.rate_hz,
			step->unserved > 0 ? (double)NAN : step->mean_ns };
	}
	ramp->queueing = benchi_queueing_fit(load, ramp->n,
		alone ? ramp->step[0].service_ns : (double)NAN, ramp->plan.most);
	for (size_t i = 0; i < ramp->n; i++)
		ramp->step[i].model_ns = ramp->queueing.servers
			? benchi_queueing_mean(&ramp->queueing, &load[i]) : (double)NAN;
	free(load);
	return BENCH_OK;
}

bench_status benchi_ramp_run(const benchi_job *job, const benchi_ramp_plan *plan, benchi_ramp *ramp)
{
	bench_status status;

	memset(ramp, 0, sizeof *ramp);
	ramp->plan = *plan;
	ramp->best = SIZE_MAX;
	ramp->batch = job->batch ? job->batch : 1;
	status = complete(&ramp->plan);
	if (status == BENCH_OK)
		status = make_steps(job, ramp);
	if (status != BENCH_OK)
		return status;
	ramp->best = benchi_ramp_best(ramp);
	status = benchi_ramp_fit(ramp);
	return status == BENCH_OK ? benchi_ramp_model(ramp) : status;
}

void benchi_ramp_free(benchi_ramp *ramp)
{
	free(ramp->step);
	ramp->step = NULL;
	ramp->n = ramp->capacity = 0;
}
