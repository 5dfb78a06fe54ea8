/*
 * The independent values of a row.
 *
 * Windows of one process are correlated: they share its memory's layout.  Tools that treat
 * every record as independent would give too narrow intervals, so each process counts once,
 * with the median of its windows; a single process is one value.
 *
 * Assumes that a process's windows follow each other; where they do not, each stretch
 * counts.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "data/repetition.h"
#include "stats/order.h"

static double median(double *x, size_t n)
{
	if (!n)
		return NAN;
	benchi_sort(x, n);
	return benchi_quantile(x, n, .5);
}

double benchi_throughput_ns(const benchi_result *result)
{
	return result->threads > 1 && result->wall_ns > 0 ? result->wall_ns : result->summary.ns;
}

/* The median window of begin to end.  scratch: space for 2 * (end - begin). */
static benchi_repetition middle(const benchi_result *result, size_t begin, size_t end,
                                double *scratch)
{
	double *ns = scratch, *cycles = scratch + (end - begin);
	benchi_repetition r = { NAN, NAN, NAN, 0, result->reading[begin].process };
	size_t times = 0, counts = 0;

	for (size_t i = begin; i < end; i++) {
		const benchi_reading *reading = &result->reading[i];

		if (!isfinite(reading->ns))
			continue;
		ns[times++] = reading->ns;
		if (isfinite(reading->cycles))
			cycles[counts++] = reading->cycles;
		r.iterations += isfinite(reading->iterations) ? reading->iterations : 0;
	}
	r.ns = median(ns, times);
	r.wall_ns = r.ns * benchi_throughput_ns(result) / result->summary.ns;
	r.cycles = median(cycles, counts);
	return r;
}

bench_status benchi_repetitions(const benchi_result *result, benchi_repetition **list, size_t *n)
{
	double *scratch;

	*n = 0;
	*list = NULL;
	if (!result->n)
		return BENCH_OK;
	*list = malloc(result->n * sizeof **list);
	scratch = malloc(2 * result->n * sizeof *scratch);
	if (!*list || !scratch) {
		free(*list);
		free(scratch);
		*list = NULL;
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the repetitions");
	}
	for (size_t begin = 0, end; begin < result->n; begin = end) {
		for (end = begin + 1; end < result->n; end++)
			if (result->reading[end].process != result->reading[begin].process)
				break;
		(*list)[*n] = middle(result, begin, end, scratch);
		*n += isfinite((*list)[*n].ns);
	}
	free(scratch);
	return BENCH_OK;
}
