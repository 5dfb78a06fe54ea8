/*
 * Who is abandoned as absurdly slow, and who only looks like it at first?
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <string.h>

#include "arena.h"

enum { RIVALS = 4 };

static struct arena arena;
static struct rival rival[RIVALS];
static bench_case c[RIVALS];
static bench_choice choice;

static void begin(double ns)
{
	memset(rival, 0, sizeof rival);
	arena = arena_quiet(10, 20);
	arena.jitter = 0.001;
	for (size_t i = 0; i < RIVALS; i++) {
		rival[i].arena = &arena;
		rival[i].ns = ns;
		rival[i].verdict = 1;
		c[i] = arena_case(&rival[i]);
	}
}

static size_t pick(double budget_ns)
{
	const bench_options options = { .clock = arena_clock(&arena), .time_ns = budget_ns };

	ck_assert_int_eq(bench_pick(c, RIVALS, &options, &choice), BENCH_OK);
	ck_assert_int_eq(choice.end, BENCH_PICK_SURE);
	return choice.index;
}

START_TEST(one_that_is_absurdly_slow_runs_once)
{
	begin(1);
	rival[0].ns = 1e9;
	rival[2].ns = 2;
	ck_assert_uint_eq(pick(2e9), 1);
	ck_assert_uint_eq(rival[0].turns, 1);
	ck_assert_uint_eq(choice.slow, 1);
	ck_assert_double_lt(choice.elapsed_ns, 1.1e9);
}
END_TEST

START_TEST(one_whose_first_turn_alone_is_slow_stays)
{
	begin(110);
	rival[2].ns = 100;
	rival[2].first_ns = 1e6;        /* a sixteenth of the budget is 1.25 ms */
	ck_assert_uint_eq(pick(20e6), 2);
	ck_assert_uint_eq(choice.slow, 0);
}
END_TEST

START_TEST(one_that_is_slow_twice_leaves)
{
	begin(110);
	rival[2].ns = 10e3;
	ck_assert_uint_eq(pick(20e6), 0);
	ck_assert_uint_eq(choice.slow, 1);
	ck_assert_uint_eq(rival[2].turns, 2);
}
END_TEST

static Suite *suite(void)
{
	const TTest *const tests[] = { one_that_is_absurdly_slow_runs_once,
		one_whose_first_turn_alone_is_slow_stays, one_that_is_slow_twice_leaves, NULL };

	return check_suite("qualify", tests);
}

CHECK_MAIN(suite)
