/*
 * Compares paired values.
 *
 * The i-th of the base and the i-th of the test come from the same conditions,
 * so that common disturbances cancel.  Normal differences: the t interval of their mean.
 * Others: the median of the differences between two of their order statistics (the
 * inverted sign test), which assumes only independent pairs.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "analysis/pair.h"
#include "stats/order.h"

void benchi_take_ttest(const bench_ttest *t, double alpha, const benchi_shape *base,
                       benchi_finding *f)
{
	double half = bench_student_quantile(1 - alpha, t->df) * t->se;

	f->sure.low = t->low;
	f->sure.high = t->high;
	f->sure.estimate = f->equal.estimate = t->difference;
	f->equal.low = t->difference - half;
	f->equal.high = t->difference + half;
	f->p = t->p;
	f->location = fabs(base->description.mean);
}

static bench_status find_mean(double alpha, const benchi_sides *s, benchi_finding *f)
{
	bench_ttest t;
	bench_status status = bench_paired_test(&s->a->set, &s->b->set, 1 - alpha, &t);

	benchi_take_ttest(&t, alpha, s->shape_a, f);
	return status;
}

/* The sign test's two-sided p: as many as that, or more, on one side. */
static double sign_p(const double *gap, size_t n)
{
	size_t below = 0, above = 0, fewer;

	for (size_t i = 0; i < n; i++) {
		below += gap[i] < 0;
		above += gap[i] > 0;
	}
	fewer = below < above ? below : above;
	return fmin(1, 2 * bench_binomial_cdf((double)fewer, (double)(below + above), .5));
}

static double median_interval(const double *sorted, size_t n, double confidence,
                              benchi_interval *interval)
{
	size_t low, high;
	double reached = benchi_median_ranks(n, confidence, &low, &high);

	interval->low = sorted[low];
	interval->high = sorted[high];
	interval->estimate = benchi_quantile(sorted, n, .5);
	return reached;
}

static bench_status find_median(double alpha, const benchi_sides *s, benchi_finding *f)
{
	size_t n = s->a->set.n;
	double *gap = malloc(n * sizeof *gap);

	if (!gap)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the differences");
	for (size_t i = 0; i < n; i++)
		gap[i] = s->b->set.x[i] - s->a->set.x[i];
	f->p = sign_p(gap, n);
	benchi_sort(gap, n);
	f->reached = median_interval(gap, n, 1 - alpha, &f->sure);
	median_interval(gap, n, 1 - 2 * alpha, &f->equal);
	f->location = fabs(s->shape_a->description.median);
	free(gap);
	return BENCH_OK;
}

bench_status benchi_find_pairs(benchi_method method, double alpha, const benchi_sides *s,
                               benchi_finding *f)
{
	return method == BENCHI_METHOD_PAIRED ? find_mean(alpha, s, f) : find_median(alpha, s, f);
}
