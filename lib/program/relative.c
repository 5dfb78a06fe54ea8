/*
 * Compares a case with another one of the same program.
 *
 * Each process gives one ratio of medians, in cycles where both rows have them, so that what
 * the two share in a process cancels.  The interval over processes is that of
 * median_interval.c.  Code that differs by its layout alone is faster in some starts and
 * slower in others: where the central 95 % of the ratios reach beyond 1 % on both sides, the
 * answer is that range, whatever the median.
 *
 * Where either has rare work the ratio is that of the means over processes, between the ends of
 * their intervals.
 *
 * Wrong about what one link fixes, as alignment within the program: only relinking draws that
 * anew.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/number.h"
#include "program/median_interval.h"
#include "program/process_medians.h"
#include "program/parameters.h"
#include "program/relative.h"
#include "stats/order.h"
#include "write/output.h"

static const double MARGIN = 0.01;

enum { COLUMNS = 80, TEXT = 600, SHARE = 48, PROCESSES_LEAST = 3 };

/* Is it the case with these words: "sort/alg=a"? */
static bool is_variant(const benchi_result *r, const char *name)
{
	size_t n = strlen(r->benchmark);
	char others[BENCHI_PARAMETERS_TEXT];

	return r->parameters.n > 1 && !strncmp(r->benchmark, name, n)
	       && !strcmp(benchi_parameters_name(&r->parameters, r->parameters.lead, others), name + n);
}

const benchi_result *benchi_relative_baseline(const benchi_report *report, const char *name,
                                              const benchi_result *result)
{
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (!strcmp(r->name, name)
		    || (r->threads == result->threads && r->parameter == result->parameter
		        && (is_variant(r, name) || (!strcmp(r->benchmark, name)
		            && benchi_parameters_alike(&r->parameters, &result->parameters)))))
			return r;
	}
	return NULL;
}

bool benchi_relative_known(const benchi_report *report, const char *name)
{
	for (size_t i = 0; i < report->n; i++)
		if (benchi_relative_baseline(report, name, &report->result[i]))
			return true;
	return false;
}

/* The ratios of processes that both have; ratio: capacity for a->n. */
static size_t divide(const benchi_process_medians *a, const benchi_process_medians *b,
                     double *ratio)
{
	size_t n = 0;

	for (size_t i = 0, k = 0; i < a->n; i++) {
		while (k < b->n && b->process[k] < a->process[i])
			k++;
		if (k < b->n && b->process[k] == a->process[i] && b->value[k] > 0)
			ratio[n++] = a->value[i] / b->value[k];
	}
	return n;
}

static bench_status fill(benchi_result *result, const benchi_process_medians *a,
                         const benchi_process_medians *b)
{
	double *ratio = malloc(2 * (a->n + 1) * sizeof *ratio), *sorted = ratio + a->n + 1;
	struct benchi_median_interval m;
	size_t n;

	if (!ratio)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the comparison");
	n = divide(a, b, ratio);
	m = benchi_median_interval_of(ratio, n, sorted);
	result->relative = n ? m.centre : 0;
	if (n >= PROCESSES_LEAST && m.low > 0) {
		result->relative_low = m.low;
		result->relative_high = m.high;
		result->starts_low = benchi_quantile(sorted, n, 0.025);
		result->starts_high = benchi_quantile(sorted, n, 0.975);
	}
	free(ratio);
	return BENCH_OK;
}

/* Rare work: means are compared, of all processes. */
static void compare_means(benchi_result *result, const benchi_result *baseline)
{
	const bench_summary *a = &result->summary, *b = &baseline->summary;

	result->relative = a->mean_ns / b->mean_ns;
	if (a->mean_ns_low > 0 && b->mean_ns_low > 0) {
		result->relative_low = a->mean_ns_low / b->mean_ns_high;
		result->relative_high = a->mean_ns_high / b->mean_ns_low;
	}
}

static bench_status compare(benchi_result *result, const benchi_result *baseline)
{
	unsigned warnings = result->summary.warnings | baseline->summary.warnings;
	bool cycles = !isnan(result->summary.cycles) && !isnan(baseline->summary.cycles);
	benchi_process_medians a = { NULL, NULL, 0 }, b = { NULL, NULL, 0 };
	bench_status status;

	if (warnings & BENCH_WARN_RARE && result->summary.mean_ns > 0
	    && baseline->summary.mean_ns > 0) {
		compare_means(result, baseline);
		return BENCH_OK;
	}
	status = benchi_process_medians_of(result, cycles, &a);
	if (status == BENCH_OK)
		status = benchi_process_medians_of(baseline, cycles, &b);
	if (status == BENCH_OK)
		status = fill(result, &a, &b);
	benchi_process_medians_free(&a);
	benchi_process_medians_free(&b);
	return status;
}

bench_status benchi_relative_find(benchi_report *report, const char *name)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < report->n && status == BENCH_OK; i++) {
		benchi_result *result = &report->result[i];
		const benchi_result *baseline = benchi_relative_baseline(report, name, result);

		if (baseline && baseline != result && !result->skipped && !baseline->skipped)
			status = compare(result, baseline);
	}
	return status;
}

static double percent(double ratio)
{
	return 100 * (ratio - 1);
}

/* "+0.35 %", without the sign and the unit if bare. */
static char *share(const benchi_result *r, double ratio, bool bare, char text[SHARE])
{
	double x = percent(ratio), half = 50 * (r->relative_high - r->relative_low);
	int decimals = benchi_number_decimals(x, half);

	snprintf(text, SHARE, bare ? "%.*f" : "%+.*f %%", decimals < 2 ? 2 : decimals,
	         bare ? fabs(x) : x);
	return text;
}

static void print_one(FILE *out, const benchi_result *r, const char *baseline)
{
	char text[TEXT], low[SHARE], middle[SHARE], high[SHARE];

	share(r, r->relative_low, false, low);
	share(r, r->relative_high, false, high);
	if (!(r->relative_low > 0))
		snprintf(text, sizeof text, "inconclusive: %.80s against %.80s: too few processes for "
			"their scatter", r->name, baseline);
	else if (r->starts_low < 1 - MARGIN && r->starts_high > 1 + MARGIN)
		snprintf(text, sizeof text, "%.80s against %.80s differs by layout: between %+.2g and "
			"%+.2g %% from start to start", r->name, baseline, percent(r->starts_low),
			percent(r->starts_high));
	else if (r->relative_low > 1 - MARGIN && r->relative_high < 1 + MARGIN
	         && r->relative_low <= 1 && r->relative_high >= 1)
		snprintf(text, sizeof text, "same: %.80s and %.80s within 1 %% (95 %% CI %s to %s)",
			r->name, baseline, low, high);
	else if (r->relative_low > 1 || r->relative_high < 1)
		snprintf(text, sizeof text, "%.80s is %s %% %s than %.80s (95 %% CI %s to %s)", r->name,
			share(r, r->relative, true, middle), r->relative > 1 ? "slower" : "faster", baseline,
			low, high);
	else
		snprintf(text, sizeof text, "inconclusive: %.80s against %.80s: %s to %s (95 %% CI)",
			r->name, baseline, low, high);
	benchi_put_wrapped(out, "", text, COLUMNS);
}

void benchi_relative_print(FILE *out, const benchi_report *report, const char *name)
{
	putc('\n', out);
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (r->relative > 0)
			print_one(out, r, benchi_relative_baseline(report, name, r)->name);
	}
}
