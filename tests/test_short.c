/*
 * The rules of the short form: what a body may do, and when there is a result. Also nested
 * benchmarks, concurrent ones in several threads, and one after a benchmark with a different
 * clock. The clock is real, but times are not checked.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <setjmp.h>

#if defined HAVE_PTHREAD_H && !defined BENCHI_NO_THREAD_LOCAL
#include <pthread.h>
#endif

#include <bench.h>

#include "no_short.h"

/* Expects that the thread's latest benchmark has a result with numbers. */
static void assert_result(void)
{
	ck_assert_int_eq(bench_last()->status, BENCH_OK);
	ck_assert(isfinite(bench_last()->ns) && bench_last()->ns >= 0);
	ck_assert(bench_last()->samples > 0 && bench_last()->iterations > 0);
}

/* All three forms must still work, whatever the body did to the benchmark before. */
static void assert_all_forms_work(void)
{
	uint64_t x = 1;
	bench_run run;

	BENCH(x ^= x << 13; x ^= x >> 7; x ^= x << 17, 0);
	assert_result();
	ck_assert_uint_eq(bench_last()->warnings & BENCH_WARN_BREAK_IN_BODY, 0);
	BENCH_LOOP(&run, 0)
		BENCH_KEEP(++x);
	assert_result();
	START;
	BENCH_KEEP(x);
	ck_assert(STOP >= 0);
	ck_assert(isnan(STOP));
}

static int with_else(int condition, uint64_t *iterations)
{
	if (condition)
		BENCH(BENCH_KEEP(++*iterations), 0);
	else
		return 0;
	if (!condition)
		return 0;
	else
		BENCH(BENCH_KEEP(++*iterations), 0);
	for (int i = 0; i < 1; i++)
		BENCH(BENCH_KEEP(++*iterations), 0);
	return 1;
}

TEST(is_one_statement_after_if_and_else)
{
	uint64_t iterations = 0;

	ck_assert_int_eq(with_else(0, &iterations), 0);
	ck_assert_uint_eq(iterations, 0);
	ck_assert_int_eq(with_else(1, &iterations), 1);
	ck_assert_uint_gt(iterations, 1000);
	assert_result();
}

TEST(continue_counts_as_an_iteration)
{
	uint64_t begun = 0, ended = 0;

	BENCH({
		begun++;
		BENCH_KEEP(begun);
		if (begun % 2)
			continue;
		ended++;
		BENCH_KEEP(ended);
	}, 0);
	assert_result();
	CHECK_NUMBERS({ bench_last()->warnings & BENCH_WARN_BREAK_IN_BODY, 0 }, { ended, begun / 2 });
	ck_assert_uint_ge(begun, bench_last()->iterations);
}

/* Calls BENCH's loops of several instances directly, so that iterations can be counted. */
TEST(continue_ends_one_instance_and_break_the_loop)
{
	uint64_t begun = 0, left = 10;

	for (; left > 0; left--) {
		BENCH_INSTANCE_(begun++; continue)
		BENCH_INSTANCE_(begun++)
		{ begun++; }
	}
	ck_assert_uint_eq(begun, 30);
	for (begun = 0, left = 10; left > 0; left--) {
		BENCH_INSTANCE_(begun++)
		BENCH_INSTANCE_(if (++begun > 5) break)
		{ begun++; }
	}
	CHECK_NUMBERS({ begun, 8 }, { left, 8 });
}

TEST(break_drops_its_window)
{
	uint64_t iterations = 0;

	BENCH({
		BENCH_KEEP(++iterations);
		if (iterations == 3)
			break;
	}, 0);
	assert_result();
	ck_assert_uint_ne(bench_last()->warnings & BENCH_WARN_BREAK_IN_BODY, 0);
	assert_all_forms_work();

	/* early and late, whatever the number of iterations */
	iterations = 0;
	BENCH({
		BENCH_KEEP(++iterations);
		if (iterations >= 32 && (iterations & (iterations - 1)) == 0)
			break;
	}, 0);
	CHECK_ALL((bench_last()->warnings & BENCH_WARN_BREAK_IN_BODY) != 0, bench_last()->dropped > 0,
		bench_last()->iterations < iterations);
	assert_all_forms_work();
}

TEST(a_body_that_always_breaks_ends)
{
	uint64_t iterations = 0;
	bench_run run;

	ck_assert_int_eq(bench_measure(NULL, NULL, NULL, NULL), BENCH_ERR_ARGUMENT);
	BENCH(iterations++; break, 0);
	CHECK_NUMBERS({ bench_last()->status, BENCH_ERR_NO_SAMPLES }, { bench_last()->ns, NAN },
		{ (bench_last()->warnings & BENCH_WARN_BREAK_IN_BODY) != 0, true },
		{ iterations > 0 && iterations < 1000, true });
	ck_assert_str_eq(bench_detail(), "every window was interrupted or left by break");
	BENCH_LOOP(&run, 0) {
		iterations++;
		break;
	}
	CHECK_NUMBERS({ bench_last()->status, BENCH_ERR_NO_SAMPLES }, { iterations < 2000, true });
	assert_all_forms_work();
}

static int returns_from_body(int regions)
{
	uint64_t iterations = 0;
	bench_run run;

	if (regions) {
		BENCH_LOOP(&run, 0) {
			START;
			if (++iterations == 500)
				return (int)iterations;
			STOP;
		}
	} else {
		BENCH({
			BENCH_KEEP(++iterations);
			if (iterations == 5000)
				return (int)iterations;
		}, 0);
	}
	return 0;
}

TEST(return_out_of_the_body_is_safe)
{
	double before = bench_last()->ns;

	ck_assert_int_eq(returns_from_body(0), 5000);
	ck_assert(isnan(before) ? isnan(bench_last()->ns) : before == bench_last()->ns);
	assert_all_forms_work();
	ck_assert_int_eq(returns_from_body(1), 500);
	assert_all_forms_work();
	ck_assert_str_ne(bench_last()->method, "regions");
}

static jmp_buf way_out;

static void leave(uint64_t n, void *iterations)
{
	*(uint64_t *)iterations += n;
	if (*(uint64_t *)iterations > 5000)
		longjmp(way_out, 1);
}

TEST(longjmp_out_of_a_function_is_safe)
{
	static uint64_t iterations;
	static bench_summary result;

	if (setjmp(way_out) == 0) {
		bench_measure(leave, &iterations, NULL, &result);
		ck_abort_msg("the body did not leave");
	}
	ck_assert_uint_gt(iterations, 5000);
	assert_all_forms_work();
}

TEST(enough_is_evaluated_once)
{
	int evaluated = 0;
	uint64_t iterations = 0;
	bench_run run;

	BENCH(BENCH_KEEP(++iterations), (evaluated++, 1));
	ck_assert_int_eq(evaluated, 1);
	assert_result();
	BENCH_LOOP(&run, evaluated++)
		BENCH_KEEP(++iterations);
	ck_assert_int_eq(evaluated, 2);
	assert_result();
	BENCH(BENCH_KEEP(++iterations), evaluated > 1 ? 0 : 1e6);
	assert_result();
}

TEST(a_loop_takes_commas_and_declarations)
{
	bench_run run;
	uint64_t iterations = 0;

	BENCH_LOOP(&run, 0) {
		int a[] = { 3, 1, 2 }, b = 0;

		for (int i = 0, j = 2; i < 3; i++, j--)
			b += a[j] * i;
		BENCH_KEEP(b);
		if (++iterations % 2)
			continue;
		BENCH_KEEP(iterations);
	}
	assert_result();
	ck_assert_str_eq(bench_last()->method, "loop");
	ck_assert_uint_eq(bench_last()->warnings & BENCH_WARN_BREAK_IN_BODY, 0);
	ck_assert_uint_ge(iterations, bench_last()->iterations);
}

TEST(no_short_keeps_the_long_names)
{
	uint64_t iterations = 0;

	ck_assert_int_eq(no_short_states(), 3);
	ck_assert(no_short_measure(&iterations) >= 0);
	ck_assert_uint_gt(iterations, 1000);
	assert_result();
}

static double inner_ns;
static size_t inner_samples;

static uint64_t times_something(uint64_t x)
{
	BENCH(x ^= x << 13; x ^= x >> 7; x ^= x << 17, 0);
	inner_ns = bench_last()->ns;
	inner_samples = bench_last()->samples;
	return x;
}

TEST(a_body_may_time_something_itself)
{
	uint64_t x = 1, outer = 0;

	BENCH({
		x = times_something(x);
		outer++;
	}, 0);
	assert_result();
	CHECK_ALL(outer >= bench_last()->iterations, outer < 1000,
		isfinite(inner_ns) && inner_samples > 0, bench_last()->ns > inner_ns);
	assert_all_forms_work();
}

TEST(regions_survive_a_benchmark_inside)
{
	uint64_t x = 1;
	double ns;

	START;
	x = times_something(x);
	ns = STOP;
	ck_assert(isfinite(ns) && ns > bench_last()->ns);
	BENCH({
		START;
		BENCH_KEEP(++x);
		STOP;
		x = times_something(x);
	}, 0);
	assert_result();
	ck_assert_str_eq(bench_last()->method, "regions");
	ck_assert(x > 1);
}

static uint64_t scripted_ns, scripted_readings;

static uint64_t scripted(void *ctx)
{
	scripted_readings++;
	return scripted_ns += 20;
}

static void move(uint64_t n, void *arg)
{
	scripted_ns += 7 * n;
}

TEST(an_injected_clock_is_forgotten)
{
	bench_options options = { .clock = { "scripted", scripted, NULL } };
	bench_summary result;
	uint64_t readings;

	ck_assert_int_eq(bench_measure(move, NULL, &options, &result), BENCH_OK);
	readings = scripted_readings;
	START;
	ck_assert(STOP >= 0);
	ck_assert_uint_eq(scripted_readings, readings);
}

#if defined HAVE_PTHREAD_H && !defined BENCHI_NO_THREAD_LOCAL

enum { THREADS = 4 };

struct worker {
	size_t rounds;
	const bench_summary *last;
	int right;
};

static void count(uint64_t n, void *arg)
{
	for (; n > 0; n--)
		BENCH_KEEP(n);
}

/* The number of rounds differs for each thread and identifies its result. */
static void *measure_in_thread(void *arg)
{
	struct worker *worker = arg;
	bench_options options = { .rounds = worker->rounds };
	bench_summary result;
	uint64_t x = 1;

	BENCH(x ^= x << 13; x ^= x >> 7; x ^= x << 17, 0);
	worker->right = bench_last()->status == BENCH_OK && bench_last()->method[0] != 'f';
	bench_measure(count, NULL, &options, &result);
	worker->last = bench_last();
	/* one or two windows per round */
	worker->right &= (result.samples + result.dropped) % worker->rounds == 0
	              && bench_last()->samples == result.samples
	              && bench_last()->dropped == result.dropped
	              && bench_last()->method[0] == 'f';
	START;
	worker->right &= STOP >= 0;
	return NULL;
}

TEST(each_thread_has_its_own_result)
{
	struct worker worker[THREADS];
	pthread_t thread[THREADS];
	const char *method = bench_last()->method;
	size_t samples = bench_last()->samples;

	for (int i = 0; i < THREADS; i++) {
		worker[i].rounds = 20 + (size_t)i;
		ck_assert_int_eq(pthread_create(&thread[i], NULL, measure_in_thread, &worker[i]), 0);
	}
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
	for (int i = 0; i < THREADS; i++) {
		CHECK_ALL(worker[i].right, worker[i].last != bench_last());
	}
	ck_assert_str_eq(bench_last()->method, method);
	ck_assert_uint_eq(bench_last()->samples, samples);
}

#endif

CHECK_SUITE("short")
