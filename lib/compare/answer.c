/*
 * Decides from intervals: lower, higher, the same, or inconclusive.
 *
 * A difference is "the same" if the 1 - 2 alpha interval lies within the margin (two
 * one-sided tests, Schuirmann 1987): if the true difference is the margin or more, this is
 * wrong with probability alpha.  Otherwise it is lower or higher if the 1 - alpha
 * interval excludes 0: wrong with probability alpha if there is no difference.  A
 * significant difference within the margin is "the same".  Everything else is
 * inconclusive, never "no difference".
 *
 * Additional runs: the fewer of those that show a difference of the estimated size
 * and those that show that it lies within the margin; so the planned distance is the larger of
 * |estimate| and margin - |estimate|.  With a standard deviation they follow from the t test's
 * power of 0.8; without one the interval shrinks with the root of n, and 1.43 = (1.96 + 0.84)
 * / 1.96 gives the same power.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include <bench.h>

#include "compare/answer.h"

#define POWER 0.8

bench_answer benchi_answer_of(const benchi_interval *sure, const benchi_interval *equal,
                               double margin, double beyond)
{
	if (margin > 0 && equal->low > -margin && equal->high < margin)
		return BENCH_SAME;
	if (sure->high < -beyond)
		return BENCH_LOWER;
	if (sure->low > beyond)
		return BENCH_HIGHER;
	return BENCH_UNSURE;
}

const char *benchi_answer_name(bench_answer answer)
{
	static const char *const names[] = { "inconclusive", "same", "lower", "higher" };

	return names[answer];
}

/* n of the t test's power analysis, or NaN. */
static double by_power(const benchi_outlook *plan, double distance)
{
	bench_power power = { 0, distance, plan->sd, POWER, 1 - plan->alpha, 0 };
	double n;

	return bench_power_n(&power, &n) == BENCH_OK ? n : (double)NAN;
}

/* n at which the interval is narrow enough. */
static double by_width(const benchi_outlook *plan, double distance)
{
	double half = (plan->sure.high - plan->sure.low) / 2;
	double z = bench_normal_quantile(1 - plan->alpha / 2);
	double factor = (z + bench_normal_quantile(POWER)) / z * half / distance;

	return (double)plan->n * factor * factor;
}

double benchi_more_runs(const benchi_outlook *plan)
{
	double seen = fabs(plan->sure.estimate), n;
	double distance = fmax(seen - plan->beyond, plan->margin - seen);

	if (!(distance > 0))
		return (double)NAN;
	n = plan->sd > 0 ? by_power(plan, distance) : by_width(plan, distance);
	if (!isfinite(n))
		return (double)NAN;
	return fmax(1, ceil(n) - (double)plan->n);
}
