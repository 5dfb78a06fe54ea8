/*
 * Calibration on a clock with scripted readings: its results, the disturbances that it tolerates,
 * and its cost in readings.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "scripted.h"
#include "timing/timing.h"

/* A clock with readings of 25 ns; selected readings take longer. */
static struct disturbed {
	struct scripted clock;
	uint64_t from, n;       /* these n readings */
	double more_ns[32];     /* take this much longer */
	uint64_t every, until;  /* and one of `every` readings, up to `until`, takes each_ns longer */
	double each_ns;
	double longer_ns;       /* each reading takes this much longer than the one before */
	uint64_t began;         /* from this reading on, every 16th of 1000 takes gap_ns longer: */
	double gap_ns;          /* the clock then seems to have this step */
} disturbed;

static uint64_t disturbed_now(void *ctx)
{
	struct disturbed *d = ctx;
	uint64_t k = d->clock.readings;

	if (k >= d->from && k - d->from < d->n)
		d->clock.ns += d->more_ns[k - d->from];
	if (d->every && k < d->until && k % d->every == d->every / 4)
		d->clock.ns += d->each_ns;
	if (k - d->began <= 1000 && k % 16 == 0)
		d->clock.ns += d->gap_ns;
	d->clock.ns += d->longer_ns * (double)k;
	return scripted_now(&d->clock);
}

static bench_clock disturbed_clock(double step_ns)
{
	bench_clock clock = { "disturbed", disturbed_now, &disturbed };

	memset(&disturbed, 0, sizeof disturbed);
	disturbed.clock = scripted_clock(step_ns, 25);
	return clock;
}

/* Calibrates the disturbed clock quickly; returns the time that this takes. */
static double quick(double budget_ns, bench_timing *timing)
{
	const bench_options options = { .clock = { "disturbed", disturbed_now, &disturbed } };

	ck_assert_int_eq(benchi_timing_quick(&options, budget_ns, NULL, timing), BENCH_OK);
	return disturbed.clock.ns - 1e9;
}

/* Readings of each part of a calibration, in order. One reading is at the beginning and one at
 * the end. */
enum {
	STEP = 1001,
	EMPTY = 21 * 16 * 2,
	QUICK = 3 * (3 * (200 + 203) + 2 * 2),          /* windows of two sizes, from 15 us */
	ROUND = 3 * (200 + 201 + 202 + 203) + 4 * 2,    /* windows of four sizes */
	TRY = 7 * ROUND,
	LOOP = 5 * 2,
	QUIET = 1 + STEP + EMPTY + 1 + QUICK + LOOP + 1
};

TEST(a_quiet_calibration_costs_what_it_must)
{
	bench_clock clock = disturbed_clock(1);
	bench_timing timing;

	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
	CHECK_NUMBERS({ disturbed.clock.readings, QUIET }, { timing.elapsed_ns, 25 * (QUIET - 1) },
		{ timing.step_ns, 1 }, { timing.reading_ns, 25 }, { timing.empty_ns, 25 },
		{ timing.enough_ns, 15000 }, { timing.loop_ns, 0 }, { timing.loop_given, 0 });
}

/* One of the five loops seems to run backwards; it counts as 0, so the median is the third
 * smallest. */
TEST(a_loop_costs_the_median_of_five)
{
	static const double ns[5] = { 9, 1, 8, 4, -5 };
	bench_clock clock = disturbed_clock(1);
	bench_timing timing;

	disturbed.from = QUIET - 1 - LOOP;
	disturbed.n = LOOP;
	for (int i = 0; i < 5; i++)
		disturbed.more_ns[2 * i + 1] = 10000 * ns[i];
	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
	ck_assert_double_eq(timing.loop_ns, 4);
}

/* An interruption in the middle of the empty windows and one of the search change nothing. */
TEST(one_interruption_is_shrugged_off)
{
	bench_clock clock = disturbed_clock(1);
	bench_timing timing;

	disturbed.from = 1 + STEP + 10 * 32 + 5;
	disturbed.n = 1;
	disturbed.more_ns[0] = 1e5;
	/* interrupts at a quarter of it */
	disturbed.every = 4 * (1 + STEP + EMPTY + 1 + QUICK / 3 + 700);
	disturbed.until = QUIET;
	disturbed.each_ns = 1e5;
	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
	CHECK_NUMBERS({ timing.empty_ns, 25 }, { timing.enough_ns, 15000 },
		{ disturbed.clock.readings, QUIET });
}

/* Returns the shortest sufficient window, in readings, of a clock that seems to have this step. In
 * the quick try (only for fine clocks) and in the first `tries` tries, windows are disturbed: e_ns
 * are added to each. */
static double enough(double step_ns, double e_ns, int tries)
{
	bench_clock clock = disturbed_clock(1);
	bench_timing timing;
	uint64_t search = 3 * ROUND - (step_ns <= 30 ? QUICK : 0);

	/* a quarter of a round, 606, is in its second window, and in the fourth of the quick try */
	disturbed.began = disturbed.clock.readings = search - 1 - (1 + STEP + EMPTY);
	disturbed.gap_ns = step_ns > 1 ? step_ns : 0;
	disturbed.every = ROUND;
	disturbed.until = 3 * ROUND + (uint64_t)tries * TRY;
	disturbed.each_ns = e_ns;
	disturbed.from = search + 699;      /* in the second window of the quick try */
	disturbed.n = step_ns <= 30;
	disturbed.more_ns[0] = 1e6;
	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
	ck_assert_double_eq(timing.step_ns, step_ns);
	return timing.enough_ns / timing.reading_ns;
}

/* A window length has five tries. Then windows grow by half, in whole iterations. */
TEST(a_candidate_has_five_tries)
{
	CHECK_NUMBERS({ enough(1, 1e5, 3), 600 }, { enough(1, 1e5, 4), 1000 },
		{ enough(31, 1e5, 4), 600, 1e-9 }, { enough(31, 1e5, 5), 1000, 1e-9 });
}

/* The allowed error is 5 % where the clock's steps resolve 0.2 % of the window, else 0.25 %. */
TEST(how_much_error_is_believed_depends_on_the_step)
{
	CHECK_NUMBERS({ enough(1, 720, 9), 600 }, { enough(1, 780, 5), 1000 },
		{ enough(31, 35, 9), 600, 1e-9 }, { enough(31, 40, 5), 1000, 1e-9 },
		{ enough(30, 720, 9), 600, 1e-9 }, { enough(31, 720, 5), 1000, 1e-9 });
}

/* Three searches of 50 ms; each ends after a whole candidate (five tries). */
TEST(three_searches_are_enough)
{
	bench_clock clock = disturbed_clock(1);
	bench_timing timing;

	disturbed.gap_ns = 40;
	disturbed.clock.pause_every = 200;
	disturbed.clock.pause_ns = 5e5;
	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_ERR_CLOCK_COARSE);
	CHECK_ALL(disturbed.clock.ns - 1e9 > 550e6, disturbed.clock.ns - 1e9 < 780e6,
		strstr(bench_detail(), "us are still wrong by "));
}

/* A slow clock is read 64 times or for 2 ms, whichever is longer. */
TEST(a_slow_clock_is_read_less)
{
	static const struct { double reading_ns; uint64_t readings; } of[] = { { 25, 1001 },
		{ 3000, 668 }, { 25e3, 82 }, { 40e3, 65 }, { 1e6, 65 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		bench_timing timing;

		disturbed_clock(1);
		disturbed.clock.reading_ns = of[i].reading_ns;
		quick(1e12, &timing);
		ck_assert_uint_eq(disturbed.clock.readings, of[i].readings + EMPTY);
		ck_assert_double_eq(timing.reading_ns, of[i].reading_ns);
	}
}

/* Waits for eight steps after the first edge, or fewer if time is limited, but at least three. */
TEST(a_coarse_clock_is_awaited_for_eight_steps)
{
	static const struct { double budget_ns, steps; } of[] = { { 2.99e6, 11 }, { 0, 6 }, { 3e5, 6 },
		{ 4.5e5, 8 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		bench_timing timing;

		disturbed_clock(1e4);
		CHECK_NUMBERS({ quick(of[i].budget_ns, &timing), of[i].steps * 1e4 });
		CHECK_NUMBERS({ timing.step_ns, 1e4 }, { timing.reading_ns, 25 }, { timing.vernier, 1 },
			{ timing.empty_ns, 0 }, { timing.enough_ns, 2e5 });
	}
}

/* A quarter of the windows contains a pause. */
TEST(pauses_do_not_lengthen_a_coarse_clocks_empty_window)
{
	for (uint64_t seed = 0; seed < 40; seed++) {
		bench_clock clock = disturbed_clock(1e4);
		bench_timing timing;

		disturbed.clock.random += seed;
		disturbed.clock.pause_every = 3000;
		disturbed.clock.pause_ns = 5e3;
		ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
		ck_assert_double_lt(fabs(timing.empty_ns), 200);
	}
}

/* A step of two readings is fine.  A clock whose every reading takes 2 ns longer than the one
 * before has steps of 2 ns. */
TEST(the_step_is_a_gap_between_neighbours)
{
	bench_timing timing;

	disturbed_clock(50);
	quick(1e12, &timing);
	CHECK_NUMBERS({ timing.step_ns, 50 }, { timing.vernier, 0 });
	disturbed_clock(1);
	disturbed.longer_ns = 2;
	quick(1e12, &timing);
	CHECK_NUMBERS({ timing.step_ns, 2 });
}

TEST(a_clock_that_stands_still_is_read_4_million_times)
{
	bench_clock clock = disturbed_clock(1);
	bench_timing timing;

	disturbed.clock.reading_ns = 0;
	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_ERR_CLOCK_STILL);
	ck_assert_uint_eq(disturbed.clock.readings, 1 + 1001 + 1 + (1 << 22) + 1);
}

/* Empty windows are timed only if 30 steps of the clock fit into a tenth of the budget. */
TEST(a_quick_calibration_keeps_its_budget)
{
	bench_timing timing;

	disturbed_clock(1);
	ck_assert_double_eq(quick(5e6, &timing), 25 * (STEP + EMPTY));
	CHECK_NUMBERS({ timing.enough_ns, 2500 }, { timing.empty_ns, 25 });
	ck_assert_int_eq(setenv("TIMING_O", "0.03", 1), 0);
	ck_assert_int_eq(setenv("ENOUGH", "70", 1), 0);
	quick(5e6, &timing);
	CHECK_NUMBERS({ timing.empty_ns, 30, 1e-9 }, { timing.enough_ns, 70e3, 1e-6 });
	unsetenv("TIMING_O");
	unsetenv("ENOUGH");
	disturbed_clock(1e4);
	ck_assert_double_gt(quick(3e6, &timing), 2e5);
	ck_assert_double_lt(disturbed.clock.ns - 1e9, 6e5);
}

/* A process calibrates once: the second answer is the first, including its elapsed time. */
TEST(the_default_clock_is_calibrated_once)
{
	const bench_timing *first, *second;
	bench_timing copy;

	ck_assert_int_eq(benchi_timing_default(&first), BENCH_OK);
	ck_assert_double_gt(first->reading_ns, 0);
	copy = *first;
	ck_assert_int_eq(benchi_timing_default(&second), BENCH_OK);
	ck_assert_ptr_eq(first, second);
	ck_assert_mem_eq(&copy, second, sizeof copy);
}

static const char *stated_clock = "disturbed";

/* Whether a statement about this clock is adopted if the first `interrupted` tries are
 * interrupted. */
static int adopted(double reading_ns, double step_ns, int interrupted)
{
	struct benchi_calibration stated = { .step_ns = step_ns, .reading_ns = reading_ns,
		.enough_ns = 12e3, .loop_ns = 0.5, .tick_ns = 0.3, .low_ticks = 300,
		.low_iterations = 150, .other_ticks = 200, .other_iterations = 220, .high_ticks = NAN,
		.high_iterations = NAN, .width_sure = NAN, .region_ns = 30,
		.processor = "p", .low = "a", .other = "b" };
	char text[BENCHI_CALIBRATION_TEXT];
	bench_clock clock = disturbed_clock(1);
	bench_timing timing;
	int answer;

	strcpy(stated.clock, stated_clock);
	disturbed.every = 102;      /* readings per try */
	disturbed.until = 102 * (uint64_t)interrupted;
	disturbed.each_ns = 1e5;
	ck_assert_uint_gt(benchi_calibration_write(&stated, text, sizeof text), 0);
	ck_assert_int_eq(setenv("BENCH_CALIBRATION", text, 1), 0);
	answer = benchi_timing_adopt(&clock, &timing);
	if (answer) {
		CHECK_NUMBERS({ timing.step_ns, step_ns }, { timing.reading_ns, reading_ns });
		ck_assert_double_eq(timing.empty_ns, getenv("TIMING_O") ? 30 : 25);
		ck_assert_double_eq(timing.loop_ns, getenv("LOOP_O") ? 7 : 0.5);
		ck_assert_double_eq(timing.enough_ns, getenv("ENOUGH") ? 70e3 : 12e3);
		ck_assert_int_eq(timing.loop_given, getenv("LOOP_O") != NULL);
		ck_assert_int_eq(timing.vernier, 0);
	}
	return answer;
}

/* 101 readings of 25 ns must take 0.6 to 1.6 times as long as 100 readings of the stated
 * length. */
TEST(readings_confirm_a_statement_in_five_tries)
{
	static const struct { double reading_ns, step_ns; int interrupted, adopted; } of[] = {
		{ 25, 10, 0, 1 }, { 25, 10, 4, 1 }, { 25, 10, 5, 0 }, { 42, 10, 0, 1 }, { 42.2, 10, 0, 0 },
		{ 15.8, 10, 0, 1 }, { 15.7, 10, 0, 0 }, { 25, 50, 0, 1 }, { 25, 51, 0, 0 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		ck_assert_msg(adopted(of[i].reading_ns, of[i].step_ns, of[i].interrupted)
			== of[i].adopted, "case %d", (int)i);
	stated_clock = "another";
	ck_assert_int_eq(adopted(25, 10, 0), 0);
	stated_clock = "disturbed";
	ck_assert_int_eq(setenv("TIMING_O", "0.03", 1), 0);
	ck_assert_int_eq(setenv("LOOP_O", "0.007", 1), 0);
	ck_assert_int_eq(setenv("ENOUGH", "70", 1), 0);
	ck_assert_int_eq(adopted(25, 10, 0), 1);
}

CHECK_SUITE("calibration")
