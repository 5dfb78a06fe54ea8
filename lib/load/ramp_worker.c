/*
 * What does one worker get done, and how long does each operation take?
 *
 * Closed loop: the next operation begins when the last has ended, and the reading of the
 * clock that ended the one begins the other.  Counting begins once every worker has done
 * its first operation, and lasts for a given time; until then each asks, under a lock,
 * whether it has begun, and from then on nothing is shared but the clock.  All go on
 * until that time is over, so whatever is counted was done while all ran.  An operation
 * that lies only partly in that time counts by the part; its latency counts if it began
 * in it.
 *
 * Open loop: operations are due at times drawn beforehand (even, or a Poisson process), and
 * latency counts from when one was due, not from when the worker came to it.  Otherwise
 * a stall of 200 ms would be one slow operation, while the many that should have begun
 * meanwhile would not be seen: Gil Tene's "coordinated omission" ("How NOT to Measure
 * Latency", 2013).  A worker that falls behind works its backlog off for as long again;
 * what is left then is counted with the latency it has by then, and as not served.
 *
 * Assumes: one clock for all threads.  Wrong when: the operation is no longer than a
 * reading of the clock; the sleep before a due time ends later than a tenth of a
 * millisecond (the last of it is spent reading the clock): that lateness is counted.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "clock/time.h"
#include "measure/case.h"
#include "load/worker_pool.h"
#include "stats/random_draw.h"

static const double SPIN_NS = 100e3; /* before a due time: the clock is read instead of sleeping */
static const double NAP_NS = 50e6;   /* of a sleep: then look whether all is over */

static uint64_t now_ns(const benchi_worker *w)
{
	return w->pool->plan.clock.now_ns(w->pool->plan.clock.ctx);
}

/* Has counting begun?  The last worker to run begins it. */
static void ask(benchi_worker *w, uint64_t now)
{
	benchi_pool *pool = w->pool;

	benchi_lock_take(&pool->lock);
	if (!w->runs) {
		w->runs = true;
		if (++pool->running == pool->plan.workers) {
			pool->from = now;
			pool->until = now + (uint64_t)pool->plan.counted_ns;
		}
	}
	w->from = pool->from;
	w->until = pool->until;
	w->over = w->over || pool->cancelled;
	benchi_lock_give(&pool->lock);
}

/* A step that is being counted is finished. */
static bool stopped(const benchi_worker *w)
{
	return !w->until && w->pool->plan.stop && w->pool->plan.stop();
}

/* Counts n operations by the parts of them that lie in each slice. */
static void spread(benchi_worker *w, uint64_t begin, uint64_t end, uint64_t n)
{
	double slice = (double)(w->until - w->from) / BENCHI_RAMP_SLICES;
	double low = begin < w->from ? 0 : (double)(begin - w->from);
	double high = (double)(end - w->from);   /* beyond the last slice nothing counts */
	double whole = (double)(end - begin);
	int i = (int)(low / slice);

	if (end == begin) {
		if (i < BENCHI_RAMP_SLICES)
			w->slice[i] += (double)n;
		return;
	}
	for (; i < BENCHI_RAMP_SLICES && low < high; i++) {
		double edge = fmin(slice * (i + 1), high);

		w->slice[i] += (double)n * (edge - low) / whole;
		low = edge;
	}
}

static double cpu_ns(const benchi_worker *w)
{
	const benchi_job *job = w->pool->plan.job;

	return job->cpu_ns ? job->cpu_ns(job->arg, w->index) : benchi_thread_cpu_ns();
}

/* Operations that were due at one time, and were done between two others. */
static void count(benchi_worker *w, uint64_t due, uint64_t begin, uint64_t end)
{
	if (end > w->from && begin < w->until)
		spread(w, begin, end, w->batch);
	if (due < w->from || due >= w->until)
		return;
	if (!w->window)
		benchi_histogram_add(&w->latency, (double)(end - due) / (double)w->batch, w->batch);
	else if (w->windows < w->pool->plan.windows && end <= w->until) {
		w->window[w->windows].ns = (double)(end - begin);
		w->window[w->windows++].iterations = w->batch;
	}
}

/* Is a window long enough?  If not, the next one is longer. */
static bool grown(benchi_worker *w, double ns)
{
	double wanted = w->pool->plan.window_ns;

	if (ns >= wanted || w->batch > UINT64_MAX / 16)
		return true;
	w->batch = ns * 8 < wanted ? w->batch * 8 : w->batch * 2;
	return false;
}

/* One operation, or one batch.  Returns when it ended. */
static uint64_t operate(benchi_worker *w, uint64_t due, uint64_t begin)
{
	const benchi_job *job = w->pool->plan.job;
	uint64_t end;

	w->status = job->operate(job->arg, w->index, w->batch);
	end = now_ns(w);
	if (end < begin)
		end = begin;
	if (w->status != BENCH_OK) {
		snprintf(w->why, sizeof w->why, "%.*s", (int)sizeof w->why - 1, bench_detail());
		w->over = true;
		benchi_lock_take(&w->pool->lock);
		if (!w->pool->cancelled)
			w->pool->failed = w->index;
		w->pool->cancelled = true;
		benchi_lock_give(&w->pool->lock);
		return end;
	}
	if (w->cpu_begun)
		w->cpu_operations += (double)w->batch;
	if (w->until)
		count(w, due, begin, end);
	else if (grown(w, (double)(end - begin)))
		ask(w, end);
	if (w->until && !w->cpu_begun) {
		w->cpu_ns = -cpu_ns(w);
		w->cpu_begun = true;
	}
	w->over = w->over || stopped(w);
	return end;
}

static void closed_loop(benchi_worker *w)
{
	uint64_t now = now_ns(w);

	while (!w->over && !(w->until && now >= w->until))
		now = operate(w, now, now);
}

/* How long from one due time to the next? */
static double gap_ns(benchi_worker *w)
{
	double mean = 1e9 / w->pool->plan.rate_hz;

	return w->pool->plan.even ? mean : -log(benchi_draw_unit(&w->random)) * mean;
}

/* Waits for a due time.  Returns the time. */
static uint64_t await(benchi_worker *w, uint64_t due)
{
	const benchi_pool_plan *plan = &w->pool->plan;
	uint64_t now;

	while ((now = now_ns(w)) < due && !w->over) {
		double left = (double)(due - now);

		if (!w->until)
			ask(w, now);
		if (left > SPIN_NS && plan->sleep)
			plan->sleep(plan->clock.ctx, fmin(left - SPIN_NS, NAP_NS));
		else if (left > SPIN_NS)
			benchi_sleep(fmin(left - SPIN_NS, NAP_NS));
		w->over = w->over || stopped(w);
		if (w->until && due >= w->until)
			break;
	}
	return now;
}

/* What was due, but was never begun, has waited until now. */
static void leave(benchi_worker *w, double due, uint64_t now)
{
	for (; due < (double)w->until; due += gap_ns(w)) {
		if (due < (double)w->from)
			continue;
		benchi_histogram_add(&w->latency, (double)now - due, 1);
		w->unserved++;
	}
}

static void open_loop(benchi_worker *w)
{
	const benchi_pool_plan *plan = &w->pool->plan;
	uint64_t now = now_ns(w);
	double due;

	now = operate(w, now, now);
	due = (double)now + gap_ns(w) * (double)(w->index + 1) / (double)plan->workers;
	while (!w->over && !(w->until && due >= (double)w->until)) {
		now = await(w, (uint64_t)due);
		if (w->over || (w->until && due >= (double)w->until))
			return;
		if (w->until && (double)now >= (double)w->until + plan->counted_ns) {
			leave(w, due, now);
			return;
		}
		operate(w, (uint64_t)due, now);
		due += gap_ns(w);
	}
}

void benchi_worker_run(benchi_worker *w)
{
	struct benchi_worker_context place = { w->pool->plan.job->parameter, w->index,
		w->pool->plan.workers };

	benchi_case_enter(&place);
	benchi_lock_take(&w->pool->lock);   /* held until all have been started */
	w->over = w->pool->cancelled;
	benchi_lock_give(&w->pool->lock);
	if (w->over)
		return;
	if (w->pool->plan.rate_hz > 0)
		open_loop(w);
	else
		closed_loop(w);
	if (w->cpu_begun)
		w->cpu_ns += cpu_ns(w);
}
