/*
 * Stores a program's results in growing arrays, half as much space again at
 * each step; 32 bytes a reading.
 *
 * Rows move when a row is added: a pointer to one holds until the next
 * benchi_report_add.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "data/metric.h"
#include "data/results.h"

static const char *const count_names[BENCHI_COUNTS] = { "instructions", "allocations",
	"allocated_bytes", "hardware_cycles", "branches", "branch_misses", "cache_misses",
	"page_faults", "context_switches", "migrations" };

const char *benchi_count_name(size_t i)
{
	return i < BENCHI_COUNTS ? count_names[i] : NULL;
}

size_t benchi_count_find(const char *metric)
{
	size_t i = 0;

	while (i < BENCHI_COUNTS && strcmp(metric, count_names[i]) != 0)
		i++;
	return i;
}

bool benchi_count_exact(const char *metric)
{
	return benchi_count_find(metric) <= BENCHI_COUNT_ALLOCATED_BYTES;
}

/* Makes space for one more element of *array.  -1: out of memory. */
static int grow(void *array, size_t size, size_t n, size_t *capacity)
{
	void **p = array, *bigger;
	size_t wanted = *capacity ? *capacity + *capacity / 2 : 16;

	if (n < *capacity)
		return 0;
	if (wanted > SIZE_MAX / size || !(bigger = realloc(*p, wanted * size)))
		return -1;
	*p = bigger;
	*capacity = wanted;
	return 0;
}

benchi_result *benchi_report_add(benchi_report *report)
{
	benchi_result *result;

	if (grow(&report->result, sizeof *report->result, report->n, &report->capacity))
		return NULL;
	result = &report->result[report->n++];
	memset(result, 0, sizeof *result);
	return result;
}

bench_status benchi_result_add(benchi_result *result, const benchi_reading *reading)
{
	if (grow(&result->reading, sizeof *result->reading, result->n, &result->capacity))
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the readings");
	result->reading[result->n++] = *reading;
	return BENCH_OK;
}

void benchi_result_free(benchi_result *result)
{
	free(result->name);
	free(result->skipped);
	free(result->impossible);
	free(result->reading);
	benchi_metrics_free(result);
}

void benchi_report_free(benchi_report *report)
{
	for (size_t i = 0; i < report->n; i++)
		benchi_result_free(&report->result[i]);
	free(report->result);
	memset(report, 0, sizeof *report);
}
