/*
 * Describes a set and finds its warnings.
 *
 * There is one rule per warning. Each has a false alarm in about one of a hundred sets of normal,
 * independent values:
 *   modes        Hartigan's dip (stats/modes.c)
 *   outliers     Grubbs' test, or more values over three interquartile ranges outside Q1 and
 *                Q3 (Tukey's outer fences) than normal values have there: 2.3 in a million
 *   drift        Mann and Kendall's trend test
 *   neighbours   correlation of neighbours beyond 2.576 / sqrt(n)
 *   not normal   Shapiro and Wilk's test, here at 0.05: it only chooses the method; values that
 *                were rounded are spread over their steps first
 *   few          under five values
 * From more than 5000 values (20000 for modes and drift) a regular sample is tested; for drift,
 * means of neighbours.
 *
 * SPDX-License-Identifier: MIT
 */

#include "analysis/analysis.h"

#define NOT_NORMAL 0.05
#define FEW 5
#define OUTLIERS_AT_RANDOM 2.34e-6 /* for normal values: P(|z| > 4.7215) */
#define NORMALITY_MOST 5000
#define NORMALITY_TICKS 10
#define TREND_MOST 20000
#define MODES_MOST 20000
#define MODES_FEWEST 10

/* Returns means of groups of n / groups neighbours, minus the first value, whose digits would hide
 * theirs; or with single the first of each group. x: space for them. */
static bench_numbers thin(const bench_numbers *set, size_t most, bool single, double *x)
{
	size_t length = (set->n + most - 1) / most, groups = set->n / length;
	bench_numbers some = { x, groups };

	for (size_t g = 0; g < groups; g++) {
		size_t taken = single ? 1 : length;

		x[g] = 0;
		for (size_t i = 0; i < taken; i++)
			x[g] += (set->x[g * length + i] - set->x[0]) / (double)taken;
	}
	return some;
}

/* Copies sorted x, spreading equal numbers over one step, the smallest distance of unequal
 * neighbours. */
static void spread_ties(const double *x, size_t n, double *out)
{
	double step = 0;

	for (size_t i = 1; i < n; i++)
		if (x[i] > x[i - 1] && (step <= 0 || x[i] - x[i - 1] < step))
			step = x[i] - x[i - 1];
	for (size_t i = 0; i < n;) {
		size_t end = i;

		while (end < n && x[end] <= x[i])
			end++;
		for (size_t k = i; k < end; k++)
			out[k] = x[k] + step * (((double)(k - i) + .5) / (double)(end - i) - .5);
		i = end;
	}
}

/* Returns the step to which sorted values were rounded: their smallest distance if some are equal,
 * otherwise 0. */
static double rounding_step(const double *x, size_t n)
{
	double step = INFINITY;
	bool equal = false;

	for (size_t i = 1; i < n; i++) {
		equal = equal || !(x[i] > x[i - 1]);
		step = x[i] > x[i - 1] ? fmin(step, x[i] - x[i - 1]) : step;
	}
	return equal && isfinite(step) ? step : 0;
}

static bench_status test_modes(const double *sorted, size_t n, int *several)
{
	bench_modality dip;
	bench_status status = bench_modality_test(&(bench_numbers){ sorted, n }, &dip);

	*several = status == BENCH_OK && dip.p < BENCHI_SUSPICION;
	return status;
}

/* Tests normality, trend and modes. These tests take more than n steps, so of a large set they
 * get a bounded number of values, or means of neighbours. */
static bench_status test_thinned(const benchi_prepared *prepared, benchi_shape *shape)
{
	static const struct benchi_modes_rule rule = { test_modes, MODES_FEWEST, 0, 0,
		BENCHI_MODES_MOST };
	const bench_numbers *set = &prepared->set;
	const benchi_moments *m = &prepared->moments;
	const size_t most = set->n < MODES_MOST ? set->n : MODES_MOST;
	double *x = malloc(2 * most * sizeof *x), *spread = x ? x + most : NULL;
	bench_status status = BENCH_OK;
	bench_normality unrounded;
	bench_numbers some;

	shape->normality.w = shape->normality.p = (double)NAN;
	shape->trend.p = shape->trend.lag1 = (double)NAN;
	shape->modes.n = 0;
	if (!x)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory to examine a set of values");
	some = thin(set, NORMALITY_MOST, true, x);
	if (some.n > 2)
		status = bench_normality_test(&some, &shape->normality);
	shape->normal_p = shape->normality.p;
	if (!status && shape->normal_p < NOT_NORMAL) {
		/* Test again as if the values were not rounded. Rounding makes ties, which the test
		 * takes for another distribution: of normal values in steps of one deviation it rejects
		 * 35 to 69 of 100 sets of 3 to 20; with ties spread over the steps, 0 or 1. (Lognormal
		 * values in steps of a quarter: 74 of 100 sets of 20; unrounded 83.) Ten or more values
		 * of which half are equal, such as times in ticks, stay as they are: their median says
		 * more than their mean. */
		benchi_sort_many(x, some.n);
		if (rounding_step(x, some.n) > 0
		    && (some.n < NORMALITY_TICKS || x[some.n / 4] < x[(3 * some.n - 1) / 4])) {
			spread_ties(x, some.n, spread);
			status = bench_normality_test(&(bench_numbers){ spread, some.n }, &unrounded);
			shape->normal_p = fmax(shape->normal_p, unrounded.p);
		}
	}
	if (!status && set->n > 1) {
		some = thin(set, TREND_MOST, false, x);
		status = bench_trend_test(&some, &shape->trend);
		shape->trend.lag1 = m->squares > 0 ? m->products / m->squares : (double)NAN;
	}
	if (!status) {
		/* The dip test sees equal values, which a coarse clock makes, spread over one step. */
		some = thin(set, MODES_MOST, true, x);
		benchi_sort_many(x, some.n);
		spread_ties(x, some.n, spread);
		status = benchi_modes_find(&some, spread, &rule, &shape->modes);
	}
	for (size_t i = 0; i < shape->modes.n; i++)
		shape->modes.at[i] += set->x[0];
	free(x);
	return status;
}

void benchi_shape_order(benchi_side *side)
{
	if (!side->set || !side->set->unordered)
		return;
	side->shape.trend.p = side->shape.trend.lag1 = (double)NAN;
	side->shape.warnings &= ~(unsigned)(BENCHI_SET_WARN_DRIFT | BENCHI_SET_WARN_NEIGHBOURS);
}

bench_status benchi_shape_find(benchi_prepared *set, double confidence, benchi_shape *shape)
{
	bench_status status = benchi_describe(set, confidence, &shape->description);

	if (!status)
		status = test_thinned(set, shape);
	if (status)
		return status;
	benchi_outlier(set, &shape->outlier);
	const bench_description *d = &shape->description;
	const double n = (double)d->n, step = rounding_step(set->sorted, set->set.n);
	/* of rounded values, quartiles between two steps are closer than the values are */
	const double far = 3 * fmax(d->iqr, step);
	size_t low = benchi_count_below(set->sorted, d->n, d->q25 - far, false);
	size_t high = benchi_count_below(set->sorted, d->n, d->q75 + far, true);
	const double expected = OUTLIERS_AT_RANDOM * n;
	double outlier_p;

	shape->far = d->iqr > 0 ? low + d->n - high : 0;
	shape->warnings = 0;
	if (n < FEW)
		shape->warnings |= BENCHI_SET_WARN_FEW;
	if (n > 1 && d->max <= d->min) {
		shape->warnings |= BENCHI_SET_WARN_CONSTANT;
		return BENCH_OK;
	}
	if (shape->modes.n > 1)
		shape->warnings |= BENCHI_SET_WARN_MODES;
	outlier_p = shape->outlier.p_two;
	if (step > 0 && outlier_p < BENCHI_SUSPICION) {
		/* Rounding often makes two of three values equal, so that the third looks like an outlier
		 * in every second set. Compute Grubbs' p as if the outlier were half a step nearer. */
		double g = fmax(0, shape->outlier.g - step / 2 / d->sd);
		double t = sqrt(n * (n - 2) * g * g / fmax(1e-300, (n - 1) * (n - 1) - n * g * g));

		outlier_p = fmin(1, 2 * n * benchi_student_sf(t, n - 2));
	}
	if (outlier_p < BENCHI_SUSPICION || (double)shape->far > expected + 3 * sqrt(expected))
		shape->warnings |= BENCHI_SET_WARN_OUTLIERS;
	if (shape->trend.p < BENCHI_SUSPICION)
		shape->warnings |= BENCHI_SET_WARN_DRIFT;
	if (n >= FEW && fabs(shape->trend.lag1) > 2.576 / sqrt(n))
		shape->warnings |= BENCHI_SET_WARN_NEIGHBOURS;
	if (shape->normal_p < NOT_NORMAL)
		shape->warnings |= BENCHI_SET_WARN_NORMAL;
	return BENCH_OK;
}
