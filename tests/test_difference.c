/*
 * Two sets: rank tests, equivalence, power. Against published values and brute force, and with
 * invalid input. (tests/test_oracle.c compares every figure of real pairs.)
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "stats/stats.h"

#define SET(array) { array, sizeof(array) / sizeof *(array) }

/* All of one set is below the other, 9 against 19 values: W = 0. */
TEST(the_article_of_the_wilcoxon_tests)
{
	double low[19], high[9];
	bench_numbers test = SET(high), base = SET(low);
	bench_ranksum r;

	for (int i = 0; i < 19; i++)
		low[i] = -i;
	for (int i = 0; i < 9; i++)
		high[i] = 1 + i;
	ck_assert_int_eq(bench_ranksum_test(&test, &base, 0, &r), BENCH_OK);
	CHECK_NUMBERS({ r.w, 0 }, { r.p * 1e7, 2.896, 5e-4 });
}

TEST(power_is_one_equation)
{
	static const struct { bench_power plan; double n, delta, chance; } of[] = {
		{ { 0, 0.5, 2, 0.9, 0.99, 1 }, 0, 0.5, 0.9 }, { { 0, -0.5, 2, 0.9, 0.99, 1 }, 0, 0.5, 0.9 },
		{ { 0, 0, 2, 0.9, 0.99, 1 }, INFINITY, 0.5, 0.01 }, { { 0, 1, 0, 0.9, 0.99, 1 }, 2, 0, 1 },
	};
	double first = 0;

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		bench_power plan = of[i].plan;
		double n, delta, chance;

		ck_assert_int_eq(bench_power_n(&plan, &n), BENCH_OK);
		first = i == 0 ? n : first;
		plan.n = first;
		ck_assert_int_eq(bench_power_chance(&plan, &chance), BENCH_OK);
		ck_assert_int_eq(bench_power_delta(&plan, &delta), BENCH_OK);
		CHECK_NUMBERS({ n, of[i].n > 0 ? of[i].n : first, 1e-9 }, { delta, of[i].delta, 1e-11 },
			{ chance, of[i].chance, 1e-11 });
	}
}

TEST(power_refuses_nonsense)
{
	const bench_power plan = { 10, 1, 1, 0, 0, 0 };
	static const struct {
		bench_status (*of)(const bench_power *plan, double *out);
		bench_power plan;
		bench_status status;
	} cases[] = {
		{ bench_power_chance, { 10, 1, -1, 0, 0, 0 }, BENCH_ERR_ARGUMENT },
		{ bench_power_delta, { 1.5, 1, 1, 0, 0, 0 }, BENCH_ERR_ARGUMENT },
		{ bench_power_n, { 1.5, 1, 1, 0, 0, 0 }, BENCH_OK },
		{ bench_power_n, { 10, 1, 1, 0.02, 0, 0 }, BENCH_ERR_ARGUMENT },
		/* power must exceed alpha: 2.5 % on the right side, or 5 % on both */
		{ bench_power_n, { 10, 1, 1, 0.03, 0, 0 }, BENCH_OK },
		{ bench_power_n, { 10, 1, 1, 0.03, 0, 1 }, BENCH_ERR_ARGUMENT },
		{ bench_power_delta, { 10, 1, 1, 1, 0, 1 }, BENCH_ERR_ARGUMENT },
		{ bench_power_chance, { 10, 1, 1, 0, 2, 0 }, BENCH_ERR_ARGUMENT },
		{ bench_power_n, { 10, NAN, 1, 0, 0, 0 }, BENCH_ERR_ARGUMENT },
	};
	double out;

	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_power_n(NULL, &out), bench_power_n(&plan, NULL));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ck_assert_msg(cases[i].of(&cases[i].plan, &out) == cases[i].status, "case %d", (int)i);
		ck_assert_int_eq(isnan(out) != 0, cases[i].status != BENCH_OK);
	}
}

/* Differences of every kind: continuous, tied, of all magnitudes. */
static double draw(uint64_t *random, int kind)
{
	double unit = benchi_draw_unit(random);

	if (kind == 0)
		return unit;
	return kind == 1 ? floor(unit * 6) : (unit < 0.5 ? -1 : 1) * exp(300 * unit - 150);
}

/* Shift and interval are order statistics of all differences. The sets are so large that the
 * differences do not fit into the scratch space. */
TEST(selection_is_brute_force)
{
	enum { MOST = 160 };
	static double a[MOST], b[MOST], all[MOST * MOST];
	uint64_t random = 7;

	for (int round = 0; round < check_trials(6, 30); round++) {
		bench_numbers first = { a, 60 + (size_t)benchi_random_below(&random, MOST - 60) };
		bench_numbers second = { b, 60 + (size_t)benchi_random_below(&random, MOST - 60) };
		bench_ranksum r;
		size_t n = 0;

		for (size_t i = 0; i < first.n; i++)
			a[i] = draw(&random, round % 3);
		for (size_t j = 0; j < second.n; j++)
			b[j] = draw(&random, round % 3);
		for (size_t i = 0; i < first.n; i++)
			for (size_t j = 0; j < second.n; j++)
				all[n++] = b[j] - a[i];
		benchi_sort(all, n);
		ck_assert_int_eq(bench_ranksum_test(&first, &second, 0, &r), BENCH_OK);
		CHECK_NUMBERS({ r.shift, 0.5 * all[(n - 1) / 2] + 0.5 * all[n / 2] },
			{ r.low, all[(size_t)r.rank - 1] }, { r.high, all[n - (size_t)r.rank] });
	}
}

/* Large enough that a sample provides the first bracket. */
TEST(selection_of_large_sets_counts_right)
{
	enum { N = 20000 };
	static double a[N], b[N];
	const bench_numbers first = SET(a), second = SET(b);
	uint64_t random = 8;

	for (int kind = 0; kind < 3; kind++) {
		uint64_t below = 0, upto = 0;
		bench_ranksum r;

		for (int i = 0; i < N; i++) {
			a[i] = draw(&random, kind);
			b[i] = draw(&random, kind);
		}
		ck_assert_int_eq(bench_ranksum_test(&first, &second, 0, &r), BENCH_OK);
		benchi_sort(a, N);
		benchi_sort(b, N);
		for (size_t i = 0, j = 0, l = 0; i < N; i++) {
			while (j < N && benchi_stored(b[j] - a[i]) < r.low)
				j++;
			while (l < N && benchi_stored(b[l] - a[i]) <= r.low)
				l++;
			below += j;
			upto += l;
		}
		ck_assert((double)below < r.rank && r.rank <= (double)upto);
	}
}

TEST(ranks_of_small_sets)
{
	double x[] = { 1, 2, 3 }, y[] = { 4, 5, 6 };
	bench_numbers a = SET(x), b = SET(y), one = { x, 1 };
	bench_ranksum r;

	ck_assert_int_eq(bench_ranksum_test(&a, &b, 0, &r), BENCH_OK);
	CHECK_NUMBERS({ r.w, 9 }, { r.p, 0.1, 1e-15 }, { r.shift, 3 }, { r.low, 1 }, { r.high, 5 },
		{ r.reached, 0.9, 1e-14 });
	ck_assert_int_eq(bench_ranksum_test(&one, &one, 0, &r), BENCH_OK);
	CHECK_NUMBERS({ r.w, 0.5 }, { r.p, NAN }, { r.shift, 0 }, { r.exact, 0 });
	ck_assert_int_eq(bench_ranksum_test(&one, &b, 0, &r), BENCH_OK);
	ck_assert_double_eq_tol(r.p, 0.5, 1e-15);
}

TEST(zeros_are_left_out)
{
	double x[] = { 1, 2, 3, 4, 5 }, y[] = { 1, 2, 4, 6, 8 };
	bench_numbers a = SET(x), b = SET(y);
	bench_signedrank s;

	ck_assert_int_eq(bench_signedrank_test(&a, &b, &s), BENCH_OK);
	CHECK_NUMBERS({ s.v, 6 }, { (int)s.used, 3 }, { s.exact, 0 }, { s.z, 2.5 / sqrt(3.5), 1e-14 },
		{ s.p, s.p_normal }, { s.p_exact, NAN });
}

/* Exact below 50 differences, as in R. */
TEST(ranks_are_exact_below_fifty)
{
	double x[50], zero[50] = { 0 };
	bench_signedrank s;

	for (size_t i = 0; i < 50; i++)
		x[i] = (i % 3 ? 1. : -1.) * ((double)i + 1);
	for (size_t n = 49; n <= 50; n++) {
		bench_numbers a = { zero, n }, b = { x, n };

		ck_assert_int_eq(bench_signedrank_test(&a, &b, &s), BENCH_OK);
		CHECK_NUMBERS({ s.exact, n < 50 }, { s.p, n < 50 ? s.p_exact : s.p_normal },
			{ s.p_exact, s.p_normal, 3e-3 });
		ck_assert(s.p_exact > s.p_normal || s.p_exact < s.p_normal);
	}
}

TEST(three_answers)
{
	double x[] = { 100, 100.1, 99.9, 100.05 }, y[] = { 100.2, 100.1, 100.15, 100.3 };
	double z[] = { 103, 103.1, 102.9, 103.2 }, w[] = { 97, 104, 99, 103 };
	const bench_equivalence_options ranks = { 0, 0, 1 }, tight = { 0.01, 0, 0 };
	const bench_equivalence_options bad[] = { { -1, 0, 0 }, { 0, 0.4, 0 } };
	const struct {
		bench_numbers a, b;
		const bench_equivalence_options *options;
		bench_answer answer;
	} of[] = {
		{ SET(x), SET(y), NULL, BENCH_SAME }, { SET(x), SET(z), NULL, BENCH_HIGHER },
		{ SET(z), SET(x), &ranks, BENCH_LOWER }, { SET(x), SET(w), NULL, BENCH_UNSURE },
		{ SET(x), SET(y), &tight, BENCH_HIGHER },
		{ { x, 1 }, { y, 1 }, &ranks, BENCH_UNSURE }, /* an empty range proves nothing */
	};
	bench_equivalence e;

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		ck_assert_int_eq(bench_equivalence_test(&of[i].a, &of[i].b, of[i].options, &e), BENCH_OK);
		ck_assert_msg(e.answer == of[i].answer, "%d: %d", (int)i, e.answer);
		ck_assert(of[i].options == &ranks ? isnan(e.p) : (e.p < 0.05) == (i == 0));
		if (i == 0)
			ck_assert_double_eq_tol(e.margin, 1.000125, 1e-12);
	}
	for (size_t i = 0; i < 2; i++) {
		ck_assert_int_eq(bench_equivalence_test(&of[0].a, &of[0].b, &bad[i], &e),
			BENCH_ERR_ARGUMENT);
		ck_assert_double_nan(e.low);
	}
}

TEST(nonsense_is_refused)
{
	double x[] = { 1, 2, 3 }, y[] = { 1, NAN };
	bench_numbers a = SET(x), bad = SET(y), one = { x, 1 }, none = { x, 0 };
	bench_ttest t;
	bench_ranksum r;
	bench_signedrank s;

	ck_assert_int_eq(bench_welch_test(&a, &bad, 0, &t), BENCH_ERR_INPUT);
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_welch_test(&a, &one, 0, &t),
		bench_welch_test(&a, &a, 1.5, &t), bench_paired_test(&a, NULL, 0, &t),
		bench_welch_test(&a, &a, 0, NULL), bench_ranksum_test(&none, &a, 0, &r),
		bench_signedrank_test(&one, &a, &s));
	CHECK_NUMBERS({ t.p, NAN }, { r.shift, NAN });
	ck_assert_int_eq(bench_ranksum_test(&bad, &a, 0, &r), BENCH_ERR_INPUT);
	ck_assert_int_eq(bench_signedrank_test(&one, &one, &s), BENCH_OK);
	ck_assert_int_eq(bench_signedrank_test(&a, &a, &s), BENCH_OK);
	ck_assert_int_eq(bench_welch_test(&a, &a, 0, &t), BENCH_OK);
	CHECK_NUMBERS({ s.p, NAN }, { s.used, 0 }, { t.p, 1 });
}

CHECK_SUITE("difference")
