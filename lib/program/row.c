/*
 * A row: made from the table of cases, given its time, measured on one or several threads.
 *
 * SPDX-License-Identifier: MIT
 */

#include "clock/clock.h"
#include "program/program.h"

/*
 * Measures a case on several threads at once.
 *
 * A worker pool runs the body in windows, which each thread makes long enough for the clock before
 * counting begins. With at least as many processors as threads, a window counts only if all
 * threads had a processor throughout (load/worker.c): contended work is faster while a competitor
 * waits. On a busy machine such windows are rare. The pool then runs again, up to four times in
 * all, and longer if no window completed; the row carries PREEMPTED. It also does if an iteration
 * takes less than threads * wall time / processors, which cannot be true of all windows. If no
 * window was concurrent, all of them count, with confidence 0, and only if no other process has
 * better ones (program/combine.c). With more threads than processors, waiting for one is part of
 * the time.
 *
 * Processor time comes from each thread's own clock over the same iterations; throughput from all
 * iterations, or from the windows that count if some were left out. Assumes that iterations are
 * alike. Wrong when the windows of one thread differ from another's: an interval over all windows
 * does not know which thread a window is from.
 */

static const struct {
	double time_ns;        /* default time of a row */
	double windows;        /* at most this many in that time */
	double left_out;       /* PREEMPTED above this share of non-concurrent windows */
	double contradiction;  /* an iteration in less than this share of the bound is impossible */
	double longer;         /* factor for the next try if no window completed */
	size_t few;            /* windows for an interval */
	size_t enough;         /* windows per thread: no further try */
	int tries;
} threads_policy = { 50e6, 500, 0.1, 0.9, 4, 6, 20, 4 };

enum { WINDOWS_MOST = 2000 };

/* A measurement: settings shared by its pools, and their sums. */
struct measurement {
	const benchi_table_style *style;
	benchi_pool_plan pool_plan;
	benchi_case_job job;
	struct benchi_reference reference;
	size_t most;                       /* readings per thread */
	bool all;                          /* no window was concurrent: use all */
	size_t left_out;
	double iterations, ns;             /* sums over the windows used */
	double counted_iterations, counted_ns;  /* sums over all windows */
	double cpu_ns, cpu_iterations;
	bool own;                          /* the body marks regions */
};

/* Adds the windows that count as readings. */
static bench_status take_windows(struct measurement *m, const benchi_pool *pool,
                                 benchi_result *result)
{
	for (size_t i = 0; i < pool->plan.workers; i++) {
		const benchi_worker *w = &pool->worker[i];
		size_t taken = 0;

		for (size_t k = 0; k < w->windows && taken < m->most; k++) {
			bench_status status;

			const benchi_pool_window *window = &w->window[k];

			if (window->from < pool->from || window->until > pool->until)
				continue;       /* partly outside the counted phase */
			if (pool->plan.waits && !m->all && !benchi_window_concurrent(pool, i, k)) {
				m->left_out++;
				continue;
			}
			uint32_t round = (uint32_t)taken++;
			double tick = m->job.reference ? benchi_worker_tick_ns(&m->job.tick[i]) : (double)NAN;
			double iterations = (double)window->iterations;
			double ns = m->own ? window->ns : window->ns - m->job.timing.empty_ns;
			benchi_reading reading = { ns / iterations, ns / iterations / tick, iterations,
				m->style->process, round };

			m->iterations += iterations;
			m->ns += ns;
			status = benchi_result_add(result, &reading);
			if (status != BENCH_OK)
				return status;
		}
	}
	return BENCH_OK;
}

/* Estimates cycles or ns from the readings that have them. */
static struct benchi_estimate row_estimate(const benchi_result *result, double *memory, bool cycles)
{
	size_t n = 0;

	for (size_t i = 0; i < result->n; i++) {
		double value = cycles ? result->reading[i].cycles : result->reading[i].ns;

		if (!isnan(value))
			memory[n++] = value;
	}
	return benchi_estimate_of(memory, n);
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

/* With every thread running, an iteration takes at least threads * wall / processors. If the
 * estimate is lower, widens the interval up to that bound. */
static bool contradicts(const struct measurement *m, benchi_result *result)
{
	double threads = (double)result->row.threads;
	double processors = fmin(threads, benchi_processors_allowed());
	double least = threads * result->seen.wall_ns / processors;

	if (!(result->seen.summary.ns < threads_policy.contradiction * least))
		return false;
	result->seen.summary.ns_high = fmax(result->seen.summary.ns_high, least);
	return true;
}

/* Computes the result from the readings. */
static bench_status row_summarise(const struct measurement *m, benchi_result *result)
{
	bench_summary s = benchi_summary_none(BENCH_OK);
	double *memory = malloc((result->n + 1) * sizeof *memory);
	struct benchi_estimate ns, cycles;

	if (!memory)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f windows", (double)result->n);
	cycles = row_estimate(result, memory, true);
	ns = row_estimate(result, memory, false);
	free(memory);
	benchi_summary_set_ns(&s, &ns, (struct benchi_reach){ 0, 0 });   /* NaN for a single reading */
	s.ns_raw = s.ns;
	s.samples = ns.n;
	take_cycles(&cycles, result->n, &s);
	for (size_t i = 0; i < result->n; i++)
		s.iterations += (uint64_t)result->reading[i].iterations;
	s.elapsed_ns = m->counted_ns;
	s.overhead_ns = 0;
	s.dropped = m->all ? 0 : m->left_out;
	s.method = m->own ? "regions" : "threads";
	if (result->n < threads_policy.few)
		s.warnings |= BENCH_WARN_FEW_SAMPLES;
	if (s.ns_low > 0)   /* waiting for a processor widens the interval, but some time has passed */
		s.warnings &= ~(unsigned)BENCH_WARN_BELOW_RESOLUTION;
	result->seen.summary = s;

	/* Wall and processor time. Regions have neither, because the time between them does not
	 * count. */
	double threads = (double)result->row.threads;
	bool windows = (m->own || (m->left_out && !m->all)) && m->iterations > 0;

	result->seen.wall_ns = windows ? m->ns / m->iterations / threads
		: m->counted_iterations > 0 ? m->counted_ns / m->counted_iterations : (double)NAN;
	result->seen.cpu_ns = m->cpu_iterations > 0 && !m->own ? m->cpu_ns / m->cpu_iterations
	                                                  : (double)NAN;

	/* Warn if too many windows were left out, impossibly short ones count, or START and STOP are
	 * not paired. */
	double left_out = (double)m->left_out;

	if (contradicts(m, result)
	    || left_out > threads_policy.left_out * (left_out + (double)result->n))
		result->seen.summary.warnings |= BENCH_WARN_PREEMPTED;
	if (m->job.unpaired)
		result->seen.summary.warnings |= BENCH_WARN_UNPAIRED;

	if (m->all)
		result->seen.summary.confidence = 0;
	return BENCH_OK;
}

/* Chooses the clock, the reference and the window sizes. */
static bench_status threads_begin(struct measurement *m, const bench_options *options,
                                  const benchi_row *row)
{
	const size_t threads = row->threads;
	bench_timing timing;
	bench_status status = benchi_timing_choose(options, &timing);

	if (status != BENCH_OK)
		return status;
	if (benchi_self_reference(&m->reference) == BENCH_OK && options->clock.now_ns)
		benchi_reference_fit(&timing, &m->reference);
	benchi_case_job_begin(&m->job, row->item, row->parameter, &timing);
	if (m->reference.low_ipc) {
		m->job.tick = calloc(threads, sizeof *m->job.tick);
		m->job.reference = &m->reference;
	}
	if (m->job.reference && !m->job.tick) {
		benchi_case_job_end(&m->job);
		return benchi_no_memory("the threads' cycles");
	}
	m->most = options->rounds ? options->rounds : WINDOWS_MOST;
	m->pool_plan.job = &m->job.job;
	m->pool_plan.workers = threads;
	m->pool_plan.stop = benchi_interrupt_came;
	m->pool_plan.clock = timing.clock;
	m->pool_plan.counted_ns = options->time_ns > 0 ? options->time_ns : threads_policy.time_ns;
	m->pool_plan.window_ns = fmax(options->enough_ns > 0 ? options->enough_ns : timing.enough_ns,
	                              m->pool_plan.counted_ns / threads_policy.windows);
	m->pool_plan.windows = WINDOWS_MOST;
	m->pool_plan.waits = threads <= (size_t)benchi_processors_allowed();
	return BENCH_OK;
}

/* If one iteration takes longer than the timed phase, no window completes. Each thread then
 * contributes the fraction it finished. */
static bench_status take_fractions(const struct measurement *m, const benchi_pool *pool,
                                   benchi_result *result)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < pool->plan.workers && status == BENCH_OK; i++) {
		benchi_reading reading = { NAN, NAN, 0, m->style->process, 0 };

		for (int k = 0; k < pool->slices; k++)
			reading.iterations += pool->worker[i].slice[k];
		reading.ns = pool->slice_ns * pool->slices / reading.iterations;
		if (reading.iterations > 0)
			status = benchi_result_add(result, &reading);
	}
	return status;
}

static bench_status threads_run(struct measurement *m, benchi_result *result)
{
	bench_status status = BENCH_OK;

	for (int i = 1; i <= threads_policy.tries && status == BENCH_OK; i++) {
		bool last = i == threads_policy.tries || benchi_interrupt_came();
		benchi_pool pool;

		status = benchi_pool_run(&m->pool_plan, &pool);
		if (status == BENCH_OK) {
			m->counted_ns += pool.slice_ns * pool.slices;
			for (size_t j = 0; j < pool.plan.workers; j++) {
				const benchi_worker *w = &pool.worker[j];

				for (int k = 0; k < pool.slices; k++)
					m->counted_iterations += w->slice[k];
				m->cpu_ns += w->cpu_ns;
				m->cpu_iterations += w->cpu_operations;
				m->own = m->own || w->own;
			}
			status = take_windows(m, &pool, result);
		}
		if (status == BENCH_OK && result->n == 0 && m->left_out && last) {
			m->all = true;      /* no window was concurrent */
			status = take_windows(m, &pool, result);
		}
		if (status == BENCH_OK && result->n == 0 && !m->left_out && !m->own)
			status = take_fractions(m, &pool, result);
		benchi_pool_free(&pool);
		if (last || (result->n > 0 && !m->left_out)
		    || result->n >= threads_policy.enough * result->row.threads)
			break;
		if (result->n == 0)
			m->pool_plan.counted_ns *= threads_policy.longer;
	}
	if (status == BENCH_ERR_NO_SAMPLES && result->n > 0)
		status = BENCH_OK;   /* interrupted in a later try */
	if (status == BENCH_OK)
		status = row_summarise(m, result);
	if (status == BENCH_OK && result->n == 0)
		status = benchi_fail(BENCH_ERR_NO_SAMPLES, "no window ended in %.3g s: iterations take "
		                     "longer, or no processor was free", m->pool_plan.counted_ns / 1e9);
	return status;
}

/*
 * Measures one row: setup, verification, timing, and teardown unless setup skipped the row.
 */

static const struct {
	int tries;          /* a pause can consume the whole time of a row */
	double long_ns;     /* longer bodies are likely to be interrupted */
	double batch_ns;    /* duration of a batch of untimed iterations */
} row_policy = { 3, 5e6, 1e6 };

/* Collects a row's readings. */
struct gatherer {
	benchi_result *result;
	uint32_t process, round;
	bench_status status;
};

static void row_gather(void *to, double ns, double cycles, double iterations)
{
	struct gatherer *gatherer = to;
	benchi_reading reading = { ns, cycles, iterations, gatherer->process, gatherer->round++ };

	if (gatherer->status == BENCH_OK)
		gatherer->status = benchi_result_add(gatherer->result, &reading);
}

/* Stores the reason for a missing result. */
static benchi_outcome without(benchi_result *result, benchi_outcome outcome, const char *why)
{
	free(result->skipped);
	result->skipped = benchi_copy(why, strlen(why));
	return outcome;
}

static benchi_outcome row_failed(benchi_result *result, bench_status status)
{
	char why[400];
	const char *detail = bench_detail();

	snprintf(why, sizeof why, "%s%s%s", bench_status_text(status), *detail ? ": " : "", detail);
	return without(result, status == BENCH_ERR_NO_SAMPLES ? BENCHI_DISTURBED : BENCHI_WRONG, why);
}

static bench_options row_options_of(const benchi_table_style *style, const bench_case *c)
{
	bench_options options = style->options;

	options.time_ns = style->share.time_ns > 0 ? style->share.time_ns : c->time_ns;
	options.rounds = options.rounds ? options.rounds : c->rounds;
	return options;
}

/* The name of a counter's metric in every format: "probes/op", "probes/s" or "probes"; '_' in place
 * of what a format would take for something else.  text: BENCHI_METRIC_NAME bytes.  Returns it. */
static const char *metric_name(const struct benchi_counted *counter, char *text)
{
	static const char *const behind[] = { "/op", "/s", "" };
	static const char taken[] = "benchmark name parameter threads process run boot block round "
		"iterations ns cycles started exit_status real_time cpu_time";

	snprintf(text, BENCHI_METRIC_NAME, "%s%s", counter->name, behind[counter->kind]);
	for (char *at = text; *at; at++)
		if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f || strchr(",;\"'#\\", *at))
			*at = '_';
	if (benchi_listed(taken, text)) /* a column of the table of windows */
		strcat(text, "_count");
	return text;
}

static bench_status take_counted(const struct benchi_counted_all *all, uint32_t process,
                                 benchi_result *result)
{
	double ns = result->row.threads > 1 && result->seen.wall_ns > 0 ? result->seen.wall_ns
	                                                               : result->seen.summary.ns;
	bench_status status = BENCH_OK;
	char name[BENCHI_METRIC_NAME];

	for (size_t i = 0; i < all->n && status == BENCH_OK; i++)
		status = benchi_metric_add(result, metric_name(&all->of[i], name), process,
			benchi_counted_value(all, i, ns));
	return status;
}

double benchi_row_run_for(const bench_case *c, double time_ns)
{
	const double began = benchi_now_ns();
	double last, now = 0, done = 0;
	uint64_t n = 1;

	do {
		last = now;
		if (c->prepare)
			c->prepare(n, c->arg);
		benchi_case_run(n, c);
		now = benchi_now_ns() - began;
		done += (double)n;
		if (now - last < fmin(row_policy.batch_ns, time_ns / 8))
			n *= 2;
	} while (now < time_ns && !benchi_interrupt_came());
	return done;
}

/* A row's measurement in one process. */
struct timed_row {
	const bench_case *item;
	bench_options options;
	struct benchi_round_sink sink;
	struct gatherer gatherer;
};

/* Repeats the measurement at the end of a life. */
static bench_summary measure_again(void *to)
{
	struct timed_row *row = to;
	bench_summary late = benchi_summary_none(BENCH_ERR_NO_SAMPLES);

	row->gatherer.process |= BENCHI_LATE;
	row->gatherer.round = 0;
	row->sink.busy = NULL;
	row->sink.basis = NULL;
	late.status = benchi_measure_rounds(row->item, &row->options, &row->sink, &late);
	return late;
}

static benchi_outcome time_it(const benchi_table_style *style, benchi_result *result)
{
	const bench_case *c = result->row.item;
	struct timed_row row = { .item = c, .options = row_options_of(style, c),
		.gatherer = { result, style->process, 0, BENCH_OK } };
	struct benchi_busy busy = { 0, 0 };
	bench_status status = BENCH_ERR_NO_SAMPLES;
	double patience_ns = style->patience_ns ? *style->patience_ns : 0;

	row.sink = (struct benchi_round_sink){ .take = row_gather, .to = &row.gatherer, .busy = &busy,
		.basis = &result->seen.basis, .patience_ns = style->patience_ns,
		.most_ns = style->share.most_ns, .stop = benchi_interrupt_flag() };

	if (c->warm_up_ns > 0)   /* warm caches and clock */
		benchi_row_run_for(c, c->warm_up_ns);
	row.options.prepare = c->prepare;
	row.options.cold = c->cold;
	for (int tries = 0; tries < row_policy.tries && status == BENCH_ERR_NO_SAMPLES; tries++) {
		bench_at(result->row.name);
		status = benchi_measure_rounds(c, &row.options, &row.sink, &result->seen.summary);
	}
	if (status == BENCH_OK)
		status = row.gatherer.status;
	if (benchi_case_failed())
		return BENCHI_WRONG;
	if (status == BENCH_OK)
		status = take_counted(&benchi_thread_self()->counting.latest, style->process, result);
	result->seen.wall_ns = result->seen.summary.ns;
	/* processor time shows whether a long body waited */
	if (result->seen.summary.ns >= row_policy.long_ns && busy.iterations > 0)
		result->seen.cpu_ns = fmin(busy.cpu_ns / busy.iterations, result->seen.summary.ns);
	if (status == BENCH_OK && style->show)
		status = benchi_show_add(style->show, c, style->share.time_ns, style->process, result);
	if (status == BENCH_OK && style->life_ns > 0 && !c->cold)
		status = benchi_life_run(c, style->life_ns, style->life_most_ns, measure_again, &row,
			result);
	if (style->patience_ns)
		result->seen.waited_ns = patience_ns - *style->patience_ns;
	return status == BENCH_OK ? BENCHI_TIMED : row_failed(result, status);
}

/* A failed case has no numbers. */
static benchi_outcome case_failed(benchi_result *result, const char *why)
{
	result->n = 0;
	result->seen.summary = benchi_summary_none(BENCH_ERR_ARGUMENT);
	return without(result, BENCHI_WRONG, why);
}

/* Times the row on all of its threads at once. */
static benchi_outcome time_threads(const benchi_table_style *style, benchi_result *result)
{
	const bench_options options = row_options_of(style, result->row.item);
	struct measurement m = { .style = style };
	bench_status status = threads_begin(&m, &options, &result->row);

	if (status == BENCH_OK) {
		status = threads_run(&m, result);
		free(m.job.tick);
		benchi_case_job_end(&m.job);
	}
	if (status == BENCH_OK)
		status = take_counted(&m.job.counted, style->process, result);
	result->seen.summary.status = status;
	return status == BENCH_OK ? BENCHI_TIMED : row_failed(result, status);
}

benchi_outcome benchi_one_run(const benchi_table_style *style, benchi_result *result)
{
	const struct benchi_worker_context place = { result->row.parameter, 0,
		result->row.pool ? result->row.threads : 0, result->row.parameters }, nowhere = { 0, 0, 0,
			NULL };
	const char *skipped, *label = benchi_thread_self()->label;
	benchi_outcome outcome;

	result->seen = (benchi_observed){ .summary = benchi_summary_none(BENCH_ERR_NO_SAMPLES),
		.wall_ns = (double)NAN, .cpu_ns = (double)NAN };
	if (result->row.pool && result->row.item->cold)
		return without(result, BENCHI_SKIPPED, "cold cases run in one thread, without --threads");
	if (benchi_case_begin(result->row.item, &place, &skipped) != BENCH_OK)
		outcome = case_failed(result, bench_detail());
	else if (skipped)
		outcome = without(result, BENCHI_SKIPPED, skipped);
	else {
		strcpy(result->label, label);   /* set by setup; this thread's state was reset when it
		                                   became a worker */
		outcome = result->row.pool ? time_threads(style, result) : time_it(style, result);
		if (*label)
			strcpy(result->label, label);
		if (benchi_case_failed())
			outcome = case_failed(result, benchi_case_failed());
		benchi_case_end(result->row.item, &place);
		if (benchi_case_failed())   /* failed in teardown */
			outcome = case_failed(result, benchi_case_failed());
	}
	benchi_case_enter(&nowhere);
	return outcome;
}
