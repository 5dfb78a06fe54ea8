/*
 * Adds workers one by one and measures throughput and latency of each number.
 *
 * Each step runs a pool with one more worker (worker.c), until the rule below ends the ramp. Then
 * the universal scalability law (analysis/scalability.c) is fitted to the throughput of the steps.
 * The law is an idealisation, so a step's error is its own and 2 % of its throughput combined: a
 * single quiet step does not decide the fit.
 *
 * SPDX-License-Identifier: MIT
 */

#include "load/load.h"

/*
 * Decides when throughput no longer rises, and which step is the answer.
 *
 * A step rises if the median of its slices is more than 2 % above the median of the last step that
 * rose. The ramp ends when a quarter of the workers, and at least three steps in a row, were added
 * without a rise. One more worker among forty adds at most 2.5 %, which noise hides, but ten more
 * show. The median ignores short disturbances; slow growth adds up relative to the last step that
 * rose. Two steps in a row above the latency limit also end the ramp: one may be an accident.
 * tests/sim_ramp.c shows how often this is too early or too late (doc/internals/method-load.md).
 *
 * Only steps within the latency limit can be the answer: beyond it work is done too late to be of
 * use. The answer is the step with the fewest workers whose throughput does not differ from the
 * highest by more than 2 %, or by two standard errors of the difference if that is more, up to 5
 * %.
 *
 * Example: throughput 100, 190, 192, 191, 189. The second step rises, the next three do not: the
 * end. Three workers have the highest throughput; two are within 2 %, and are the answer.
 *
 * Wrong if throughput pauses this long and rises again; plan.all runs all steps.
 */

enum { LATE_STEPS = 2 };

static const benchi_ramp_flatness usual = { 1.02, 3, 0.25 };
static const struct {
	double same;            /* throughputs count as equal if they differ by at most this share, */
	double errors;          /* or by this many standard errors of the difference, */
	double same_most;       /* but never if they differ by more than this share */
} decide_policy = { .same = 0.02, .errors = 2, .same_most = 0.05 };

bool benchi_ramp_decide(benchi_ramp *ramp, const benchi_ramp_flatness *rule)
{
	size_t flat = 0, late = 0;      /* how many of the latest steps did not rise, were late */
	double mark = 0;

	ramp->highest = SIZE_MAX;
	for (size_t i = 0; i < ramp->n; i++)
		if (!ramp->step[i].over && ramp->step[i].throughput_hz > 0
		    && (ramp->highest == SIZE_MAX
		        || ramp->step[i].throughput_hz > ramp->step[ramp->highest].throughput_hz))
			ramp->highest = i;

	/* The fewest workers whose throughput is as high within noise. */
	ramp->best = ramp->highest;
	for (size_t i = 0; ramp->highest != SIZE_MAX && i < ramp->n; i++) {
		const benchi_step *step = &ramp->step[i], *top = &ramp->step[ramp->highest];
		double most = top->throughput_hz, noise;

		noise = decide_policy.errors * hypot(step->error_hz, top->error_hz);
		noise = fmin(fmax(noise, decide_policy.same * most), decide_policy.same_most * most);
		if (!step->over && step->throughput_hz >= most - noise
		    && step->workers < ramp->step[ramp->best].workers)
			ramp->best = i;
	}

	rule = rule ? rule : &usual;
	for (size_t i = 0; i < ramp->n; i++) {
		double slice[BENCHI_POOL_SLICES], hz;

		memcpy(slice, ramp->step[i].slice_hz, sizeof slice);
		hz = benchi_median(slice, BENCHI_POOL_SLICES);
		flat = hz > mark * rule->rise ? 0 : flat + 1;
		mark = flat ? mark : hz;
		late = ramp->step[i].over ? late + 1 : 0;
	}
	if (!ramp->n || ramp->plan.all
	    || (late < LATE_STEPS && (flat < rule->steps
	                              || (double)flat < rule->share
	                              * (double)ramp->step[ramp->n - 1].workers)))
		return false;
	ramp->end = late >= LATE_STEPS ? BENCHI_RAMP_LATE : BENCHI_RAMP_FLAT;
	return true;
}

static const struct {
	double step_ns, limit_share;    /* defaults of a plan */
	double fastest_hz;              /* highest rate of an open loop */
	double model_error;             /* standard error of a throughput, in addition to its own, as a
	                                   share: the law itself is not exact */
} plan_policy = { .step_ns = 1e9, .limit_share = 0.99, .fastest_hz = 1e7, .model_error = 0.02 };

enum { MOST = 64, MOST_EVER = 1024 };

size_t benchi_ramp_most(const benchi_ramp_plan *plan)
{
	return plan->most ? plan->most : plan->least > MOST ? plan->least : MOST;
}

/* Fills in a step, except machine and model_ns, from its finished pool. */
static void fill_step(const benchi_ramp_plan *plan, benchi_pool *pool, benchi_step *step)
{
	double workers = (double)pool->plan.workers;

	step->workers = pool->plan.workers;
	step->offered_hz = plan->rate_hz > 0 ? plan->rate_hz * workers : (double)NAN;

	/* Sum the slices of all workers; a stopped step has fewer. */
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

	step->bytes_hz = plan->bytes > 0 ? plan->bytes * step->throughput_hz : (double)NAN;

	double cpu = 0, operations = 0, served_ns = 0, served = 0;

	step->unserved = step->failed = 0;
	for (size_t i = 0; i < pool->plan.workers; i++) {
		benchi_worker *w = &pool->worker[i];

		cpu += w->cpu_ns;
		operations += w->cpu_operations;
		step->unserved += w->unserved;
		step->failed += w->failed;
		served_ns += w->served_ns;
		served += w->served;
		if (i)
			benchi_histogram_merge(&pool->worker->latency, &w->latency);
	}
	step->service_ns = served > 0 ? served_ns / served : (double)NAN;
	step->cpu_ns = operations > 0 ? cpu / operations : (double)NAN;
	step->busy = step->cpu_ns * step->throughput_hz / 1e9 / benchi_processors_allowed();

	const benchi_histogram *h = &pool->worker->latency;
	step->operations = h->total;
	step->mean_ns = h->total > 0 ? h->sum / h->total : (double)NAN;
	step->p50_ns = benchi_histogram_quantile(h, 0.5);
	step->p90_ns = benchi_histogram_quantile(h, 0.9);
	step->p99_ns = benchi_histogram_quantile(h, 0.99);
	step->p999_ns = benchi_histogram_quantile(h, 0.999);
	step->max_ns = benchi_histogram_quantile(h, 1);
	step->limited_ns = benchi_histogram_quantile(h, plan->limit_share);
	benchi_histogram_bins(h, step->latency);
	step->over = plan->limit_ns > 0 && !(step->limited_ns <= plan->limit_ns);
}

/* Runs one step after the other. A failure after the first step does not fail the ramp if the ramp
 * was stopped, or no more workers could be started. */
static bench_status make_steps(const benchi_job *job, benchi_ramp *ramp)
{
	const benchi_ramp_plan *plan = &ramp->plan;

	for (size_t workers = plan->least; workers <= plan->most; workers++) {
		benchi_step *step;
		bench_status status;
		bool over;

		if (!benchi_grow(&ramp->step, sizeof *step, ramp->n, &ramp->capacity))
			return benchi_no_memory("the steps");
		step = &ramp->step[ramp->n];
		if (plan->progress)
			plan->progress(plan->progress_arg, workers, ramp->n ? step - 1 : NULL);
		benchi_pool_plan pool_plan = { .job = job, .workers = workers, .counted_ns = plan->step_ns,
			.rate_hz = plan->rate_hz, .even = plan->even, .clock = plan->clock,
			.gap_ns = plan->gap_ns, .gaps = plan->gaps,
			.seed = plan->seed + workers * 1000003, .sleep = plan->sleep, .stop = plan->stop };
		benchi_snapshot before, after;
		benchi_pool pool;

		memset(&step->machine, 0, sizeof step->machine);
		if (plan->observe)
			benchi_snapshot_take("", &before);
		status = benchi_pool_run(&pool_plan, &pool);
		if (plan->observe) {
			benchi_snapshot_take("", &after);
			benchi_utilisation_between(&before, &after, &step->machine);
		}
		if (status == BENCH_OK)
			fill_step(plan, &pool, step);
		benchi_pool_free(&pool);
		if (status == BENCH_ERR_UNSUPPORTED && ramp->n) {
			snprintf(ramp->refused, sizeof ramp->refused, "%.*s",
			         (int)sizeof ramp->refused - 1, bench_detail());
			return BENCH_OK;
		}
		ramp->n += status == BENCH_OK;
		over = benchi_ramp_decide(ramp, NULL);
		if (plan->stop && plan->stop()) {
			ramp->end = BENCHI_RAMP_STOPPED;
			return ramp->n ? BENCH_OK : status;
		}
		if (status != BENCH_OK)
			return status;
		if (over)
			break;
	}
	return BENCH_OK;
}

bench_status benchi_ramp_fit(benchi_ramp *ramp)
{
	const bool open = ramp->plan.rate_hz > 0, alone = ramp->n && ramp->step[0].workers == 1;
	benchi_load *load = calloc(ramp->n + 1, sizeof *load);
	benchi_queue_load *queue = calloc(ramp->n + 1, sizeof *queue);
	bench_status status = BENCH_OK;
	size_t n = 0;

	if (!load || !queue)
		status = benchi_no_memory("the loads");
	for (size_t i = 0; i < ramp->n && !status; i++) {
		const benchi_step *step = &ramp->step[i];

		/* In a closed loop all that is offered is done: only there is the load the limit. */
		if (!open && step->throughput_hz > 0)
			load[n++] = (benchi_load){ .workers = (double)step->workers,
				.rate = step->throughput_hz,
				.error = hypot(step->error_hz, plan_policy.model_error * step->throughput_hz) };
		queue[i] = (benchi_queue_load){ (double)step->workers, ramp->plan.rate_hz,
			step->unserved > 0 ? (double)NAN : step->mean_ns };
	}
	if (!status)
		status = benchi_scalability_fit(load, n, &ramp->scaling);
	if (!status)
		ramp->queueing = benchi_queueing_fit(queue, ramp->n,
			alone ? ramp->step[0].service_ns : (double)NAN, ramp->plan.most);
	for (size_t i = 0; i < ramp->n && !status; i++)
		ramp->step[i].model_ns = ramp->queueing.servers
			? benchi_queueing_mean(&ramp->queueing, &queue[i]) : (double)NAN;
	free(load);
	free(queue);
	return status;
}

bool benchi_ramp_offer(const benchi_ramp *found, benchi_ramp_plan *plan)
{
	const benchi_step *best;

	if (!(plan->load > 0) || plan->rate_hz > 0 || found->best == SIZE_MAX
	    || found->end == BENCHI_RAMP_STOPPED)
		return false;
	best = &found->step[found->best];
	plan->least = plan->most = best->workers;
	plan->rate_hz = plan->load * best->throughput_hz / (double)best->workers;
	return plan->rate_hz > 0;
}

bench_status benchi_ramp_run(const benchi_job *job, const benchi_ramp_plan *asked,
                             benchi_ramp *ramp)
{
	benchi_ramp_plan *plan = &ramp->plan;
	bench_status status;

	memset(ramp, 0, sizeof *ramp);
	*plan = *asked;
	ramp->best = ramp->highest = SIZE_MAX;
	ramp->batch = job->batch ? job->batch : 1;
	plan->least = plan->least ? plan->least : 1;
	plan->most = benchi_ramp_most(plan);
	plan->step_ns = plan->step_ns > 0 ? plan->step_ns : plan_policy.step_ns;
	plan->limit_share = plan->limit_share > 0 ? plan->limit_share : plan_policy.limit_share;
	if (!plan->clock.now_ns)
		plan->clock = bench_clock_default();
	if (!plan->clock.now_ns)
		return benchi_fail(BENCH_ERR_CLOCK_MISSING, "%s", "");
	if (plan->most > MOST_EVER || plan->least > plan->most)
		return benchi_fail(BENCH_ERR_ARGUMENT, "%.0f to %.0f workers: expected 1 to %d",
		                   (double)plan->least, (double)plan->most, MOST_EVER);
	if (!(plan->rate_hz >= 0 && plan->rate_hz <= plan_policy.fastest_hz)
	    || !(plan->limit_share <= 1)
	    || !(plan->limit_ns >= 0) || !isfinite(plan->step_ns))
		return benchi_fail(BENCH_ERR_ARGUMENT,
			"invalid ramp: rate_hz is %g (0 to %g), limit_ns %g (from 0), limit_share %g "
			"(at most 1), step_ns %g (finite)", plan->rate_hz, plan_policy.fastest_hz,
			plan->limit_ns, plan->limit_share, plan->step_ns);
	status = make_steps(job, ramp);
	return status == BENCH_OK ? benchi_ramp_fit(ramp) : status;
}

void benchi_ramp_free(benchi_ramp *ramp)
{
	free(ramp->step);
	ramp->step = NULL;
	ramp->n = ramp->capacity = 0;
}

/*
 * Ramps a case, and finds how many of its iterations to time together.
 *
 * An iteration that lasts 20 readings of the clock, and 20 of its steps, is timed on its own: each
 * latency contains a reading, at most 5 % of it. Shorter iterations are timed in batches of 200
 * readings, since the pool's own work per batch (some three readings) is lost to throughput: 12 %
 * of 20 readings, 1 % of 200. Latencies are then means of a batch, which hide a single slow
 * iteration. Open loops time each iteration, because each has its own due time.
 */

static const struct {
	double alone, batch;    /* shortest iteration that is timed alone, and shortest batch, in
	                           readings of the clock */
} readings_policy = { .alone = 20, .batch = 200 };

enum { TRIES = 5 };

bench_status benchi_ramp_case(const bench_case *item, uint64_t parameter,
                              const benchi_ramp_plan *plan, benchi_ramp *ramp,
                              const char **skipped)
{
	bench_options options = { .clock = plan->clock };
	const struct benchi_parameters *all = benchi_thread_self()->worker_context.parameters;
	const struct benchi_worker_context place = { parameter, 0, benchi_ramp_most(plan), all };
	const struct benchi_worker_context alone = { parameter, 0, 1, all };
	bench_status status = benchi_case_begin(item, &place, skipped);
	benchi_ramp none = { .best = SIZE_MAX, .highest = SIZE_MAX };
	bench_timing timing;
	benchi_case_job job;

	*ramp = none;
	if (status != BENCH_OK || *skipped)
		return status;
	status = benchi_timing_choose(&options, &timing);
	if (status == BENCH_OK) {
		benchi_case_job_begin(&job, item, parameter, &timing);
		benchi_case_enter(&alone);
		/* Doubles the number of iterations until TRIES windows in a row are long enough to be
		 * timed as one batch. */
		double reading_ns = fmax(timing.reading_ns, timing.step_ns);
		int tries = 0;

		for (uint64_t n = 1; tries < TRIES && !(plan->rate_hz > 0);) {
			uint64_t opened = benchi_window_open(&timing);

			benchi_case_run(n, item);
			if (benchi_window_close(&timing, opened)
			    < (n > 1 ? readings_policy.batch : readings_policy.alone) * reading_ns
			    && n < UINT64_C(1) << 40) {
				n *= 2;
				tries = 0;
			} else
				tries++;
			job.job.batch = n;
		}
		status = benchi_ramp_run(&job.job, plan, ramp);
		benchi_case_job_end(&job);
	}
	if (status == BENCH_OK && benchi_case_failed())
		status = benchi_fail(BENCH_ERR_ARGUMENT, "%s", benchi_case_failed());
	benchi_case_end(item, &place);
	return status;
}

/*
 * Options of ramps.
 */

static const double LONGEST_NS = 1e15; /* longest wait: eleven days */

/* Parses "10ms", "10ms@p99.9" or "1s@max". */
bool benchi_ramp_read_limit(const char *text, benchi_ramp_plan *plan)
{
	double *ns = &plan->limit_ns, *share = &plan->limit_share;
	const char *at = strchr(text, '@'), *end;
	char time[32];

	if (strlen(text) >= sizeof time)
		return false;
	snprintf(time, sizeof time, "%.*s", (int)strcspn(text, "@"), text);
	*share = 0.99;
	if (!benchi_duration(time, false, ns) || *ns > LONGEST_NS)
		return false;
	if (!at)
		return true;
	if (!strcmp(at, "@max")) {
		*share = 1;
		return true;
	}
	if (at[1] != 'p' || !(end = benchi_read_number(at + 2, share)) || *end)
		return false;
	*share /= 100;
	return *share > 0 && *share <= 1;
}

bool benchi_ramp_read_workers(const char *text, benchi_ramp_plan *plan)
{
	uint64_t first = 1, last;
	const char *end = benchi_read_whole(text, MOST_EVER, &last);

	if (end && !strncmp(end, "..", 2)) {
		first = last;
		end = benchi_read_whole(end + 2, MOST_EVER, &last);
	}
	if (!end || *end || first < 1 || first > last)
		return false;
	plan->least = (size_t)first;
	plan->most = (size_t)last;
	return true;
}
