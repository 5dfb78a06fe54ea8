/*
 * Benchmarks inside benchmarks, beside each other in threads, and after one with a
 * clock of its own: each has its own regions and its own result.  No time is asserted.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#if defined HAVE_PTHREAD_H && !defined BENCHI_NO_THREAD_LOCAL
#include <pthread.h>
#endif

#include "short_form.h"

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
	ck_assert_uint_ge(outer, bench_last()->iterations);
	ck_assert_uint_lt(outer, 1000);
	CHECK_ALL(isfinite(inner_ns) && inner_samples > 0, bench_last()->ns > inner_ns);
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

/* Each has its own number of rounds, by which its result is known again. */
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
	worker->right &= result.samples + result.dropped == worker->rounds
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
		ck_assert(worker[i].right);
		ck_assert_ptr_ne(worker[i].last, bench_last());
	}
	ck_assert_str_eq(bench_last()->method, method);
	ck_assert_uint_eq(bench_last()->samples, samples);
}

#endif

CHECK_SUITE("nested")
