/*
 * Who is abandoned as absurdly slow, who only looks like it at first, and does trying them in
 * child processes leave time for the rest?
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <string.h>

#ifdef HAVE_PTHREAD_H
#include <pthread.h>
#endif

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
	ck_assert_uint_eq(rival[0].iterations, 1);
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
	ck_assert_uint_eq(rival[2].iterations, 2);
}
END_TEST

#if defined HAVE_FORK && defined HAVE_PTHREAD_H

/* A child process takes a second. */
static void a_second_later(void)
{
	arena.ns += 1e9;
}

START_TEST(what_children_take_comes_on_top_of_the_budget)
{
	const bench_options options = { .clock = arena_clock(&arena), .flags = BENCH_PICK_ISOLATE };

	begin(1000);
	rival[3].ns = 900;
	ck_assert_int_eq(pthread_atfork(NULL, a_second_later, NULL), 0);
	ck_assert_int_eq(bench_pick(c, RIVALS, &options, &choice), BENCH_OK);
	ck_assert_uint_eq(choice.index, 3);
	ck_assert_int_eq(choice.end, BENCH_PICK_SURE);
	ck_assert(choice.elapsed_ns > 4e9 && choice.elapsed_ns < 4.02e9 && choice.crashed == 0);
}
END_TEST

START_TEST(nor_does_it_shorten_the_search_by_size)
{
	const bench_options options = { .clock = arena_clock(&arena), .flags = BENCH_PICK_ISOLATE };
	bench_range range[4];
	bench_ranges ranges = { .low = 1, .high = 1000, .range = range, .room = 4 };

	begin(100);
	for (size_t i = 0; i < 2; i++)
		rival[i].slope_ns = i ? 0 : 1;
	rival[0].ns = 10;       /* they cross at 90 */
	ck_assert_int_eq(pthread_atfork(NULL, a_second_later, NULL), 0);
	ck_assert_int_eq(bench_pick_ranges(c, 2, &options, &ranges), BENCH_OK);
	ck_assert(ranges.n == 2 && ranges.end == BENCH_PICK_SURE);
	ck_assert_double_eq_tol((double)range[1].low, 90, 4);
}
END_TEST

#define CHILDREN \
	what_children_take_comes_on_top_of_the_budget, nor_does_it_shorten_the_search_by_size,
#else
#define CHILDREN
#endif

static Suite *suite(void)
{
	const TTest *const tests[] = { one_that_is_absurdly_slow_runs_once,
		one_whose_first_turn_alone_is_slow_stays, one_that_is_slow_twice_leaves, CHILDREN NULL };

	return check_suite("qualify", tests);
}

CHECK_MAIN(suite)
