/*
 * START and STOP: only what is between them counts.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "measure/measure.h"
#include "scripted.h"

static struct scripted the_clock;

/* Two regions of 10.8 and 29.2 ns per iteration, with other work before and after them. */
static void two_regions(uint64_t n, void *arg)
{
	for (; n > 0; n--) {
		the_clock.ns += 1000.3;
		BENCH_START;
		the_clock.ns += 10.8;
		BENCH_STOP;
		the_clock.ns += 171.7;
		BENCH_START;
		the_clock.ns += 29.2;
		BENCH_STOP;
		the_clock.ns += 55.1;
	}
}

static bench_summary measure(bench_body *body)
{
	const bench_options options = { .clock = scripted_as_clock(&the_clock) };
	bench_summary summary;

	ck_assert_int_eq(bench_measure(body, NULL, &options, &summary), BENCH_OK);
	return summary;
}

/* Prepares this thread's regions for a clock with this step. */
static void use(double step_ns)
{
	bench_clock clock;

	the_clock = scripted_clock(step_ns, 25);
	clock = scripted_as_clock(&the_clock);
	benchi_regions_use(&clock);
}

TEST(regions_add_up_and_leave_the_rest_out)
{
	static const double step[] = { 1, 10, 41.6667, 100 };

	for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
		bench_summary s;

		the_clock = scripted_clock(step[i], 25);
		s = measure(two_regions);
		ck_assert_str_eq(s.method, "regions");
		/* the scripted readings are slightly in phase with a coarse step */
		ck_assert_double_eq_tol(s.ns, 40, (step[i] > 10 ? 0.15 : 0.05) * 40);
	}
}

/* A clock whose readings are slower after a pause: the first by 60 ns, the next by 30, eight more
 * by 10. */
static uint64_t cold_now_ns(void *ctx)
{
	static const double slower_ns[] = { 60, 30, 10 };
	static double before_ns;
	static int since;
	bench_clock clock = scripted_as_clock(&the_clock);
	uint64_t now;

	if (the_clock.ns - before_ns > 1e5)
		since = 0;
	now = clock.now_ns(clock.ctx);
	if (since < 10) {
		the_clock.ns += slower_ns[since < 3 ? since : 2];
		since++;
	}
	before_ns = the_clock.ns;
	return now;
}

static void after_a_long_setup(uint64_t n, void *arg)
{
	for (; n > 0; n--) {
		the_clock.ns += 1e6;
		BENCH_START;
		the_clock.ns += 67;
		BENCH_STOP;
	}
}

/* Set-ups of different lengths, so that the regions meet the clock's steps at any phase. */
static void after_setups(uint64_t n, void *arg)
{
	for (; n > 0; n--) {
		the_clock.ns += 2e4 + 37.3 * (double)(n % 100);
		BENCH_START;
		the_clock.ns += 67;
		BENCH_STOP;
	}
}

TEST(after_a_pause_the_cost_is_found_again)
{
	const bench_options options = { .clock = { "cold", cold_now_ns, NULL } };
	bench_summary s;

	the_clock = scripted_clock(1, 25);
	ck_assert_int_eq(bench_measure(after_a_long_setup, NULL, &options, &s), BENCH_OK);
	ck_assert_double_eq_tol(s.ns, 67, 0.1);
	/* one region on a coarse clock does not show the cost */
	the_clock = scripted_clock(100, 25);
	s = measure(after_setups);
	ck_assert_double_eq_tol(s.ns, 67, 7);
}

TEST(a_stated_loop_cost_lies_outside_regions)
{
	static struct benchi_run run;
	bench_options options = { .clock = scripted_as_clock(&the_clock) };
	const struct benchi_reference none = { .low_ipc = NULL };
	struct benchi_beginning beginning = { .options = &options, .loops = 1, .reference = &none };
	uint64_t iterations;
	int instances;

	the_clock = scripted_clock(1, 25);
	setenv("BENCH_LOOP_O", "0.01", 1);      /* 10 ns in microseconds */
	benchi_run_begin(&run, &beginning);
	while ((instances = benchi_run_next(&run, &iterations)) >= 0) {
		two_regions(iterations * (uint64_t)instances, NULL);
		benchi_run_close(&run, 0);
	}
	unsetenv("BENCH_LOOP_O");
	ck_assert_str_eq(bench_last()->method, "regions");
	ck_assert_double_eq_tol(bench_last()->ns, 40, 0.05 * 40);
}

TEST(a_windows_whole_is_bounded)
{
	double before;
	bench_summary s;

	the_clock = scripted_clock(10, 25);
	before = the_clock.ns;
	s = measure(two_regions);
	ck_assert_double_le(the_clock.ns - before, 40e6);
	/* without the limit: 381 */
	ck_assert_double_lt((double)s.iterations, 300. * (double)s.samples);
}

/* A region of 3 ns, and nothing else. */
static void one_region(uint64_t n, void *arg)
{
	for (; n > 0; n--) {
		BENCH_START;
		the_clock.ns += 3;
		BENCH_STOP;
	}
}

/* With a noisy clock a window may look shorter than an empty one. That must not limit the
 * number of iterations. */
TEST(windows_below_nothing_bound_nothing)
{
	for (uint64_t seed = 4; seed <= 6; seed++) {   /* seed 5 shows the error; 1 to 40 were tried */
		bench_summary s;

		the_clock = scripted_clock(1, 3);
		the_clock.noise_ns = 40;
		the_clock.random = seed * 7919;
		s = measure(one_region);
		CHECK_NUMBERS({ s.iterations / s.samples > 50, true }, { s.ns, 3, 3 });
	}
}

TEST(alone_they_time_one_region_once)
{
	double ns;

	use(1);
	BENCH_START;
	the_clock.ns += 123456;
	ns = BENCH_STOP;
	ck_assert_double_eq_tol(ns, 123456, 30);
	ck_assert(isnan(BENCH_STOP));
}

/* 25 ns between two readings; the machine does not matter. */
TEST(their_own_cost_is_exact)
{
	use(1);
	CHECK_NUMBERS({ benchi_thread_self()->regions.cost_ns, 25 },
		{ benchi_thread_self()->regions.ns, 0 },
		{ the_clock.readings, 5 * 2 * 256 * 3 - 5 * 2 + 2 });
}

/* 100 ns per iteration, without a region; sets *arg if the cost of regions was found. */
static void without_region(uint64_t n, void *arg)
{
	the_clock.ns += 100 * (double)n;
	*(int *)arg |= !isnan(benchi_thread_self()->regions.cost_ns);
}

TEST(their_cost_is_found_at_the_first_one)
{
	const bench_options options = { .clock = scripted_as_clock(&the_clock) };
	bench_summary s;
	int found = 0;

	the_clock = scripted_clock(1, 25);
	bench_measure(without_region, &found, &options, &s);
	CHECK_NUMBERS({ s.ns, 100, 0.1 }, { found, 0 });

	/* it is found in the run's first window, and that window's total time is not used */
	the_clock = scripted_clock(1, 25);
	s = measure(one_region);
	CHECK_NUMBERS({ s.iterations / s.samples > 100, true }, { s.ns, 3, 0.1 });
}

TEST(a_region_is_never_negative)
{
	use(10);
	for (int i = 0; i < 100; i++) {
		BENCH_START;
		ck_assert_double_ge(BENCH_STOP, 0);
	}
}

/* A body that runs another measurement after its regions. */
static void nested(uint64_t n, void *arg)
{
	for (; n > 0; n--) {
		BENCH_START;
		the_clock.ns += 100;
		BENCH_STOP;
		the_clock.ns += 500;
	}
	measure(two_regions);
}

TEST(a_run_inside_a_body_leaves_its_regions_alone)
{
	bench_summary s;

	the_clock = scripted_clock(1, 25);
	s = measure(nested);
	ck_assert_double_eq_tol(s.ns, 100, 5);
}

/* The mistake: 0: only START, 1: two STARTs, 2: only STOP. */
static int unpaired;

static void unpaired_body(uint64_t n, void *arg)
{
	int first = unpaired < 2, second = unpaired > 0;

	for (; n > 0; n--) {
		if (first)
			BENCH_START;
		if (first && second)
			BENCH_START;
		the_clock.ns += 37.3;
		if (second)
			(void)BENCH_STOP;
	}
}

TEST(regions_that_do_not_pair_are_named)
{
	for (unpaired = 0; unpaired < 3; unpaired++) {
		const bench_options options = { .clock = scripted_as_clock(&the_clock) };
		bench_summary s;

		the_clock = scripted_clock(10, 25);
		bench_measure(unpaired_body, NULL, &options, &s);
		ck_assert_uint_ne(s.warnings & BENCH_WARN_UNPAIRED, 0);
	}
}

TEST(the_real_clock_serves_by_default)
{
	double ns;

	BENCH_START;
	ns = BENCH_STOP;
	ck_assert(ns >= 0);
}

CHECK_SUITE("regions")
