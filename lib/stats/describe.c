/*
 * Describes a set: quantiles, mean, standard deviation and their intervals.
 *
 * Mean and deviation from the compensated sums of numbers.c; quantiles of type 7
 * from a sorted copy; spreads (iqr, mad) from the numbers less the middle one, so
 * that a large common part costs no digits.  The mean's interval is mean +- t s/sqrt(n),
 * the deviation's s sqrt((n-1)/chi-square).
 * Worked: {1476.48, 1475.75, 1482.53}: mean 1478.2533, sd 3.7216439.
 * Assumes: nothing for the quantiles; normal numbers for the intervals.
 * Wrong when: numbers are skewed or drift: then the intervals are.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "stats/order.h"
#include "stats/prepared_tests.h"

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

/* The q-quantile of the sorted numbers less the middle one. */
static double quantile_less(const double *sorted, size_t n, double q, double middle)
{
	double h = (double)(n - 1) * q;
	size_t i = (size_t)h, next = i + 1 < n ? i + 1 : i;
	double low = sorted[i] - middle, high = sorted[next] - middle;

	return low + (h - (double)i) * (high - low);
}

static void fill_spreads(bench_description *out, const double *sorted, size_t n)
{
	double middle = sorted[n / 2];

	out->iqr = quantile_less(sorted, n, 0.75, middle) - quantile_less(sorted, n, 0.25, middle);
	out->mad = benchi_mad_sorted(sorted, n, middle, quantile_less(sorted, n, 0.5, middle));
}

static void fill_moments(bench_description *out, benchi_moments m)
{
	double df = m.n - 1, tail = (1 - out->confidence) / 2, half;

	out->mean = benchi_mean(&m);
	if (m.n < 2)
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

bench_status benchi_describe(benchi_prepared *p, double confidence, bench_description *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);

	if (status == BENCH_OK)
		status = benchi_prepared_sort(p);
	if (status != BENCH_OK)
		return status;
	out->n = p->set.n;
	out->confidence = confidence;
	fill_quantiles(out, p->sorted, p->set.n);
	fill_moments(out, p->moments);
	fill_spreads(out, p->sorted, p->set.n);
	return BENCH_OK;
}

bench_status bench_numbers_describe(const bench_numbers *set, double confidence,
                                    bench_description *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
	benchi_prepared p;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status == BENCH_OK)
		status = benchi_prepare(set, 1, &p);
	if (status != BENCH_OK)
		return status;
	status = benchi_describe(&p, confidence, out);
	benchi_prepared_free(&p);
	return status;
}
