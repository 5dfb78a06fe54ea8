/*
 * Figures beside the median, on request: mean, quantiles of single calls, a program's own.
 *
 * Each process gives a number of each; the row has their median (of the mean: their mean), with the
 * 95 % interval over the processes.  Quantiles are of calls that are timed one by one, so the
 * clock must be able to: a call is to take at least twenty of its steps and readings.  Half as
 * much time as the row had goes into them, and at least 200 calls or 20 ms.  A quantile with less
 * than one call beyond it is not given.
 *
 * Wrong by what a call gains from being timed alone: its caches are those of a loop, its
 * instructions do not overlap with the next call's.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

enum { CALLS_MOST = 10000, CALLS_LEAST = 200, OWN_MOST = 4, PILOT = 8 };

static const double LONG_ENOUGH = 20, SHARE = 0.5, CALLS_NS = 20e6, USUAL_NS = 5e5;

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

/* One word of a list: "mean", "min", "max", "p99.9". */
static bool show_word(const char *word, size_t length, struct benchi_show_item *to)
{
	const char *end;
	double percent = length == 3 && !memcmp(word, "min", 3) ? 0
		: length == 3 && !memcmp(word, "max", 3) ? 100 : -1;

	if (length == 0 || length > sizeof to->name - 4)
		return false;
	to->mean = length == 4 && !memcmp(word, "mean", 4);
	if (percent < 0 && !to->mean) {
		end = *word == 'p' ? benchi_read_number(word + 1, &percent) : NULL;
		if (end != word + length || !(percent > 0 && percent < 100))
			return false;
	}
	to->quantile = percent / 100;
	snprintf(to->name, sizeof to->name, "%.*s_ns", (int)length, word);
	return true;
}

bool benchi_show_read(const char *list, benchi_show *show)
{
	show->n = 0;
	for (;; list++) {
		size_t length = strcspn(list, ",");

		if (show->n == BENCHI_SHOWN || !show_word(list, length, &show->of[show->n]))
			return false;
		show->n++;
		list += length;
		if (!*list)
			return true;
	}
}

/* One call, without the clock's cost; NaN where the body marks wrongly. */
static double call_ns(const bench_case *c, const bench_timing *timing)
{
	struct benchi_regions *regions = benchi_regions_clear();
	uint64_t began;
	double ns;

	if (c->prepare)
		c->prepare(1, c->arg);
	benchi_thread_self()->round++;
	began = timing->clock.now_ns(timing->clock.ctx);
	benchi_case_run(1, c);
	ns = benchi_elapsed_ns(&timing->clock, began) - timing->reading_ns;
	benchi_thread_self()->counting.iterations++;
	return benchi_regions_unpaired(regions) ? (double)NAN
		: benchi_regions_marked(regions) ? regions->ns : ns;
}

/* Times single calls, sorted; 0: they are too short for the clock. */
static size_t time_calls(const bench_case *c, double row_ns, double *ns)
{
	const bench_timing *timing;
	double most = SHARE * (row_ns > 0 ? row_ns : USUAL_NS), x;
	uint64_t began;
	size_t n = 0;

	if (benchi_timing_default(&timing) != BENCH_OK)
		return 0;
	began = timing->clock.now_ns(timing->clock.ctx);
	while (n < CALLS_MOST && !benchi_interrupt_came()) {
		double gone = benchi_elapsed_ns(&timing->clock, began);

		if (gone > (n < CALLS_LEAST ? fmax(most, CALLS_NS) : most))
			break;
		x = call_ns(c, timing);
		if (!isnan(x))
			ns[n++] = x;
		if (n == PILOT) {
			benchi_sort(ns, n);
			if (ns[n / 2] < LONG_ENOUGH * fmax(timing->step_ns, timing->reading_ns))
				return 0;
		}
	}
	benchi_sort(ns, n);
	return n;
}

/* The quantiles of single calls. */
static bench_status add_calls(const benchi_show *show, const bench_case *c, double row_ns,
                              uint32_t process, benchi_result *result)
{
	double *ns = malloc(CALLS_MOST * sizeof *ns);
	bench_status status = BENCH_OK;
	size_t n;

	if (!ns)
		return benchi_fail(BENCH_ERR_MEMORY, "for single calls");
	n = time_calls(c, row_ns, ns);
	for (size_t i = 0; i < show->n && status == BENCH_OK; i++) {
		double q = show->of[i].quantile, beyond = fmin(q, 1 - q) * (double)n;

		if (!show->of[i].mean && n > 0 && (q <= 0 || q >= 1 || beyond >= 1))
			status = benchi_metric_add(result, show->of[i].name, process,
				benchi_quantile(ns, n, q));
	}
	free(ns);
	return status;
}

/* The program's own figures and the mean, of this process's windows. */
static bench_status add_windows(const benchi_show *show, uint32_t process, benchi_result *result)
{
	double *ns = malloc((result->n + 1) * sizeof *ns), sum = 0, iterations = 0;
	bench_status status = BENCH_OK;
	size_t n = 0;

	if (!ns)
		return benchi_fail(BENCH_ERR_MEMORY, "for the windows");
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
	for (size_t i = 0; i < show->n && n > 0 && status == BENCH_OK; i++)
		if (show->of[i].mean)
			status = benchi_metric_add(result, show->of[i].name, process,
				isnan(result->seen.summary.mean_ns) ? sum / iterations
					: result->seen.summary.mean_ns);
	free(ns);
	return status;
}

bench_status benchi_show_add(const benchi_show *show, const bench_case *c, double row_ns,
                             uint32_t process, benchi_result *result)
{
	bench_status status = add_windows(show, process, result);
	bool calls = false;

	for (size_t i = 0; i < show->n; i++)
		calls = calls || !show->of[i].mean;
	return calls && status == BENCH_OK ? add_calls(show, c, row_ns, process, result) : status;
}

/* Of one process there is no interval. */
static bench_status find_interval(benchi_metric *metric, bool mean)
{
	double *x = malloc(2 * metric->n * sizeof *x);
	struct benchi_median_interval e;

	if (!x)
		return benchi_fail(BENCH_ERR_MEMORY, "for the figures");
	for (size_t i = 0; i < metric->n; i++)
		x[i] = metric->part[i].value;
	e = benchi_median_interval_of(x, metric->n, 0.95, x + metric->n);
	metric->half = metric->n > 1 ? fmax(e.high - metric->value, metric->value - e.low) : 0;
	if (mean && metric->n > 1) {
		struct benchi_mean m = benchi_mean_of(x, metric->n, 0.95);

		metric->value = m.mean;
		metric->half = m.high - m.mean;
	}
	free(x);
	return BENCH_OK;
}

bench_status benchi_show_finish(const benchi_show *show, benchi_report *report)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < report->n; i++)
		for (size_t k = 0; k < report->result[i].metrics && status == BENCH_OK; k++) {
			benchi_metric *metric = &report->result[i].metric[k];
			bool mean = false, shown = false;

			for (size_t j = 0; j < show->n; j++)
				if (!strcmp(show->of[j].name, metric->name)) {
					shown = true;
					mean = show->of[j].mean;
				}
			for (size_t j = 0; j < owns; j++)
				shown = shown || !strcmp(own[j].name, metric->name);
			if (shown)
				status = find_interval(metric, mean);
		}
	return status;
}
