/*
 * Finds the modes of a set.
 *
 * Hartigan's dip test decides whether there is more than one mode (p under 0.01); the cut
 * with the least squares within both sides separates them (stats/modes.c); each
 * side is then tested again.
 *
 * A coarse clock makes groups of equal numbers that are not modes.  So equal numbers
 * are spread evenly over one step (the smallest distance of two) before the
 * test.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "analysis/modes.h"
#include "stats/modes.h"
#include "stats/order.h"

#define SUSPICION 0.01
#define FEWEST 10

/* The least distance of two unequal neighbours; 0 if there is none. */
static double step_of(const double *x, size_t n)
{
	double step = 0;

	for (size_t i = 1; i < n; i++)
		if (x[i] > x[i - 1] && (step <= 0 || x[i] - x[i - 1] < step))
			step = x[i] - x[i - 1];
	return step;
}

/* Copies x, with equal numbers spread over one step. */
static void spread_ties(const double *x, size_t n, double *out)
{
	double step = step_of(x, n);

	for (size_t i = 0; i < n;) {
		size_t end = i;

		while (end < n && x[end] <= x[i])
			end++;
		for (size_t k = i; k < end; k++)
			out[k] = x[k] + step * (((double)(k - i) + .5) / (double)(end - i) - .5);
		i = end;
	}
}

static bench_status split(const double *x, const double *spread, size_t n,
                          benchi_modes_of_set *modes,
                          size_t most)
{
	bench_numbers set = { spread, n };
	bench_modality dip;
	bench_status status;
	size_t cut, before = modes->n;

	if (most > 1 && n >= FEWEST && x[n - 1] > x[0]) {
		status = bench_modality_test(&set, &dip);
		if (status)
			return status;
		if (dip.p < SUSPICION) {
			cut = benchi_modes_cut(x, n, 1);
			status = split(x, spread, cut, modes, most - 1);
			if (status)
				return status;
			return split(x + cut, spread + cut, n - cut, modes, most - (modes->n - before));
		}
	}
	modes->at[modes->n] = benchi_quantile(x, n, 0.5);
	modes->count[modes->n++] = n;
	return BENCH_OK;
}

bench_status benchi_modes_of_set_find(const bench_numbers *sorted, benchi_modes_of_set *modes)
{
	double *spread = malloc(sorted->n * sizeof *spread);
	bench_status status;

	modes->n = 0;
	if (!spread)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory to look for modes");
	spread_ties(sorted->x, sorted->n, spread);
	status = split(sorted->x, spread, sorted->n, modes, BENCHI_MODES_MOST);
	free(spread);
	return status;
}
