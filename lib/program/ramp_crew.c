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
#include "program/ramp_crew.h"

static void enter(void *worker)
{
	benchi_worker_run((benchi_worker *)worker);
}

static bench_status prepare(benchi_crew *crew)
{
	const benchi_crew_plan *plan = &crew->plan;
	uint64_t batch = plan->job->batch ? plan->job->batch : 1;

	crew->worker = calloc(plan->workers, sizeof *crew->worker);
	if (!crew->worker)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f workers", (double)plan->workers);
	for (size_t i = 0; i < plan->workers; i++) {
		benchi_worker *w = &crew->worker[i];

		w->crew = crew;
		w->index = i;
		w->batch = batch;
		w->random = plan->seed + i * 0x9e3779b97f4a7c15u;
		if (plan->windows && !(w->window = malloc(plan->windows * sizeof *w->window)))
			return benchi_fail(BENCH_ERR_MEMORY, "%.0f windows", (double)plan->windows);
	}
	return BENCH_OK;
}

/* Starts all; then they may begin, or, if one could not be started, must end. */
static bench_status start_and_join(benchi_crew *crew)
{
	bench_status status = BENCH_OK;
	char why[128];
	size_t started = 0;

	benchi_lock_take(&crew->lock);
	while (started < crew->plan.workers && status == BENCH_OK) {
		benchi_worker *w = &crew->worker[started];

		status = benchi_strand_start(&w->strand, enter, w);
		started += status == BENCH_OK;
	}
	crew->cancelled = status != BENCH_OK;
	benchi_lock_give(&crew->lock);
	for (size_t i = 0; i < started; i++)
		benchi_strand_join(&crew->worker[i].strand);
	if (status == BENCH_OK)
		return status;
	snprintf(why, sizeof why, "%.*s", (int)sizeof why - 1, bench_detail());
	return benchi_fail(status, "worker %.0f of %.0f could not be started: %s",
	                   (double)started + 1, (double)crew->plan.workers, why);
}

bench_status benchi_crew_run(const benchi_crew_plan *plan, benchi_crew *crew)
{
	static const benchi_crew none = { .lock = BENCHI_LOCK_INIT };
	bench_status status;

	*crew = none;
	crew->plan = *plan;
	status = prepare(crew);
	if (status != BENCH_OK)
		return status;
	if (plan->workers == 1)
		benchi_worker_run(crew->worker);
	else
		status = start_and_join(crew);
	if (status == BENCH_OK && crew->cancelled)
		status = benchi_fail(crew->worker[crew->failed].status, "%s",
		                     crew->worker[crew->failed].why);
	for (size_t i = 0; i < plan->workers && status == BENCH_OK; i++)
		if (crew->worker[i].over)
			status = benchi_fail(BENCH_ERR_NO_SAMPLES, "stopped before the step was over");
	return status;
}

void benchi_crew_free(benchi_crew *crew)
{
	for (size_t i = 0; crew->worker && i < crew->plan.workers; i++)
		free(crew->worker[i].window);
	free(crew->worker);
	crew->worker = NULL;
}
