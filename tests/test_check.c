/*
 * The findings of `bench check` on a simulated core, and its conclusions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "made_core.h"
#include "tools/check/check.h"

MADE_CORE_CLOCK

static void watched(double seconds, check_facts *f, check_answer *a)
{
	ck_assert_int_eq(check_watch(seconds, f), BENCH_OK);
	f->use = (benchi_utilisation){ .throttled = (double)NAN };  /* of the machine under the test */
	check_judge(f, .01, a);
}

TEST(a_quiet_core_shows_a_percent_at_once)
{
	check_facts f;
	check_answer a;

	made_core_begin();
	made_core.noise = .01;
	watched(.3, &f, &a);
	CHECK_NUMBERS({ f.n >= 20 && f.disturbed == 0 && f.seconds >= .3 && f.seconds < .4, true },
		{ f.cpu_status, BENCH_OK }, { f.cpu.mhz, 1e3 / .27, 20 }, { f.width_now, 1, .02 },
		{ !a.obstacle && a.cycles && a.needed_s < 1 && a.seen[0][0] < .005, true });
	check_free(&f);
}

TEST(a_noisy_neighbour_all_the_time_is_an_obstacle)
{
	check_facts f;
	check_answer a;

	made_core_begin();
	watched(.05, &f, &a);       /* now the process knows the undisturbed width */
	check_free(&f);
	made_core.slots = 6;
	watched(.3, &f, &a);
	ck_assert(f.disturbed == f.n && f.width < .6);
	/* the table, which follows from the scatter, is no contradiction */
	ck_assert(a.needed_s < 60 && a.seen[0][CHECK_TIMES - 1] < .01);
	ck_assert_str_eq(a.obstacle, "another workload shares the core most of the time");
	check_free(&f);
}

TEST(a_rare_neighbour_is_counted_not_rounded_to_nothing)
{
	check_facts f = { .n = 278, .width = 1, .width_now = (double)NAN };
	char text[120];

	check_neighbour(&f, text, sizeof text);
	ck_assert_str_eq(text, "now unknown; in none of 278 measurements");
	f.disturbed = 1;
	f.width_now = 1;
	check_neighbour(&f, text, sizeof text);
	ck_assert_str_eq(text, "none now; in 1 of 278 measurements");
	f.width = .583;
	f.width_now = .7;
	check_neighbour(&f, text, sizeof text);
	ck_assert_str_eq(text, "now: 70 % of the core is left; in 1 of 278 measurements, "
		"down to 58 %");
}

/* Successive values differ by 1 to 5 %: the median of the five differences counts. */
TEST(scatter_follows_the_median_difference)
{
	double ns[] = { 100, 101, 106.05, 109.2315, 113.6008, 115.8728 };
	check_facts f = { .n = 6, .seconds = 3, .ns = ns, .cycles = ns };
	check_answer a;

	check_judge(&f, .01, &a);
	ck_assert_double_eq_tol(a.scatter[1], log(1.03) / .6744898 / sqrt(2), 1e-6);
}

/* Successive values differ by 4 %: the scatter is that of a standard deviation of 2.83 %. */
TEST(time_and_difference_follow_from_the_scatter)
{
	double ns[300], cycles[300], n;
	check_facts f = { .n = 300, .seconds = 3, .ns = ns, .cycles = cycles };
	bench_power plan = { .delta = .01, .sd = sqrt(2) * 1.4826 * .02 };
	check_answer a;

	for (size_t i = 0; i < f.n; i++) {
		ns[i] = 100 * exp(i % 2 ? .02 : -.02);
		cycles[i] = NAN;
	}
	check_judge(&f, .01, &a);
	ck_assert(!a.cycles && !a.obstacle && isnan(a.seen[0][0]));
	ck_assert_double_eq_tol(a.scatter[1], plan.sd, 1e-6);
	plan.sd = a.scatter[1];
	ck_assert_int_eq(bench_power_n(&plan, &n), BENCH_OK);
	ck_assert_double_eq_tol(a.needed_s, 2 * ceil(n) * .01, 1e-9);
	plan.n = 50;
	ck_assert_int_eq(bench_power_delta(&plan, &n), BENCH_OK);
	ck_assert_double_eq_tol(a.seen[1][0], n, 1e-9);
	check_judge(&f, .001, &a);
	ck_assert_str_eq(a.obstacle, "measurements scatter too much");
	f.use.throttled = .3;
	check_judge(&f, .001, &a);
	ck_assert_str_eq(a.obstacle, "a quota stops this program again and again");
	f.use.throttled = 0;
	ck_assert(!a.unknown);
	f.n = 3;
	check_judge(&f, .01, &a);
	ck_assert_str_eq(a.obstacle, "too few measurements");
	ck_assert(a.unknown);
}

/* What bench versus of a program with itself answered decides, whatever the scatter within one
 * process: here that of a busy machine, whose processes differ more. */
TEST(bench_versus_decides_for_two_builds)
{
	double ns[100];
	check_facts f = { .n = 100, .seconds = 1, .ns = ns, .cycles = ns, .pairs = 14,
		.builds = BENCH_SAME, .builds_s = .7, .half = .008 };
	check_answer a;

	for (size_t i = 0; i < f.n; i++)
		ns[i] = 100;
	/* an answer, also next to a neighbour and under a quota */
	f.disturbed = 90;
	f.use.throttled = .3;
	check_judge(&f, .01, &a);
	ck_assert(!a.obstacle);
	CHECK_NUMBERS({ a.needed_s, .7, 1e-12 }, { a.seen[CHECK_BUILDS][0], .008 * sqrt(.7), 1e-12 },
		{ a.seen[CHECK_BUILDS][1], .008 * sqrt(.07), 1e-12 });
	/* undecided: the interval shrinks with the root of the time */
	f.builds = BENCH_UNSURE;
	f.builds_s = 4;
	f.half = .03;
	check_judge(&f, .01, &a);
	ck_assert(!a.obstacle);
	f.disturbed = 0;
	f.use.throttled = 0;
	check_judge(&f, .01, &a);
	ck_assert(!a.obstacle);
	ck_assert_double_eq_tol(a.needed_s, 36, 1e-9);
	/* eight pairs are the least, which take longer than a second here */
	f.pairs = 30;
	check_judge(&f, .01, &a);
	ck_assert(isnan(a.seen[CHECK_BUILDS][0]) && a.seen[CHECK_BUILDS][1] > 0);
	f.half = .05;
	check_judge(&f, .01, &a);
	ck_assert_str_eq(a.obstacle, "measurements scatter too much");
	f.use.throttled = .3;
	check_judge(&f, .01, &a);
	ck_assert_str_eq(a.obstacle, "a quota stops this program again and again");
	f.use.throttled = 0;
	f.disturbed = 60;
	check_judge(&f, .01, &a);
	ck_assert_str_eq(a.obstacle, "another workload shares the core most of the time");
	f.disturbed = 0;
	f.half = (double)NAN;
	check_judge(&f, .01, &a);
	ck_assert_str_eq(a.obstacle, "too few measurements");
	f.builds = BENCH_HIGHER;
	f.half = .001;
	check_judge(&f, .01, &a);
	ck_assert_str_eq(a.obstacle, "bench versus found a program different from itself");
}

/* Measurements next to a neighbour are left out, and take more time. */
TEST(without_processes_the_scatter_decides)
{
	double ns[100];
	check_facts f = { .n = 100, .seconds = 1, .ns = ns, .cycles = ns };
	check_answer a;

	for (size_t i = 0; i < f.n; i++)
		ns[i] = 100;
	check_judge(&f, .01, &a);
	ck_assert(isnan(a.seen[CHECK_BUILDS][0]));
	ck_assert_double_eq_tol(a.needed_s, 16 * .01, 1e-9);
	f.disturbed = 40;
	check_judge(&f, .01, &a);
	ck_assert_double_eq_tol(a.needed_s, 16 * .01 / .6, 1e-9);
}

CHECK_SUITE("check")
