/*
 * What one worker gets done, and how long each operation takes.
 *
 * Closed loop: the next operation begins when the previous one ends, and one reading of the clock
 * serves both. The counted phase begins when every worker has done its first operation, and lasts
 * a given time. Until then each worker checks under a lock whether it has begun; after that,
 * workers share only the clock. All continue until the phase is over, so whatever is counted was
 * done while all workers were active. An operation that is partly in the phase counts with that
 * part; its latency counts if it began in the phase.
 *
 * Open loop: operations are due at times drawn in advance (at equal distances, or a Poisson
 * process), and latency counts from the due time, not from when the worker got to it. Otherwise a
 * stall of 200 ms would be one slow operation, and the many that should have begun meanwhile would
 * be invisible: Gil Tene's "coordinated omission" ("How NOT to Measure Latency", 2013). A worker
 * that falls behind works off its backlog for as long again. What is left then counts with the
 * latency so far, and as not served.
 *
 * Assumes one clock for all threads. Wrong if an operation is no longer than a reading of the
 * clock, or if the sleep before a due time ends more than a tenth of a millisecond late (the last
 * part is spent reading the clock): that lateness counts.
 *
 * SPDX-License-Identifier: MIT
 */

#include "clock/clock.h"
#include "load/load.h"

static const struct {
	double spin_ns;         /* this close to a due time, read the clock instead of sleeping */
	double nap_ns;          /* longest sleep before checking whether all is over */
	double ticks_agree;     /* the ticks before and after the work may differ by this share */
	double waited;          /* a window is not concurrent if another worker waited for a processor
	                           for more than this share of the window */
} policy = { .spin_ns = 100e3, .nap_ns = 50e6, .ticks_agree = 0.02, .waited = 0.1 };

static uint64_t now_ns(const benchi_worker *w)
{
	return w->pool->plan.clock.now_ns(w->pool->plan.clock.ctx);
}

/* Checks whether counting has begun; the last worker to run begins it. */
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

/* After a request to stop, the counted phase ends where the first worker noticed. */
static void worker_cut(benchi_worker *w, uint64_t now)
{
	benchi_pool *pool = w->pool;

	benchi_lock_take(&pool->lock);
	if (!pool->stopped)
		pool->until = pool->until && now > pool->until ? pool->until : now;
	pool->stopped = w->over = true;
	benchi_lock_give(&pool->lock);
}

/* Counts n operations that were due at one time, and began and ended at others. own: the share of
 * the time that the operations themselves took. Each slice gets the share of them that overlaps
 * it. */
static void worker_count(benchi_worker *w, uint64_t due, uint64_t begin, uint64_t end, uint64_t n,
                         double own)
{
	double slice = w->pool->slice_ns;
	double low = begin < w->from ? 0 : (double)(begin - w->from);
	double high = (double)(end - w->from);   /* nothing counts beyond the last slice */
	int i = (int)(low / slice);

	if (end > w->from && begin < w->until) {
		if (end == begin && i < BENCHI_POOL_SLICES)
			w->slice[i] += (double)n;
		for (; end > begin && i < BENCHI_POOL_SLICES && low < high; i++) {
			double edge = fmin(slice * (i + 1), high);

			w->slice[i] += (double)n * (edge - low) / (double)(end - begin);
			low = edge;
		}
	}
	if (w->window) {
		/* Keep a window that is at least partly in the counted phase. */
		double waited = benchi_run_queue_waited_ns(&w->queue);

		if (w->windows < w->pool->plan.windows && end > w->from && w->window_from < w->until)
			w->window[w->windows++] = (benchi_pool_window){ w->window_from, end, own,
				waited - w->window_waited_ns, n };
		w->window_from = end;
		w->window_waited_ns = waited;
	} else if (due >= w->from && due < w->until && n) {
		benchi_histogram_add(&w->latency, ((double)(begin - due) + own) / (double)n, n);
		w->served_ns += own;
		w->served += (double)n;
	}
}

/* Runs one operation, or one batch. Returns when the next one may begin: reading the waiting
 * time is outside the windows. */
static uint64_t worker_operate(benchi_worker *w, uint64_t due, uint64_t begin)
{
	const benchi_job *job = w->pool->plan.job;
	benchi_done done = { .n = w->batch, .own_ns = NAN, .cpu_ns = -1 };
	bench_status status = job->operate(job->arg, w->index, &done);
	uint64_t end = now_ns(w);

	if (end < begin)
		end = begin;
	if (status != BENCH_OK && !stopped(w)) {
		/* A failed job ends all workers. */
		benchi_pool *pool = w->pool;

		w->over = true;
		benchi_lock_take(&pool->lock);
		if (!pool->cancelled) {
			pool->status = status;
			snprintf(pool->why, sizeof pool->why, "%.*s", (int)sizeof pool->why - 1,
			         bench_detail());
		}
		pool->cancelled = true;
		benchi_lock_give(&pool->lock);
		return end;
	}
	if (status == BENCH_OK) {
		double own_ns = isnan(done.own_ns) ? (double)(end - begin) : done.own_ns;

		w->own = w->own || !isnan(done.own_ns);
		if (w->cpu_begun) {
			w->cpu_operations += (double)done.n;
			w->stated_cpu_ns += done.cpu_ns;
		}
		if (w->until && done.failed)
			w->failed += begin >= w->from;
		else if (w->until)
			worker_count(w, due, begin, end, done.n, own_ns);
		else {
			/* Lengthen the windows until two in a row are long enough, since one may have been
			 * interrupted. */
			const double wanted_ns = w->pool->plan.window_ns;
			const bool before = w->long_enough;

			w->long_enough = own_ns >= wanted_ns || w->batch > UINT64_MAX / 16;
			if (!w->long_enough)
				w->batch = own_ns * 8 < wanted_ns ? w->batch * 8 : w->batch * 2;
			else if (before || !(wanted_ns > 0))
				ask(w, end);
		}
		if (w->until && !w->cpu_begun) {
			/* Counting begins for this worker: its first window, and its processor time. */
			w->window_waited_ns = benchi_run_queue_waited_ns(&w->queue);
			w->window_from = end;
			w->cpu_ns = -benchi_thread_cpu_ns();
			w->cpu_begun = true;
		}
	}
	if (stopped(w))
		worker_cut(w, end);
	return w->window ? now_ns(w) : end;
}

double benchi_worker_gap_ns(benchi_worker *w)
{
	double mean = 1e9 / w->pool->plan.rate_hz;

	if (w->pool->plan.gap_ns)
		return w->pool->plan.gap_ns[w->gap++ % w->pool->plan.gaps];
	return w->pool->plan.even ? mean : -log(benchi_draw_unit(&w->random)) * mean;
}

static void open_loop(benchi_worker *w)
{
	const benchi_pool_plan *plan = &w->pool->plan;
	uint64_t now = now_ns(w);
	double due;

	now = worker_operate(w, now, now);
	due = (double)now + benchi_worker_gap_ns(w) * (double)(w->index + 1) / (double)plan->workers;
	for (; !w->over && !(w->until && due >= (double)w->until); due += benchi_worker_gap_ns(w)) {
		/* Wait for the due time. */
		const uint64_t begin = (uint64_t)due;

		while ((now = now_ns(w)) < begin && !w->over) {
			double left = (double)(begin - now);

			if (!w->until)
				ask(w, now);
			if (left > policy.spin_ns && plan->sleep)
				plan->sleep(plan->clock.ctx, fmin(left - policy.spin_ns, policy.nap_ns));
			else if (left > policy.spin_ns)
				benchi_sleep(fmin(left - policy.spin_ns, policy.nap_ns));
			else
				benchi_yield();     /* another worker, or the server, may need this processor */
			if (stopped(w))
				worker_cut(w, now);
			if (w->until && begin >= w->until)
				break;
		}
		if (w->over || (w->until && due >= (double)w->until))
			return;
		if (w->until && (double)now >= (double)w->until + plan->counted_ns) {
			/* Operations that were due but never begun have waited until now. */
			for (; due < (double)w->until; due += benchi_worker_gap_ns(w))
				if (due >= (double)w->from) {
					benchi_histogram_add(&w->latency, (double)now - due, 1);
					w->unserved++;
				}
			return;
		}
		worker_operate(w, begin, now);
	}
}

/* The whole work of a worker, in the calling thread. */
static void worker_run(void *worker)
{
	benchi_worker *w = worker;
	const benchi_job *job = w->pool->plan.job;
	struct benchi_worker_context place = { job->parameter, w->index, w->pool->plan.workers,
		job->parameters };

	benchi_case_enter(&place);
	benchi_lock_take(&w->pool->lock);   /* the starting thread holds this lock until all workers
	                                       exist */
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
	else {
		uint64_t now = now_ns(w);

		while (!w->over && !(w->until && now >= w->until))
			now = worker_operate(w, now, now);
	}
	w->cpu_ns = w->stated_cpu_ns < 0 ? w->cpu_ns + benchi_thread_cpu_ns() : w->stated_cpu_ns;
	if (job->leave)
		job->leave(job->arg, w->index);
	benchi_run_queue_close(&w->queue);
}

/*
 * Starts several workers together, or none if one cannot be started.
 *
 * Each thread first takes a lock that is held until all threads exist. If the system refuses one,
 * the others find the pool cancelled when they get the lock. A single worker is the calling thread
 * itself, which also works on systems without threads.
 *
 * Each worker has its own random stream, whose state is an output of a generator that the seed
 * starts. (States that differ by the generator's increment would give every worker the first one's
 * stream, shifted by a draw.)
 */

bench_status benchi_pool_prepare(const benchi_pool_plan *plan, benchi_pool *pool)
{
	static const benchi_pool none = { .lock = BENCHI_LOCK_INIT };
	uint64_t batch = plan->job->batch ? plan->job->batch : 1, seeds = plan->seed;

	*pool = none;
	pool->plan = *plan;
	pool->worker = calloc(plan->workers, sizeof *pool->worker);
	if (!pool->worker)
		return benchi_no_memory("the workers");
	for (size_t i = 0; i < plan->workers; i++) {
		benchi_worker *w = &pool->worker[i];

		w->pool = pool;
		w->index = i;
		w->batch = batch;
		w->random = benchi_random(&seeds);
		w->gap = i * pool->plan.gaps / pool->plan.workers;
		if (plan->windows && !(w->window = malloc(plan->windows * sizeof *w->window)))
			return benchi_no_memory("the windows");
	}
	return BENCH_OK;
}

bench_status benchi_pool_run(const benchi_pool_plan *plan, benchi_pool *pool)
{
	bench_status status = benchi_pool_prepare(plan, pool);
	size_t started = 0;

	if (status != BENCH_OK)
		return status;
	if (plan->workers == 1)
		worker_run(pool->worker);
	else {
		/* Start all workers. Then they may begin; if one could not be started, the others must
		 * end. */
		benchi_lock_take(&pool->lock);
		while (started < plan->workers && status == BENCH_OK) {
			benchi_worker *w = &pool->worker[started];

			status = benchi_os_thread_start(&w->thread, worker_run, w);
			started += status == BENCH_OK;
		}
		pool->cancelled = status != BENCH_OK;
		benchi_lock_give(&pool->lock);
		for (size_t i = 0; i < started; i++)
			benchi_os_thread_join(&pool->worker[i].thread);
	}
	if (status != BENCH_OK) {
		char why[128];

		snprintf(why, sizeof why, "%.*s", (int)sizeof why - 1, bench_detail());
		return benchi_fail(status, "cannot start worker %.0f of %.0f: %s", (double)started + 1,
		                   (double)plan->workers, why);
	}
	if (pool->cancelled)
		return benchi_fail(pool->status, "%s", pool->why);
	if (pool->slice_ns > 0) {
		double slices = (double)(pool->until - pool->from) / pool->slice_ns;

		pool->slices = pool->stopped ? (int)fmin(floor(slices), BENCHI_POOL_SLICES)
			: BENCHI_POOL_SLICES;
	}
	return pool->slices ? BENCH_OK
		: benchi_fail(BENCH_ERR_NO_SAMPLES, "stopped before anything was counted");
}

void benchi_pool_free(benchi_pool *pool)
{
	for (size_t i = 0; pool->worker && i < pool->plan.workers; i++)
		free(pool->worker[i].window);
	free(pool->worker);
	pool->worker = NULL;
}

/*
 * Runs a case's body in the workers of a pool.
 *
 * Each worker starts with the clock and the region cost that the calling thread calibrated. So
 * START and STOP cost the same in all workers, and no worker calibrates while others work. If the
 * body marks regions, their time is the operations' time.
 *
 * Cycles: each worker times the low-IPC reference chain before it begins and after it ends, while
 * the other workers do the same or still work; its core's tick is the mean of the two. Not in
 * between, because the other workers would be less contended meanwhile. Wrong if the core's speed
 * changed and changed back in between.
 */

enum { TICK_WINDOWS = 9 };

static bench_status case_job_operate(void *arg, size_t worker, benchi_done *done)
{
	benchi_case_job *job = arg;
	const struct benchi_regions *regions = benchi_regions_clear();

	benchi_case_run(done->n, job->item);
	if (benchi_regions_unpaired(regions)) {
		benchi_lock_take(&job->lock);
		job->unpaired = 1;
		benchi_lock_give(&job->lock);
	}
	benchi_counting_ran((double)done->n);
	if (benchi_regions_marked(regions))
		done->own_ns = regions->ns;
	return BENCH_OK;
}

/* Returns the core's tick: a low quantile over a few windows of the reference chain, since
 * interruptions only add time. */
static double tick_ns(const benchi_case_job *job)
{
	const struct benchi_reference *r = job->reference;
	double ns[TICK_WINDOWS];

	for (int i = 0; i < TICK_WINDOWS; i++)
		if (isnan(ns[i] = benchi_chain_time(&job->timing, r->low_ipc, r->low_ipc_iterations)))
			return NAN;
	benchi_sort_many(ns, TICK_WINDOWS);
	return benchi_chain_tick_ns(benchi_quantile(ns, TICK_WINDOWS, 0.25),
		(double)r->low_ipc_iterations, r->low_ipc_ticks);
}

static void case_job_enter(void *arg, size_t worker)
{
	benchi_case_job *job = arg;

	benchi_thread_self()->regions = job->regions;
	if (job->reference)
		job->tick[worker].before_ns = tick_ns(job);
}

static void case_job_leave(void *arg, size_t worker)
{
	const struct benchi_counted_outer none = { 0, 0 };
	benchi_case_job *job = arg;

	if (job->reference)
		job->tick[worker].after_ns = tick_ns(job);
	benchi_counted_end(&benchi_thread_self()->counting, &none);
	benchi_lock_take(&job->lock);
	benchi_counted_merge(&job->counted, &benchi_thread_self()->counting.latest);
	if (benchi_case_failed() && !*job->failed)
		strcpy(job->failed, benchi_case_failed());
	benchi_lock_give(&job->lock);
}

void benchi_case_job_begin(benchi_case_job *job, const bench_case *item, uint64_t parameter,
                           const bench_timing *timing)
{
	struct benchi_thread *thread = benchi_thread_self();
	const benchi_case_job fresh = { .item = item, .timing = *timing, .lock = BENCHI_LOCK_INIT };

	*job = fresh;
	benchi_thread_save(&job->outer);
	job->job.operate = case_job_operate;
	job->job.enter = case_job_enter;
	job->job.leave = case_job_leave;
	job->job.parameter = parameter;
	job->job.parameters = thread->worker_context.parameters;
	job->job.arg = job;
	benchi_regions_use(&timing->clock);
	job->regions = thread->regions;
}

void benchi_case_job_end(benchi_case_job *job)
{
	benchi_thread_restore(&job->outer, &job->timing.clock);
	if (*job->failed)
		bench_fail(job->failed);
}

double benchi_worker_tick_ns(const benchi_worker_tick *tick)
{
	double mean = (tick->before_ns + tick->after_ns) / 2;

	return fabs(tick->after_ns - tick->before_ns) < policy.ticks_agree * mean ? mean : (double)NAN;
}

bench_status benchi_case_begin(const bench_case *item, const struct benchi_worker_context *place,
                               const char **skipped)
{
	bench_status status = item ? benchi_case_check(item)
	                           : benchi_fail(BENCH_ERR_ARGUMENT, "case is NULL");
	bool right;

	*skipped = NULL;
	if (status != BENCH_OK)
		return status;
	benchi_case_enter(place);
	if (!benchi_case_set_up(item)) {
		*skipped = benchi_case_skipped();
		return benchi_case_failed() ? benchi_fail(BENCH_ERR_ARGUMENT, "%s", *skipped) : BENCH_OK;
	}
	right = !item->verify || item->verify(item->arg);
	*skipped = benchi_case_skipped();
	if (right && !*skipped)
		return BENCH_OK;
	status = benchi_case_failed() ? benchi_fail(BENCH_ERR_ARGUMENT, "%s", benchi_case_failed())
		: *skipped ? BENCH_OK : benchi_fail(BENCH_ERR_ARGUMENT, "its result is wrong");
	benchi_case_end(item, place);
	return status;
}

void benchi_case_end(const bench_case *item, const struct benchi_worker_context *place)
{
	benchi_case_enter(place);
	if (item->teardown)
		item->teardown(item->arg);
}

/*
 * Finds the windows during which all workers of a pool had a processor.
 *
 * Contended work takes less time while another worker waits for a processor. So a window counts as
 * concurrent only if its worker waited for at most 10 % of it, and so did every other worker in
 * each of its overlapping windows. A waiting worker is found by the window in which it waited,
 * which lasts until the worker runs again. Windows of a worker follow each other without gaps, so
 * a time that none of them covers is before its first or after its last.
 *
 * Waiting for a lock or a device is part of the work. Where the system does not report waiting
 * times, every window passes. Time taken by a hypervisor is invisible.
 */

bool benchi_window_concurrent(const benchi_pool *pool, size_t worker, size_t k)
{
	const benchi_pool_window *window = &pool->worker[worker].window[k];

	for (size_t i = 0; i < pool->plan.workers; i++) {
		const benchi_worker *w = &pool->worker[i];
		size_t low = 0, high = w->windows;
		uint64_t ran_until = 0;

		while (low < high) {   /* the first window that ends after this one begins */
			size_t middle = low + (high - low) / 2;

			if (w->window[middle].until <= window->from)
				low = middle + 1;
			else
				high = middle;
		}
		if (low == w->windows || w->window[low].from > window->from)
			return false;
		for (; low < w->windows && ran_until < window->until; low++) {
			const benchi_pool_window *other = &w->window[low];
			double ns = (double)(other->until - other->from);

			if (!(isnan(other->waited_ns) || other->waited_ns <= policy.waited * ns))
				return false;
			ran_until = other->until;
		}
		if (ran_until < window->until)
			return false;
	}
	return true;
}
