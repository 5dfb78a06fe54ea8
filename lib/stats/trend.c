/*
 * Does the set change in the course of the run?
 *
 * Over all pairs, the later number is larger (rises) or smaller (falls); S is the
 * difference.  A merge sort counts the falls in n log n steps (Knight, JASA 61,
 * 1966, p. 436).  Without a trend S has mean 0 and variance
 * (n (n-1) (2n+5) - sum t (t-1) (2t+5)) / 18 (Kendall 1970, (4.5)).
 * z = (S - sign S) / sqrt(variance).  tau-b is S over sqrt(pairs untied * pairs).
 * Its own p is exact for few numbers without ties, else without the correction.
 * Worked: {3, 2, 1}: S = -3, tau = -1, tau_p = 2/6.
 * Assumes: independent numbers, if there is no trend.
 * Wrong when: neighbours are correlated without a trend: look at lag1 first.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "stats/prepared_tests.h"
#include "stats/rankmass.h"

#define EXACT_BELOW 50

/* Merges x[0..half) and x[half..n), both ascending, with capacity for half; returns how many of the
 * latter are smaller than how many of the former.  Which side gives the next number is not
 * predictable, therefore no branch depends on it. */
static double merge(double *x, size_t half, size_t n, double *capacity)
{
	size_t i = 0, j = half, right;
	uint64_t falls = 0;
	double *out = x;

	memcpy(capacity, x, half * sizeof *x);
	while (i < half && j < n) {
		double a = capacity[i], b = x[j];

		right = b < a;
		*out++ = right ? b : a;
		falls += (half - i) & (0 - right);
		j += right;
		i += 1 - right;
	}
	memcpy(out, capacity + i, (half - i) * sizeof *x);
	return (double)falls;
}

/* The largest left half of a merge. */
static size_t left_half(size_t n)
{
	size_t run = 1;

	while (2 * run < n)
		run *= 2;
	return run;
}

static double sort_counting(double *x, size_t n, double *capacity)
{
	double falls = 0;

	for (size_t run = 1; run < n; run *= 2)
		for (size_t at = 0; at + run < n; at += 2 * run)
			falls += merge(x + at, run, 2 * run < n - at ? 2 * run : n - at, capacity);
	return falls;
}

/* Sums over the ties of a sorted set: pairs, and what the variance loses. */
static double tied_pairs(const double *sorted, size_t n, double *loss)
{
	double pairs = 0;

	*loss = 0;
	for (size_t i = 0, j; i < n; i = j) {
		double t;

		for (j = i + 1; j < n && sorted[j] == sorted[i]; j++)
			;
		t = (double)(j - i);
		pairs += t * (t - 1) / 2;
		*loss += t * (t - 1) * (2 * t + 5);
	}
	return pairs;
}

static bench_status tau_chance(bench_trend *out, size_t n, int ties, double falls)
{
	benchi_masses d = { NULL, 0, 0 };

	if (!ties && n < EXACT_BELOW)
		d = benchi_kendall_masses(n);
	if (d.lost)
		return benchi_fail(BENCH_ERR_MEMORY, "the distribution of Kendall's tau");
	out->tau_p = d.mass ? benchi_masses_two_sided(&d, falls)
	                    : 2 * bench_normal_sf(fabs(out->s) / sqrt(out->variance));
	free(d.mass);
	return BENCH_OK;
}

static bench_status fill_ranks(bench_trend *out, double *x, size_t n, double *capacity)
{
	double falls = sort_counting(x, n, capacity), loss, ties = tied_pairs(x, n, &loss);
	double m = (double)n, pairs = m * (m - 1) / 2, s = pairs - ties - 2 * falls;

	out->s = s;
	out->variance = (m * (m - 1) * (2 * m + 5) - loss) / 18;
	out->z = s == 0 ? 0 : (s - (s > 0 ? 1 : -1)) / sqrt(out->variance);
	out->p = 2 * bench_normal_sf(fabs(out->z));
	if (ties == pairs)
		return BENCH_OK;
	out->tau = s / sqrt((pairs - ties) * pairs);
	return tau_chance(out, n, ties > 0, falls);
}

bench_status benchi_trend(const benchi_prepared *p, bench_trend *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	size_t n = p->set.n;
	double *capacity;

	if (status == BENCH_OK && n < 2)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "%.0f numbers, but at least 2 are needed",
		                     (double)n);
	if (status != BENCH_OK)
		return status;
	capacity = malloc((n + left_half(n)) * sizeof *capacity);
	if (!capacity)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers to be sorted", (double)n);
	memcpy(capacity, p->set.x, n * sizeof *capacity);
	status = fill_ranks(out, capacity, n, capacity + n);
	free(capacity);
	if (p->moments.squares > 0)
		out->lag1 = p->moments.products / p->moments.squares;
	return status;
}

bench_status bench_trend_test(const bench_numbers *set, bench_trend *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	benchi_prepared p;

	if (status == BENCH_OK)
		status = benchi_prepare(set, 2, &p);
	return status == BENCH_OK ? benchi_trend(&p, out) : status;
}
