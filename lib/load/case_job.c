/*
 * Runs a case's body in the workers of a pool.
 *
 * Each worker starts with the clock and the region cost that the calling thread calibrated, so
 * that START and STOP cost the same in all of them and no worker calibrates while others work.
 * Where the body marks regions, their time is the operations' time.
 *
 * Cycles: each worker times the low-IPC reference chain before it begins and after it ends,
 * when the other workers do the same or still work, and its core's tick is the mean of the
 * two.  Not in between: while one worker times a chain the others would be less contended.
 * Wrong when the core's speed changed and changed back between the two.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "cycle/record.h"
#include "load/case_job.h"
#include "measure/calls.h"
#include "measure/counts.h"
#include "measure/regions.h"
#include "stats/order.h"

enum { TICK_WINDOWS = 9 };

static const double TICKS_AGREE = 0.02;

static bench_status operate(void *arg, size_t worker, uint64_t n)
{
	benchi_case_job *job = arg;
	const struct benchi_regions *regions = benchi_regions_clear();

	(void)worker;
	benchi_case_run(n, job->item);
	if (benchi_regions_unpaired(regions)) {
		benchi_lock_take(&job->lock);
		job->unpaired = 1;
		benchi_lock_give(&job->lock);
	}
	benchi_thread_self()->counting.iterations += (double)n;
	return BENCH_OK;
}

static double own_ns(void *arg, size_t worker)
{
	const struct benchi_regions *regions = &benchi_thread_self()->regions;

	(void)arg;
	(void)worker;
	return regions->count > 0 ? regions->ns : (double)NAN;
}

/* The core's tick: a low quantile of a few windows of the reference chain, since an
 * interruption only adds. */
static double tick_ns(const benchi_case_job *job)
{
	const struct benchi_reference *r = job->reference;
	double ticks = (double)r->low_ipc_iterations * r->low_ipc_ticks + r->fixed_ticks;
	double ns[TICK_WINDOWS];

	for (int i = 0; i < TICK_WINDOWS; i++)
		if (isnan(ns[i] = benchi_chain_time(&job->timing, r->low_ipc, r->low_ipc_iterations)))
			return NAN;
	benchi_sort(ns, TICK_WINDOWS);
	return benchi_quantile(ns, TICK_WINDOWS, 0.25) / ticks;
}

static void enter(void *arg, size_t worker)
{
	benchi_case_job *job = arg;

	benchi_thread_self()->regions = job->regions;
	if (job->reference)
		job->tick[worker].before_ns = tick_ns(job);
}

static void leave(void *arg, size_t worker)
{
	const struct benchi_counted_outer none = { 0, 0 };
	benchi_case_job *job = arg;

	if (job->reference)
		job->tick[worker].after_ns = tick_ns(job);
	benchi_counted_end(&benchi_thread_self()->counting, &none);
	benchi_lock_take(&job->lock);
	benchi_counted_merge(&job->counted, &benchi_thread_self()->counting.latest);
	benchi_lock_give(&job->lock);
}

void benchi_case_job_begin(benchi_case_job *job, const bench_case *item, uint64_t parameter,
                           const bench_timing *timing)
{
	struct benchi_thread *thread = benchi_thread_self();
	const benchi_case_job fresh = { .item = item, .timing = *timing, .lock = BENCHI_LOCK_INIT };

	*job = fresh;
	benchi_thread_save(&job->outer);
	job->job.operate = operate;
	job->job.own_ns = own_ns;
	job->job.enter = enter;
	job->job.leave = leave;
	job->job.parameter = parameter;
	job->job.parameters = thread->worker_context.parameters;
	job->job.arg = job;
	benchi_regions_use(&timing->clock);
	job->regions = thread->regions;
}

void benchi_case_job_end(benchi_case_job *job)
{
	benchi_thread_restore(&job->outer, &job->timing.clock);
}

double benchi_worker_tick_ns(const benchi_worker_tick *tick)
{
	double mean = (tick->before_ns + tick->after_ns) / 2;

	return fabs(tick->after_ns - tick->before_ns) < TICKS_AGREE * mean ? mean : (double)NAN;
}

bench_status benchi_case_begin(const bench_case *item, const struct benchi_worker_context *place,
                               const char **skipped)
{
	bench_status status = item ? benchi_case_check(item)
	                           : benchi_fail(BENCH_ERR_ARGUMENT, "case is NULL");

	*skipped = NULL;
	if (status != BENCH_OK)
		return status;
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
	return benchi_fail(BENCH_ERR_ARGUMENT, "verify found its work wrong");
}

void benchi_case_end(const bench_case *item, const struct benchi_worker_context *place)
{
	benchi_case_enter(place);
	if (item->teardown)
		item->teardown(item->arg);
}
