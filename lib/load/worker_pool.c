/*
 * Starts several workers together, or none if one cannot be started.
 *
 * Each thread first takes a lock that is held until all threads exist.  If the system refuses
 * one, the others find the pool cancelled once they have the lock.  A single worker is the
 * calling thread itself, which works on systems without threads.
 *
 * Each worker has a random stream of its own: its state is an output of a generator that the
 * seed starts.  (States that differ by the generator's own increment would give every worker
 * the first one's stream, shifted by a draw.)
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/random.h"
#include "load/worker.h"
#include "load/worker_pool.h"

static void enter(void *worker)
{
	benchi_worker_run((benchi_worker *)worker);
}

bench_status benchi_pool_prepare(const benchi_pool_plan *plan, benchi_pool *pool)
{
	static const benchi_pool none = { .lock = BENCHI_LOCK_INIT };
	uint64_t batch = plan->job->batch ? plan->job->batch : 1, seeds = plan->seed;

	*pool = none;
	pool->plan = *plan;
	pool->worker = calloc(plan->workers, sizeof *pool->worker);
	if (!pool->worker)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f workers", (double)plan->workers);
	for (size_t i = 0; i < plan->workers; i++) {
		benchi_worker *w = &pool->worker[i];

		w->pool = pool;
		w->index = i;
		w->batch = batch;
		w->random = benchi_random(&seeds);
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
	return benchi_fail(status, "cannot start worker %.0f of %.0f: %s",
	                   (double)started + 1, (double)pool->plan.workers, why);
}

static int complete_slices(const benchi_pool *pool)
{
	double slices = (double)(pool->until - pool->from) / pool->slice_ns;

	return pool->stopped ? (int)fmin(floor(slices), BENCHI_POOL_SLICES) : BENCHI_POOL_SLICES;
}

bench_status benchi_pool_run(const benchi_pool_plan *plan, benchi_pool *pool)
{
	bench_status status = benchi_pool_prepare(plan, pool);

	if (status != BENCH_OK)
		return status;
	if (plan->workers == 1)
		benchi_worker_run(pool->worker);
	else
		status = start_and_join(pool);
	if (status == BENCH_OK && pool->cancelled)
		status = benchi_fail(pool->worker[pool->failed].status, "%s",
		                     pool->worker[pool->failed].why);
	if (status == BENCH_OK && pool->slice_ns > 0)
		pool->slices = complete_slices(pool);
	if (status == BENCH_OK && pool->slices == 0)
		status = benchi_fail(BENCH_ERR_NO_SAMPLES, "stopped before anything was counted");
	return status;
}

void benchi_pool_free(benchi_pool *pool)
{
	for (size_t i = 0; pool->worker && i < pool->plan.workers; i++)
		free(pool->worker[i].window);
	free(pool->worker);
	pool->worker = NULL;
}
