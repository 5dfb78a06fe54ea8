/*
 * The median of each process.
 *
 * The median of its windows: a mean would follow the one window that was interrupted.  Where the
 * row has rare work it is the process's mean, by the metric that says how much that is.
 *
 * Assumes that a process's windows follow each other; each stretch counts where they do not.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "data/metric.h"
#include "program/process_medians.h"
#include "stats/order.h"

static bench_status make_space(size_t n, benchi_process_medians *medians)
{
	medians->n = 0;
	medians->value = malloc((n + 1) * sizeof *medians->value);
	medians->process = malloc((n + 1) * sizeof *medians->process);
	if (medians->value && medians->process)
		return BENCH_OK;
	return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the processes' medians");
}

/* The median of count values behind the medians made so far becomes the next. */
static void close_process(benchi_process_medians *medians, size_t count, uint32_t process)
{
	double *x = medians->value + medians->n;

	if (!count)
		return;
	benchi_sort(x, count);
	*x = benchi_quantile(x, count, 0.5);
	medians->process[medians->n++] = process;
}

/* That process's median becomes its mean. */
static void take_mean(benchi_process_medians *medians, uint32_t process, double mean_per_median)
{
	for (size_t i = 0; i < medians->n && isfinite(mean_per_median); i++)
		if (medians->process[i] == process)
			medians->value[i] *= mean_per_median;
}

bench_status benchi_process_medians_of(const benchi_result *result, bool cycles,
                                       benchi_process_medians *medians)
{
	const benchi_metric *mean = benchi_metric_find(result, BENCHI_METRIC_MEAN);
	bench_status status = make_space(result->n, medians);
	size_t count = 0;

	for (size_t i = 0; i < result->n && status == BENCH_OK; i++) {
		const benchi_reading *r = &result->reading[i];
		double x = cycles ? r->cycles : r->ns;

		if (isfinite(x))
			medians->value[medians->n + count++] = x;
		if (i + 1 == result->n || r[1].process != r->process) {
			close_process(medians, count, r->process);
			count = 0;
		}
	}
	for (size_t i = 0; i < medians->n && mean; i++)
		take_mean(medians, medians->process[i], benchi_metric_of(mean, medians->process[i]));
	return status;
}

bench_status benchi_process_medians_of_set(const benchi_set *set, const benchi_set *mean,
                                           benchi_process_medians *medians)
{
	bench_status status = make_space(set->n, medians);
	size_t count = 0;

	for (size_t i = 0; i < set->n && status == BENCH_OK; i++) {
		medians->value[medians->n + count++] = set->x[i];
		if (!set->run || i + 1 == set->n || set->run[i + 1] != set->run[i]) {
			close_process(medians, count, set->run ? set->run[i] : (uint32_t)i);
			count = 0;
		}
	}
	for (size_t i = 0; mean && mean->run && i < mean->n; i++)
		take_mean(medians, mean->run[i], mean->x[i]);
	return status;
}

void benchi_process_medians_free(benchi_process_medians *medians)
{
	free(medians->value);
	free(medians->process);
	medians->value = NULL;
	medians->process = NULL;
	medians->n = 0;
}
