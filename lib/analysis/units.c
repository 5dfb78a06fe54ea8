/*
 * What are the runs of this set, and how much of its variance lies between them?
 *
 * The share is the intraclass correlation of a one-way analysis of variance with
 * unequal runs (Fisher 1925; Searle, Casella and McCulloch, Variance Components, 1992,
 * p. 69): between = (MSB - MSW) / n0, n0 = (N - sum n_i^2 / N) / (k - 1), not below 0.
 * Worked: runs (1, 2) and (5, 6): MSB 16, MSW 0.5, n0 2: between 7.75, share 0.939.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "analysis/units.h"

/* Sums over the values of each run. */
typedef struct sums {
	uint32_t largest;
	size_t *place; /* of a run's number: its unit + 1 */
	size_t *count; /* of a unit */
} sums;

static bench_status no_memory(void)
{
	return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the runs");
}

/* Fills in the means and counts. */
static void gather(const bench_numbers *set, const uint32_t *run, const sums *s,
                   benchi_units *units)
{
	for (size_t i = 0; i < set->n; i++) {
		size_t unit;

		if (!s->place[run[i]])
			s->place[run[i]] = ++units->n;
		unit = s->place[run[i]] - 1;
		units->unit[i] = unit;
		s->count[unit]++;
		units->mean[unit] += (set->x[i] - units->mean[unit]) / (double)s->count[unit];
		if (s->count[unit] > units->most)
			units->most = s->count[unit];
	}
}

static double share_between(const bench_numbers *set, const sums *s, const benchi_units *units)
{
	double n = (double)set->n, k = (double)units->n, grand = 0, squares_n = 0;
	double between = 0, within = 0, n0, component;

	for (size_t u = 0; u < units->n; u++) {
		grand += units->mean[u] * ((double)s->count[u] / n);
		squares_n += (double)s->count[u] * (double)s->count[u];
	}
	for (size_t u = 0; u < units->n; u++)
		between += (double)s->count[u] * (units->mean[u] - grand) * (units->mean[u] - grand);
	for (size_t i = 0; i < set->n; i++) {
		double apart = set->x[i] - units->mean[units->unit[i]];

		within += apart * apart;
	}
	if (units->n < 2 || units->n == set->n)
		return (double)NAN;
	within /= n - k;
	n0 = (n - squares_n / n) / (k - 1);
	component = fmax(0, (between / (k - 1) - within) / n0);
	return component + within > 0 ? component / (component + within) : (double)NAN;
}

bench_status benchi_units_find(const bench_numbers *set, const uint32_t *run,
                               benchi_units *units)
{
	sums s = { 0, NULL, NULL };
	bench_status status = BENCH_OK;

	memset(units, 0, sizeof *units);
	for (size_t i = 0; i < set->n; i++)
		s.largest = run[i] > s.largest ? run[i] : s.largest;
	s.place = calloc((size_t)s.largest + 1, sizeof *s.place);
	s.count = calloc(set->n + 1, sizeof *s.count);
	units->mean = calloc(set->n + 1, sizeof *units->mean);
	units->unit = calloc(set->n + 1, sizeof *units->unit);
	if (s.place && s.count && units->mean && units->unit) {
		gather(set, run, &s, units);
		units->between = share_between(set, &s, units);
	} else
		status = no_memory();
	free(s.place);
	free(s.count);
	if (status)
		benchi_units_free(units);
	return status;
}

void benchi_units_free(benchi_units *units)
{
	free(units->mean);
	free(units->unit);
	units->mean = NULL;
	units->unit = NULL;
	units->n = 0;
}
