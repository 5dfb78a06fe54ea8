/*
 * How do several workers start together, and what if one cannot?
 *
 * Each thread's first act is to take a lock that is held until all have been started.  If
 * the system refuses one, the others find, once they have the lock, that all is off.
 * One worker alone is the calling thread itself, so that a system without threads can
 * do that much.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "load/worker_pool.h"

static void enter(void *worker)
{
	benchi_worker_run((benchi_worker *)worker);
}

static bench_status prepare(benchi_pool *pool)
{
	const benchi_pool_plan *plan = &pool->plan;
	uint64_t batch = plan->job->batch ? plan->job->batch : 1;

	pool->worker = calloc(plan->workers, sizeof *pool->worker);
	if (!pool->worker)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f workers", (double)plan->workers);
	for (size_t i = 0; i < plan->workers; i++) {
		benchi_worker *w = &pool->worker[i];

		w->pool = pool;
		w->index = i;
		w->batch = batch;
		w->random = plan->seed + i * 0x9e3779b97f4a7c15u;
		if (plan->windows && !(w->window = malloc(plan->windows * sizeof *w->window)))
			return benchi_fail(BENCH_ERR_MEMORY, "%.0f windows", (double)plan->windows);
	}
	return BENCH_OK;
}

/* Starts all; then they may begin, or, if one could not be started, must end. */
static bench_status start_and_join(benchi_pool *pool)
{
	bench_status status = BENCH_OK;
	char why[128];
	size_t started = 0;

	benchi_lock_take(&pool->lock);
	while (started < pool->plan.workers && status == BENCH_OK) {
		benchi_worker *w = &pool->worker[started];

		status = benchi_os_thread_start(&w->thread, enter, w);
		started += status == BENCH_OK;
	}
	pool->cancelled = status != BENCH_OK;
	benchi_lock_give(&pool->lock);
	for (size_t i = 0; i < started; i++)
		benchi_os_thread_join(&pool->worker[i].thread);
	if (status == BENCH_OK)
		return status;
	snprintf(why, sizeof why, "%.*s", (int)sizeof why - 1, bench_detail());
	return benchi_fail(status, "worker %.0f of %.0f could not be started: %s",
	                   (double)started + 1, (double)pool->plan.workers, why);
}

bench_status benchi_pool_run(const benchi_pool_plan *plan, benchi_pool *pool)
{
	static const benchi_pool none = { .lock = BENCHI_LOCK_INIT };
	bench_status status;

	*pool = none;
	pool->plan = *plan;
	status = prepare(pool);
	if (status != BENCH_OK)
		return status;
	if (plan->workers == 1)
		benchi_worker_run(pool->worker);
	else
		status = start_and_join(pool);
	if (status == BENCH_OK && pool->cancelled)
		status = benchi_fail(pool->worker[pool->failed].status, "%s",
		                     pool->worker[pool->failed].why);
	for (size_t i = 0; i < plan->workers && status == BENCH_OK; i++)
		if (pool->worker[i].over)
			status = benchi_fail(BENCH_ERR_NO_SAMPLES, "stopped before the step was over");
	return status;
}

void benchi_pool_free(benchi_pool *pool)
{
	for (size_t i = 0; pool->worker && i < pool->plan.workers; i++)
		free(pool->worker[i].window);
	free(pool->worker);
	pool->worker = NULL;
}
