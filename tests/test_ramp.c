/*
 * Does a ramp count what was done, and latency from the intended start?  On a scripted
 * clock, with one worker.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "load/load.h"
#include "scripted.h"

/* A job that takes a scripted time, and stalls once. */
struct service {
	struct scripted *clock;
	double takes_ns;
	double stall_at, stall_ns;   /* the first operation that begins after stall_at
	                                takes that longer */
	uint64_t operations, fail_at;
};

static struct scripted scripted;
static struct service service;
static int stops;

static bench_status serve(void *arg, size_t worker, uint64_t n)
{
	struct service *s = arg;

	ck_assert_uint_eq(worker, 0);
	s->operations += n;
	if (s->fail_at && s->operations >= s->fail_at)
		return benchi_fail(BENCH_ERR_INPUT, "broken");
	if (s->stall_ns > 0 && s->clock->ns >= s->stall_at) {
		s->clock->ns += s->stall_ns;
		s->stall_ns = 0;
	}
	s->clock->ns += s->takes_ns * (double)n;
	return BENCH_OK;
}

static void scripted_sleep(void *ctx, double ns)
{
	((struct scripted *)ctx)->ns += ns;
}

static int stop(void)
{
	return stops;
}

static benchi_job start(double takes_ns)
{
	benchi_job job = { .operate = serve, .arg = &service };

	scripted = scripted_clock(1, 0);
	memset(&service, 0, sizeof service);
	service.clock = &scripted;
	service.takes_ns = takes_ns;
	stops = 0;
	return job;
}

static benchi_ramp_plan one_step(double step_ns)
{
	benchi_ramp_plan plan = { .least = 1, .most = 1, .step_ns = step_ns, .sleep = scripted_sleep,
		.stop = stop };

	plan.clock = scripted_as_clock(&scripted);
	return plan;
}

TEST(a_closed_loop_counts_what_was_done)
{
	benchi_job job = start(1e6);
	benchi_ramp_plan plan = one_step(1e9);
	benchi_ramp ramp;
	const benchi_step *s;

	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	ck_assert_uint_eq(ramp.n, 1);
	s = ramp.step;
	ck_assert(isnan(s->offered_hz));
	CHECK_NUMBERS({ s->throughput_hz, 1000, 1e-9 }, { s->operations, 1000 }, { s->p50_ns, 1e6 },
		{ s->max_ns, 1e6 }, { s->error_hz, 0 }, { s->counted_ns, 1e9 }, { s->unserved, 0 },
		{ service.operations, 1001 },   /* the first one is not counted */
		{ ramp.best, 0 });
	benchi_ramp_free(&ramp);
}

/* 300 ms each in a second: three whole ones and a third of one. */
TEST(parts_of_operations_count)
{
	benchi_job job = start(3e8);
	benchi_ramp_plan plan = one_step(1e9);
	benchi_ramp ramp;

	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	CHECK_NUMBERS({ ramp.step->throughput_hz, 1 / 0.3, 1e-9 }, { ramp.step->error_hz, 0, 1e-9 },
		{ ramp.step->operations, 4 });   /* that began in it */
	benchi_ramp_free(&ramp);
}

TEST(batches_are_means)
{
	benchi_job job = start(100);
	benchi_ramp_plan plan = one_step(1e6);
	benchi_ramp ramp;

	job.batch = 10;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	CHECK_NUMBERS({ ramp.batch, 10 }, { ramp.step->throughput_hz, 1e7, 1e-3 },
		{ ramp.step->operations, 1e4 }, { ramp.step->p50_ns, 100 });
	benchi_ramp_free(&ramp);
}

/* Iterations of a case, each of which advances the clock. */
static void iterations(uint64_t n, void *arg)
{
	scripted.ns += *(double *)arg * (double)n;
}

/* So many iterations as last 20 readings, or 20 steps of a coarse clock, are put together. */
TEST(short_iterations_are_put_together)
{
	static const struct {
		double step_ns, reading_ns, takes_ns;
		uint64_t batch;
	} wanted[] = { { 1, 20, 1, 512 }, { 1, 20, 100, 4 }, { 1, 20, 401, 1 }, { 1000, 1, 40, 512 },
		{ 1000, 1, 2e4, 1 } };

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		double takes_ns = wanted[i].takes_ns;
		bench_case item = { .name = "iterations", .body = iterations, .arg = &takes_ns };
		benchi_ramp_plan plan = one_step(1e6);
		const char *skipped;
		benchi_ramp ramp;

		scripted = scripted_clock(wanted[i].step_ns, wanted[i].reading_ns);
		ck_assert_int_eq(benchi_ramp_case(&item, 0, &plan, &ramp, &skipped), BENCH_OK);
		ck_assert_uint_eq(ramp.batch, wanted[i].batch);
		benchi_ramp_free(&ramp);
	}
}

/* 1 ms each, one stall of 200 ms within 10 s: in a closed loop one slow operation in 9801. */
TEST(a_closed_loop_hides_a_stall)
{
	benchi_job job = start(1e6);
	benchi_ramp_plan plan = one_step(1e10);
	benchi_ramp ramp;

	service.stall_at = 5e9;
	service.stall_ns = 2e8;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	CHECK_NUMBERS({ ramp.step->operations, 9800 }, { ramp.step->p999_ns, 1e6, 8e3 },
		{ ramp.step->max_ns, 201e6 });
	benchi_ramp_free(&ramp);
}

/* The same, 500 due a second: those that were due during the stall have waited, each a
 * millisecond less than the one before, since it takes half the time to the next: the
 * k-th largest of 4999 is 202 - k ms.  p99.9 is the 5th, p99 the 50th. */
TEST(an_open_loop_shows_a_stall)
{
	benchi_job job = start(1e6);
	benchi_ramp_plan plan = one_step(1e10);
	benchi_ramp ramp;

	plan.rate_hz = 500;
	plan.even = true;
	service.stall_at = 5e9;
	service.stall_ns = 2e8;
	scripted.reading_ns = 1000;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	CHECK_NUMBERS({ ramp.step->offered_hz, 500 }, { ramp.step->operations, 4999 },
		{ ramp.step->throughput_hz, 500, 1 }, { ramp.step->p50_ns, 1e6, 1e4 },
		{ ramp.step->max_ns, 201e6, 1e6 }, { ramp.step->p999_ns, 197e6, 1.6e6 },
		{ ramp.step->p99_ns, 152e6, 1.3e6 }, { ramp.step->unserved, 0 },
		{ ramp.scaling.kind, BENCHI_SCALING_NONE });
	benchi_ramp_free(&ramp);
}

/* 2 ms each, 1000 due a second for a second: half are done in it, as many in the next one;
 * nothing is left out, and the last ones have waited a second. */
TEST(a_backlog_is_worked_off)
{
	benchi_job job = start(2e6);
	benchi_ramp_plan plan = one_step(1e9);
	benchi_ramp ramp;

	plan.rate_hz = 1000;
	plan.even = true;
	scripted.reading_ns = 1000;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	CHECK_NUMBERS({ ramp.step->throughput_hz, 500, 1.5 }, { ramp.step->operations, 1000, 2 },
		{ ramp.step->max_ns, 1e9, 5e6 });
	ck_assert(ramp.step->unserved <= 1);
	benchi_ramp_free(&ramp);
	job = start(4e6);
	scripted.reading_ns = 1000;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	CHECK_NUMBERS({ ramp.step->unserved, 500, 2 }, { ramp.step->operations, 1000, 2 },
		{ ramp.step->max_ns, 1.5e9, 1e7 });
	benchi_ramp_free(&ramp);
}

/* Poisson: the gaps are exponential, so the number in 100 s lies within 4 deviations. */
TEST(random_starts_keep_the_rate)
{
	benchi_job job = start(1000);
	benchi_ramp_plan plan = one_step(1e11);
	benchi_ramp ramp;
	double first;

	plan.rate_hz = 100;
	scripted.reading_ns = 2000;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	first = ramp.step->operations;
	ck_assert_msg(fabs(first - 1e4) < 400, "%g", first);
	ck_assert(ramp.step->max_ns < 1e5);
	benchi_ramp_free(&ramp);
	job = start(1000);
	scripted.reading_ns = 2000;
	plan.seed = 1;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	ck_assert(fabs(ramp.step->operations - first) > 0);
	benchi_ramp_free(&ramp);
}

TEST(a_failure_ends_it)
{
	benchi_job job = start(1e6);
	benchi_ramp_plan plan = one_step(1e9);
	benchi_ramp ramp;

	service.fail_at = 50;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_ERR_INPUT);
	ck_assert_str_eq(bench_detail(), "broken");
	ck_assert_uint_eq(service.operations, 50);
	benchi_ramp_free(&ramp);
	plan.rate_hz = 10;
	job = start(1e6);
	service.fail_at = 1;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_ERR_INPUT);
	ck_assert_uint_eq(service.operations, 1);
	benchi_ramp_free(&ramp);
}

/* The starts of all workers together are a Poisson process too: the variance of the number a
 * second is its mean. */
TEST(workers_start_independently)
{
	enum { SECONDS = 2000 };
	static const size_t workers[] = { 4, 64 };
	static double starts[SECONDS];
	benchi_job job = start(1);

	for (size_t k = 0; k < 2; k++) {
		benchi_pool_plan plan = { .job = &job, .workers = workers[k], .rate_hz = 5, .seed = 7 };
		double mean = 5. * (double)workers[k], variance = 0;
		benchi_pool pool;

		memset(starts, 0, sizeof starts);
		ck_assert_int_eq(benchi_pool_prepare(&plan, &pool), BENCH_OK);
		for (size_t i = 0; i < workers[k]; i++)
			for (double at = benchi_worker_gap_ns(&pool.worker[i]); at < SECONDS * 1e9;
			     at += benchi_worker_gap_ns(&pool.worker[i]))
				starts[(size_t)(at / 1e9)]++;
		for (int i = 0; i < SECONDS; i++)
			variance += pow(starts[i] - mean, 2) / SECONDS;
		ck_assert_msg(fabs(variance / mean - 1) < 0.13, "%zu workers: %g of %g", workers[k],
			variance, mean);
		benchi_pool_free(&pool);
	}
}

/* Stops after so many calls. */
static int calls_left;

static int stop_later(void)
{
	return --calls_left < 0;
}

/* Operations of 1 ms, asked to stop about the 300th: 6 of 20 slices of 50 ms are complete. */
TEST(interrupts_end_a_step)
{
	benchi_job job = start(1e6);
	benchi_ramp_plan plan = one_step(1e9);
	benchi_ramp ramp;

	plan.most = 2;
	plan.stop = stop_later;
	calls_left = 300;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	ck_assert(service.operations < 310);
	CHECK_NUMBERS({ ramp.end, BENCHI_RAMP_STOPPED }, { ramp.n, 1 },
		{ ramp.step->throughput_hz, 1000, 1e-6 }, { ramp.step->counted_ns, 3e8, 1 });
	ck_assert(isnan(ramp.step->slice_hz[6]) && ramp.step->slice_hz[5] > 0);
	benchi_ramp_free(&ramp);
	job = start(1e6);
	stops = 1;
	plan.stop = stop;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_ERR_NO_SAMPLES);
	ck_assert_uint_eq(service.operations, 1);
	benchi_ramp_free(&ramp);
}

/* A body that prepares for 9 us and times 1 us between START and STOP. */
static void prepares(uint64_t n, void *arg)
{
	while (n-- > 0) {
		scripted.ns += 9000;
		BENCH_START;
		scripted.ns += 1000;
		BENCH_STOP;
	}
}

TEST(regions_are_the_latency)
{
	const bench_case item = { .name = "prepares", .body = prepares };
	benchi_ramp_plan plan = one_step(1e7);
	const char *skipped;
	benchi_ramp ramp;

	for (int open = 0; open < 2; open++) {
		scripted = scripted_clock(1, 1);
		plan.rate_hz = open ? 1000 : 0;
		plan.even = true;
		ck_assert_int_eq(benchi_ramp_case(&item, 0, &plan, &ramp, &skipped), BENCH_OK);
		ck_assert_double_eq_tol(ramp.step->p50_ns, 1000, 10);
		ck_assert_double_eq_tol(ramp.step->throughput_hz, open ? 1000 : 1e5, 200);
		benchi_ramp_free(&ramp);
	}
}

TEST(nonsense_is_refused)
{
	static const benchi_ramp_plan bad[] = { { .least = 3, .most = 2 }, { .least = 1025 },
		{ .rate_hz = -1 }, { .rate_hz = 1.5e7, .most = 1, .step_ns = 1 }, { .limit_share = 1.5 },
		{ .limit_ns = -1 }, { .rate_hz = (double)NAN } };
	benchi_job job = start(1e6);
	benchi_ramp ramp;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ck_assert_int_eq(benchi_ramp_run(&job, &bad[i], &ramp), BENCH_ERR_ARGUMENT);
		benchi_ramp_free(&ramp);
	}
	ck_assert_uint_eq(service.operations, 0);
}

CHECK_SUITE("ramp")
