/*
 * Runs of a file without their first values, and files as the runs of one set.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "tools/describe/describe.h"

/* Moves value i to place k. */
static void move(benchi_set *set, size_t i, size_t k)
{
	set->x[k] = set->x[i];
	if (set->run)
		set->run[k] = set->run[i];
	if (set->round)
		set->round[k] = set->round[i];
}

void describe_skip(benchi_rows *rows, size_t n)
{
	for (size_t s = 0; s < rows->sets; s++) {
		benchi_set *set = &rows->set[s];
		size_t place = 0, kept = 0;
		uint32_t run = 0;

		for (size_t i = 0; i < set->n; i++) {
			if (set->run && i > 0 && set->run[i] != run)
				place = 0;
			run = set->run ? set->run[i] : 0;
			if (place++ >= n)
				move(set, i, kept++);
		}
		set->n = kept;
	}
}

static const char *unit_name(const char *unit)
{
	return *unit ? unit : "no unit";
}

/* The values of from, a file's, as runs of their own, the first of that number. */
static bench_status append(benchi_rows *to, const benchi_set *from, const char *file,
                           uint32_t first)
{
	size_t s = benchi_rows_set(to, benchi_word_of(from->benchmark), benchi_word_of(from->metric),
	                           benchi_word_of(from->unit));
	bench_status status = BENCH_OK;

	if (s == SIZE_MAX)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the values");
	if (strcmp(to->set[s].unit, from->unit) != 0)
		return benchi_fail(BENCH_ERR_INPUT, "%.100s: found values in '%s', expected '%s' as in the "
		                   "first file", file, unit_name(from->unit), unit_name(to->set[s].unit));
	for (size_t i = 0; i < from->n && !status; i++) {
		benchi_mark mark = { .run = first + (from->run ? from->run[i] : 0), .has_run = true };

		status = benchi_set_add(&to->set[s], from->x[i], &mark);
	}
	to->set[s].aside = from->aside;
	return status;
}

bench_status describe_pool(job *j)
{
	uint32_t first = (uint32_t)j->rows[0].runs.n + 1;
	bench_status status = BENCH_OK;

	for (size_t f = 1; f < j->files && !status; f++) {
		for (size_t s = 0; s < j->rows[f].sets && !status; s++)
			status = append(&j->rows[0], &j->rows[f].set[s], j->name[f], first);
		first += (uint32_t)j->rows[f].runs.n + 1;
		benchi_rows_free(&j->rows[f]);
	}
	if (!status)
		j->files = 1;
	return status;
}
