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

#include "stats/numbers.h"

#define RESULT_DOUBLES (sizeof(bench_ttest) / sizeof(double))

static bench_status prepare(const bench_numbers *a, const bench_numbers *b, double *level,
                            bench_ttest *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);

	if (status == BENCH_OK)
		status = benchi_level_check(level);
	return status == BENCH_OK ? benchi_numbers_check_both(a, b, 2) : status;
}

/* From difference, se and df to all the rest. */
static void conclude(bench_ttest *out, double df, double level)
{
	double half;

	out->level = level;
	if (!(out->se > 0))
		return;
	out->df = df;
	out->t = out->difference / out->se;
	out->p = 2 * bench_student_sf(fabs(out->t), df);
	half = bench_student_quantile(0.5 + level / 2, df) * out->se;
	out->low = out->difference - half;
	out->high = out->difference + half;
}

bench_status bench_student_test(const bench_numbers *a, const bench_numbers *b, double level,
                                bench_ttest *out)
{
	bench_status status = prepare(a, b, &level, out);
	benchi_moments ma, mb;
	double df;

	if (status != BENCH_OK)
		return status;
	ma = benchi_moments_of(a);
	mb = benchi_moments_of(b);
	df = ma.n + mb.n - 2;
	out->difference = benchi_mean_gap(&ma, &mb);
	out->sd = sqrt((ma.squares + mb.squares) / df);
	out->se = out->sd * sqrt(1 / ma.n + 1 / mb.n);
	conclude(out, df, level);
	return BENCH_OK;
}

bench_status bench_welch_test(const bench_numbers *a, const bench_numbers *b, double level,
                              bench_ttest *out)
{
	bench_status status = prepare(a, b, &level, out);
	benchi_moments ma, mb;
	double va, vb, share;

	if (status != BENCH_OK)
		return status;
	ma = benchi_moments_of(a);
	mb = benchi_moments_of(b);
	va = benchi_variance(&ma) / ma.n;
	vb = benchi_variance(&mb) / mb.n;
	share = va / (va + vb);
	out->difference = benchi_mean_gap(&ma, &mb);
	out->se = sqrt(va + vb);
	conclude(out, 1 / (share * share / (ma.n - 1) + (1 - share) * (1 - share) / (mb.n - 1)), level);
	return BENCH_OK;
}

bench_status bench_paired_test(const bench_numbers *a, const bench_numbers *b, double level,
                               bench_ttest *out)
{
	bench_status status = prepare(a, b, &level, out);
	bench_numbers differences;
	benchi_moments m;
	double *d;

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
	conclude(out, m.n - 1, level);
	return BENCH_OK;
}
