/*
 * The interval over processes includes their median, even if they are correlated.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "program/program.h"

/* Returns the share of trials in which the interval of n correlated values includes their
 * median. *width: the mean width. */
static double held(size_t n, double correlation, double *width)
{
	const int trials = check_trials(5000, 20000);
	uint64_t random = 7;
	double x[32], scratch[32], inside = 0;

	*width = 0;
	for (int trial = 0; trial < trials; trial++) {
		double state = benchi_normal_quantile(benchi_draw_unit(&random));
		struct benchi_median_interval m;

		for (size_t i = 0; i < n; i++) {
			x[i] = state;
			state = correlation * state + sqrt(1 - correlation * correlation)
				* benchi_normal_quantile(benchi_draw_unit(&random));
		}
		m = benchi_median_interval_of(x, n, 0.95, scratch);
		inside += m.low <= 0 && 0 <= m.high;
		*width += (m.high - m.low) / trials;
	}
	return inside / trials;
}

TEST(an_interval_over_processes_holds_the_median)
{
	double width, wide;

	ck_assert_double_eq_tol(held(20, 0, &width), 0.963, 0.006);
	ck_assert_double_eq_tol(width / (2 * 1.96 * 1.2533 / sqrt(20)), 1.2, 0.06);
	ck_assert_double_eq_tol(held(20, 0.4, &wide), 0.93, 0.01);
	ck_assert_double_gt(wide, 1.15 * width);
	ck_assert_double_ge(held(6, 0, &width), 0.945);
}

/* The same for n values of a distribution. */
static double held_by_few(size_t n, double (*value)(uint64_t *random), double median)
{
	const int trials = check_trials(5000, 20000);
	uint64_t random = 11;
	double x[5], scratch[5], inside = 0;

	for (int trial = 0; trial < trials; trial++) {
		struct benchi_median_interval m;

		for (size_t i = 0; i < n; i++)
			x[i] = value(&random);
		m = benchi_median_interval_of(x, n, 0.95, scratch);
		inside += m.low <= median && median <= m.high;
	}
	return inside / trials;
}

static double symmetric(uint64_t *random)
{
	return 100 + benchi_normal_quantile(benchi_draw_unit(random));
}

static double skewed(uint64_t *random)
{
	return 100 - log(benchi_draw_unit(random));
}

/* Three in ten values are larger by 20. */
static double two_modes(uint64_t *random)
{
	return (benchi_draw_unit(random) < 0.3 ? 120 : 100) + benchi_draw_unit(random);
}

TEST(an_interval_of_few_values_holds_the_median_as_well)
{
	for (size_t n = 3; n <= 5; n++) {
		ck_assert_double_eq_tol(held_by_few(n, symmetric, 100), 0.955, 0.012);
		ck_assert_double_eq_tol(held_by_few(n, skewed, 100 + log(2)), 0.945, 0.02);
		ck_assert_double_eq_tol(held_by_few(n, two_modes, 100 + 0.5 / 0.7), 0.945, 0.025);
	}
	ck_assert_double_ge(held_by_few(2, two_modes, 100 + 0.5 / 0.7), 0.86);
}

TEST(few_values_have_a_wide_interval)
{
	const double x[] = { 3, (double)NAN, 1, 2, 5, 4 };
	double scratch[6];
	struct benchi_median_interval m = benchi_median_interval_of(x, 6, 0.95, scratch);

	CHECK_NUMBERS({ m.n, 5 }, { m.centre, 3 }, { m.low, 1 }, { m.high, 5 }, { m.confidence, 0.95 });
	m = benchi_median_interval_of(x + 2, 3, 0.95, scratch);
	/* 8/3 - 5.17 is below 0: down by at most twice the factor of the high end */
	ck_assert_double_eq_tol(m.low, 2 * 2 / (2 * m.high), 1e-12);
	ck_assert_double_eq_tol(m.high, 8 / 3.0 + 5.171, 1e-3); /* t(0.975, 2) sqrt(13 / 3 / 3) */
	m = benchi_median_interval_of(x + 2, 2, 0.95, scratch);
	CHECK_NUMBERS({ m.low, 1.5 * 1.5 / (2 * m.high), 1e-12 },
		{ m.high, 1.5 + 12.706 * 0.5, 1e-3 }, { m.confidence, 0.88 });
	m = benchi_median_interval_of(x, 1, 0.95, scratch);
	CHECK_NUMBERS({ m.low, 3 }, { m.confidence, 0 });
	m = benchi_median_interval_of(x + 1, 1, 0.95, scratch);
	ck_assert_double_nan(m.centre);
}

/* Ascending values: they are correlated over long distances, so few are effectively
 * independent. */
TEST(correlated_values_have_a_wide_interval)
{
	double x[40], scratch[40];
	struct benchi_median_interval m;

	for (int i = 0; i < 40; i++)
		x[i] = i;
	m = benchi_median_interval_of(x, 40, 0.95, scratch);
	CHECK_NUMBERS({ m.centre, 19.5 }, { m.low, 0 }, { m.high, 39 });
	for (int i = 0; i < 40; i++)
		x[i] = i * 7 % 40;
	m = benchi_median_interval_of(x, 40, 0.99, scratch);
	ck_assert_double_eq(m.confidence, 0.99);
	ck_assert_double_lt(m.low, benchi_median_interval_of(x, 40, 0.95, scratch).low);
}

CHECK_SUITE("median_interval")
