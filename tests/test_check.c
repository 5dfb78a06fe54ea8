/*
 * The findings of `bench check` on a simulated core, and its conclusions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "made_core.h"
#include "tools/check/check.h"
#include "tools/tools.h"

MADE_CORE_CLOCK

int complain(const char *verb_name, const char *format, ...)
{
	ck_abort_msg("%s: %s", verb_name, format);
	return 2;
}

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

/* Returns what is printed about the facts, as JSON or for people. */
static const char *shown(const check_facts *f, const check_answer *a, bool json)
{
	static char text[6000];
	FILE *file = check_file();
	const int out = check_output_to(file);

	if (json)
		check_show_json(f, a);
	else
		ck_assert_int_eq(check_show(f, a, .01), BENCH_OK);
	check_output_back(out);
	return check_contents(file, text, sizeof text);
}

#define SAYS(f, a, json, ...) \
	check_says(shown(f, a, json), (const char *const[]){ __VA_ARGS__, NULL })

TEST(what_was_found_and_follows_is_printed)
{
	double ns[] = { 100, 200 }, cycles[] = { 300, 600 };
	check_facts f = {
		.timing = { .clock = { .name = "monotonic" }, .step_ns = 2, .reading_ns = 30 },
		.cpu = { .mhz = 3000, .low = 2990, .high = 3010 }, .claimed = { .current = 2100 },
		.machine = { .load = .5, .processors = 2, .governor = "performance", .turbo = 1 },
		.use = { .user = .25, .system = .25, .own = .2, .stolen = .03, .throttled = .005,
			.quota = 1.5 },
		.seconds = 2, .n = 278, .width = 1, .width_now = (double)NAN, .mhz_low = 3000,
		.mhz_high = 3300, .ns = ns, .cycles = cycles };
	check_answer a = { .cycles = true, .scatter = { .02, .04 }, .needed_s = 9,
		.seen = { { (double)NAN, .004, .002 }, { .111, .222, .333 },
			{ .07, (double)INFINITY, .06 } } };

	/* quiet but for other programs; versus was not run */
	SAYS(&f, &a, false, "clock      monotonic, in steps of 2.00 ns, read in 30.0 ns\n",
		"cycles     found: 3000 MHz (2990 to 3010); the system says 2100 MHz\n",
		"frequency  3000 to 3300 MHz in 2.00 s: times differ by up to 10 %, cycles do\n"
		"           not\n", "neighbour  now unknown; in none of 278 measurements\n",
		"load       0.50 on 2 processors; 50 % busy, 20 % by this program, 3 % stolen by\n",
		"quota      1.5 processors; it stopped programs 0 % of the time\n",
		"scaling    governor performance, boost on\n", "virtual    no, or unknown\n\nsmallest",
		"scatter  in 1 s  in 10 s  in 60 s\n"
		"two routines of a program             -    0.4 %    0.2 %\n"
		"\nyes  A difference of 1 % between two routines can be seen here in 9.00 s.\n"
		"     Other programs take 30 % of the processors: without them it takes less\n");
	SAYS(&f, &a, true, "\"needed_s\": 9,", "\"seen_cycles_10s\": 0.004,",
		"\"seen_time_1s\": 0.111,", "\"seen_builds_60s\": 0.06,\n    \"scatter_cycles\": 0.02,",
		"\"cycles\": 300,", "\"ns\": 100,", "\"builds\": \"\",", "\"busy\": 0.5,",
		"\"answer\": \"yes\"");

	/* no cycles, and too short */
	a = (check_answer){ .scatter = { (double)NAN, .04 }, .obstacle = "why", .unknown = true,
		.seen = { { 9 }, { .111, .222, .333 }, { .07, (double)INFINITY, .06 } } };
	f.pairs = 14;
	f.builds_s = 4;
	f.builds = BENCH_SAME;
	f.half = .0244;
	f.disturbed = 1;
	f.width_now = 1;
	f.use.user = .05;
	f.use.stolen = f.use.quota = 0;
	f.cpu_status = BENCH_ERR_NO_SAMPLES;
	f.claimed = (benchi_claimed_clock){ .listed = 2600 };
	f.machine = (benchi_machine){ .processors = 1, .turbo = (double)NAN, .hypervisor = "KVM" };
	SAYS(&f, &a, false, "cycles     not found: ", "; the system says 2600 MHz",
		"times differ by up to 10 %\n", "neighbour  none now; in 1 of 278 measurements\n",
		"0.00 on 1 processor; 30 % busy, 20 % by this program\n",
		"scaling    governor unknown, boost unknown\n",
		"virtual    KVM\n", "\ntwo routines of a program          11 %     22 %     33 %\n"
		"two builds                          7 %        -      6 %\n\n"
		"versus     a program against itself: same, in 4.00 s by 14 pairs (interval\n"
		"           +-2.4 %)\nunknown  There were too few measurements to judge this machine.\n"
		"         To do: watch it for longer, with --time 12s.\n");
	SAYS(&f, &a, true, "\"answer\": \"unknown\"", "\"obstacle\": \"why\"", "\"builds\": \"same\"");

	/* a neighbour, a quota and other programs */
	a.unknown = false;
	f.width_now = .7;
	f.width = .583;
	f.use.throttled = .3;
	f.use.quota = 1;
	f.use.user = .5;
	SAYS(&f, &a, false,
		"neighbour  now: 70 % of the core is left; in 1 of 278 measurements, down to\n"
		"           58 %\n", "quota      1 processors; it stopped programs 30 % of the time\n",
		"\nno   A difference of 1 % cannot be seen reliably here within 60 s: why.\n"
		"     To do: measure at another time, or on a machine without neighbours.\n"
		"     To do: stop other programs: they take 55 % of the processors.\n"
		"     To do: raise the quota: it stops this program.\n     Code with");
	a.obstacle = NULL;
	f.builds = BENCH_UNSURE;
	SAYS(&f, &a, false,
		"yes  By the scatter, a difference of 1 % between two builds can be seen here in",
		"versus has no answer yet");
	f.pairs = 0;
	f.disturbed = f.n / 2;
	a.needed_s = 9;
	SAYS(&f, &a, false,
		"\nyes  A difference of 1 % between two routines can be seen here in 9.00 s.\n");
	f.disturbed++;
	SAYS(&f, &a, false,
		"\nyes  A difference of 1 % between two routines can be seen here in 9.00 s, while\n"
		"     the neighbour stays as now.\n");
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
