/*
 * Calibration finds what a scripted clock does, or says why not; the environment is
 * heard; and windows are exact on clocks that step in anything.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <math.h>

#include "base/number.h"
#include "scripted.h"
#include "timing/calibrate.h"
#include "timing/window.h"

static bench_timing calibrated(struct scripted *s)
{
	bench_clock clock = scripted_as_clock(s);
	bench_timing timing;

	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
	return timing;
}

START_TEST(the_step_and_the_reading_are_found)
{
	static const double step[] = { 1, 10, 100, 1e3, 1e6, 1e7 };

	for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
		struct scripted s = scripted_clock(step[i], 25);
		bench_timing timing = calibrated(&s);

		ck_assert_double_eq_tol(timing.step_ns, step[i], 0.01 * step[i]);
		ck_assert_double_eq_tol(timing.reading_ns, 25, 1);
		ck_assert_int_eq(timing.vernier, step[i] >= 100);
		ck_assert_double_ge(timing.enough_ns, 12e3);
		ck_assert_double_le(timing.enough_ns, fmax(20e3, 1.01 * step[i]));
	}
}
END_TEST

START_TEST(a_quick_calibration_is_quick)
{
	static const double step[] = { 1, 10, 100, 1e4, 1e7 };

	for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
		struct scripted s = scripted_clock(step[i], 25);
		const bench_options options = { .clock = scripted_as_clock(&s) };
		bench_timing timing;
		double began = s.ns;

		ck_assert_int_eq(benchi_timing_quick(&options, 5e6, &timing), BENCH_OK);
		ck_assert_double_le(s.ns - began, 0.55e6 + 3 * step[i]);
		ck_assert_double_eq_tol(timing.step_ns, step[i], 0.01 * step[i]);
		ck_assert_double_ge(timing.enough_ns, fmax(2500, timing.vernier ? step[i] : 0));
	}
}
END_TEST

START_TEST(windows_are_exact_whatever_the_step)
{
	static const double step[] = { 1, 10, 100, 1e3, 1e6, 1e7 };

	for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
		struct scripted s = scripted_clock(step[i], 25);
		bench_timing timing = calibrated(&s);
		double sum = 0;

		for (int j = 0; j < 50; j++) {
			uint64_t opened = benchi_window_open(&timing);

			s.ns += 100e3 + 1.7 * j;
			sum += benchi_window_close(&timing, opened) - 1.7 * j;
		}
		ck_assert_double_eq_tol(sum / 50, 100e3, 60);
	}
}
END_TEST

START_TEST(a_slow_clock_needs_longer_windows)
{
	struct scripted s = scripted_clock(1, 5000);
	bench_timing timing = calibrated(&s);

	ck_assert_double_eq_tol(timing.reading_ns, 5000, 1);
	ck_assert_double_eq_tol(timing.empty_ns, 5000, 1);
	ck_assert_double_ge(timing.enough_ns, 5000 / 0.005);
}
END_TEST

START_TEST(a_clock_that_stands_still_is_named)
{
	struct scripted s = scripted_clock(1, 0);
	bench_clock clock = scripted_as_clock(&s);
	bench_timing timing;

	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_ERR_CLOCK_STILL);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "scripted"));
	ck_assert_uint_lt(s.readings, 1u << 25);
}
END_TEST

START_TEST(a_clock_that_runs_back_is_named)
{
	struct scripted s = scripted_clock(1, 25);
	bench_clock clock = scripted_as_clock(&s);
	bench_timing timing;

	s.back_every = 400;
	s.back_ns = 5000;
	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_ERR_CLOCK_BACKWARD);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "went back by 4975 ns"));
}
END_TEST

START_TEST(a_window_over_a_jump_back_fails)
{
	struct scripted s = scripted_clock(1, 25);
	bench_timing timing = calibrated(&s);
	uint64_t opened = benchi_window_open(&timing);

	s.ns -= 1e6;
	ck_assert(isnan(benchi_window_close(&timing, opened)));
}
END_TEST

START_TEST(a_coarse_clock_that_stops_under_a_window_fails_it)
{
	struct scripted s = scripted_clock(1e6, 25);
	bench_timing timing = calibrated(&s);
	uint64_t opened = benchi_window_open(&timing);

	s.reading_ns = 0;
	ck_assert(isnan(benchi_window_close(&timing, opened)));
}
END_TEST

START_TEST(a_clock_that_trembles_is_refused)
{
	struct scripted s = scripted_clock(1, 25);
	bench_clock clock = scripted_as_clock(&s);
	bench_timing timing;

	/* some half a millisecond is lost about every two hundred readings */
	s.pause_every = 200;
	s.pause_ns = 5e5;
	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_ERR_CLOCK_COARSE);
	ck_assert_uint_lt(s.readings, 1000000);
}
END_TEST

START_TEST(a_machine_that_calms_down_is_waited_for)
{
	struct scripted s = scripted_clock(1, 25);
	bench_timing timing;

	s.pause_every = 200;
	s.pause_ns = 5e5;
	s.calm_ns = s.ns + 400e6;
	timing = calibrated(&s);
	ck_assert_double_lt(timing.enough_ns, 20e3);
}
END_TEST

START_TEST(missing_clocks_and_arguments_are_named)
{
	bench_clock none = { "none", NULL, NULL };
	bench_timing timing;

	ck_assert_int_eq(bench_calibrate(&none, &timing), BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_calibrate(NULL, NULL), BENCH_ERR_ARGUMENT);
}
END_TEST

START_TEST(the_environment_takes_the_place_of_measuring)
{
	struct scripted s = scripted_clock(10, 25);
	bench_timing timing;

	setenv("BENCH_ENOUGH", "500", 1);
	setenv("ENOUGH", "700", 1);
	setenv("TIMING_O", "0.03", 1);
	setenv("LOOP_O", "0.0", 1);
	timing = calibrated(&s);
	ck_assert_double_eq_tol(timing.enough_ns, 500e3, 1e-6);
	ck_assert_double_eq_tol(timing.empty_ns, 30, 1e-9);
	ck_assert_double_eq(timing.loop_ns, 0);
	ck_assert_int_ne(timing.loop_given, 0);
	setenv("BENCH_ENOUGH", "", 1);
	timing = calibrated(&s);
	ck_assert_double_eq_tol(timing.enough_ns, 700e3, 1e-6);
}
END_TEST

START_TEST(nonsense_in_the_environment_is_an_error_with_its_text)
{
	static const char *const bad[] = { "soon", "-1", "1e10", "5 ms", "nan", "0x10", ".", "1e",
		"1,5" };
	struct scripted s = scripted_clock(10, 25);
	bench_clock clock = scripted_as_clock(&s);
	bench_timing timing;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		setenv("BENCH_ENOUGH", bad[i], 1);
		ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_ERR_ENVIRONMENT);
		ck_assert_ptr_nonnull(strstr(bench_detail(), "BENCH_ENOUGH"));
		ck_assert_ptr_nonnull(strstr(bench_detail(), bad[i]));
	}
	unsetenv("BENCH_ENOUGH");
	setenv("LOOP_O", "none", 1);
	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_ERR_ENVIRONMENT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "LOOP_O is 'none'"));
}
END_TEST

START_TEST(numbers_are_read_whole_or_not_at_all)
{
	double x;

	ck_assert(benchi_number("12.5e-1", &x));
	ck_assert_double_eq_tol(x, 1.25, 1e-15);
	ck_assert(benchi_number("0", &x) && x == 0);
	ck_assert(!benchi_number("", &x) && !benchi_number("1x", &x) && !benchi_number("1e999", &x));
}
END_TEST

static Suite *suite(void)
{
	const TTest *const tests[] = { the_step_and_the_reading_are_found,
		a_quick_calibration_is_quick,
		windows_are_exact_whatever_the_step, a_slow_clock_needs_longer_windows,
		a_clock_that_stands_still_is_named, a_clock_that_runs_back_is_named,
		a_window_over_a_jump_back_fails, a_coarse_clock_that_stops_under_a_window_fails_it,
		a_clock_that_trembles_is_refused, a_machine_that_calms_down_is_waited_for,
		missing_clocks_and_arguments_are_named,
		the_environment_takes_the_place_of_measuring,
		nonsense_in_the_environment_is_an_error_with_its_text,
		numbers_are_read_whole_or_not_at_all, NULL };

	return check_suite("timing", tests);
}

CHECK_MAIN(suite)
