/*
 * What did a body count, in each process?
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "data/metric.h"
#include "stats/order.h"

/* Columns of the table of windows that are no metrics. */
static bool is_taken(const char *name)
{
	static const char *const taken[] = { "benchmark", "name", "parameter", "threads", "process",
		"run", "boot", "block", "round", "iterations", "ns", "cycles", "started", "exit_status",
		"real_time", "cpu_time" };

	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		if (!strcmp(name, taken[i]))
			return true;
	return false;
}

const char *benchi_metric_name(const struct benchi_counted *counter, char *text)
{
	static const char *const behind[] = { "/op", "/s", "" };

	snprintf(text, BENCHI_METRIC_NAME, "%s%s", counter->name, behind[counter->kind]);
	for (char *at = text; *at; at++)
		if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f || strchr(",;\"'#\\", *at))
			*at = '_';
	if (is_taken(text))
		strcat(text, "_count");
	return text;
}

const benchi_metric *benchi_metric_find(const benchi_result *result, const char *name)
{
	for (size_t i = 0; i < result->metrics; i++)
		if (!strcmp(result->metric[i].name, name))
			return &result->metric[i];
	return NULL;
}

static double median_of(const benchi_metric *metric, double *scratch)
{
	for (size_t i = 0; i < metric->n; i++)
		scratch[i] = metric->part[i].value;
	benchi_sort(scratch, metric->n);
	return benchi_quantile(scratch, metric->n, 0.5);
}

bench_status benchi_metric_add(benchi_result *result, const char *name, uint32_t process,
                               double value)
{
	benchi_metric *metric = NULL;
	benchi_metric_part *more;
	double *scratch;

	if (!isfinite(value))
		return BENCH_OK;
	for (size_t i = 0; i < result->metrics; i++)
		if (!strcmp(result->metric[i].name, name))
			metric = &result->metric[i];
	if (!metric && result->metrics == BENCHI_METRICS)
		return BENCH_OK;
	if (!metric) {
		metric = &result->metric[result->metrics++];
		strncat(metric->name, name, sizeof metric->name - 1);
	}
	more = realloc(metric->part, (metric->n + 1) * sizeof *more);
	scratch = malloc((metric->n + 1) * sizeof *scratch);
	if (more) {
		metric->part = more;
		more[metric->n].process = process;
		more[metric->n++].value = value;
	}
	if (more && scratch)
		metric->value = median_of(metric, scratch);
	free(scratch);
	return more && scratch ? BENCH_OK : benchi_fail(BENCH_ERR_MEMORY, "for the counters");
}

double benchi_metric_of(const benchi_metric *metric, uint32_t process)
{
	for (size_t i = 0; metric && i < metric->n; i++)
		if (metric->part[i].process == process)
			return metric->part[i].value;
	return NAN;
}

size_t benchi_metric_names(const benchi_report *report, const char **name)
{
	size_t n = 0;

	for (size_t i = 0; i < report->n; i++)
		for (size_t k = 0; k < report->result[i].metrics; k++) {
			const char *one = report->result[i].metric[k].name;
			size_t same = 0;

			while (same < n && strcmp(name[same], one) != 0)
				same++;
			if (same == n && n < BENCHI_METRIC_COLUMNS)
				name[n++] = one;
		}
	return n;
}

void benchi_metrics_free(benchi_result *result)
{
	for (size_t i = 0; i < result->metrics; i++)
		free(result->metric[i].part);
	result->metrics = 0;
}
