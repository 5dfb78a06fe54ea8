/*
 * Is a total of time kept by rows, threads and processes?
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "program/budget.h"

START_TEST(a_budget_is_shared_and_slow_rows_may_have_some_more)
{
	struct benchi_share share = benchi_budget_share(1e9, 200);

	ck_assert_double_eq_tol(share.time_ns, 5e6, 1);
	ck_assert_double_eq_tol(share.most_ns, 5e6 + (995e6 - 199 * 2e6) / 4, 1);
	share = benchi_budget_share(1e9, 1);
	ck_assert_double_eq(share.time_ns, 1e9);
	ck_assert_double_eq_tol(share.most_ns, 1.01e9, 1);
	share = benchi_budget_share(-5, 3);
	ck_assert_double_eq(share.time_ns, 5e5);
	ck_assert_double_eq(share.most_ns, 5e5);
}
END_TEST

START_TEST(threads_and_processes_keep_to_the_time)
{
	const struct benchi_processes_budget unbounded = { 0, 20, 0, 0, 0, 0 },
		second = { 1e9, 20, 0, 0, 0, 0 }, small = { 1e6, 20, 0, 0, 0, 0 };

	ck_assert_double_eq_tol(benchi_budget_less(1e7, 3e6), 7e6, 1e-3);
	ck_assert_double_eq_tol(benchi_budget_less(1e7, 9e9), 2.5e6, 1e-3);
	ck_assert_double_eq_tol(benchi_budget_less(1e7, -5), 1e7, 1e-3);
	ck_assert_double_eq(benchi_budget_process(&unbounded, 1e9, 1), 0);
	ck_assert_double_eq_tol(benchi_budget_process(&second, 0, 0), 5e7, 1e-3);
	ck_assert_double_eq_tol(benchi_budget_process(&second, 6e8, 10), 4e7, 1e-3);
	ck_assert_double_eq_tol(benchi_budget_process(&second, 9.8e8, 19), 2e7, 1e-3);
	ck_assert_double_lt(benchi_budget_process(&second, 1e9, 10), 0);
	ck_assert_double_eq_tol(benchi_budget_process(&small, 1e9, 0), 1e6, 1e-3);
}
END_TEST

START_TEST(a_longer_time_goes_into_more_processes)
{
	ck_assert_uint_eq(benchi_budget_processes(0, 1e8, 20), 20);
	ck_assert_uint_eq(benchi_budget_processes(5e7, 1e8, 20), 20);
	ck_assert_uint_eq(benchi_budget_processes(5e8, 1e8, 20), 100);
	ck_assert_uint_eq(benchi_budget_processes(1e12, 1e8, 20), 400);
	ck_assert_uint_eq(benchi_budget_processes(1e9, 0, 20), 20);
}
END_TEST

START_TEST(six_processes_are_run_unless_they_take_more_than_a_second)
{
	const struct benchi_processes_budget usual = { 1e8, 20, 6, 0, 0, 0 },
		all = { 1e8, 20, 6, 1, 0, 0 };

	ck_assert_double_gt(benchi_budget_process(&usual, 1.5e8, 1), 0);
	ck_assert_double_eq_tol(benchi_budget_process(&usual, 9e7, 1), 1.25e6, 1e-3);
	ck_assert_double_gt(benchi_budget_process(&usual, 7.5e8, 5), 0);
	ck_assert_double_lt(benchi_budget_process(&usual, 9e8, 6), 0);
	ck_assert_double_lt(benchi_budget_process(&usual, 6e8, 1), 0);
	ck_assert_double_gt(benchi_budget_process(&all, 6e8, 1), 0);
	ck_assert_double_gt(benchi_budget_process(&all, 9e9, 19), 0);
}
END_TEST

static Suite *suite(void)
{
	const TTest *const tests[] = { a_budget_is_shared_and_slow_rows_may_have_some_more,
		threads_and_processes_keep_to_the_time,
		a_longer_time_goes_into_more_processes,
		six_processes_are_run_unless_they_take_more_than_a_second, NULL };

	return check_suite("budget", tests);
}

CHECK_MAIN(suite)
