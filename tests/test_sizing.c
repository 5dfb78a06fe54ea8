/*
 * Iterations grow by the paper's rules, and end.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "engine/engine.h"

/* Runs a body of so many ns an iteration through the sizing; returns windows needed. */
static int size(struct benchi_sizing *sizing, double iteration_ns)
{
	int windows = 0;

	while (!sizing->done && windows < 100) {
		benchi_sizing_step(sizing, (double)sizing->iterations * iteration_ns);
		windows++;
	}
	return windows;
}

TEST(a_meaningless_time_multiplies_by_ten)
{
	struct benchi_sizing s = benchi_sizing_begin(16000, 300);

	ck_assert_uint_eq(s.iterations, 1);
	benchi_sizing_step(&s, 299);
	ck_assert_uint_eq(s.iterations, 10);
	benchi_sizing_step(&s, NAN);
	ck_assert_uint_eq(s.iterations, 100);
	benchi_sizing_step(&s, -5);
	ck_assert_uint_eq(s.iterations, 1000);
	/* 16 us / 2.1 us * 1000 * 1.02 + 1 */
	benchi_sizing_step(&s, 2100);
	ck_assert_uint_eq(s.iterations, 7772);
}

TEST(windows_reach_the_interval_and_little_more)
{
	for (double turn = 0.25; turn < 1e7; turn *= 3.7) {
		struct benchi_sizing s = benchi_sizing_begin(16000, 300);

		ck_assert_int_le(size(&s, turn), 12);
		ck_assert_double_ge((double)s.iterations * turn, 0.95 * 16000);
		if (turn < 16000)
			ck_assert_double_le((double)s.iterations * turn, 1.1 * 16000 + 2 * turn);
		else
			ck_assert_uint_eq(s.iterations, 1);
	}
}

TEST(one_interrupted_window_is_not_believed)
{
	struct benchi_sizing s = benchi_sizing_begin(16000, 300);

	benchi_sizing_step(&s, 4e6);    /* one iteration of 1 ns, and a scheduler's slice */
	ck_assert_int_eq(s.done, 0);
	size(&s, 1);
	ck_assert_uint_ge(s.iterations, 15200);
}

TEST(a_body_that_takes_no_time_ends)
{
	struct benchi_sizing s = benchi_sizing_begin(16000, 300);

	ck_assert_int_le(size(&s, 0), 20);
	CHECK_NUMBERS({ s.done, 1 }, { s.iterations, s.most });
}

TEST(a_very_long_window_is_taken_at_once)
{
	struct benchi_sizing s = benchi_sizing_begin(16000, 300);

	benchi_sizing_step(&s, 2e8);
	CHECK_NUMBERS({ s.done, 1 }, { s.iterations, 1 });
}

TEST(two_long_windows_in_a_row_are_enough)
{
	struct benchi_sizing s = benchi_sizing_begin(16000, 300);

	benchi_sizing_step(&s, 15200);   /* 95 % of it, to the digit */
	ck_assert_int_eq(s.done, 0);
	benchi_sizing_step(&s, 15000);
	ck_assert_uint_eq(s.iterations, 2);   /* 16/15 * 1.02 + 1 */
	benchi_sizing_step(&s, 15200);
	ck_assert_int_eq(s.done, 0);
	benchi_sizing_step(&s, 15200);
	CHECK_NUMBERS({ s.done, 1 }, { s.iterations, 2 });
	s = benchi_sizing_begin(16000, 300);
	benchi_sizing_step(&s, 1e8);   /* no longer than 0.1 s: one window is not enough */
	ck_assert_int_eq(s.done, 0);
}

/* 20 iterations a nanosecond at most, 1 at least, 10^15 at most. */
TEST(iterations_are_bounded)
{
	ck_assert_uint_eq(benchi_sizing_begin(16000, 300).most, 320000);
	ck_assert_uint_eq(benchi_sizing_begin(0.07, 0).most, 1);
	ck_assert_uint_eq(benchi_sizing_begin(0.01, 0).most, 1);
	ck_assert_uint_eq(benchi_sizing_begin(3.5e13, 0).most, 700000000000000);
	ck_assert_uint_eq(benchi_sizing_begin(7.5e13, 0).most, 1000000000000000);
	ck_assert_uint_eq(benchi_sizing_begin(1e300, 0).most, 1000000000000000);
}

CHECK_SUITE("sizing")
