/*
 * What rounds say: the middle of numbers, its interval, and what correlation leaves of them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "engine/engine.h"
#include "stats/stats.h"
#include "timing/timing.h"

TEST(an_estimate_is_the_middle_and_its_sign_test_interval)
{
	double x[11] = { 3, 1, 2, 5, 4, 7, 6, 9, 8, 11, 10 }, scratch[11];
	struct benchi_estimate e = benchi_estimate_of(x, 11, scratch);

	/* ranks 2 and 10 enclose the median of 11 with 1 - 24/2048 */
	CHECK_NUMBERS({ e.low, 2 }, { e.high, 10 }, { e.confidence, 1 - 24 / 2048.0, 1e-12 },
		{ e.centre, 6 }, { e.min, 1 }, { e.mad, 3 });
}

/* 0 to 100: quantiles between the values, centre and deviation to the digit. */
TEST(an_estimate_has_its_quantiles)
{
	double x[101], scratch[202];
	struct benchi_estimate e;

	for (int i = 0; i <= 100; i++)
		x[i] = (i * 37) % 101;
	e = benchi_estimate_of(x, 101, scratch);
	CHECK_NUMBERS({ e.p05, 5, 1e-9 }, { e.p95, 95, 1e-9 }, { e.mad, 25, 1e-9 }, { e.n, 101 });
}

/* Runs of 8 equal signs: the sum of correlations by hand. */
TEST(correlation_is_summed)
{
	double x[64], scratch[128], together = 1;

	for (int i = 0; i < 64; i++)
		x[i] = i / 8 % 2 ? 2 : 1;
	for (int lag = 1; lag < 16; lag++) {
		double product = 0;

		for (int i = lag; i < 64; i++)
			product += (i / 8 + (i - lag) / 8) % 2 ? -1 : 1;
		if (product / 64 * 8 < 1)
			break;
		together += 2 * (product / 64 + 1. / 64);
	}
	ck_assert_double_gt(together, 3);
	together *= 1 + together / 32;
	ck_assert_double_eq_tol(benchi_correlated(x, 64, scratch), together, 1e-9);
	x[0] = 3;   /* the first value counts */
	ck_assert_double_gt(fabs(benchi_correlated(x, 64, scratch) - together), 1e-3);
	for (int i = 0; i < 64; i++)
		x[i] = i % 2;
	ck_assert_double_eq(benchi_correlated(x, 64, scratch), 1);
}

TEST(an_estimate_of_few_numbers_says_so)
{
	double x[5] = { 5, 1, 4, 2, 3 }, scratch[5];
	struct benchi_estimate none = benchi_estimate_of(x, 0, scratch), one, five;

	ck_assert(isnan(none.centre) && isnan(none.low));
	one = benchi_estimate_of(x, 1, scratch);
	ck_assert(isnan(one.low));
	CHECK_NUMBERS({ one.centre, 5 }, { none.confidence, 0 });
	five = benchi_estimate_of(x, 2, scratch);
	ck_assert(five.low == 1 && five.high == 5);
	five = benchi_estimate_of(x, 5, scratch);
	ck_assert_double_lt(five.confidence, 0.95);
	ck_assert_double_eq(five.low, 1);
}

TEST(an_estimate_is_not_bound_to_the_clocks_grid)
{
	double x[200], scratch[200];
	struct benchi_estimate e;

	/* 16005 ns on a clock that steps in 10: 16000 and 16010, half and half */
	for (int i = 0; i < 200; i++)
		x[i] = i % 2 ? 16000 : 16010;
	e = benchi_estimate_of(x, 200, scratch);
	ck_assert_double_eq_tol(e.centre, 16005, 0.5);
}

/* Six to eight values lie between their extremes with 95 %; one window in four may be disturbed. */
TEST(a_disturbed_window_of_few_does_not_move_the_centre)
{
	for (size_t n = 6; n <= 40; n++) {
		double x[40], scratch[40];

		for (size_t i = 0; i < n; i++)
			x[i] = i < n / 4 ? 1e6 : 100 + (double)(i % 3);
		ck_assert_double_eq_tol(benchi_estimate_of(x, n, scratch).centre, 101.3, 0.8);
	}
}

TEST(an_interruption_is_much_longer_than_its_like)
{
	CHECK_ALL(!benchi_interrupted(16000, 16000),
		!benchi_interrupted(30000, 16000),   /* 14 us more: may be the body's own */
		benchi_interrupted(4e6, 16000),
		benchi_interrupted(36100, 16000) && !benchi_interrupted(35900, 16000),   /* 20 us */
		benchi_interrupted(1.51e6, 1e6) && !benchi_interrupted(1.49e6, 1e6),
		!benchi_interrupted(1.3e6, 1e6), benchi_interrupted(2e6, 1e6));
}

/* Of so many windows the last one alone has a burst: it is in the mean and in the interval. */
TEST(a_total_holds_every_window)
{
	for (int n = 1; n < 200; n++) {
		struct benchi_total a = { .full = 0 }, b = a;
		double mean = (100.0 * (n - 1) + 5000) / n;
		struct benchi_total_ratio ratio;
		struct benchi_mean of;

		for (int i = 0; i < n; i++) {
			benchi_total_add(&a, 1000, 10);
			benchi_total_add(&b, i == n - 1 ? 50000 : 1000, 10);
		}
		of = benchi_total_mean(&b);
		ratio = benchi_total_ratio(&a, &b);
		CHECK_NUMBERS({ of.mean, mean, 1e-9 }, { !isnan(of.low), n >= 8 },
			{ !isnan(ratio.mean), n >= 8 });
		if (n < 8)
			continue;
		ck_assert_double_eq_tol(ratio.mean, mean / 100, 1e-9);
		ck_assert_double_lt(of.low, 100);
		ck_assert_double_lt(ratio.low, 1.001);
		ck_assert_double_gt(ratio.high, mean / 100 * 1.1);
	}
}

CHECK_SUITE("estimate")
