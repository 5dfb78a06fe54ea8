/*
 * A ramp ends where it should, and its answer is the fewest workers within the noise and the
 * limit. On made-up steps.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "load/load.h"

/* A ramp with these throughputs; slices are equal, and latency grows by 1 ms per step. */
static benchi_ramp made(const double *hz, size_t n, double limit_ns)
{
	static benchi_step step[64];
	benchi_ramp ramp = { .step = step, .n = n, .batch = 1 };

	memset(step, 0, sizeof step);
	ramp.plan.limit_ns = limit_ns;
	ramp.plan.limit_share = 0.99;
	for (size_t i = 0; i < n; i++) {
		step[i].workers = i + 1;
		step[i].throughput_hz = hz[i];
		for (int k = 0; k < BENCHI_POOL_SLICES; k++)
			step[i].slice_hz[k] = hz[i];
		step[i].limited_ns = step[i].p99_ns = 1e6 * (double)(i + 1);
		step[i].over = limit_ns > 0 && step[i].limited_ns > limit_ns;
	}
	benchi_ramp_decide(&ramp, NULL);
	return ramp;
}

static size_t best_of(benchi_ramp *ramp)
{
	benchi_ramp_decide(ramp, NULL);
	return ramp->best;
}

/* Throughputs, whether the ramp ends there, and the answer. A rise must exceed 2 %. */
TEST(it_ends_when_throughput_is_flat)
{
	static const struct { double hz[7]; size_t n, best; bool ends; } of[] = {
		{ { 100, 190, 192, 191 }, 4, 1, false }, { { 100, 190, 192, 191, 189 }, 5, 1, true },
		{ { 100, 101, 102, 103, 104, 105 }, 6, 3, false },
		{ { 100, 190, 150, 191, 270, 269, 268 }, 7, 4, false },
		{ { 100, 101.5, 101.5, 101.5 }, 4, 0, true }, { { 100, 103, 103, 103 }, 4, 1, false },
		{ { 100, 190, 192, 191, 196 }, 5, 4, false },
		{ { 100, 188, 170, 191, 195 }, 5, 4, false } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		benchi_ramp ramp = made(of[i].hz, of[i].n, 0);

		ck_assert_msg(benchi_ramp_decide(&ramp, NULL) == of[i].ends, "row %zu", i);
		ck_assert_msg(ramp.best == of[i].best, "row %zu: best %zu", i, ramp.best);
		ck_assert(!of[i].ends || ramp.end == BENCHI_RAMP_FLAT);
		ramp.plan.all = true;
		ck_assert(!benchi_ramp_decide(&ramp, NULL));
	}
}

TEST(many_workers_are_given_time)
{
	double hz[40];
	benchi_ramp ramp;

	for (double each = 1e-4; each < 1e6; each *= 1e6) {
		for (size_t i = 0; i < 40; i++)
			hz[i] = i < 20 ? each * (double)(i + 1) : 20 * each;
		ramp = made(hz, 26, 0);
		ck_assert(!benchi_ramp_decide(&ramp, NULL));
		ramp = made(hz, 27, 0);
		ck_assert(benchi_ramp_decide(&ramp, NULL));
		ck_assert_int_eq(ramp.end, BENCHI_RAMP_FLAT);
	}
}

TEST(the_fewest_workers_within_noise)
{
	static const double flat[] = { 100, 191, 192, 189, 194 }, noisy[] = { 100, 188, 170, 191, 195 };
	benchi_ramp ramp = made(flat, 5, 0);
	char text[BENCHI_RAMP_TEXT];

	ck_assert_uint_eq(ramp.best, 1);
	ck_assert_str_eq(benchi_ramp_answer(&ramp, false, text),
	                 "More than 2 workers gain nothing: 191 per second with 2, 194 with 5");
	ramp = made(noisy, 5, 0);
	for (int error = 3; error <= 90; error *= 30) { /* the limit is 5 %, however noisy */
		for (size_t i = 0; i < 5; i++)
			ramp.step[i].error_hz = error;
		ck_assert_uint_eq(best_of(&ramp), 1);
	}
	ramp.step[1].over = true;
	ck_assert_uint_eq(best_of(&ramp), 3);
}

/* Whether a throughput this much below the maximum is as good, with this standard error. */
static bool as_good(double below, double error)
{
	const double hz[] = { 1000 - below, 1000 };
	benchi_ramp ramp = made(hz, 2, 0);

	ramp.step[0].error_hz = ramp.step[1].error_hz = error;
	return best_of(&ramp) == 0;
}

/* Allowed: 2 % without noise, two standard errors of the difference (28 for 10 each), at most
 * 5 %. Each is tested with values on both sides. */
TEST(how_much_noise_is_allowed_for)
{
	CHECK_ALL(as_good(15, 0) && !as_good(30, 0), as_good(25, 10) && !as_good(35, 10),
		as_good(40, 100) && !as_good(70, 100));
}

TEST(one_slow_slice_does_not_end_it)
{
	static const double hz[] = { 100, 200, 300, 400, 500 };
	benchi_ramp ramp = made(hz, 5, 0);

	for (size_t i = 2; i < 5; i++)
		for (int k = 0; k < 9; k++)
			ramp.step[i].slice_hz[k] = 1;
	ck_assert(!benchi_ramp_decide(&ramp, NULL));
	for (size_t i = 2; i < 5; i++)
		for (int k = 0; k < 11; k++)
			ramp.step[i].slice_hz[k] = 1;
	ck_assert(benchi_ramp_decide(&ramp, NULL));
}

TEST(the_answer_keeps_to_the_limit)
{
	static const double hz[] = { 100, 200, 300, 400, 500 };
	benchi_ramp ramp = made(hz, 4, 3e6);
	char text[BENCHI_RAMP_TEXT];

	ck_assert_uint_eq(ramp.best, 2);
	ck_assert(!benchi_ramp_decide(&ramp, NULL));
	ramp = made(hz, 5, 3e6);
	ck_assert(benchi_ramp_decide(&ramp, NULL));
	ck_assert_int_eq(ramp.end, BENCHI_RAMP_LATE);
	ck_assert_str_eq(benchi_ramp_answer(&ramp, false, text),
	                 "3 workers do the most within 3 ms at p99: 300 per second; 5 workers do "
	                 "500 per second, but exceed the latency limit");
	ramp = made(hz, 5, 1e5);
	ck_assert_uint_eq(ramp.best, SIZE_MAX);
	ck_assert_str_eq(benchi_ramp_answer(&ramp, false, text),
	                 "No number of workers stays within 100 us at p99: with 1 worker it is 1 ms");
}

TEST(numbers_in_words)
{
	static const struct { double value; const char *count, *time; } of[] = {
		{ 123456, "123 000", "123 us" }, { 1234567, "1 230 000", "1.23 ms" },
		{ 999.4, "999", "999 ns" }, { 999.6, "1 000", "1 us" }, { 12.345, "12.3", "12.3 ns" },
		{ 999600, "1 000 000", "1 ms" },
		{ NAN, "-", "-" } };
	char text[64];

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		ck_assert_str_eq(benchi_ramp_count(of[i].value, text), of[i].count);
		ck_assert_str_eq(benchi_ramp_time(of[i].value, false, text), of[i].time);
	}
}

CHECK_SUITE("ramp rule")
