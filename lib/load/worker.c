/*
 * What one worker gets done, and how long each operation takes.
 *
 * Closed loop: the next operation begins when the last one has ended, and the clock value that
 * ended the one begins the other.  Counting begins once every worker has done its first
 * operation and lasts for a given time.  Until then each worker asks, under a lock, whether it
 * has begun; from then on workers share nothing but the clock.  All continue until that time
 * is over, so whatever is counted was done while all workers were active.  An operation that
 * lies only partly in that time counts by the part; its latency counts if it began in it.
 *
 * Open loop: operations are due at times drawn beforehand (even, or a Poisson process), and
 * latency counts from the due time, not from when the worker came to it.  Otherwise a stall
 * of 200 ms would be one slow operation, while the many that should have begun meanwhile
 * would not be seen: Gil Tene's "coordinated omission" ("How NOT to Measure Latency", 2013).
 * A worker that falls behind works its backlog off for as long again; what is left then is
 * counted with the latency it has by then, and as not served.
 *
 * Assumes one clock for all threads.  Wrong when an operation is no longer than a reading of
 * the clock, or when the sleep before a due time ends more than a tenth of a millisecond late
 * (the last part of it is spent reading the clock): that lateness is counted.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clock/time.h"
#include "load/worker.h"
#include "measure/case.h"
#include "load/worker_pool.h"
#include "stats/random_draw.h"

static const double SPIN_NS = 100e3; /* before a due time: the clock is read instead of sleeping */
static const double NAP_NS = 50e6;   /* of a sleep: then look whether all is over */

static uint64_t now_ns(const benchi_worker *w)
{
	return w->pool->plan.clock.now_ns(w->pool->plan.clock.ctx);
}

/* Finds whether counting has begun; the last worker to run begins it. */
static void ask(benchi_worker *w, uint64_t now)
{
	benchi_pool *pool = w->pool;

	benchi_lock_take(&pool->lock);
	if (!w->runs) {
		w->runs = true;
		if (++pool->running == pool->plan.workers) {
			pool->from = now;
			pool->until = now + (uint64_t)pool->plan.counted_ns;
			pool->slice_ns = (double)(pool->until - now) / BENCHI_POOL_SLICES;
		}
	}
	w->from = pool->from;
	w->until = pool->until;
	w->over = w->over || pool->cancelled;
	benchi_lock_give(&pool->lock);
}

static bool stopped(const benchi_worker *w)
{
	return w->pool->plan.stop && w->pool->plan.stop();
}

/* After a request to stop, the counted time ends where the first worker noticed it. */
static void cut(benchi_worker *w, uint64_t now)
{
	benchi_pool *pool = w->pool;

	benchi_lock_take(&pool->lock);
	if (!pool->stopped)
		pool->until = pool->until && now > pool->until ? pool->until : now;
	pool->stopped = w->over = true;
	benchi_lock_give(&pool->lock);
}

/* Adds n operations to the slices, by the parts of them that lie in each. */
static void spread(benchi_worker *w, uint64_t begin, uint64_t end, uint64_t n)
{
	double slice = w->pool->slice_ns;
	double low = begin < w->from ? 0 : (double)(begin - w->from);
	double high = (double)(end - w->from);   /* beyond the last slice nothing counts */
	double whole = (double)(end - begin);
	int i = (int)(low / slice);

	if (end == begin) {
		if (i < BENCHI_POOL_SLICES)
			w->slice[i] += (double)n;
		return;
	}
	for (; i < BENCHI_POOL_SLICES && low < high; i++) {
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

/* The part of ns that counts as the operations' time. */
static double own_ns(benchi_worker *w, double ns)
{
	const benchi_job *job = w->pool->plan.job;
	double own = job->own_ns ? job->own_ns(job->arg, w->index) : (double)NAN;

	w->own = w->own || !isnan(own);
	return isnan(own) ? ns : own;
}

/* Keeps a window that lies at least partly in the counted time. */
static void keep_window(benchi_worker *w, double ns, uint64_t end)
{
	double waited = benchi_run_queue_waited_ns(&w->queue);

	if (w->windows < w->pool->plan.windows && end > w->from && w->window_from < w->until) {
		benchi_pool_window window = { w->window_from, end, ns,
			waited - w->window_waited_ns, w->batch };

		w->window[w->windows++] = window;
	}
	w->window_from = end;
	w->window_waited_ns = waited;
}

/* Counts operations that were due at one time and done between two others. */
static void count(benchi_worker *w, uint64_t due, uint64_t begin, uint64_t end)
{
	double own = own_ns(w, (double)(end - begin));

	if (end > w->from && begin < w->until)
		spread(w, begin, end, w->batch);
	if (w->window)
		keep_window(w, own, end);
	else if (due >= w->from && due < w->until) {
		benchi_histogram_add(&w->latency, ((double)(begin - due) + own) / (double)w->batch,
		                     w->batch);
		w->served_ns += own;
		w->served += (double)w->batch;
	}
}

/* Is a window long enough, twice in a row?  One alone may have been interrupted.  If not, the
 * next one is longer. */
static bool grown(benchi_worker *w, double ns)
{
	double wanted = w->pool->plan.window_ns;
	bool before = w->long_enough;

	w->long_enough = ns >= wanted || w->batch > UINT64_MAX / 16;
	if (!w->long_enough)
		w->batch = ns * 8 < wanted ? w->batch * 8 : w->batch * 2;
	return w->long_enough && (before || !(wanted > 0));
}

/* A job that failed ends all workers. */
static void fail(benchi_worker *w)
{
	benchi_pool *pool = w->pool;

	snprintf(w->why, sizeof w->why, "%.*s", (int)sizeof w->why - 1, bench_detail());
	w->over = true;
	benchi_lock_take(&pool->lock);
	if (!pool->cancelled)
		pool->failed = w->index;
	pool->cancelled = true;
	benchi_lock_give(&pool->lock);
}

/* Counting begins for this worker: its next window, and its processor time. */
static void begin_counting(benchi_worker *w, uint64_t now)
{
	w->window_waited_ns = benchi_run_queue_waited_ns(&w->queue);
	w->window_from = now;
	w->cpu_ns = -cpu_ns(w);
	w->cpu_begun = true;
}

/* One operation, or one batch.  Returns when the next one may begin: reading its waiting
 * time is no part of a window's time. */
static uint64_t operate(benchi_worker *w, uint64_t due, uint64_t begin)
{
	const benchi_job *job = w->pool->plan.job;
	uint64_t end;

	w->status = job->operate(job->arg, w->index, w->batch);
	end = now_ns(w);
	if (end < begin)
		end = begin;
	if (w->status != BENCH_OK && !stopped(w)) {
		fail(w);
		return end;
	}
	if (w->status == BENCH_OK) {
		if (w->cpu_begun)
			w->cpu_operations += (double)w->batch;
		if (w->until)
			count(w, due, begin, end);
		else if (grown(w, own_ns(w, (double)(end - begin))))
			ask(w, end);
		if (w->until && !w->cpu_begun)
			begin_counting(w, end);
	}
	if (stopped(w))
		cut(w, end);
	return w->window ? now_ns(w) : end;
}

static void closed_loop(benchi_worker *w)
{
	uint64_t now = now_ns(w);

	while (!w->over && !(w->until && now >= w->until))
		now = operate(w, now, now);
}

double benchi_worker_gap_ns(benchi_worker *w)
{
	double mean = 1e9 / w->pool->plan.rate_hz;

	return w->pool->plan.even ? mean : -log(benchi_draw_unit(&w->random)) * mean;
}

/* Waits for a due time; returns the clock's time then. */
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
		if (stopped(w))
			cut(w, now);
		if (w->until && due >= w->until)
			break;
	}
	return now;
}

/* Counts operations that were due but never begun: they have waited until now. */
static void leave(benchi_worker *w, double due, uint64_t now)
{
	for (; due < (double)w->until; due += benchi_worker_gap_ns(w)) {
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
	due = (double)now + benchi_worker_gap_ns(w) * (double)(w->index + 1) / (double)plan->workers;
	while (!w->over && !(w->until && due >= (double)w->until)) {
		now = await(w, (uint64_t)due);
		if (w->over || (w->until && due >= (double)w->until))
			return;
		if (w->until && (double)now >= (double)w->until + plan->counted_ns) {
			leave(w, due, now);
			return;
		}
		operate(w, (uint64_t)due, now);
		due += benchi_worker_gap_ns(w);
	}
}

void benchi_worker_run(benchi_worker *w)
{
	struct benchi_worker_context place = { w->pool->plan.job->parameter, w->index,
		w->pool->plan.workers, w->pool->plan.job->parameters };

	const benchi_job *job = w->pool->plan.job;

	benchi_case_enter(&place);
	benchi_lock_take(&w->pool->lock);   /* held until all have been started */
	w->over = w->pool->cancelled;
	benchi_lock_give(&w->pool->lock);
	if (w->over)
		return;
	if (w->pool->plan.waits)
		benchi_run_queue_open(&w->queue);
	if (job->enter)
		job->enter(job->arg, w->index);
	if (w->pool->plan.rate_hz > 0)
		open_loop(w);
	else
		closed_loop(w);
	if (w->cpu_begun)
		w->cpu_ns += cpu_ns(w);
	if (job->leave)
		job->leave(job->arg, w->index);
	benchi_run_queue_close(&w->queue);
}
