/*
 * The queueing model of a ramp: known values of M/M/c, and the fit's number of servers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "analysis/analysis.h"

static const double MS = 1e6;

/* One server at half its load takes twice as long; two at half of theirs 4/3 (a = 1, C = 1/3);
 * three at two thirds: a = 2, C = 4/9, waiting 4/9 of a service time. */
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
	benchi_queue_load load[8];
	benchi_queueing model;

	for (size_t i = 0; i < 8; i++)
		load[i] = (benchi_queue_load){ (double)i + 1, 0, i < 2 ? MS : MS * (double)(i + 1) / 2 };
	model = benchi_queueing_fit(load, 8, MS, 8);
	CHECK_NUMBERS({ model.servers, 2 }, { model.misfit, 0, 1e-12 });
	load[5].mean_ns *= 1.5;
	model = benchi_queueing_fit(load, 8, MS, 8);
	CHECK_NUMBERS({ model.servers, 2 }, { model.worst, 5 });
	ck_assert_double_eq_tol(model.misfit, expm1(log(1.5) / sqrt(8)), 1e-9);
}

/* Each worker's own requests queue before it, at 40 % of its time; from the sixth on, two servers
 * cannot do them. */
TEST(an_open_loop_has_a_queue_of_each_worker_too)
{
	benchi_queue_load load[6];
	const benchi_queue_load slow = { 1, .5, NAN };
	benchi_queueing two = { 2, MS, NAN, 0 }, model;

	for (size_t i = 0; i < 6; i++) {
		load[i] = (benchi_queue_load){ (double)i + 1, 400, NAN };
		load[i].mean_ns = benchi_queueing_mean(&two, &load[i]);
	}
	CHECK_NUMBERS({ load[0].mean_ns, MS / .6, 1e-3 }, { load[1].mean_ns, MS / .6, 1e-3 });
	ck_assert_double_eq_tol(load[3].mean_ns, benchi_queueing_open(2, MS, 1600), 1e-3);
	two.service_ns = 1e9; /* half a request a second: one server's half */
	ck_assert_double_eq_tol(benchi_queueing_mean(&two, &slow), 2e9, 1);
	ck_assert(isinf(load[5].mean_ns));
	model = benchi_queueing_fit(load, 6, MS, 6);
	CHECK_NUMBERS({ model.servers, 2 }, { model.misfit, 0, 1e-12 });
}

TEST(one_load_shows_no_queue)
{
	const benchi_queue_load load[] = { { 1, 0, MS }, { 2, 0, NAN } };
	const benchi_queue_load two[] = { { 1, 0, MS }, { 2, 0, 2 * MS } };

	ck_assert_uint_eq(benchi_queueing_fit(load, 2, MS, 8).servers, 0);
	ck_assert_uint_eq(benchi_queueing_fit(load, 2, NAN, 8).servers, 0);
	ck_assert_uint_eq(benchi_queueing_fit(load, 0, MS, 8).servers, 0);
	ck_assert_uint_eq(benchi_queueing_fit(two, 2, MS, 8).servers, 1);
}

CHECK_SUITE("queueing")
