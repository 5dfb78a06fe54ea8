/*
 * Compares two sets with intervals that are valid at any stopping time.
 *
 * Sets of equal size: the i-th of the test over the i-th of the base, and a confidence
 * sequence for the median of ln(b / a); where a value is not above 0, of b - a.  Sets
 * of unequal size: a sequence for each median, each with half of the error.  Neither
 * assumes normal values (bench/evidence.h has the method).  The same interval decides
 * "different" and "the same", which is conservative for the latter.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "analysis/anytime.h"
#include "base/detail.h"
#include "analysis/pair.h"
#include "stats/order.h"

/* All of a set as evidence. */
static bench_status collect(const double *x, size_t n, bench_evidence **evidence)
{
	bench_status status = bench_evidence_new(NULL, evidence);

	for (size_t i = 0; i < n && !status; i++)
		status = bench_evidence_add(*evidence, x[i]);
	return status;
}

static bool all_positive(const bench_numbers *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (!(set->x[i] > 0))
			return false;
	return true;
}

/* Undoes the logarithm: the ratio's distance from 1, in the unit of the base. */
static void to_difference(benchi_interval *interval, double location)
{
	interval->low = expm1(interval->low) * location;
	interval->estimate = expm1(interval->estimate) * location;
	interval->high = expm1(interval->high) * location;
}

static bench_status find_ratio(double alpha, const benchi_sides *s, benchi_finding *f)
{
	bool ratios = all_positive(&s->a->set) && all_positive(&s->b->set);
	bench_evidence *evidence = NULL;
	bench_status status = BENCH_OK;
	size_t n = s->a->set.n;
	double *gap = calloc(n, sizeof *gap);

	if (!gap)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the pairs");
	for (size_t i = 0; i < n; i++)
		gap[i] = ratios ? log(s->b->set.x[i] / s->a->set.x[i]) : s->b->set.x[i] - s->a->set.x[i];
	status = collect(gap, n, &evidence);
	if (!status)
		status = bench_evidence_interval(evidence, 1 - alpha, &f->sure.low, &f->sure.high);
	if (!status)
		f->p = fmin(1, exp(-bench_evidence_against(evidence, 0)));
	benchi_sort(gap, n);
	f->sure.estimate = benchi_quantile(gap, n, .5);
	if (ratios)
		to_difference(&f->sure, fabs(s->shape_a->description.median));
	bench_evidence_free(evidence);
	free(gap);
	return status;
}

static bench_status find_streams(double alpha, const benchi_sides *s, benchi_finding *f)
{
	bench_evidence *a = NULL, *b = NULL;
	bench_status status = collect(s->a->set.x, s->a->set.n, &a);

	if (!status)
		status = collect(s->b->set.x, s->b->set.n, &b);
	if (!status)
		status = bench_evidence_difference(a, b, 1 - alpha, &f->sure.low, &f->sure.high);
	f->sure.estimate = s->shape_b->description.median - s->shape_a->description.median;
	bench_evidence_free(a);
	bench_evidence_free(b);
	return status;
}

bench_status benchi_anytime_least(benchi_method method, double alpha, double *least)
{
	double confidence = 1 - (method == BENCHI_METHOD_STREAMS ? alpha / 2 : alpha);
	double low = -HUGE_VAL, high = HUGE_VAL, n = 0;
	bench_evidence *evidence = NULL;
	bench_status status = bench_evidence_new(NULL, &evidence);

	while (!status && (isinf(low) || isinf(high)) && n < 1000) {
		status = bench_evidence_add(evidence, ++n);
		if (!status)
			status = bench_evidence_interval(evidence, confidence, &low, &high);
	}
	bench_evidence_free(evidence);
	*least = status ? (double)NAN : n;
	return status;
}

bench_status benchi_find_anytime(benchi_method method, double alpha, const benchi_sides *s,
                                 benchi_finding *f)
{
	bench_status status = method == BENCHI_METHOD_ANYTIME ? find_ratio(alpha, s, f)
	                                                      : find_streams(alpha, s, f);

	f->equal = f->sure;
	f->location = fabs(s->shape_a->description.median);
	return status;
}
