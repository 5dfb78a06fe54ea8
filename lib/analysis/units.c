/*
 * Finds the runs of a set, and the share of its variance between them.
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

/* The unit of each run's number: a hash table with open addressing, half full at most. */
typedef struct sums {
	size_t *place; /* a unit + 1; 0: free */
	size_t mask;
	uint32_t *number; /* of a unit: its run's number */
	size_t *count;    /* of a unit: its values */
} sums;

static bench_status no_memory(void)
{
	return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the runs");
}

/* The unit of a run's number; a new one takes the next. */
static size_t unit_of(const sums *s, uint32_t run, benchi_units *units)
{
	size_t at = run * (size_t)2654435769u & s->mask;

	while (s->place[at] && s->number[s->place[at] - 1] != run)
		at = (at + 1) & s->mask;
	if (!s->place[at]) {
		s->number[units->n] = run;
		s->place[at] = ++units->n;
	}
	return s->place[at] - 1;
}

/* Fills in the means and counts. */
static void gather(const bench_numbers *set, const uint32_t *run, const sums *s,
                   benchi_units *units)
{
	for (size_t i = 0; i < set->n; i++) {
		size_t unit = unit_of(s, run[i], units);

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
	sums s = { NULL, 1, NULL, NULL };
	bench_status status = BENCH_OK;

	memset(units, 0, sizeof *units);
	while (s.mask < 2 * set->n)
		s.mask = 2 * s.mask + 1;
	s.place = calloc(s.mask + 1, sizeof *s.place);
	s.number = calloc(set->n + 1, sizeof *s.number);
	s.count = calloc(set->n + 1, sizeof *s.count);
	units->mean = calloc(set->n + 1, sizeof *units->mean);
	units->unit = calloc(set->n + 1, sizeof *units->unit);
	if (s.place && s.number && s.count && units->mean && units->unit) {
		gather(set, run, &s, units);
		units->between = share_between(set, &s, units);
	} else
		status = no_memory();
	free(s.place);
	free(s.number);
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
