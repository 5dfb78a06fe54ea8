/*
 * A choice that is looked after while a program serves, on made-up machines.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#ifdef HAVE_PTHREAD_H
#include <pthread.h>
#endif

#include "arena.h"

enum { RIVALS = 3 };

static struct arena arena;
static struct rival rival[RIVALS];
static bench_case c[RIVALS];
static bench_serving serving;
static bench_caller caller;
static uint64_t calls, of[RIVALS];

static void begin(double first_ns, double second_ns, double third_ns)
{
	const double ns[RIVALS] = { first_ns, second_ns, third_ns };
	bench_serving_options options = { .seed = 1 };

	caller = (bench_caller){ 0, 0, 0, { 0 } };
	memset(of, 0, sizeof of);
	calls = 0;
	arena_rivals(&arena, rival, c, RIVALS, ns, NULL);
	arena = arena_quiet(1, 20);
	arena.jitter = 0.02;
	arena.preempted = 1e-5;
	options.clock = arena_clock(&arena);
	ck_assert_int_eq(bench_serving_init(&serving, RIVALS, &options), BENCH_OK);
}

/* So many calls; the time that they took beyond those of the best. */
static double serve(uint64_t n)
{
	double best_ns = fmin(fmin(rival[0].ns, rival[1].ns), rival[2].ns), began = arena.ns;
	uint64_t readings = arena.readings;

	for (uint64_t i = 0; i < n; i++) {
		size_t k = bench_serving_begin(&serving, &caller);

		if (k >= RIVALS)    /* libcheck writes each comparison into a pipe: not one per call */
			ck_abort_msg("routine %zu of %d", k, RIVALS);
		c[k].body(1, c[k].arg);
		of[k]++;
		bench_serving_end(&serving, &caller);
	}
	calls += n;
	readings = arena.readings - readings;
	ck_assert_uint_lt(readings, n);
	return (arena.ns - began) / (best_ns * (double)n) - 1;
}

/* The one in use, after so many switches. */
static void expect(size_t index, uint64_t switches)
{
	const bench_served served = bench_serving_report(&serving);

	CHECK_NUMBERS({ served.index, index }, { served.switches, switches });
}

TEST(one_twice_as_slow_is_left_soon)
{
	begin(2000, 1000, 4000);
	serve(20000);
	expect(1, 1);
	ck_assert_double_eq_tol(bench_serving_report(&serving).ns, 1000, 200);
	serve(1000000);
	expect(1, 1);
	ck_assert_uint_lt(of[2], 2000);
	rival[1].ns = 2200;
	serve(20000);
	expect(0, 2);
}

TEST(a_million_calls_cost_little_more_than_the_best)
{
	bench_served served;
	double lost;

	begin(1000, 1500, 4000);
	lost = serve(1000000);
	ck_assert_msg(lost < 0.01 + 0.03, "%g", lost);  /* of which 2 % are the machine's noise */
	expect(0, 0);
	served = bench_serving_report(&serving);
	CHECK_NUMBERS({ of[1] + of[2] < 5000, true }, { served.others, of[1] + of[2] },
		{ served.calls <= calls + 256 && served.calls + 512 > calls, true });
}

/* Equal, or apart by less than the switch margin. */
TEST(it_does_not_flap)
{
	static const double other[] = { 1000, 990, 975, 1100 };

	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		begin(1000, other[i], 1000);
		arena.jitter = 0.2;
		arena.drift = 0.03;
		arena.drift_ns = 30e6;
		serve(500000);
		expect(0, 0);
		rival[0].ns = rival[1].ns = rival[2].ns = 1500;     /* the load rises for all */
		serve(500000);
		expect(0, 0);
	}
}

TEST(one_that_becomes_better_is_found)
{
	begin(1000, 1200, 2000);
	serve(200000);
	rival[2].ns = 500;
	for (int i = 0; i < 100 && bench_serving_report(&serving).switches == 0; i++)
		serve(100000);
	ck_assert_uint_eq(bench_serving_report(&serving).index, 2);
}

/* One that was far behind is asked in short batches, and at once again while it wins. */
TEST(one_that_was_far_behind_is_found_soon)
{
	begin(1000, 5000, 9000);
	serve(1000000);
	ck_assert_uint_lt(of[1] + of[2], 2000);
	rival[1].ns = 400;
	serve(200000);
	expect(1, 1);
}

TEST(nonsense_is_refused)
{
	static const bench_serving_options bad[] = { { .first = 2 }, { .share = 0.6 },
		{ .switch_margin = -1 } };

	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_serving_init(NULL, 2, NULL),
		bench_serving_init(&serving, 0, NULL),
		bench_serving_init(&serving, BENCH_SERVING_MOST + 1, NULL));
	ck_assert_ptr_nonnull(strstr(bench_detail(), "expected 1 to "));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_int_eq(bench_serving_init(&serving, 2, &bad[i]), BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_serving_init(&serving, 1, NULL), BENCH_OK);
	memset(&caller, 0, sizeof caller);
	for (int i = 0; i < 500; i++) {
		ck_assert_uint_eq(bench_serving_begin(&serving, &caller), 0);
		bench_serving_end(&serving, &caller);
	}
	ck_assert_uint_eq(bench_serving_report(&serving).batches, 0);
	ck_assert(isnan(bench_serving_report(NULL).ns));
}

#ifdef HAVE_PTHREAD_H
static void *worker(void *arg)
{
	bench_caller own = { 0, 0, 0, { 0 } };
	uint64_t *sum = arg;

	for (int i = 0; i < 200000; i++) {
		*sum += bench_serving_begin(&serving, &own);
		bench_serving_end(&serving, &own);
	}
	return NULL;
}

TEST(four_threads_serve)
{
	pthread_t thread[4];
	uint64_t sum[4] = { 0, 0, 0, 0 };

	ck_assert_int_eq(bench_serving_init(&serving, 2, NULL), BENCH_OK);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, worker, &sum[i]), 0);
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
	ck_assert_uint_le(bench_serving_report(&serving).calls, 4 * 200000 + 4 * 256);
	ck_assert_uint_gt(bench_serving_report(&serving).batches, 0);
}
#endif

CHECK_SUITE("serving")
