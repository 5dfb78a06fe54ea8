/*
 * Windows of one iteration with evicted memory, on a scripted clock.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <string.h>

#include "host/evict.h"
#include "measure/thread.h"
#include "scripted.h"

struct work {
	struct scripted clock;
	double ns;              /* that one iteration takes */
	size_t prepared, run, long_windows;
	int pauses;
};

static void prepare(uint64_t n, void *arg)
{
	struct work *work = arg;

	work->clock.ns += 123.4;    /* would be seen if it were timed */
	work->prepared += n;
}

static void body(uint64_t n, void *arg)
{
	struct work *work = arg;

	work->long_windows += n != 1;
	work->run++;
	work->clock.ns += (double)n * work->ns;
	if (work->pauses && work->run % 20 == 0)
		work->clock.ns += 1e6;
}

static char table[4096];

static bench_status measure(struct work *work, double time_ns, bench_summary *s)
{
	bench_options options = { .time_ns = time_ns, .cold = BENCH_COLD_DATA, .prepare = prepare };
	bench_status status;

	options.clock = scripted_as_clock(&work->clock);
	bench_cold(table, sizeof table);
	status = bench_measure(body, work, &options, s);
	bench_cold(NULL, 0);
	return status;
}

START_TEST(one_iteration_a_window)
{
	struct work work = { scripted_clock(10, 25), 137.3, 0, 0, 0, 0 };
	bench_summary s;

	ck_assert_int_eq(measure(&work, 5e6, &s), BENCH_OK);
	ck_assert_uint_eq(work.long_windows, 0);
	ck_assert_uint_gt(s.samples, 1000);
	ck_assert_uint_eq(s.iterations, s.samples);
	ck_assert_uint_eq(work.prepared, 2 * work.run);    /* for the empty window, too */
	ck_assert_str_eq(s.method, "cold");
	ck_assert_double_eq_tol(s.ns, 137.3, 1);
	ck_assert(s.ns_low <= 137.3 && 137.3 <= s.ns_high);
	ck_assert_double_lt(s.ns_high - s.ns_low, 14);
	ck_assert_uint_eq(s.warnings & ~(unsigned)(BENCH_WARN_NO_TICK | BENCH_WARN_NOISY), 0);
	ck_assert_uint_eq(bench_round(), 0);
	ck_assert_str_eq(bench_last()->method, "cold");
}
END_TEST

static void region_body(uint64_t n, void *arg)
{
	struct work *work = arg;

	for (; n > 0; n--) {
		work->clock.ns += 411;
		bench_start();
		work->clock.ns += work->ns;
		if (!work->pauses)
			bench_stop();
		work->clock.ns += 97;
	}
}

START_TEST(regions_alone_are_timed)
{
	struct work work = { scripted_clock(10, 25), 137.3, 0, 0, 0, 0 };
	bench_options options = { .time_ns = 5e6, .cold = BENCH_COLD_DATA };
	bench_summary s;

	options.clock = scripted_as_clock(&work.clock);
	bench_cold(table, sizeof table);
	ck_assert_int_eq(bench_measure(region_body, &work, &options, &s), BENCH_OK);
	ck_assert_double_eq_tol(s.ns, 137.3, 2);
	ck_assert_uint_eq(s.warnings & BENCH_WARN_UNPAIRED, 0);
	work.pauses = 1;
	ck_assert_int_eq(bench_measure(region_body, &work, &options, &s), BENCH_OK);
	ck_assert_uint_ne(s.warnings & BENCH_WARN_UNPAIRED, 0);
	bench_cold(NULL, 0);
}
END_TEST

START_TEST(less_than_the_clock_resolves_is_at_most)
{
	struct work work = { scripted_clock(10, 25), 1.1, 0, 0, 0, 0 };
	bench_summary s;

	ck_assert_int_eq(measure(&work, 5e6, &s), BENCH_OK);
	ck_assert_uint_ne(s.warnings & BENCH_WARN_BELOW_RESOLUTION, 0);
	ck_assert(s.ns_low <= 1.1 && 1.1 <= s.ns_high);
}
END_TEST

START_TEST(interrupted_windows_do_not_count)
{
	struct work work = { scripted_clock(10, 25), 137.3, 0, 0, 0, 0 };
	bench_summary s;

	work.pauses = 1;
	ck_assert_int_eq(measure(&work, 500e6, &s), BENCH_OK);
	ck_assert_uint_gt(s.dropped, 0);
	ck_assert_double_eq_tol(s.ns, 137.3, 2);
}
END_TEST

START_TEST(a_coarse_clock_is_refused)
{
	struct work work = { scripted_clock(1e6, 25), 137.3, 0, 0, 0, 0 };
	bench_summary s;

	ck_assert_int_eq(measure(&work, 5e6, &s), BENCH_ERR_CLOCK_COARSE);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "too coarse"));
	ck_assert_uint_eq(work.run, 0);
}
END_TEST

START_TEST(other_bits_are_refused)
{
	bench_options options = { .cold = 4 };
	bench_summary s;

	ck_assert_int_eq(bench_measure(body, NULL, &options, &s), BENCH_ERR_ARGUMENT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "options.cold is 4"));
}
END_TEST

START_TEST(names_of_memory)
{
	static char much[20];
	const struct benchi_worker_context none = { 0, 0, 0, NULL };

	bench_cold(table, 10);
	bench_cold(table, 10);
	ck_assert_uint_eq(benchi_thread_self()->colds, 1);
	for (size_t i = 0; i < sizeof much; i++)
		bench_cold(&much[i], 1);
	ck_assert_uint_gt(benchi_thread_self()->colds, BENCHI_COLDS);
	bench_cold(NULL, 0);
	ck_assert_uint_eq(benchi_thread_self()->colds, 0);
	bench_cold(table, 10);
	benchi_case_enter(&none);
	ck_assert_uint_eq(benchi_thread_self()->colds, 0);
}
END_TEST

START_TEST(what_is_evicted_stays_in_memory)
{
	struct benchi_sweep sweep;

	memset(table, 7, sizeof table);
	ck_assert_int_eq(bench_evict(table + 5, 300),
		benchi_evict_lines_known() ? BENCH_OK : BENCH_ERR_UNSUPPORTED);
	ck_assert_int_eq(table[5], 7);
	ck_assert_int_eq(bench_evict(NULL, 300), BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(benchi_sweep_begin(&sweep), 0);
	ck_assert_uint_ge(sweep.bytes, 1 << 20);
	benchi_sweep_all(&sweep);
	benchi_sweep_end(&sweep);
	ck_assert_ptr_null(sweep.memory);
}
END_TEST

static Suite *suite(void)
{
	const TTest *const tests[] = { one_iteration_a_window, regions_alone_are_timed,
		less_than_the_clock_resolves_is_at_most, interrupted_windows_do_not_count,
		a_coarse_clock_is_refused, other_bits_are_refused, names_of_memory,
		what_is_evicted_stays_in_memory, NULL };

	return check_suite("cold", tests);
}

CHECK_MAIN(suite)
