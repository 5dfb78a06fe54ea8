/*
 * Evidence: the interval compared with its definition, ties, and the rate of false alarms in a
 * short simulation.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "sim.h"
#include "stats/stats.h"

static bench_evidence *make(const double *x, size_t n, const bench_evidence_options *options)
{
	bench_evidence *e;

	ck_assert_int_eq(bench_evidence_new(options, &e), BENCH_OK);
	for (size_t i = 0; i < n; i++)
		ck_assert_int_eq(bench_evidence_add(e, x[i]), BENCH_OK);
	return e;
}

/* By definition, m is outside the interval once the bet on "above" or on "below" has won. */
TEST(the_interval_is_its_definition)
{
	uint64_t random = 2;
	double x[400], low, high;
	bench_evidence *e = make(NULL, 0, NULL);

	for (int n = 1; n <= 400; n++) {
		x[n - 1] = floor(60 * benchi_draw_unit(&random));
		ck_assert_int_eq(bench_evidence_add(e, x[n - 1]), BENCH_OK);
		ck_assert_int_eq(bench_evidence_interval(e, 0.95, &low, &high), BENCH_OK);
		if (isinf(low)) {
			ck_assert_int_lt(n, 12);
			continue;
		}
		ck_assert_int_gt(n, 11);
		/* inside, neither bet has gained a factor of 40; outside, one has */
		ck_assert_double_lt(bench_evidence_against(e, low), log(40) + 1e-9);
		ck_assert_double_lt(bench_evidence_against(e, high), log(40) + 1e-9);
		ck_assert_double_ge(bench_evidence_against(e, low - 0.5), log(20));
		ck_assert_double_ge(bench_evidence_against(e, high + 0.5), log(20));
	}
	bench_evidence_free(e);
}

/* With a uniform prior the stake is 2 * 2^n * S! * (n - S)! / (n + 1)! * P(t > 1/2). */
TEST(the_stake_is_a_beta_mixture)
{
	double x[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	bench_evidence_options uniform = { 0, 20, { 0 } }; /* weight 2 is Beta(1, 1) */
	bench_evidence *e = make(x, 8, &uniform);
	double above = 2 * 256.0 / 9 * (1 - 1 / 512.0), below = 2 * 256.0 / 9 / 512;

	ck_assert_double_eq_tol(bench_evidence_against(e, 0), log((above + below) / 2), 1e-12);
	/* if all numbers equal the median, both bets lose each time */
	CHECK_NUMBERS({ bench_evidence_against(e, 4.5) < 0, true },
		{ bench_evidence_against(e, NAN), NAN }, { bench_evidence_against(NULL, 1), NAN });
	bench_evidence_free(e);
	e = make(NULL, 0, NULL);
	ck_assert_double_eq_tol(bench_evidence_against(e, 3), 0, 1e-12);
	bench_evidence_free(e);
}

TEST(equal_numbers_prove_their_value)
{
	double x[100], low, high;
	bench_evidence *e;

	for (int i = 0; i < 100; i++)
		x[i] = 7;
	e = make(x, 100, NULL);
	ck_assert_int_eq(bench_evidence_interval(e, 0, &low, &high), BENCH_OK);
	CHECK_NUMBERS({ low, 7 }, { high, 7 }, { bench_evidence_against(e, 7) < -3, true },
		{ bench_evidence_against(e, 7.01) > 20, true });
	bench_evidence_free(e);
}

TEST(quantiles_and_levels)
{
	static double x[2000];
	bench_evidence_options tenth = { 0.1, 1000, { 0 } };
	double low, high, low99, high99;
	bench_evidence *e;

	for (int i = 0; i < 2000; i++)
		x[i] = (i * 1009) % 2000; /* the numbers 0 to 1999, each once */
	e = make(x, 2000, &tenth);
	bench_evidence_interval(e, 0.95, &low, &high);
	bench_evidence_interval(e, 0.99, &low99, &high99);
	CHECK_ALL(low99 < low && high < high99, low > 150 && low < 200 && high > 200 && high < 255);
	bench_evidence_free(e);
}

TEST(two_streams)
{
	double x[300], y[300], low, high, a_high, b_low, other;
	bench_evidence *a, *b;

	for (int i = 0; i < 300; i++) {
		x[i] = (i * 109) % 300;
		y[i] = x[i] + 200;
	}
	a = make(x, 300, NULL);
	b = make(y, 300, NULL);
	ck_assert_int_eq(benchi_evidence_difference(a, b, .95, &low, &high), BENCH_OK);
	ck_assert(low > 100 && low < 200 && high > 200 && high < 300);
	/* each stream gets half of the error probability */
	bench_evidence_interval(a, 0.975, &other, &a_high);
	bench_evidence_interval(b, 0.975, &b_low, &other);
	ck_assert_double_eq(low, b_low - a_high);
	ck_assert_int_eq(benchi_evidence_difference(a, NULL, .95, &low, &high), BENCH_ERR_ARGUMENT);
	bench_evidence_free(a);
	bench_evidence_free(b);
}

TEST(nonsense_is_refused)
{
	bench_evidence_options bad = { 1.5, 0, { 0 } }, worse = { 0, -1, { 0 } };
	bench_evidence *e;
	double low, high, ends[] = { INFINITY, -INFINITY };

	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_evidence_new(NULL, NULL), bench_evidence_new(&bad, &e));
	ck_assert_ptr_null(e);
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_evidence_new(&worse, &e), bench_evidence_add(NULL, 1),
		bench_evidence_interval(NULL, 0, &low, &high));
	e = make(ends, 2, NULL);
	ck_assert_int_eq(bench_evidence_add(e, NAN), BENCH_ERR_INPUT);
	ck_assert_str_eq(bench_detail(), "value 3 is NaN");
	ck_assert_int_eq(bench_evidence_interval(e, 1, &low, &high), BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_evidence_interval(e, 0, &low, NULL), BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_evidence_interval(e, 0, &low, &high), BENCH_OK);
	CHECK_NUMBERS({ low, -INFINITY }, { high, INFINITY });
	bench_evidence_free(e);
	bench_evidence_free(NULL);
}

/* 5 % of 200 trials is 10; with a true rate of 5 %, more than 20 happen less than once in 1000. */
TEST(watching_does_not_mislead)
{
	for (int kind = 0; kind < SIM_KINDS; kind++) {
		sim_plan plan = { (sim_kind)kind, 200, 150, 0.95, 0, 3 };
		sim_result r = sim_run(&plan);

		ck_assert_msg(r.evidence <= 20, "%s: %d of 200", sim_names[kind], r.evidence);
		if (kind == SIM_NORMAL) /* repeated checks of the t interval do mislead */
			ck_assert_int_gt(r.student, 40);
	}
}

TEST(a_difference_is_found)
{
	sim_plan plan = { SIM_NORMAL, 50, 150, 0.95, 1, 4 };
	sim_result r = sim_run(&plan);

	CHECK_NUMBERS({ r.evidence, 50 }, { r.stop < 40, true },
		{ r.width_ratio > 1 && r.width_ratio < 2, true });
}

CHECK_SUITE("evidence")
