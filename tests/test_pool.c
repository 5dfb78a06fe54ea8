/*
 * Worker pools: the windows that count, the number of iterations timed together, and the number of
 * workers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "load/load.h"
#include "scripted.h"

enum { WORKERS = 3, WINDOWS = 12 };

static benchi_pool_window window[WORKERS][WINDOWS];
static benchi_worker worker[WORKERS];

/* Successive windows of 1 to 12 ns. One in six waited for more than a tenth of its time; the
 * waiting time of worker 2 is unknown. */
static void make_windows(uint64_t *random)
{
	for (size_t i = 0; i < WORKERS; i++) {
		uint64_t at = 100 + benchi_random(random) % 20;

		worker[i].window = window[i];
		worker[i].windows = benchi_random(random) % (WINDOWS + 1);
		for (size_t k = 0; k < WINDOWS; k++) {
			benchi_pool_window *w = &window[i][k];

			w->from = at;
			w->until = at += 1 + benchi_random(random) % 12;
			w->waited_ns = (double)(w->until - w->from) * .09375;
			if (benchi_random(random) % 6 == 0)
				w->waited_ns *= 1.25;
			if (i == 2)
				w->waited_ns = (double)NAN;
		}
	}
}

/* Whether each nanosecond is in a window of every worker, computed directly. */
static bool by_nanoseconds(const benchi_pool_window *asked)
{
	for (uint64_t at = asked->from; at < asked->until; at++)
		for (size_t i = 0; i < WORKERS; i++) {
			bool ran = false;

			for (size_t k = 0; k < worker[i].windows; k++) {
				const benchi_pool_window *w = &window[i][k];

				ran = ran || (w->from <= at && at < w->until
				              && !(w->waited_ns > .1 * (double)(w->until - w->from)));
			}
			if (!ran)
				return false;
		}
	return true;
}

TEST(windows_that_all_workers_ran)
{
	benchi_pool pool = { .worker = worker };
	uint64_t random = 1;
	size_t yes = 0, all = 0;

	pool.plan.workers = WORKERS;
	for (int trial = 0; trial < 2000; trial++) {
		make_windows(&random);
		for (size_t i = 0; i < WORKERS; i++)
			for (size_t k = 0; k < worker[i].windows; k++) {
				bool found = benchi_window_concurrent(&pool, i, k);

				ck_assert_int_eq(found, by_nanoseconds(&window[i][k]));
				yes += found;
				all++;
			}
	}
	CHECK_ALL(yes > all / 20, yes < all / 2);
}

/* The first `interrupted` calls take 100 us longer. */
static struct scripted scripted;
static unsigned calls, interrupted;

static void short_iterations(uint64_t n, void *arg)
{
	scripted.ns += 10 * (double)n + (++calls <= interrupted ? 1e5 : 0);
}

/* Enough iterations of 10 ns are timed together to last 200 readings of 20 ns, unless five windows
 * in a row were interrupted. */
TEST(interruptions_make_no_batch)
{
	for (interrupted = 0; interrupted < 7; interrupted++) {
		const bench_case item = { .name = "short", .body = short_iterations };
		benchi_ramp_plan plan = { .least = 1, .most = 1, .step_ns = 1e6 };
		const char *skipped;
		benchi_ramp ramp;

		scripted = scripted_clock(1, 20);
		calls = 0;
		plan.clock = scripted_as_clock(&scripted);
		ck_assert_int_eq(benchi_ramp_case(&item, 0, &plan, &ramp, &skipped), BENCH_OK);
		ck_assert_uint_eq(ramp.batch, interrupted < 5 ? 512 : 1);
		benchi_ramp_free(&ramp);
	}
}

static void sleep_scripted(void *ctx, double ns)
{
	((struct scripted *)ctx)->ns += ns;
}

/* Iterations with due times are timed one by one, even if there is only one in two seconds. */
TEST(an_open_loop_makes_no_batch)
{
	const bench_case item = { .name = "short", .body = short_iterations };
	benchi_ramp_plan plan = { .least = 1, .most = 1, .step_ns = 2e10, .rate_hz = .5, .even = true,
		.sleep = sleep_scripted };
	const char *skipped;
	benchi_ramp ramp;

	scripted = scripted_clock(1, 1000);
	interrupted = 0;
	plan.clock = scripted_as_clock(&scripted);
	ck_assert_int_eq(benchi_ramp_case(&item, 0, &plan, &ramp, &skipped), BENCH_OK);
	CHECK_NUMBERS({ ramp.batch, 1 }, { ramp.step->operations, 9 }, { ramp.step->offered_hz, .5 },
		{ ramp.scaling.kind, BENCHI_SCALING_NONE }, { ramp.scaling.loads, 0 });
	benchi_ramp_free(&ramp);
}

/* A chain of two ticks of 0.25 ns. Each of 19 windows has a different delay; the first has
 * none. */
static void chain(uint64_t n)
{
	scripted.ns += .5 * (double)n + .25 * BENCHI_WINDOW_TICKS + 100 * (calls++ * 5 % 19);
}

/* The tick is the first quartile of nine windows (the third smallest), before and after the
 * work; the two must agree within 2 %. */
TEST(the_tick_of_a_core)
{
	const struct benchi_reference reference = { .low_ipc = chain, .low_ipc_iterations = 4000,
		.low_ipc_ticks = 2 };
	const bench_case item = { .name = "short", .body = short_iterations };
	bench_options options = { .rounds = 0 };
	benchi_worker_tick tick = { 0, 0 };
	benchi_pool_plan plan = { .workers = 1, .counted_ns = 1e5 };
	benchi_case_job job;
	bench_timing timing;
	benchi_pool pool;

	scripted = scripted_clock(.03125, 20);
	options.clock = plan.clock = scripted_as_clock(&scripted);
	interrupted = 0;
	ck_assert_int_eq(benchi_timing_choose(&options, &timing), BENCH_OK);
	benchi_case_job_begin(&job, &item, 0, &timing);
	calls = 0;
	job.reference = &reference;
	job.tick = &tick;
	plan.job = &job.job;
	ck_assert_int_eq(benchi_pool_run(&plan, &pool), BENCH_OK);
	benchi_case_job_end(&job);
	ck_assert_double_eq_tol(tick.before_ns, .25 + 200 / 8012., 2e-4);
	ck_assert_double_eq_tol(tick.after_ns, .25 + 200 / 8012., 2e-4);
	tick.after_ns = 1.015 * tick.before_ns;
	ck_assert_double_eq(benchi_worker_tick_ns(&tick), (tick.before_ns + tick.after_ns) / 2);
	tick.after_ns = 1.025 * tick.before_ns;
	ck_assert(isnan(benchi_worker_tick_ns(&tick)));
	benchi_pool_free(&pool);
}

TEST(numbers_of_workers)
{
	static const struct {
		const char *text;
		size_t least, most;     /* 0: refused */
	} given[] = { { "1", 1, 1 }, { "7", 1, 7 }, { "3..3", 3, 3 }, { "2..1024", 2, 1024 },
		{ "1024", 1, 1024 }, { "1025", 0, 0 }, { "0", 0, 0 }, { "0..2", 0, 0 }, { "3..2", 0, 0 },
		{ "2..", 0, 0 }, { "2.", 0, 0 }, { "2 ", 0, 0 }, { "", 0, 0 },
		{ "..4", 0, 0 }, { "4.5", 0, 0 }, { "4...5", 0, 0 }, { "4..5x", 0, 0 }, { "-1", 0, 0 } };
	benchi_ramp_plan unsaid = { .least = 64 };

	for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
		benchi_ramp_plan plan = { .least = 0 };

		ck_assert_int_eq(benchi_ramp_read_workers(given[i].text, &plan), given[i].most > 0);
		CHECK_NUMBERS({ plan.least, given[i].least }, { plan.most, given[i].most });
	}
	ck_assert_uint_eq(benchi_ramp_most(&unsaid), 64);
	unsaid.least = 65;
	ck_assert_uint_eq(benchi_ramp_most(&unsaid), 65);
	unsaid.least = 0;
	ck_assert_uint_eq(benchi_ramp_most(&unsaid), 64);
}

CHECK_SUITE("pool")
