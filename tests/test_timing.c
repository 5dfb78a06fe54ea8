/*
 * Calibration finds the properties of a scripted clock or reports why it cannot. The environment
 * overrides it, and windows are exact whatever the clock's step.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "clock/clock.h"
#include "scripted.h"
#include "timing/timing.h"

/* The calibration of a scripted clock; quick: for a benchmark with a budget of 5 ms. */
static struct scripted s;
static bench_timing timing;

static bench_status calibrate(int quick)
{
	const bench_options options = { .clock = scripted_as_clock(&s) };

	return quick ? benchi_timing_quick(&options, 5e6, NULL, &timing)
	             : bench_calibrate(&options.clock, &timing);
}

static void begin(double step_ns, double reading_ns)
{
	s = scripted_clock(step_ns, reading_ns);
	ck_assert_int_eq(calibrate(0), BENCH_OK);
}

static void expect_failure(int quick, bench_status status, const char *words)
{
	ck_assert_int_eq(calibrate(quick), status);
	ck_assert_msg(strstr(bench_detail(), words) != NULL, "%s", bench_detail());
}

TEST(the_step_and_the_reading_are_found)
{
	static const double step[] = { 1, 10, 100, 1e3, 1e4, 2e4 };

	for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
		double sum = 0, began;

		s = scripted_clock(step[i], 25);
		began = s.ns;
		ck_assert_int_eq(calibrate(1), BENCH_OK);
		ck_assert_double_le(s.ns - began, 0.55e6 + 5 * step[i]);
		ck_assert_double_eq_tol(timing.step_ns, step[i], 0.01 * step[i]);
		ck_assert_double_ge(timing.enough_ns, fmax(2500, timing.vernier ? 20 * step[i] : 0));
		begin(step[i], 25);
		CHECK_NUMBERS({ timing.step_ns, step[i], 0.01 * step[i] }, { timing.reading_ns, 25, 1 },
			{ timing.vernier, step[i] >= 100 }, { timing.enough_ns >= 12e3, true },
			{ timing.enough_ns <= fmax(20e3, 25 * step[i]), true });
		for (int j = 0; j < 50; j++) {      /* windows are exact on average */
			uint64_t opened = benchi_window_open(&timing);

			s.ns += 100e3 + 1.7 * j;
			sum += benchi_window_close(&timing, opened) - 1.7 * j;
		}
		ck_assert_double_eq_tol(sum / 50, 100e3, 60);
	}
}

/* The list of a clock's readings. */
struct listed { const uint64_t *ns; size_t n, at; };

static uint64_t listed_now(void *ctx)
{
	struct listed *l = ctx;

	return l->ns[l->at < l->n - 1 ? l->at++ : l->n - 1];
}

static void list(struct listed *l, int vernier, double step_ns)
{
	timing = (bench_timing){ .clock = { "listed", listed_now, l }, .step_ns = step_ns,
		.reading_ns = 10, .empty_ns = 3, .vernier = vernier };
	if (l)
		l->at = 0;
}

/* Finds step and reading. The budget is too small to wait for empty windows of a coarse clock. */
static void calibrate_listed(struct listed *l)
{
	const bench_options options = { .clock = { "listed", listed_now, l } };

	ck_assert_int_eq(benchi_timing_quick(&options, 3e5, NULL, &timing), BENCH_OK);
}

/* On a coarse clock a window begins and ends at an edge of the clock; the time of waiting for
 * it is subtracted. */
TEST(a_window_lies_between_edges)
{
	static const uint64_t ns[] = { 0, 0, 100, 500, 500, 500, 600 };
	struct listed l = { ns, 7, 0 };
	uint64_t opened;

	list(&l, 1, 100);
	opened = benchi_window_open(&timing);
	CHECK_NUMBERS({ opened, 100 }, { l.at, 3 });
	ck_assert_double_eq_tol(benchi_window_close(&timing, opened), 500 - 3 * 10 - 3, 1e-9);
	list(&l, 0, 100);
	ck_assert_uint_eq(benchi_window_open(&timing), 0);
	ck_assert_uint_eq(l.at, 1);
}

/* The wait for an edge ends after 16 readings and four steps. The first reading may already be
 * one. */
TEST(an_edge_is_not_awaited_for_ever)
{
	static const size_t edges[] = { 57, 56, 1 };    /* 57: 1 + 16 + 4 * 100 / 10 */

	for (size_t i = 0; i < 3; i++) {
		uint64_t ns[58] = { 0 };
		struct listed l = { ns, 58, 0 };
		double window;

		ns[edges[i]] = ns[57] = 100;
		list(&l, 1, 100);
		window = benchi_window_close(&timing, 0);
		CHECK_NUMBERS({ window, i == 0 ? (double)NAN : 97 - 10 * (double)edges[i], 1e-9 },
			{ l.at, edges[i] + (i > 0) });
	}
}

/* Times below 10 readings or steps are meaningless; the uncertainty is a fraction of one. */
TEST(what_a_clock_cannot_resolve)
{
	list(NULL, 0, 100);
	CHECK_NUMBERS({ benchi_window_meaningless_ns(&timing), 1000 },
		{ benchi_window_uncertainty_ns(&timing), 43.75 });
	timing = (bench_timing){ .reading_ns = 4, .step_ns = 100, .vernier = 1 };
	CHECK_NUMBERS({ benchi_window_meaningless_ns(&timing), 40 },
		{ benchi_window_uncertainty_ns(&timing), .5 });
}

/* A clock has stopped after 100 successive windows in which it did not move. */
TEST(a_clock_that_stops_is_noticed)
{
	struct benchi_standstill still = { 0 };

	for (int i = 0; i < 1000; i++)
		ck_assert(!benchi_clock_stopped(&still, 1, i));
	for (int at = 1000; at < 1002; at++)
		for (int windows = 0; windows < 100; windows++)
			ck_assert(!benchi_clock_stopped(&still, 1, at));
	ck_assert(benchi_clock_stopped(&still, 1, 1001));
	ck_assert(benchi_clock_stopped(&still, 1, 1002));
}

/* A clock that shows less than 1 % of the used processor time has stopped, once 2 s were used. */
TEST(a_clock_that_counts_its_readings_is_noticed)
{
	struct benchi_standstill still = { 0 };
	bench_clock clock = { "counting", NULL, NULL };
	double used_s = benchi_thread_cpu_ns() / 1e9;

	ck_assert(!benchi_clock_stopped(&still, 0, 1));
	if (isnan(still.began_s))
		return;         /* the system does not report processor time */
	ck_assert(still.began_s > 0 && still.began_s < 600);
	ck_assert_double_ge(still.began_s, .99 * used_s);
	ck_assert_double_le(still.began_s, 1.01 * benchi_thread_cpu_ns() / 1e9);
	still.began_s -= 1.9f;
	ck_assert(!benchi_clock_stopped(&still, 0, 1));
	still.began_s -= 98;    /* now about 100 s more are used */
	ck_assert(!benchi_clock_stopped(&still, 0, 1e9));
	ck_assert(!benchi_clock_stopped(&still, 1, 1));     /* not checked after windows are sized */
	ck_assert(benchi_clock_stopped(&still, 0, 0.96e9));
	ck_assert_int_eq(benchi_clock_fail_stopped(&clock, &still), BENCH_ERR_CLOCK_STILL);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "'counting' showed less than 1 %"));
}

/* The shortest and the longest 5 %, here 50 of 1000, do not count for step and reading. */
TEST(a_clocks_extremes_do_not_count)
{
	uint64_t ns[1400] = { 0 };
	struct listed l = { ns, 1400, 0 };

	for (int i = 1; i < 1400; i++)
		ns[i] = ns[i - 1] + 20 + (uint64_t)(i % 3) + (i % 20 == 17 ? 1000 * (uint64_t)(i * i) : 0);
	calibrate_listed(&l);
	CHECK_NUMBERS({ timing.step_ns, 1 }, { timing.reading_ns, 21, 0.06 }, { timing.vernier, 0 });
}

/* The edges of a coarse clock, and the readings up to each: the step is the median, the reading
 * time the first quartile. */
TEST(a_coarse_clocks_reading_is_its_quickest)
{
	static const int readings[] = { 600, 42, 44, 10, 43, 42, 45, 44, 35 };
	static const uint64_t edge[] = { 0, 1000, 1900, 2940, 3940, 5040, 6020, 7030, 8060, 9020 };
	static uint64_t ns[4096];
	struct listed l = { ns, 4096, 0 };
	size_t at = 1000;   /* time of the first reading */

	for (size_t k = 0; k < 9; k++)
		for (int i = 0; i < readings[k]; i++)
			ns[++at] = edge[k];
	while (at < 4095)
		ns[++at] = edge[9];
	calibrate_listed(&l);
	CHECK_NUMBERS({ timing.step_ns, 1005 }, { timing.vernier, 1 },
		{ timing.reading_ns, (1010. / 45 + 3 * 980. / 42) / 4, 1e-9 });
}

TEST(a_clock_that_runs_back_is_named)
{
	s = scripted_clock(1, 25);
	s.back_every = 400;
	s.back_ns = 5000;
	expect_failure(0, BENCH_ERR_CLOCK_BACKWARD, "went back by 4975 ns");
}

TEST(a_window_over_a_jump_back_fails)
{
	uint64_t opened;

	begin(1, 25);
	opened = benchi_window_open(&timing);
	s.ns -= 1e6;
	ck_assert(isnan(benchi_window_close(&timing, opened)));
}

TEST(a_coarse_clock_that_stops_under_a_window_fails_it)
{
	uint64_t opened;

	begin(2e4, 25);
	opened = benchi_window_open(&timing);
	s.reading_ns = 0;
	ck_assert(isnan(benchi_window_close(&timing, opened)));
}

/* Clocks with the step of a system's timer are refused within five steps, with a message that
 * gives the step. */
TEST(too_coarse_a_step_is_refused_at_once)
{
	static const double step[] = { 30e3, 1e6, 1e7, 15.625e6 };

	for (size_t i = 0; i < 2 * (sizeof step / sizeof *step); i++) {
		double began;
		char steps[64];

		s = scripted_clock(step[i / 2], 25);
		began = s.ns;
		sprintf(steps, "steps in %.6g us, expected at most 20 us", step[i / 2] / 1e3);
		expect_failure(i % 2, BENCH_ERR_CLOCK_COARSE, steps);
		ck_assert_double_le(s.ns - began, 5 * step[i / 2]);
	}
}

TEST(a_clock_that_stops_is_noticed_soon)
{
	static const double step[] = { 1, 100, 1e4 };

	for (size_t i = 0; i < sizeof step / sizeof *step; i++)
		for (double stops_ns = 1e4; stops_ns < 1e8; stops_ns *= 3) {
			bench_status status;

			s = scripted_clock(step[i], 25);
			s.stops_ns = s.ns + stops_ns;
			status = calibrate(0);
			CHECK_ALL(status == BENCH_ERR_CLOCK_STILL || status == BENCH_ERR_CLOCK_BACKWARD || s.ns
				< s.stops_ns, s.ns - 1e9 < 1e9);
		}
}

/* About one in 200 readings is delayed by about half a millisecond. */
TEST(a_clock_that_trembles_is_refused_and_one_that_calms_down_is_waited_for)
{
	for (int calms = 0; calms < 2; calms++) {
		s = scripted_clock(1, 25);
		s.pause_every = 200;
		s.pause_ns = 5e5;
		s.calm_ns = calms ? s.ns + 400e6 : 0;
		ck_assert_int_eq(calibrate(0), calms ? BENCH_OK : BENCH_ERR_CLOCK_COARSE);
		if (calms)
			ck_assert_double_lt(timing.enough_ns, 20e3);
		else
			ck_assert_uint_lt(s.readings, 1000000);
	}
}

TEST(missing_clocks_and_arguments_are_named)
{
	const bench_clock none = { "none", NULL, NULL };

	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_calibrate(&none, &timing), bench_calibrate(NULL, NULL));
}

TEST(the_environment_takes_the_place_of_measuring)
{
	setenv("BENCH_ENOUGH", "500", 1);
	setenv("ENOUGH", "700", 1);
	setenv("TIMING_O", "0.03", 1);
	setenv("LOOP_O", "0.0", 1);
	begin(10, 25);
	CHECK_NUMBERS({ timing.enough_ns, 500e3, 1e-6 }, { timing.empty_ns, 30, 1e-9 },
		{ timing.loop_ns, 0 }, { timing.loop_given != 0, 1 });
	setenv("BENCH_ENOUGH", "", 1);
	begin(10, 25);
	ck_assert_double_eq_tol(timing.enough_ns, 700e3, 1e-6);
}

TEST(settings_are_decimal_numbers)
{
	static const char *const same[] = { "500", "0500.00", "5e2", ".5E+3", "50000000e-5" };

	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		setenv("BENCH_ENOUGH", same[i], 1);
		begin(10, 25);
		ck_assert_double_eq_tol(timing.enough_ns, 500e3, 1e-6);
	}
}

TEST(nonsense_in_the_environment_is_an_error_with_its_text)
{
	static const char *const bad[] = { "soon", "-1", "1e10", "5 ms", "nan", "0x10", ".", "1e",
		"1e+", "1e5x", "1.2.3", "e3", "1,5" };

	s = scripted_clock(10, 25);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		setenv("BENCH_ENOUGH", bad[i], 1);
		expect_failure(0, BENCH_ERR_ENVIRONMENT, "BENCH_ENOUGH");
		ck_assert_ptr_nonnull(strstr(bench_detail(), bad[i]));
	}
	unsetenv("BENCH_ENOUGH");
	setenv("LOOP_O", "none", 1);
	expect_failure(0, BENCH_ERR_ENVIRONMENT, "LOOP_O is 'none'");
}

CHECK_SUITE("timing")
