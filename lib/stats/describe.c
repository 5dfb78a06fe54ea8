/*
 * What are the usual figures of this set?
 *
 * Mean and deviation from the compensated sums of numbers.c; quantiles of type 7
 * from a sorted copy; spreads (iqr, mad) from the numbers less the middle one, so
 * that a large common part costs no digits.  The mean's interval is mean +- t s/sqrt(n),
 * the deviation's s sqrt((n-1)/chi-square).
 * Worked: {1476.48, 1475.75, 1482.53}: mean 1478.2533, sd 3.7216439.
 * Assumes: nothing for the quantiles; normal numbers for the intervals.
 * Wrong when: the intervals are read with skewed or drifting numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "stats/numbers.h"
#include "stats/order.h"

#define RESULT_DOUBLES (offsetof(bench_description, n) / sizeof(double))

static void fill_quantiles(bench_description *out, const double *sorted, size_t n)
{
	out->min = sorted[0];
	out->q05 = benchi_quantile(sorted, n, 0.05);
	out->q25 = benchi_quantile(sorted, n, 0.25);
	out->median = benchi_quantile(sorted, n, 0.5);
	out->q75 = benchi_quantile(sorted, n, 0.75);
	out->q95 = benchi_quantile(sorted, n, 0.95);
	out->max = sorted[n - 1];
}

/* Shifts the sorted numbers; needs a second copy for the distances. */
static bench_status fill_spreads(bench_description *out, double *sorted, size_t n)
{
	double middle = sorted[n / 2], *scratch = malloc(n * sizeof *scratch);

	if (!scratch)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers to be described", (double)n);
	for (size_t i = 0; i < n; i++)
		sorted[i] -= middle;
	out->iqr = benchi_quantile(sorted, n, 0.75) - benchi_quantile(sorted, n, 0.25);
	out->mad = benchi_mad(sorted, n, benchi_quantile(sorted, n, 0.5), scratch);
	free(scratch);
	return BENCH_OK;
}

static void fill_moments(bench_description *out, const bench_numbers *set)
{
	benchi_moments m = benchi_moments_of(set);
	double df = m.n - 1, tail = (1 - out->level) / 2, half;

	out->mean = benchi_mean(&m);
	if (set->n < 2)
		return;
	out->variance = benchi_variance(&m);
	out->sd = sqrt(out->variance);
	if (m.squares > 0) {
		half = bench_student_quantile(1 - tail, df) * out->sd / sqrt(m.n);
		out->mean_low = m.origin + (m.offset - half);
		out->mean_high = m.origin + (m.offset + half);
	}
	out->sd_low = sqrt(m.squares / bench_chisquare_quantile(1 - tail, df));
	out->sd_high = sqrt(m.squares / bench_chisquare_quantile(tail, df));
}

bench_status bench_numbers_describe(const bench_numbers *set, double level, bench_description *out)
{
	bench_status status = benchi_numbers_begin(set, 1, out, sizeof *out, RESULT_DOUBLES);
	double *sorted;

	if (status == BENCH_OK)
		status = benchi_level_check(&level);
	if (status != BENCH_OK)
		return status;
	sorted = benchi_numbers_sorted(set);
	if (!sorted)
		return BENCH_ERR_MEMORY;
	out->n = set->n;
	out->level = level;
	fill_quantiles(out, sorted, set->n);
	fill_moments(out, set);
	status = fill_spreads(out, sorted, set->n);
	free(sorted);
	return status;
}
