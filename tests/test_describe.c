/*
 * Sorting, quantiles and the usual statistics: difficult sets, invalid input. (tests/test_oracle.c
 * compares the figures of real sets.)
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "stats/stats.h"

#define SET(array) { array, sizeof(array) / sizeof *(array) }

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Numbers of all magnitudes and signs, many of them equal. */
static void fill_wild(double *x, size_t n, uint64_t seed)
{
	uint64_t random = seed;

	for (size_t i = 0; i < n; i++) {
		double unit = benchi_draw_unit(&random) - 0.5;

		x[i] = benchi_random_below(&random, 3) ? unit * exp(200 * unit) : floor(unit * 4);
	}
}

TEST(sorting_is_sorting)
{
	static double x[5000], y[5000];
	const size_t sizes[] = { 0, 1, 2, 3, 100, 1023, 1024, 5000 };

	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		fill_wild(x, sizes[s], s);
		memcpy(y, x, sizeof y);
		benchi_sort_many(x, sizes[s]);
		qsort(y, sizes[s], sizeof *y, ascending);
		for (size_t i = 0; i < sizes[s]; i++)
			ck_assert_double_eq(x[i], y[i]);
		fill_wild(x, sizes[s], s);
		benchi_sort(x, sizes[s]);
		for (size_t i = 0; i < sizes[s]; i++)
			ck_assert_double_eq(x[i], y[i]);
	}
	x[0] = -INFINITY;
	x[4999] = INFINITY;
	x[17] = -0.0;
	benchi_sort_many(x, 5000);
	CHECK_NUMBERS({ x[0], -INFINITY }, { x[4999], INFINITY });
}

/* Returns the sum of the bits of n numbers, which is that of the same numbers in any order. */
static uint64_t bits_of(const double *x, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t bits;

		memcpy(&bits, x + i, sizeof bits);
		sum += bits * bits;
	}
	return sum;
}

/* (all magnitudes; few; one number far away, the others in one range) */
TEST(large_sets_are_sorted_into_a_copy)
{
	enum { MANY = 300000 };
	double *x = malloc(MANY * sizeof *x), *y = malloc(MANY * sizeof *y);
	bool ascends = true;

	for (int kind = 0; kind < 3; kind++) {
		fill_wild(x, MANY, 7);
		for (size_t i = 0; kind && i < MANY; i++)
			x[i] = kind == 2 && i == 5 ? 1e300 : 1 + 1e-3 * sin(x[i]);
		benchi_sort_copy(y, x, MANY);
		for (size_t i = 1; i < MANY; i++)
			ascends = ascends && y[i - 1] <= y[i];
		ck_assert(ascends && bits_of(x, MANY) == bits_of(y, MANY));
	}
	free(x);
	free(y);
}

TEST(median_ranks_are_the_sign_test)
{
	size_t lo, hi;

	ck_assert_double_eq_tol(benchi_median_ranks(11, 0.95, &lo, &hi), 1 - 24.0 / 2048, 1e-12);
	CHECK_NUMBERS({ (int)lo, 1 }, { (int)hi, 9 });
	ck_assert_double_eq(benchi_median_ranks(0, 0.95, &lo, &hi), 0);
	ck_assert_double_eq_tol(benchi_median_ranks(3, 0.95, &lo, &hi), 0.75, 1e-12);
	ck_assert_int_eq((int)hi, 2);
}

TEST(the_mean_of_unlike_numbers)
{
	double x[] = { 1e16, 1, 1, 1 }; /* 1 - 1e16 is not exact as a double */
	bench_numbers set = SET(x);
	bench_description d;

	bench_numbers_describe(&set, 0, &d);
	ck_assert_double_eq_tol(d.mean, 2500000000000000.75, 0.5); /* one unit in the last place */
}

TEST(one_and_two_numbers)
{
	double x[] = { 3, 5 };
	bench_numbers one = { x, 1 }, two = { x, 2 };
	bench_description d;

	ck_assert_int_eq(bench_numbers_describe(&one, 0, &d), BENCH_OK);
	CHECK_NUMBERS({ d.mean, 3 }, { d.q95, 3 }, { d.mad, 0 }, { d.sd, NAN }, { d.mean_high, NAN },
		{ d.sd_low, NAN });
	ck_assert_int_eq(bench_numbers_describe(&two, 0.5, &d), BENCH_OK);
	CHECK_NUMBERS({ d.median, 4 }, { d.variance, 2 },
		{ d.mean_low, 3, 1e-14 },   /* t = 1 at 50 % with df = 1 */
		{ d.confidence, 0.5 });
}

TEST(huge_numbers_keep_their_quantiles)
{
	double x[] = { -1e308, 1e308, 1.5e308 };
	bench_numbers set = SET(x);
	bench_description d;

	ck_assert_int_eq(bench_numbers_describe(&set, 0, &d), BENCH_OK);
	CHECK_NUMBERS({ d.q25 / 1e308, 0, 1e-12 }, { d.q75 / 1e308, 1.25, 1e-12 });
}

TEST(nonsense_is_refused)
{
	double x[] = { 1, 2, NAN }, y[] = { -INFINITY, 2 };
	bench_numbers none = { x, 0 }, nan_set = SET(x), inf_set = SET(y), null = { NULL, 3 };
	bench_numbers good = { x, 2 };
	bench_description d;

	ck_assert_int_eq(bench_numbers_describe(&none, 0, &d), BENCH_ERR_ARGUMENT);
	CHECK_NUMBERS({ d.mean, NAN }, { (int)d.n, 0 });
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_numbers_describe(&null, 0, &d),
		bench_numbers_describe(NULL, 0, &d), bench_numbers_describe(&good, 0, NULL),
		bench_numbers_describe(&good, 1, &d), bench_numbers_describe(&good, -0.5, &d),
		bench_numbers_describe(&good, NAN, &d));
	ck_assert_int_eq(bench_numbers_describe(&nan_set, 0, &d), BENCH_ERR_INPUT);
	ck_assert_str_eq(bench_detail(), "number 3 of the set is nan");
	ck_assert_int_eq(bench_numbers_describe(&inf_set, 0, &d), BENCH_ERR_INPUT);
	ck_assert_str_eq(bench_detail(), "number 1 of the set is -inf");
	ck_assert_double_nan(d.max);
}

CHECK_SUITE("describe")
