/*
 * What do the rounds say?
 *
 * The interval is the sign test's: two order statistics that enclose the median
 * with 95 % or more, whatever the distribution.  The centre is the mean of the order
 * statistics between those two: as robust as the median, which lies in their middle,
 * but not bound to the grid of a clock that steps (steps of 10 ns in windows of
 * 16 us make a grid of 0.06 %, wider than what is to be told apart).
 *
 * An interruption is a window half as long again as its like, and by 20 us or more:
 * a scheduler's slice or a virtual machine's pause.  Shorter disturbances are left
 * in; they are what the median is for, and dropping them by their size would bend
 * the result of a body that really takes different times.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "engine/estimate.h"
#include "stats/order.h"

static const double CONFIDENCE = 0.95;
static const double INTERRUPTION_SHARE = 0.5, INTERRUPTION_NS = 20e3;

static double mean_between(const double *sorted, size_t lo, size_t hi)
{
	double sum = 0;

	for (size_t i = lo; i <= hi; i++)
		sum += sorted[i] - sorted[lo];
	return sorted[lo] + sum / (double)(hi - lo + 1);
}

struct benchi_estimate benchi_estimate_of(double *values, size_t n, double *scratch)
{
	struct benchi_estimate e = { NAN, NAN, NAN, 0, NAN, NAN, NAN, NAN, n };
	size_t lo, hi;

	if (n == 0)
		return e;
	benchi_sort(values, n);
	e.confidence = benchi_median_ranks(n, CONFIDENCE, &lo, &hi);
	e.centre = e.confidence < CONFIDENCE ? benchi_quantile(values, n, 0.5)
	                                     : mean_between(values, lo, hi);
	if (n > 1) {
		e.low = values[lo];
		e.high = values[hi];
	}
	e.min = values[0];
	e.p05 = benchi_quantile(values, n, 0.05);
	e.p95 = benchi_quantile(values, n, 0.95);
	e.mad = benchi_mad(values, n, benchi_quantile(values, n, 0.5), scratch);
	return e;
}

double benchi_sample_iteration_ns(const struct benchi_sample *sample)
{
	return sample->iterations > 0 ? sample->ns / (double)sample->iterations : (double)NAN;
}

double benchi_arm_median(const struct benchi_engine *engine, size_t arm, double *scratch)
{
	size_t n = 0;

	for (size_t round = 0; round < engine->rounds; round++) {
		double ns = benchi_sample_iteration_ns(benchi_engine_sample(engine, round, arm));

		if (!isnan(ns))
			scratch[n++] = ns;
	}
	benchi_sort(scratch, n);
	return benchi_quantile(scratch, n, 0.5);
}

int benchi_interrupted(double ns, double usual_ns)
{
	return ns > usual_ns * (1 + INTERRUPTION_SHARE) && ns > usual_ns + INTERRUPTION_NS;
}
