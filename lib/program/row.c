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
	double windows;        /* most windows in that time */
	double left_out;       /* warning PREEMPTED if a larger share of windows was not concurrent */
	double contradiction;  /* an iteration in less than this share of the bound is impossible */
	double longer;         /* factor for the next try if no window completed */
	size_t enough;         /* windows per thread: no further try */
	int tries;
} threads_policy = { 50e6, 500, 0.1, 0.9, 4, 20, 4 };

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
	uint32_t windows;                  /* windows of all threads and tries so far, which is also the
	                                      number of the next round */
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
			double tick = m->job.reference ? benchi_worker_tick_ns(&m->job.tick[i]) : (double)NAN;
			double iterations = (double)window->iterations;
			double ns = m->own ? window->ns : window->ns - m->job.timing.empty_ns;
			benchi_reading reading = { ns / iterations, ns / iterations / tick, iterations,
				m->style->process, m->windows++ };

			taken++;
			m->iterations += iterations;
			m->ns += ns;
			status = benchi_result_add(result, &reading);
			if (status != BENCH_OK)
				return status;
		}
	}
	return BENCH_OK;
}

/* Returns the estimate of cycles or ns from the readings that have them. memory: a number for each
 * reading. */
static struct benchi_estimate estimate_readings(const benchi_result *result, double *memory,
                                                bool cycles)
{
	size_t n = 0;

	for (size_t i = 0; i < result->n; i++) {
		double value = cycles ? result->reading[i].cycles : result->reading[i].ns;

		if (!isnan(value))
			memory[n++] = value;
	}
	return benchi_estimate_of(memory, n);
}

/* Computes from the readings what this process saw: the times in *seen. */
static bench_status summarise(const struct measurement *m, const benchi_result *result,
                              benchi_observed *seen)
{
	struct benchi_measured of = { .method = m->own ? "regions" : "threads", .ns_raw = (double)NAN,
		.tick_ns = (double)NAN, .elapsed_ns = m->counted_ns, .dropped = m->all ? 0 : m->left_out };
	double *memory = malloc((result->n + 1) * sizeof *memory);
	bench_summary s;

	if (!memory)
		return benchi_no_memory("the windows");
	of.cycles = estimate_readings(result, memory, true);
	if (2 * of.cycles.n < result->n)    /* cycles are known if most readings have them */
		of.cycles.centre = (double)NAN;
	of.ns = estimate_readings(result, memory, false);
	free(memory);
	of.samples = of.ns.n;
	for (size_t i = 0; i < result->n; i++)
		of.iterations += (uint64_t)result->reading[i].iterations;
	s = benchi_summary_of(&of);
	if (s.ns_low > 0)   /* waiting for a processor widens the interval, but an iteration takes more
	                       than 0 */
		s.warnings &= ~(unsigned)BENCH_WARN_BELOW_RESOLUTION;

	/* Wall and processor time. Regions have neither, because the time between them does not
	 * count. */
	double threads = (double)result->row.threads;
	bool windows = (m->own || (m->left_out && !m->all)) && m->iterations > 0;

	seen->wall_ns = windows ? m->ns / m->iterations / threads
		: m->counted_iterations > 0 ? m->counted_ns / m->counted_iterations : (double)NAN;
	seen->cpu_ns = m->cpu_iterations > 0 && !m->own ? m->cpu_ns / m->cpu_iterations : (double)NAN;

	/* With every thread running, an iteration takes at least threads * wall / processors. If the
	 * estimate is lower, widen the interval up to that bound. */
	double least = threads * seen->wall_ns / fmin(threads, benchi_processors_allowed());
	bool contradicts = s.ns < threads_policy.contradiction * least;
	double left_out = (double)m->left_out;

	if (contradicts)
		s.ns_high = fmax(s.ns_high, least);
	if (contradicts || left_out > threads_policy.left_out * (left_out + (double)result->n))
		s.warnings |= BENCH_WARN_PREEMPTED;
	if (m->job.unpaired)
		s.warnings |= BENCH_WARN_UNPAIRED;
	if (m->all)
		s.confidence = 0;
	seen->summary = s;
	return BENCH_OK;
}

static bench_status threads_run(struct measurement *m, benchi_result *result,
                                benchi_observed *seen)
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
		/* If one iteration takes longer than the timed phase, no window completes. Each thread
		 * then contributes the fraction it finished. */
		bool fractions = result->n == 0 && !m->left_out && !m->own;

		for (size_t j = 0; fractions && j < pool.plan.workers && status == BENCH_OK; j++) {
			benchi_reading reading = { NAN, NAN, 0, m->style->process, 0 };

			for (int k = 0; k < pool.slices; k++)
				reading.iterations += pool.worker[j].slice[k];
			reading.ns = pool.slice_ns * pool.slices / reading.iterations;
			reading.round = m->windows;
			m->windows += reading.iterations > 0;
			if (reading.iterations > 0)
				status = benchi_result_add(result, &reading);
		}
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
		status = summarise(m, result, seen);
	if (status == BENCH_OK && result->n == 0)
		status = benchi_fail(BENCH_ERR_NO_SAMPLES, "no window ended in %.3g s: iterations take "
		                     "longer, or no processor was free", m->pool_plan.counted_ns / 1e9);
	return status;
}

/*
 * Figures next to the median, on request: mean, quantiles of single calls, a program's own.
 *
 * Each process contributes one number per figure. The row shows their median (for the mean, their
 * mean) with the 95 % interval over processes. Quantiles are of calls timed one by one, so the
 * clock must be able to resolve a call: at least twenty of its steps and readings. Timing them
 * takes half of the row's time, at least 200 calls or 20 ms. A quantile with less than one call
 * beyond it is omitted.
 *
 * Quantiles are biased: the caches of a call are warm, as in a loop, which makes it faster.  Its
 * instructions do not overlap with those of the next call, which makes it slower.
 */

enum { CALLS_MOST = 10000, CALLS_LEAST = 200, OWN_MOST = 4, PILOT = 8 };

static const struct {
	double long_enough;         /* shortest call to time, in clock steps or readings */
	double share;               /* share of a row's time for timing single calls */
	double calls_ns;            /* always allow CALLS_LEAST calls, up to this time */
	double usual_ns;            /* time of a row if none was stated */
} show_policy = { .long_enough = 20, .share = 0.5, .calls_ns = 20e6, .usual_ns = 5e5 };

static struct {
	const char *name;
	double (*compute)(const double *ns, size_t n);
} own[OWN_MOST];

static size_t owns;

void bench_statistic(const char *name, double (*of)(const double *ns, size_t n))
{
	if (!name || !of || owns == OWN_MOST)
		return;
	own[owns].name = name;
	own[owns++].compute = of;
}

/* Returns the time of the shortest call that is timed alone. */
static double least_call_ns(const bench_timing *timing)
{
	return show_policy.long_enough * fmax(timing->step_ns, timing->reading_ns);
}

/* Times single calls, minus the cost of the clock, and sorts them. Returns their number; 0 if calls
 * are too short for the clock. */
static size_t time_calls(const bench_case *c, double row_ns, double *ns)
{
	const bench_timing *timing;
	double most = show_policy.share * (row_ns > 0 ? row_ns : show_policy.usual_ns);
	uint64_t began;
	size_t n = 0;

	if (benchi_timing_default(&timing) != BENCH_OK)
		return 0;
	began = timing->clock.now_ns(timing->clock.ctx);
	while (n < CALLS_MOST && !benchi_interrupt_came()) {
		double gone = benchi_elapsed_ns(&timing->clock, began), x;
		struct benchi_regions *regions;
		uint64_t call;

		if (gone > (n < CALLS_LEAST ? fmax(most, show_policy.calls_ns) : most))
			break;
		regions = benchi_regions_clear();
		if (c->prepare)
			c->prepare(1, c->arg);
		benchi_thread_self()->round++;
		call = timing->clock.now_ns(timing->clock.ctx);
		benchi_case_run(1, c);
		x = benchi_elapsed_ns(&timing->clock, call) - timing->reading_ns;
		benchi_counting_ran(1);
		if (!benchi_regions_unpaired(regions))   /* unpaired START and STOP give no time */
			ns[n++] = benchi_regions_marked(regions) ? regions->ns : x;
		if (n == PILOT) {
			benchi_sort_many(ns, n);
			if (ns[n / 2] < least_call_ns(timing))
				return 0;
		}
	}
	benchi_sort_many(ns, n);
	return n;
}

/* Adds this process's figures for a row after its timing. row_ns: the time of the row; 0: the
 * default. mean_ns: the mean, or NaN. BENCH_ERR_MEMORY. */
static bench_status show_add(const benchi_show *show, const bench_case *c, double row_ns,
                             uint32_t process, double mean_ns, benchi_result *result)
{
	size_t most = result->n > CALLS_MOST ? result->n : CALLS_MOST, n = 0;
	double *ns = malloc(most * sizeof *ns), sum = 0, iterations = 0;
	bench_status status = BENCH_OK;
	bool calls = false;

	if (!ns)
		return benchi_no_memory("the windows");
	/* the program's metrics and the mean come from this process's windows */
	for (size_t i = 0; i < result->n; i++) {
		const benchi_reading *r = &result->reading[i];

		if (r->process != process || isnan(r->ns))
			continue;
		ns[n++] = r->ns;
		sum += r->ns * r->iterations;
		iterations += r->iterations;
	}
	benchi_sort_many(ns, n);
	for (size_t i = 0; i < owns && n > 0 && status == BENCH_OK; i++)
		status = benchi_metric_add(result, own[i].name, process, own[i].compute(ns, n));
	for (size_t i = 0; i < show->n && status == BENCH_OK; i++) {
		calls = calls || !show->item[i].mean;
		if (show->item[i].mean && n > 0)
			status = benchi_metric_add(result, show->item[i].name, process,
				isnan(mean_ns) ? sum / iterations : mean_ns);
	}
	/* quantiles come from single calls */
	n = calls && status == BENCH_OK ? time_calls(c, row_ns, ns) : 0;
	for (size_t i = 0; i < show->n && n > 0 && status == BENCH_OK; i++) {
		double q = show->item[i].quantile, beyond = fmin(q, 1 - q) * (double)n;

		if (!show->item[i].mean && (q <= 0 || q >= 1 || beyond >= 1))
			status = benchi_metric_add(result, show->item[i].name, process,
				benchi_quantile(ns, n, q));
	}
	free(ns);
	return status;
}

/* Returns the index of a metric among the requested figures; show->n if it was not requested. */
static size_t shown_index(const benchi_show *show, const char *metric)
{
	size_t j = 0;

	while (j < show->n && strcmp(show->item[j].name, metric))
		j++;
	return j;
}

/* Removes the quantiles of a row whose calls were too short for the clock in some processes: the
 * others, with slow first calls, timed the clock. */
static void drop_brief(const benchi_show *show, double least_ns, benchi_result *result)
{
	size_t most = 0, kept = 0;

	for (size_t k = 0; k < show->n; k++) {
		const benchi_metric *m = benchi_metric_find(result, show->item[k].name);

		if (m && !show->item[k].mean && m->n > most)
			most = m->n;
	}
	if (most >= result->each.n || !(result->answer.summary.ns < least_ns))
		return;
	for (size_t k = 0; k < result->metrics; k++) {
		size_t index = shown_index(show, result->metric[k].name);

		if (index < show->n && !show->item[index].mean)
			free(result->metric[k].part);
		else
			result->metric[kept++] = result->metric[k];
	}
	result->metrics = kept;
}

/* Sorts the metrics of each row as requested. A metric that is shown, or that the program adds,
 * gets its median or mean over the processes and the half width of its 95 % interval. */
bench_status benchi_show_finish(const benchi_show *show, benchi_report *report)
{
	const bench_timing *timing;
	double least_ns = benchi_timing_default(&timing) == BENCH_OK ? least_call_ns(timing) : 0;

	for (size_t i = 0; i < report->n; i++)
		drop_brief(show, least_ns, &report->result[i]);
	for (size_t i = 0; i < report->n; i++) {
		/* sort by the request: metrics that the first process lacked came last */
		benchi_result *result = &report->result[i];
		size_t to = 0;

		while (to < result->metrics && shown_index(show, result->metric[to].name) == show->n)
			to++;
		for (size_t j = 0; j < show->n; j++)
			for (size_t k = to; k < result->metrics; k++)
				if (!strcmp(result->metric[k].name, show->item[j].name)) {
					benchi_metric moved = result->metric[k];

					memmove(&result->metric[to + 1], &result->metric[to], (k - to) * sizeof moved);
					result->metric[to++] = moved;
					break;
				}
	}
	for (size_t i = 0; i < report->n; i++)
		for (size_t k = 0; k < report->result[i].metrics; k++) {
			benchi_metric *metric = &report->result[i].metric[k];
			size_t index = shown_index(show, metric->name);
			bool mean = index < show->n && show->item[index].mean, shown = index < show->n;
			struct benchi_median_interval e;
			double *x;

			for (size_t j = 0; j < owns; j++)
				shown = shown || !strcmp(own[j].name, metric->name);
			if (!shown || metric->n < 2)    /* fewer than two processes give no interval */
				continue;
			x = malloc(2 * metric->n * sizeof *x);
			if (!x)
				return benchi_no_memory("the figures");
			for (size_t j = 0; j < metric->n; j++)
				x[j] = metric->part[j].value;
			e = benchi_median_interval_of(x, metric->n, 0.95, x + metric->n);
			metric->half = fmax(e.high - metric->value, metric->value - e.low);
			if (mean) {
				struct benchi_mean m = benchi_mean_of(x, metric->n, 0.95);

				metric->value = m.mean;
				metric->half = m.high - m.mean;
			}
			free(x);
		}
	return BENCH_OK;
}

/* Rows that lack a figure for one reason. */
struct lacking {
	size_t rows, missing;   /* rows with results, and those of them without the figure */
	const char *first;
};

/* few: because few calls fit into the time; otherwise because calls are short. */
static struct lacking find_lacking(const benchi_show *show, size_t figure, bool few,
                                   const benchi_report *report)
{
	const bench_timing *timing;
	double least_ns = benchi_timing_default(&timing) == BENCH_OK ? least_call_ns(timing) : 0;
	struct lacking found = { .first = NULL };

	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		/* too short to be timed one by one; a row with another quantile has longer calls */
		bool brief = r->answer.summary.ns < least_ns;

		for (size_t k = 0; k < show->n && brief; k++)
			brief = show->item[k].mean || !benchi_metric_find(r, show->item[k].name);
		found.rows += !r->skipped;
		if (!r->skipped && !benchi_metric_find(r, show->item[figure].name) && brief != few
		    && found.missing++ == 0)
			found.first = r->row.name;
	}
	return found;
}

void benchi_show_missing(const benchi_settings *settings, const benchi_report *report)
{
	const benchi_show *show = &settings->show;

	/* a line for each reason and the figures that the same rows lack: first those with short calls,
	 * then those with few */
	for (int few = 0; few < 2; few++)
		for (size_t k = 0; k < show->n; k++) {
			struct lacking here = find_lacking(show, k, few, report), other;
			char names[BENCHI_SHOWN * (sizeof show->item->name + 2)], needed[BENCHI_SCALED_TEXT];
			const bench_timing *timing;
			size_t used = 0;

			for (size_t j = 0; j < show->n && here.first; j++) {
				other = find_lacking(show, j, few, report);
				if (other.first != here.first || other.missing != here.missing)
					continue;
				if (j < k)
					here.first = NULL;   /* named before */
				used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
					used ? ", " : "", show->item[j].name);
			}
			if (here.first && few)
				benchi_complain(settings, "%s: missing in %zu of %zu rows, first in '%s': too few "
					"calls fit into the time (--time)", names, here.missing, here.rows, here.first);
			else if (here.first && benchi_timing_default(&timing) == BENCH_OK)
				benchi_complain(settings, "%s: missing in %zu of %zu rows, first in '%s': its "
					"calls are too short for the clock, which needs %s (.parts times several as "
					"one)", names, here.missing, here.rows, here.first,
					benchi_scaled(least_call_ns(timing), NAN, BENCHI_UNITS_TIME, needed));
		}
}

/*
 * Measures one row: setup, verification, timing, and teardown unless setup skipped the row.
 */

static const struct {
	int tries;          /* tries to time a row: a pause can consume all of its time */
	double long_ns;     /* bodies longer than this are likely to be interrupted */
	double batch_ns;    /* duration of a batch of untimed iterations */
} row_policy = { 3, 5e6, 1e6 };

/* Collects a row's readings. */
struct gatherer {
	benchi_result *result;
	uint32_t process, round;
	bench_status status;
};

static void gather_reading(void *to, double ns, double cycles, double iterations)
{
	struct gatherer *gatherer = to;
	benchi_reading reading = { ns, cycles, iterations, gatherer->process, gatherer->round++ };

	if (gatherer->status == BENCH_OK)
		gatherer->status = benchi_result_add(gatherer->result, &reading);
}

static benchi_outcome without_result(benchi_result *result, bench_status status)
{
	char why[400];
	const char *detail = bench_detail();

	snprintf(why, sizeof why, "%s%s%s", bench_status_text(status), *detail ? ": " : "", detail);
	benchi_result_skip(result, why);
	return status == BENCH_ERR_NO_SAMPLES ? BENCHI_DISTURBED : BENCHI_WRONG;
}

static bench_options options_of(const benchi_table_style *style, const bench_case *c)
{
	bench_options options = style->options;

	options.time_ns = style->share.time_ns > 0 ? style->share.time_ns : c->time_ns;
	options.rounds = options.rounds ? options.rounds : c->rounds;
	return options;
}

/* Adds the counters of the case as metrics, named in every format "probes/op", "probes/s" or
 * "probes", with '_' in place of what a format would take for something else. */
static bench_status take_counted(const struct benchi_counted_all *all, const benchi_observed *seen,
                                 benchi_result *result)
{
	static const char *const behind[] = { "/op", "/s", "" };
	static const char columns[] = "benchmark name parameter threads process run boot block round "
		"iterations ns cycles started exit_status real_time cpu_time";
	double ns = result->row.threads > 1 && seen->wall_ns > 0 ? seen->wall_ns : seen->summary.ns;
	bench_status status = BENCH_OK;
	char name[BENCHI_METRIC_NAME];

	for (size_t i = 0; i < all->n && status == BENCH_OK; i++) {
		snprintf(name, sizeof name, "%s%s", all->of[i].name, behind[all->of[i].kind]);
		for (char *at = name; *at; at++)
			if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f
			    || strchr(",;\"'#\\", *at))
				*at = '_';
		if (benchi_listed(columns, name)) /* a column of the table of windows */
			strcat(name, "_count");
		status = benchi_metric_add(result, name, seen->process, benchi_counted_value(all, i, ns));
	}
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

/* Measures the row again after its long run (life.c), to see whether its usual cost has changed.
 * Marks these rounds BENCHI_LATE. Returns the summary. */
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

static benchi_outcome time_it(const benchi_table_style *style, benchi_result *result,
                              benchi_observed *seen)
{
	const bench_case *c = result->row.item;
	struct timed_row row = { .item = c, .options = options_of(style, c),
		.gatherer = { result, style->process, 0, BENCH_OK } };
	struct benchi_busy busy = { 0, 0 };
	bench_status status = BENCH_ERR_NO_SAMPLES;
	double patience_ns = style->patience_ns ? *style->patience_ns : 0;

	row.sink = (struct benchi_round_sink){ .take = gather_reading, .to = &row.gatherer,
		.busy = &busy, .basis = &seen->basis, .patience_ns = style->patience_ns,
		.most_ns = style->share.most_ns, .stop = benchi_interrupt_flag() };

	if (c->warm_up_ns > 0)   /* warm caches and clock */
		benchi_row_run_for(c, c->warm_up_ns);
	row.options.prepare = c->prepare;
	row.options.cold = c->cold;
	for (int tries = 0; tries < row_policy.tries && status == BENCH_ERR_NO_SAMPLES; tries++) {
		bench_at(result->row.name);
		status = benchi_measure_rounds(c, &row.options, &row.sink, &seen->summary);
	}
	if (status == BENCH_OK)
		status = row.gatherer.status;
	if (benchi_case_failed())
		return BENCHI_WRONG;
	if (status == BENCH_OK)
		status = take_counted(&benchi_thread_self()->counting.latest, seen, result);
	seen->wall_ns = seen->summary.ns;
	/* processor time shows whether a long body waited */
	if (seen->summary.ns >= row_policy.long_ns && busy.iterations > 0)
		seen->cpu_ns = fmin(busy.cpu_ns / busy.iterations, seen->summary.ns);
	if (status == BENCH_OK && style->show)
		status = show_add(style->show, c, style->share.time_ns, style->process,
			seen->summary.mean_ns, result);
	if (status == BENCH_OK && style->life_ns > 0 && !c->cold)
		status = benchi_life_run(c, style->life_ns, style->life_most_ns, measure_again, &row,
			&seen->summary, result, &seen->life);
	if (style->patience_ns)
		seen->waited_ns = patience_ns - *style->patience_ns;
	return status == BENCH_OK ? BENCHI_TIMED : without_result(result, status);
}

/* Times the row on all of its threads at once. */
static benchi_outcome time_threads(const benchi_table_style *style, benchi_result *result,
                                   benchi_observed *seen)
{
	const bench_options options = options_of(style, result->row.item);
	const size_t threads = result->row.threads;
	struct measurement m = { .style = style };
	bench_timing timing;
	bench_status status = benchi_timing_choose(&options, &timing);

	if (status == BENCH_OK) {
		/* choose the clock, the reference and the window sizes */
		if (benchi_self_reference(&m.reference) == BENCH_OK && options.clock.now_ns)
			benchi_reference_fit(&timing, &m.reference);
		benchi_case_job_begin(&m.job, result->row.item, result->row.parameter, &timing);
		if (m.reference.low_ipc) {
			m.job.tick = calloc(threads, sizeof *m.job.tick);
			m.job.reference = &m.reference;
		}
		m.most = options.rounds ? options.rounds : WINDOWS_MOST;
		m.pool_plan = (benchi_pool_plan){ .job = &m.job.job, .workers = threads,
			.stop = benchi_interrupt_came, .clock = timing.clock, .windows = WINDOWS_MOST,
			.counted_ns = options.time_ns > 0 ? options.time_ns : threads_policy.time_ns,
			.waits = threads <= (size_t)benchi_processors_allowed() };
		m.pool_plan.window_ns = fmax(options.enough_ns > 0 ? options.enough_ns : timing.enough_ns,
			m.pool_plan.counted_ns / threads_policy.windows);
		status = m.job.reference && !m.job.tick ? benchi_no_memory("the threads' cycles")
			: threads_run(&m, result, seen);
		free(m.job.tick);
		benchi_case_job_end(&m.job);
	}
	if (status == BENCH_OK)
		status = take_counted(&m.job.counted, seen, result);
	seen->summary.status = status;
	return status == BENCH_OK ? BENCHI_TIMED : without_result(result, status);
}

static benchi_observed nothing_seen(bench_status status, uint32_t process)
{
	return (benchi_observed){ .summary = benchi_summary_none(status), .wall_ns = (double)NAN,
		.cpu_ns = (double)NAN, .process = process };
}

bool benchi_row_fail(benchi_result *result, bench_status status, const char *why)
{
	free(result->seen.life);
	result->seen = nothing_seen(status, result->seen.process);
	return benchi_result_skip(result, why);
}

/* Removes the numbers of a failed case, and stores the reason. Returns BENCHI_WRONG. */
static benchi_outcome case_failed(benchi_result *result, const char *why)
{
	result->n = 0;
	benchi_row_fail(result, BENCH_ERR_ARGUMENT, why);
	return BENCHI_WRONG;
}

benchi_outcome benchi_one_run(const benchi_table_style *style, benchi_result *result)
{
	const struct benchi_worker_context place = { result->row.parameter, 0,
		result->row.pool ? result->row.threads : 0, result->row.parameters }, nowhere = { 0, 0, 0,
			NULL };
	const char *skipped = NULL, *label = benchi_thread_self()->label;
	benchi_observed seen = nothing_seen(BENCH_ERR_NO_SAMPLES, style->process);
	benchi_outcome outcome = BENCHI_SKIPPED;

	result->seen = seen;
	if (result->row.pool && result->row.item->cold) {
		benchi_result_skip(result, "cold cases run in one thread, without --threads");
		return BENCHI_SKIPPED;
	}
	if (benchi_case_begin(result->row.item, &place, &skipped) != BENCH_OK)
		outcome = case_failed(result, bench_detail());
	else if (skipped)
		benchi_result_skip(result, skipped);
	else {
		strcpy(result->label, label);   /* the label that setup set: this thread lost it when it
		                                   became a worker */
		outcome = result->row.pool ? time_threads(style, result, &seen)
			: time_it(style, result, &seen);
		result->seen = seen;
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

bool benchi_parts_add(benchi_result *result, benchi_outcome outcome)
{
	struct benchi_parts *each = &result->each;

	each->without += outcome != BENCHI_TIMED;
	each->disturbed += outcome == BENCHI_DISTURBED;
	if (outcome != BENCHI_TIMED)
		return true;
	if (!benchi_grow(&each->part, sizeof *each->part, each->n, &each->capacity))
		return false;
	each->part[each->n++] = result->seen;
	result->seen.life = NULL;   /* belongs to the part now */
	return true;
}
