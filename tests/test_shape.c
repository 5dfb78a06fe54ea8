/*
 * The shape of a set: normality, outliers, modes, trend, bins, bootstrap.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "stats/stats.h"

#define SET(array) { array, sizeof(array) / sizeof *(array) }

static struct benchi_outlier_test outlier_of(const bench_numbers *set)
{
	struct benchi_outlier_test g;
	benchi_prepared p;

	ck_assert_int_eq(benchi_prepare(set, 1, &p), BENCH_OK);
	benchi_outlier(&p, &g);
	benchi_prepared_free(&p);
	return g;
}

TEST(normality_at_its_ends)
{
	double three[] = { 1, 2, 3 }, equal[] = { 2, 2, 2, 2 }, skew[] = { 1, 2, 4, 7, 11, 25 };
	bench_numbers a = SET(three), b = SET(equal), two = { three, 2 }, six = SET(skew);
	bench_numbers many = { calloc(5001, sizeof(double)), 5001 };
	bench_normality w;

	ck_assert_int_eq(bench_normality_test(&a, &w), BENCH_OK);
	CHECK_NUMBERS({ w.w, 1, 1e-15 }, { w.p, 1, 1e-7 });
	bench_normality_test(&six, &w);
	ck_assert_double_eq_tol(w.w, 0.83153276661, 1e-9); /* computed by scipy 1.17 */
	ck_assert_double_eq_tol(w.p, 0.11074717942, 1e-6);
	ck_assert_int_eq(bench_normality_test(&b, &w), BENCH_OK);
	ck_assert_double_nan(w.w);
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_normality_test(&two, &w),
		bench_normality_test(&many, &w), bench_normality_test(&a, NULL));
	free((void *)(size_t)many.x);
}

TEST(dips)
{
	double three[] = { 3, 1, 2 }, heaps[] = { 0, 1, 0, 1, 0, 1 }, one[] = { 4 };
	bench_numbers a = SET(three), b = SET(heaps), c = SET(one);
	bench_modality m;

	ck_assert_int_eq(bench_modality_test(&a, &m), BENCH_OK);
	CHECK_NUMBERS({ m.dip, 1.0 / 6, 1e-15 }, { m.p, 1 });
	ck_assert_int_eq(bench_modality_test(&b, &m), BENCH_OK);
	CHECK_NUMBERS({ m.dip, 0.25, 1e-15 }, { m.p < 0.01, true });
	ck_assert_int_eq(bench_modality_test(&c, &m), BENCH_OK);
	CHECK_NUMBERS({ m.dip, 0.5 }, { m.low, 4 }, { m.high, 4 });
	b.n = 0;
	ck_assert_int_eq(bench_modality_test(&b, &m), BENCH_ERR_ARGUMENT);
}

/* For a uniform distribution, p is below 0.1 in one of ten trials. */
TEST(dips_of_uniform_numbers_are_uniform)
{
	uint64_t random = 5;
	int below[3] = { 0, 0, 0 };

	for (int trial = 0; trial < 1000; trial++) {
		double x[35];
		bench_numbers set = SET(x);
		bench_modality m;

		for (int i = 0; i < 35; i++)
			x[i] = benchi_draw_unit(&random);
		bench_modality_test(&set, &m);
		below[0] += m.p < 0.1;
		below[1] += m.p < 0.5;
		below[2] += m.p < 0.9;
	}
	/* tolerances: 3.3 standard errors */
	CHECK_NUMBERS({ below[0], 100, 32 }, { below[1], 500, 53 }, { below[2], 900, 32 });
}

TEST(trends)
{
	double fall[] = { 3, 2, 1 }, ties[] = { 1, 1, 2, 2, 1 }, equal[] = { 5, 5, 5 };
	bench_numbers a = SET(fall), b = SET(ties), c = SET(equal), one = { fall, 1 };
	bench_trend t;

	ck_assert_int_eq(bench_trend_test(&a, &t), BENCH_OK);
	CHECK_NUMBERS({ t.s, -3 }, { t.tau, -1, 1e-15 }, { t.tau_p, 2.0 / 6, 1e-14 }, { t.lag1, 0 });
	ck_assert_int_eq(bench_trend_test(&b, &t), BENCH_OK);
	CHECK_NUMBERS({ t.s, 2 }, { t.tau, 2 / sqrt(60), 1e-15 });
	ck_assert_int_eq(bench_trend_test(&c, &t), BENCH_OK);
	CHECK_NUMBERS({ t.p, 1 }, { t.tau, NAN }, { t.lag1, NAN });
	ck_assert_int_eq(bench_trend_test(&one, &t), BENCH_ERR_ARGUMENT);
	ck_assert_double_nan(t.p);
}

TEST(random_numbers_are_these)
{
	uint64_t random = 0;
	int seen[6] = { 0, 0, 0, 0, 0, 0 };

	ck_assert(benchi_random(&random) == UINT64_C(0xe220a8397b1dcdaf));
	ck_assert(benchi_random(&random) == UINT64_C(0x6e789e6aa1b965f4));
	for (int i = 0; i < 6000; i++)
		seen[benchi_random_below(&random, 6)]++;
	for (int i = 0; i < 6; i++)
		ck_assert_double_eq_tol(seen[i], 1000, 100);
}

TEST(an_outlier_out_of_reach)
{
	double x[] = { 1, 1.1, 0.9, 1, 5 }, tie[] = { 150, 930, 540 }, equal[] = { 2, 2 };
	bench_numbers set = SET(x), both = SET(tie), same = SET(equal), few = { x, 2 };
	struct benchi_outlier_test g;

	g = outlier_of(&set);
	CHECK_NUMBERS({ (int)g.index, 4 }, { g.g, 1.7875, 5e-5 }, { g.p_two, 1.3082e-4, 1e-8 });
	g = outlier_of(&both);
	ck_assert_int_eq((int)g.index, 1); /* the larger of two equally distant values */
	g = outlier_of(&same);
	ck_assert_double_nan(g.g);
	g = outlier_of(&few);
	CHECK_NUMBERS({ g.g, sqrt(0.5), 1e-14 }, { g.p_one, NAN });
}

/* The quantiles used for warnings are a column of the table. */
TEST(rare_dips_are_those_of_the_table)
{
	size_t column = 0;

	while (benchi_dip_p[column] < 0.999)
		column++;
	for (size_t i = 0; i < BENCHI_DIP_ROWS; i++) {
		size_t n = (size_t)benchi_dip_sizes[i];

		ck_assert_double_eq(benchi_dip_rare[i], benchi_dip_quantiles[i][column]);
		ck_assert(!benchi_dip_is_rare(benchi_dip_rare[i], n));
		ck_assert(benchi_dip_is_rare(1.000001 * benchi_dip_rare[i], n));
	}
}

CHECK_SUITE("shape")
