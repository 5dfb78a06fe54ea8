/*
 * Do the means of two sets differ?
 *
 * Student's test pools the variances, Welch's does not and estimates the degrees of
 * freedom (Welch, Biometrika 34, 1947, p. 28), the paired test looks at the
 * differences alone.  All end in t = difference / se, p = 2 P(T > |t|), and the
 * interval difference +- quantile se.
 * Worked: means 1478.2533 and 1474.27 of three each, sd 3.7216 and 5.4980: pooled
 * sd 4.6947, se 3.8332, t = -1.0392 with 4 degrees of freedom, p = 0.357.
 * Assumes: independent normal numbers, or many of them.
 * Wrong when: the sets are drifting, skewed with few numbers, or of several modes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "stats/prepared_tests.h"

#define RESULT_DOUBLES (sizeof(bench_ttest) / sizeof(double))

static bench_status begin(size_t na, size_t nb, bench_ttest *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);

	if (status || (na > 1 && nb > 1))
		return status;
	return benchi_fail(BENCH_ERR_ARGUMENT, "%.0f and %.0f numbers, but at least 2 are needed",
	                   (double)na, (double)nb);
}

/* From difference, se and df to t and p, and the interval at this confidence. */
static void conclude(bench_ttest *out, double df, double confidence)
{
	if (out->se > 0) {
		out->df = df;
		out->t = out->difference / out->se;
		out->p = 2 * bench_student_sf(fabs(out->t), df);
	}
	benchi_ttest_interval(out, confidence);
}

void benchi_ttest_interval_by(bench_ttest *t, double confidence, double quantile)
{
	double half = quantile * t->se;

	t->confidence = confidence;
	if (!(t->se > 0))
		return;
	t->low = t->difference - half;
	t->high = t->difference + half;
}

void benchi_ttest_interval(bench_ttest *t, double confidence)
{
	double p = 0.5 + confidence / 2, none = (double)NAN;

	benchi_ttest_interval_by(t, confidence, t->se > 0 ? bench_student_quantile(p, t->df) : none);
}

bench_status benchi_student(const benchi_prepared *a, const benchi_prepared *b, double confidence,
                            bench_ttest *out)
{
	const benchi_moments *ma = &a->moments, *mb = &b->moments;
	bench_status status = begin(a->set.n, b->set.n, out);
	double df = (double)a->set.n + (double)b->set.n - 2;

	if (status)
		return status;
	out->difference = benchi_mean_gap(ma, mb);
	out->sd = sqrt((ma->squares + mb->squares) / df);
	out->se = out->sd * sqrt(1 / ma->n + 1 / mb->n);
	conclude(out, df, confidence);
	return BENCH_OK;
}

bench_status benchi_welch(const benchi_prepared *a, const benchi_prepared *b, double confidence,
                          bench_ttest *out)
{
	const benchi_moments *ma = &a->moments, *mb = &b->moments;
	bench_status status = begin(a->set.n, b->set.n, out);
	double va, vb, share;

	if (status)
		return status;
	va = benchi_variance(ma) / ma->n;
	vb = benchi_variance(mb) / mb->n;
	share = va / (va + vb);
	out->difference = benchi_mean_gap(ma, mb);
	out->se = sqrt(va + vb);
	conclude(out, 1 / (share * share / (ma->n - 1) + (1 - share) * (1 - share) / (mb->n - 1)),
	         confidence);
	return BENCH_OK;
}

/* Both public tests of two sets of their own. */
static bench_status of_two(const bench_numbers *a, const bench_numbers *b, double confidence,
                           bench_ttest *out,
                           bench_status (*test)(const benchi_prepared *, const benchi_prepared *,
                                                double, bench_ttest *))
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
	benchi_prepared pa, pb;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status == BENCH_OK)
		status = benchi_prepare(a, 2, &pa);
	if (status == BENCH_OK)
		status = benchi_prepare(b, 2, &pb);
	return status == BENCH_OK ? test(&pa, &pb, confidence, out) : status;
}

bench_status bench_student_test(const bench_numbers *a, const bench_numbers *b, double confidence,
                                bench_ttest *out)
{
	return of_two(a, b, confidence, out, benchi_student);
}

bench_status bench_welch_test(const bench_numbers *a, const bench_numbers *b, double confidence,
                              bench_ttest *out)
{
	return of_two(a, b, confidence, out, benchi_welch);
}

bench_status bench_paired_test(const bench_numbers *a, const bench_numbers *b, double confidence,
                               bench_ttest *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
	bench_numbers differences;
	benchi_moments m;
	double *d;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status == BENCH_OK)
		status = benchi_numbers_check_both(a, b, 2);
	if (status != BENCH_OK)
		return status;
	d = benchi_numbers_differences(a, b, &status);
	if (!d)
		return status;
	differences.x = d;
	differences.n = a->n;
	m = benchi_moments_of(&differences);
	free(d);
	out->difference = benchi_mean(&m);
	out->sd = sqrt(benchi_variance(&m));
	out->se = out->sd / sqrt(m.n);
	conclude(out, m.n - 1, confidence);
	return BENCH_OK;
}
