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
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

enum { CALLS_MOST = 10000, CALLS_LEAST = 200, OWN_MOST = 4, PILOT = 8 };

static const struct {
	double long_enough;         /* shortest call to time, in clock steps or readings */
	double share;               /* share of a row's time for timing single calls */
	double calls_ns;            /* time that CALLS_LEAST calls may take in any case */
	double usual_ns;            /* time of a row if none was stated */
} show_policy = { .long_enough = 20, .share = 0.5, .calls_ns = 20e6, .usual_ns = 5e5 };

static struct {
	const char *name;
	double (*of)(const double *ns, size_t n);
} own[OWN_MOST];

static size_t owns;

void bench_statistic(const char *name, double (*of)(const double *ns, size_t n))
{
	if (!name || !of || owns == OWN_MOST)
		return;
	own[owns].name = name;
	own[owns++].of = of;
}

/* Returns the time of the shortest call that is timed alone. */
static double least_call_ns(const bench_timing *timing)
{
	return show_policy.long_enough * fmax(timing->step_ns, timing->reading_ns);
}

/* Times single calls, minus the cost of the clock; sorts them. 0: calls are too short for the
 * clock. */
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
		benchi_thread_self()->counting.iterations++;
		if (!benchi_regions_unpaired(regions))   /* otherwise START and STOP are misused */
			ns[n++] = benchi_regions_marked(regions) ? regions->ns : x;
		if (n == PILOT) {
			benchi_sort(ns, n);
			if (ns[n / 2] < least_call_ns(timing))
				return 0;
		}
	}
	benchi_sort(ns, n);
	return n;
}

bench_status benchi_show_add(const benchi_show *show, const bench_case *c, double row_ns,
                             uint32_t process, benchi_result *result)
{
	size_t most = result->n > CALLS_MOST ? result->n : CALLS_MOST, n = 0;
	double *ns = malloc(most * sizeof *ns), sum = 0, iterations = 0;
	bench_status status = BENCH_OK;
	bool calls = false;

	if (!ns)
		return benchi_fail(BENCH_ERR_MEMORY, "for the windows");
	/* the program's metrics and the mean come from this process's windows */
	for (size_t i = 0; i < result->n; i++) {
		const benchi_reading *r = &result->reading[i];

		if (r->process != process || isnan(r->ns))
			continue;
		ns[n++] = r->ns;
		sum += r->ns * r->iterations;
		iterations += r->iterations;
	}
	benchi_sort(ns, n);
	for (size_t i = 0; i < owns && n > 0 && status == BENCH_OK; i++)
		status = benchi_metric_add(result, own[i].name, process, own[i].of(ns, n));
	for (size_t i = 0; i < show->n && status == BENCH_OK; i++) {
		calls = calls || !show->of[i].mean;
		if (show->of[i].mean && n > 0)
			status = benchi_metric_add(result, show->of[i].name, process,
				isnan(result->seen.summary.mean_ns) ? sum / iterations
					: result->seen.summary.mean_ns);
	}
	/* quantiles come from single calls */
	n = calls && status == BENCH_OK ? time_calls(c, row_ns, ns) : 0;
	for (size_t i = 0; i < show->n && n > 0 && status == BENCH_OK; i++) {
		double q = show->of[i].quantile, beyond = fmin(q, 1 - q) * (double)n;

		if (!show->of[i].mean && (q <= 0 || q >= 1 || beyond >= 1))
			status = benchi_metric_add(result, show->of[i].name, process,
				benchi_quantile(ns, n, q));
	}
	free(ns);
	return status;
}

/* Index of a metric among the requested figures; show->n if it is none. */
static size_t shown_index(const benchi_show *show, const char *metric)
{
	size_t j = 0;

	while (j < show->n && strcmp(show->of[j].name, metric))
		j++;
	return j;
}

bench_status benchi_show_finish(const benchi_show *show, benchi_report *report)
{
	for (size_t i = 0; i < report->n; i++) {
		/* sort by the request: metrics that the first process lacked came last */
		benchi_result *result = &report->result[i];
		size_t to = 0;

		while (to < result->metrics && shown_index(show, result->metric[to].name) == show->n)
			to++;
		for (size_t j = 0; j < show->n; j++)
			for (size_t k = to; k < result->metrics; k++)
				if (!strcmp(result->metric[k].name, show->of[j].name)) {
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
			bool mean = index < show->n && show->of[index].mean, shown = index < show->n;
			struct benchi_median_interval e;
			double *x;

			for (size_t j = 0; j < owns; j++)
				shown = shown || !strcmp(own[j].name, metric->name);
			if (!shown || metric->n < 2)    /* fewer than two processes give no interval */
				continue;
			x = malloc(2 * metric->n * sizeof *x);
			if (!x)
				return benchi_fail(BENCH_ERR_MEMORY, "for the figures");
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

/* Returns true if a row has any of the requested quantiles: its calls are long enough. */
static bool has_quantile(const benchi_show *show, const benchi_result *result)
{
	for (size_t j = 0; j < show->n; j++)
		if (!show->of[j].mean && benchi_metric_find(result, show->of[j].name))
			return true;
	return false;
}

void benchi_show_missing(const benchi_settings *settings, const benchi_report *report)
{
	const benchi_show *show = &settings->show;
	const bench_timing *timing;
	double least_ns = benchi_timing_default(&timing) == BENCH_OK ? least_call_ns(timing) : 0;

	for (size_t j = 0; j < show->n; j++) {
		const benchi_result *first = NULL;
		char needed[BENCHI_SCALED_TEXT];
		size_t rows = 0, missing = 0;

		for (size_t i = 0; i < report->n; i++) {
			const benchi_result *r = &report->result[i];

			rows += !r->skipped;
			if (!r->skipped && !benchi_metric_find(r, show->of[j].name) && missing++ == 0)
				first = r;
		}
		if (!first)
			continue;
		if (first->answer.summary.ns < least_ns && !has_quantile(show, first))
			benchi_complain(settings, "%s: missing in %zu of %zu rows, first in '%s': its calls "
				"are too short for the clock, which needs %s", show->of[j].name, missing, rows,
				first->row.name, benchi_scaled(least_ns, NAN, BENCHI_UNITS_TIME, needed));
		else
			benchi_complain(settings, "%s: missing in %zu of %zu rows, first in '%s': too few "
				"calls fit into the time (--time)", show->of[j].name, missing, rows,
				first->row.name);
	}
}
