/*
 * The universal scalability law is recovered from data that follow it, and the text is right for
 * data that do not show a peak. Also the order in which times grow, and the queueing model of a
 * ramp.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "program/program.h"

enum { MOST = 64 };

static benchi_load load[MOST];
static benchi_scalability fit;

/* Fits the first n loads. */
static void fit_loads(size_t n)
{
	ck_assert_int_eq(benchi_scalability_fit(load, n, &fit), BENCH_OK);
}

/* Fits n loads from 1 in steps of `step` that follow the law exactly. */
static void follow(double lambda, double sigma, double kappa, size_t n, double step)
{
	for (size_t i = 0; i < n; i++) {
		double w = 1 + step * (double)i;

		load[i] = (benchi_load){ w,
			lambda * w / (1 + sigma * (w - 1) + kappa * w * (w - 1)), 0 };
	}
	fit_loads(n);
}

/* Fits the rates of 1 to n workers, each with this relative error. */
static void measured(const double *rate, size_t n, double error)
{
	for (size_t i = 0; i < n; i++)
		load[i] = (benchi_load){ (double)i + 1, rate[i], error * rate[i] };
	fit_loads(n);
}

/* Adds noise to the n loads and fits them again. */
static void disturb(size_t n, double share, uint64_t *random)
{
	for (size_t i = 0; i < n; i++)
		load[i].rate *= 1 + share * benchi_normal_quantile(benchi_draw_unit(random));
	fit_loads(n);
}

TEST(known_parameters_come_back)
{
	follow(995.6, 0.0267, 0.000769, 32, 1);
	CHECK_NUMBERS({ fit.lambda, 995.6, 1e-6 * 995.6 }, { fit.sigma, 0.0267, 1e-7 },
		{ fit.kappa, 0.000769, 1e-9 }, { fit.peak, sqrt((1 - 0.0267) / 0.000769), 1e-4 },
		{ fit.kind, BENCHI_SCALING_PEAK });
	ck_assert_double_eq_tol(fit.peak_rate, benchi_scalability_rate(&fit, fit.peak), 1e-6);
	ck_assert_double_eq_tol(fit.knee, fit.peak_rate / fit.lambda, 1e-12);
	CHECK_ALL(fit.misfit < 1e-6, fit.peak_low <= fit.peak && fit.peak <= fit.peak_high,
		fit.peak_high - fit.peak_low < 0.01);
	follow(10, 0.1, 0.4, 12, 1);
	ck_assert_double_eq_tol(fit.peak, 1.5, 1e-6);
	ck_assert_double_eq_tol(fit.peak_rate, benchi_scalability_rate(&fit, 1.5), 1e-6);
}

TEST(parameters_at_a_bound)
{
	follow(10, 0, 0.01, 12, 1);
	CHECK_NUMBERS({ fit.sigma < 1e-6, true }, { fit.kappa, 0.01, 1e-6 }, { fit.peak, 10, 1e-3 });
	follow(10, 0.2, 0, 12, 1);
	CHECK_NUMBERS({ fit.sigma, 0.2, 1e-6 }, { fit.kappa < 1e-6, true });
	follow(10, 1.5, 0.4, 12, 1);
	CHECK_NUMBERS({ fit.sigma, 1 }, { fit.sigma_high, 1 }, { fit.peak, 0 });
}

/* Throughput that falls from the first worker on; and noise from which the law cannot be
 * determined. */
TEST(no_sentence_beyond_the_fit)
{
	static const double falls[] = { 100, 97, 95, 94, 92, 91, 90, 89 },
		noisy[] = { 100, 40, 260, 120, 90, 400 }, wide[] = { 100, 160, 240, 270 };

	measured(falls, 8, .01);
	ck_assert_double_le(fit.sigma, 1);
	CHECK_NUMBERS({ fit.sigma_high, 1 }, { fit.kind, BENCHI_SCALING_PEAK });
	measured(noisy, 6, 0);
	ck_assert_int_eq(fit.kind, BENCHI_SCALING_MISFIT);
	measured(wide, 4, .5);
	ck_assert_int_eq(fit.kind, BENCHI_SCALING_UNCLEAR);
}

/* Sun SPARCcenter 2000, SPEC SDM91, October 1994: users and scripts per hour. Published fit
 * (README of the usl package for R; absolute errors): sigma 0.0277285, kappa 0.0001044, gamma
 * 89.9952330, residual standard error 82.8 with 4 degrees of freedom, peak 1884 at 96.52, limit
 * 3246. */
TEST(a_published_fit)
{
	static const benchi_load published[] = { { 1, 64.9, 1 }, { 18, 995.9, 1 }, { 36, 1652.4, 1 },
		{ 72, 1853.2, 1 }, { 108, 1828.9, 1 }, { 144, 1775.0, 1 }, { 216, 1702.2, 1 } };
	double squares = 0;

	memcpy(load, published, sizeof published);
	fit_loads(7);
	CHECK_NUMBERS({ fit.sigma, 0.0277285, 5e-7 }, { fit.kappa, 0.0001044, 5e-8 },
		{ fit.lambda, 89.9952330, 2e-4 }, { fit.peak, 96.52, 5e-3 }, { fit.peak_rate, 1884, 0.5 },
		{ fit.lambda / fit.sigma, 3246, 0.5 });
	for (int i = 0; i < 7; i++)
		squares += pow(load[i].rate - benchi_scalability_rate(&fit, load[i].workers), 2);
	CHECK_NUMBERS({ sqrt(squares / 4), 82.8, 0.05 }, { fit.kind, BENCHI_SCALING_PEAK },
		{ fit.peak_low, 78, 0.5 },   /* from a grid search */
		{ fit.peak_high, 156.5, 0.5 }, { fit.lambda_low, 61.2, 1 }, { fit.lambda_high, 144.5, 1 });
}

TEST(no_peak_in_sight)
{
	uint64_t random = 11;

	follow(1000, 0.05, 0, 16, 1);
	disturb(16, 0.01, &random);
	CHECK_NUMBERS({ fit.sigma_low <= 0.05 && 0.05 <= fit.sigma_high, true },
		{ fit.kind, BENCHI_SCALING_NO_PEAK }, { fit.kappa_low, 0 }, { fit.peak_high, INFINITY });
}

TEST(linear_growth)
{
	uint64_t random = 5;

	follow(1000, 0, 0, 8, 1);
	ck_assert(fit.sigma < 1e-6 && fit.kappa < 1e-6);
	disturb(8, 0.02, &random);
	CHECK_NUMBERS({ fit.kind, BENCHI_SCALING_LINEAR }, { fit.peak_high, INFINITY });
}

TEST(too_few_loads)
{
	follow(100, 0.1, 0.01, 3, 1);
	CHECK_NUMBERS({ fit.kind, BENCHI_SCALING_NONE }, { fit.loads, 3 }, { fit.lambda, NAN },
		{ fit.peak, NAN }, { fit.knee, NAN });
	for (int i = 0; i < 9; i++)
		load[i] = load[i % 3];
	fit_loads(9);
	ck_assert_int_eq(fit.kind, BENCHI_SCALING_NONE);
	fit_loads(0);
	follow(100, 0.1, 0.01, 4, 1);
	ck_assert_int_ne(fit.kind, BENCHI_SCALING_NONE);
}

TEST(nonsense_is_refused)
{
	static const benchi_load bad[] = { { 3, 0, 0 }, { 3, INFINITY, 0 }, { 0.5, 1, 0 },
		{ NAN, 1, 0 } };

	follow(100, 0.1, 0.01, 6, 1);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		load[2] = bad[i];
		ck_assert_int_eq(benchi_scalability_fit(load, 6, &fit), BENCH_ERR_ARGUMENT);
	}
}

/* Counts the 95 % intervals that include the truth, for 60 simulated ramps with 2 % noise. */
TEST(intervals_hold_the_truth)
{
	enum { TRIALS = 60, STEPS = 12 };
	uint64_t random = 42;
	int sigma = 0, kappa = 0, peak = 0;
	double truth = sqrt((1 - 0.04) / 0.01);

	for (int t = 0; t < TRIALS; t++) {
		follow(500, 0.04, 0.01, STEPS, 2);
		disturb(STEPS, 0.02, &random);
		sigma += fit.sigma_low <= 0.04 && 0.04 <= fit.sigma_high;
		kappa += fit.kappa_low <= 0.01 && 0.01 <= fit.kappa_high;
		peak += fit.peak_low <= truth && truth <= fit.peak_high;
	}
	ck_assert_msg(sigma >= 53, "sigma %d of %d", sigma, TRIALS);
	ck_assert_msg(kappa >= 53, "kappa %d of %d", kappa, TRIALS);
	ck_assert_msg(peak >= 53 && peak < TRIALS, "peak %d of %d", peak, TRIALS);
}

TEST(known_errors_widen_a_perfect_fit)
{
	follow(500, 0.04, 0.01, 10, 1);
	ck_assert(fit.peak_high - fit.peak_low < 0.01);
	for (int i = 0; i < 10; i++)
		load[i].error = 0.05 * load[i].rate;
	fit_loads(10);
	ck_assert(fit.peak_high - fit.peak_low > 1);
}

TEST(orders_of_growth)
{
	static const char *const name[] = { "O(1)", "O(log n)", "O(n)", "O(n log n)", "O(n^2)",
		"O(n^3)" };
	double parameter[10], time[10];

	for (int order = 0; order < BENCHI_GROWTH_ORDERS; order++) {
		benchi_growth found;

		for (int i = 0; i < 10; i++) {
			double n = 16 << i, log_n = log2(n);
			const double f[] = { 0, log_n, n, n * log_n, n * n, n * n * n };

			parameter[i] = n;
			time[i] = 5 + (order ? 3 * f[order] : 2);
		}
		found = benchi_growth_fit(parameter, time, 10);
		ck_assert_int_eq(found.order, order);
		ck_assert_str_eq(benchi_growth_name(found.order), name[order]);
		ck_assert_double_le(found.off, 1e-9);
		if (order == 2) {
			CHECK_NUMBERS({ found.fixed, 5, 1e-6 }, { found.each, 3, 1e-9 });
		}
		ck_assert(found.other == -1 || order == 0);
	}
	ck_assert_int_eq(benchi_growth_fit(parameter, time, 3).order, -1);
	parameter[1] = parameter[3] = -1;
	ck_assert_int_eq(benchi_growth_fit(parameter, time, 5).order, -1);
	ck_assert_str_eq(benchi_growth_name(-1), "");
}

/* The parameters must span a factor of 8, and the law must not be off by more than a tenth. */
TEST(growth_at_its_edges)
{
	static const double n[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, sign[] = { 1, -1, -1, 1, 1, -1, -1, 1 };
	double narrow[] = { 1, 2, 4, 7.9 }, linear[] = { 5, 7, 11, 18.8 }, time[8];

	ck_assert_int_eq(benchi_growth_fit(narrow, linear, 4).order, -1);
	narrow[3] = 8;
	linear[3] = 19;
	ck_assert_int_eq(benchi_growth_fit(narrow, linear, 4).order, 2);
	for (int wide = 0; wide < 2; wide++) {
		for (size_t i = 0; i < 8; i++)
			time[i] = 100 * (1 + sign[i] * (wide ? .1 : .07));
		ck_assert_int_eq(benchi_growth_fit(n, time, 8).order, wide ? -1 : 0);
		ck_assert_double_eq_tol(benchi_growth_fit(n, time, 8).off, wide ? .115 : .081, .005);
	}
}

/* For one byte the call itself dominates. The order is that of the other values if there are at
 * least four that span a factor of 8. */
TEST(growth_of_large_values)
{
	static const double n[] = { 1, 16, 256, 4096, 65536 };
	static const double time[] = { 20, 141, 2580, 41500, 670000 };
	const benchi_growth found = benchi_growth_fit(n, time, 5);

	ck_assert_int_eq(found.order, 2);
	CHECK_NUMBERS({ found.from, 16 }, { found.each, 10.2, .5 });
	ck_assert_int_eq(benchi_growth_fit(n, time, 4).order, -1);
	ck_assert(isnan(benchi_growth_fit(n + 1, time + 1, 4).from));
}

/* The scale does not matter: the order is also found if all parameters are below 1. */
TEST(growth_of_shares)
{
	static const double narrow[] = { .05, .06, .07, .08 }, wide[] = { .05, .1, .2, .4 };
	double time[4];

	for (size_t i = 0; i < 4; i++)
		time[i] = 3 + 100 * wide[i];
	ck_assert_int_eq(benchi_growth_fit(wide, time, 4).order, 2);
	ck_assert_int_eq(benchi_growth_fit(narrow, time, 4).order, -1);
}

static const double MS = 1e6;

/* Mean time in service times: one server at half load: 2; two at half load: 4/3 (a = 1, C =
 * 1/3); three at two thirds: 1 + 4/9 (a = 2, C = 4/9). */
TEST(mmc_has_the_values_of_the_books)
{
	ck_assert_double_eq_tol(benchi_queueing_open(1, MS, 500), 2 * MS, 1e-3);
	ck_assert_double_eq_tol(benchi_queueing_open(2, MS, 1000), 4 * MS / 3, 1e-3);
	ck_assert_double_eq_tol(benchi_queueing_open(3, MS, 2000), 13 * MS / 9, 1e-3);
	ck_assert_double_eq(benchi_queueing_open(2, MS, 0), MS);
	ck_assert(isinf(benchi_queueing_open(2, MS, 2000)));
	ck_assert_double_eq_tol(benchi_queueing_open(1000, MS, 500e3), MS, 1);
}

TEST(a_closed_loop_waits_for_as_many_as_are_too_many)
{
	benchi_queue_load at[8];
	benchi_queueing model;

	for (size_t i = 0; i < 8; i++)
		at[i] = (benchi_queue_load){ (double)i + 1, 0, i < 2 ? MS : MS * (double)(i + 1) / 2 };
	model = benchi_queueing_fit(at, 8, MS, 8);
	CHECK_NUMBERS({ model.servers, 2 }, { model.misfit, 0, 1e-12 });
	at[5].mean_ns *= 1.5;
	model = benchi_queueing_fit(at, 8, MS, 8);
	CHECK_NUMBERS({ model.servers, 2 }, { model.worst, 5 });
	ck_assert_double_eq_tol(model.misfit, expm1(log(1.5) / sqrt(8)), 1e-9);
}

/* A worker's requests also queue before the worker itself, which is busy 40 % of the time. From
 * six workers on, two servers cannot handle the load. */
TEST(an_open_loop_has_a_queue_of_each_worker_too)
{
	benchi_queue_load at[6];
	const benchi_queue_load slow = { 1, .5, NAN };
	benchi_queueing two = { 2, MS, NAN, 0 }, model;

	for (size_t i = 0; i < 6; i++) {
		at[i] = (benchi_queue_load){ (double)i + 1, 400, NAN };
		at[i].mean_ns = benchi_queueing_mean(&two, &at[i]);
	}
	CHECK_NUMBERS({ at[0].mean_ns, MS / .6, 1e-3 }, { at[1].mean_ns, MS / .6, 1e-3 });
	ck_assert_double_eq_tol(at[3].mean_ns, benchi_queueing_open(2, MS, 1600), 1e-3);
	two.service_ns = 1e9; /* half a request per second: half the load of one server */
	ck_assert_double_eq_tol(benchi_queueing_mean(&two, &slow), 2e9, 1);
	ck_assert(isinf(at[5].mean_ns));
	model = benchi_queueing_fit(at, 6, MS, 6);
	CHECK_NUMBERS({ model.servers, 2 }, { model.misfit, 0, 1e-12 });
}

TEST(one_load_shows_no_queue)
{
	const benchi_queue_load at[] = { { 1, 0, MS }, { 2, 0, NAN } };
	const benchi_queue_load two[] = { { 1, 0, MS }, { 2, 0, 2 * MS } };

	ck_assert_uint_eq(benchi_queueing_fit(at, 2, MS, 8).servers, 0);
	ck_assert_uint_eq(benchi_queueing_fit(at, 2, NAN, 8).servers, 0);
	ck_assert_uint_eq(benchi_queueing_fit(at, 0, MS, 8).servers, 0);
	ck_assert_uint_eq(benchi_queueing_fit(two, 2, MS, 8).servers, 1);
}

CHECK_SUITE("scaling")
