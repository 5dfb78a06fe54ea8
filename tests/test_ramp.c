/*
 * Ramps count the operations done, and measure latency from the intended start. On a scripted
 * clock with one worker.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "load/load.h"
#include "scripted.h"

/* A job that takes a scripted time per operation, and stalls once. */
struct service {
	struct scripted *clock;
	double takes_ns;
	double stall_at, stall_ns;   /* the first operation after stall_at takes stall_ns longer */
	uint64_t operations, fail_at;
	double cpu_ns;               /* processor time per operation; 0: the thread's */
};

static struct scripted scripted;
static struct service service;
static int stops;

static bench_status serve(void *arg, size_t worker, benchi_done *done)
{
	struct service *s = arg;

	ck_assert_uint_eq(worker, 0);
	s->operations += done->n;
	if (s->cpu_ns > 0)
		done->cpu_ns = s->cpu_ns * (double)done->n;
	if (s->fail_at && s->operations >= s->fail_at)
		return benchi_fail(BENCH_ERR_INPUT, "broken");
	if (s->stall_ns > 0 && s->clock->ns >= s->stall_at) {
		s->clock->ns += s->stall_ns;
		s->stall_ns = 0;
	}
	s->clock->ns += s->takes_ns * (double)done->n;
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

/* The job and plan: operations of takes_ns, one worker, one step of step_ns. */
static benchi_job job;
static benchi_ramp_plan plan;
static benchi_ramp ramp;

static void start(double takes_ns, double step_ns)
{
	benchi_ramp_free(&ramp);
	job = (benchi_job){ .operate = serve, .arg = &service };
	scripted = scripted_clock(1, 0);
	service = (struct service){ .clock = &scripted, .takes_ns = takes_ns };
	stops = 0;
	plan = (benchi_ramp_plan){ .least = 1, .most = 1, .step_ns = step_ns, .sleep = scripted_sleep,
		.stop = stop, .clock = scripted_as_clock(&scripted) };
}

/* Operations are due at this rate, evenly spaced; a reading takes 1 us. */
static void open_loop(double rate_hz)
{
	plan.rate_hz = rate_hz;
	plan.even = true;
	scripted.reading_ns = 1000;
}

/* Runs the ramp; returns its first step. */
static const benchi_step *run(void)
{
	benchi_ramp_free(&ramp);
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_OK);
	return ramp.step;
}

TEST(a_closed_loop_counts_what_was_done)
{
	const benchi_step *s;

	start(1e6, 1e9);
	service.cpu_ns = 250;
	s = run();
	CHECK_NUMBERS({ ramp.n, 1 }, { ramp.best, 0 }, { s->throughput_hz, 1000, 1e-9 },
		{ s->operations, 1000 }, { s->p50_ns, 1e6 }, { s->max_ns, 1e6 }, { s->error_hz, 0 },
		{ s->mean_ns, 1e6 },
		{ s->counted_ns, 1e9 }, { s->offered_hz, NAN }, { s->unserved, 0 },
		{ s->wall_ns, 1e6, 1e-3 }, { s->cpu_ns, 250, 1e-9 },
		{ service.operations, 1001 });  /* the first operation is not counted */
}

/* 300 ms per operation in one second: three operations and a third. */
TEST(parts_of_operations_count)
{
	const benchi_step *s;

	start(3e8, 1e9);
	s = run();
	CHECK_NUMBERS({ s->throughput_hz, 1 / 0.3, 1e-9 }, { s->error_hz, 0, 1e-9 },
		{ s->operations, 4 });  /* started within the step */
}

TEST(batches_are_means)
{
	const benchi_step *s;

	start(100, 1e6);
	job.batch = 10;
	s = run();
	CHECK_NUMBERS({ ramp.batch, 10 }, { s->throughput_hz, 1e7, 1e-3 }, { s->operations, 1e4 },
		{ s->p50_ns, 100 });
}

/* Runs a ramp of the case; returns its first step. */
static const benchi_step *run_case(const bench_case *item)
{
	const char *skipped;

	benchi_ramp_free(&ramp);
	ck_assert_int_eq(benchi_ramp_case(item, 0, &plan, &ramp, &skipped), BENCH_OK);
	return ramp.step;
}

/* Each iteration advances the clock. */
static void iterations(uint64_t n, void *arg)
{
	scripted.ns += *(double *)arg * (double)n;
}

/* Enough iterations are timed together to last 20 readings, or 20 steps of a coarse clock. */
TEST(short_iterations_are_put_together)
{
	static const struct {
		double step_ns, reading_ns, takes_ns;
		uint64_t batch;
	} wanted[] = { { 1, 20, 1, 4096 }, { 1, 20, 100, 64 }, { 1, 20, 401, 1 }, { 1000, 1, 40, 8192 },
		{ 1000, 1, 2e4, 1 } };

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		double takes_ns = wanted[i].takes_ns;
		const bench_case item = { .name = "iterations", .body = iterations, .arg = &takes_ns };

		start(0, 1e6);
		scripted = scripted_clock(wanted[i].step_ns, wanted[i].reading_ns);
		run_case(&item);
		ck_assert_uint_eq(ramp.batch, wanted[i].batch);
	}
}

/* 1 ms per operation, with one stall of 200 ms in 10 s: in a closed loop only one operation in
 * 9801 is slow. */
TEST(a_closed_loop_hides_a_stall)
{
	const benchi_step *s;

	start(1e6, 1e10);
	service.stall_at = 5e9;
	service.stall_ns = 2e8;
	s = run();
	CHECK_NUMBERS({ s->operations, 9800 }, { s->p999_ns, 1e6, 8e3 }, { s->max_ns, 201e6 });
}

/* The same with 500 operations due per second. Those due during the stall had to wait. Each
 * waits 1 ms less than the one before, since it takes half the time until the next is due. So
 * the k-th largest of 4999 latencies is 202 - k ms: p99.9 is the 5th, p99 the 50th. */
TEST(an_open_loop_shows_a_stall)
{
	const benchi_step *s;

	start(1e6, 1e10);
	open_loop(500);
	service.stall_at = 5e9;
	service.stall_ns = 2e8;
	s = run();
	CHECK_NUMBERS({ s->offered_hz, 500 }, { s->operations, 4999 }, { s->throughput_hz, 500, 1 },
		{ s->p50_ns, 1e6, 1e4 }, { s->max_ns, 201e6, 1e6 }, { s->p999_ns, 197e6, 1.6e6 },
		{ s->p99_ns, 152e6, 1.3e6 }, { s->unserved, 0 },
		{ ramp.scaling.kind, BENCHI_SCALING_NONE });
}

/* 2 ms per operation, 1000 due per second for one second. Half of them are done in that second,
 * the others in the next: none is left out, and the last ones have waited a second. */
TEST(a_backlog_is_worked_off)
{
	const benchi_step *s;

	start(2e6, 1e9);
	open_loop(1000);
	s = run();
	CHECK_NUMBERS({ s->throughput_hz, 500, 1.5 }, { s->operations, 1000, 2 },
		{ s->max_ns, 1e9, 5e6 }, { s->unserved, 0, 1 });
	start(4e6, 1e9);
	open_loop(1000);
	s = run();
	CHECK_NUMBERS({ s->unserved, 500, 2 }, { s->operations, 1000, 2 }, { s->max_ns, 1.5e9, 1e7 });
}

/* Poisson: the gaps are exponential, so the number in 100 s is within 4 standard deviations. */
TEST(random_starts_keep_the_rate)
{
	double operations[2];

	for (uint64_t seed = 0; seed < 2; seed++) {
		start(1000, 1e11);
		plan.rate_hz = 100;
		plan.seed = seed;
		scripted.reading_ns = 2000;
		operations[seed] = run()->operations;
		CHECK_NUMBERS({ operations[seed], 1e4, 400 }, { ramp.step->max_ns < 1e5, true });
	}
	ck_assert_double_ne(operations[0], operations[1]);
}

TEST(a_failure_ends_it)
{
	static const struct { double rate_hz; uint64_t at; } of[] = { { 0, 50 }, { 10, 1 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		start(1e6, 1e9);
		plan.rate_hz = of[i].rate_hz;
		service.fail_at = of[i].at;
		ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_ERR_INPUT);
		ck_assert_str_eq(bench_detail(), "broken");
		ck_assert_uint_eq(service.operations, of[i].at);
		benchi_ramp_free(&ramp);
	}
}

/* The starts of all workers together are a Poisson process too: the variance of the number per
 * second is its mean. */
TEST(workers_start_independently)
{
	enum { SECONDS = 2000 };
	static const size_t workers[] = { 4, 64 };
	static double starts[SECONDS];

	start(1, 1);
	for (size_t k = 0; k < 2; k++) {
		benchi_pool_plan of = { .job = &job, .workers = workers[k], .rate_hz = 5, .seed = 7 };
		double mean = 5. * (double)workers[k], variance = 0;
		benchi_pool pool;

		memset(starts, 0, sizeof starts);
		ck_assert_int_eq(benchi_pool_prepare(&of, &pool), BENCH_OK);
		for (size_t i = 0; i < workers[k]; i++)
			for (double at = benchi_worker_gap_ns(&pool.worker[i]); at < SECONDS * 1e9;
			     at += benchi_worker_gap_ns(&pool.worker[i]))
				starts[(size_t)(at / 1e9)]++;
		for (int i = 0; i < SECONDS; i++)
			variance += pow(starts[i] - mean, 2) / SECONDS;
		ck_assert_double_eq_tol(variance / mean, 1, 0.13);
		benchi_pool_free(&pool);
	}
}

/* Stops after this number of calls. */
static int calls_left;

static int stop_later(void)
{
	return --calls_left < 0;
}

/* Operations of 1 ms, stopped at about the 300th: 6 of 20 slices of 50 ms are complete. */
TEST(interrupts_end_a_step)
{
	const benchi_step *s;

	start(1e6, 1e9);
	plan.most = 2;
	plan.stop = stop_later;
	calls_left = 300;
	s = run();
	CHECK_NUMBERS({ ramp.end, BENCHI_RAMP_STOPPED }, { ramp.n, 1 },
		{ s->throughput_hz, 1000, 1e-6 }, { s->counted_ns, 3e8, 1 }, { s->slice_hz[6], NAN });
	ck_assert(service.operations < 310 && s->slice_hz[5] > 0);
	start(1e6, 1e9);
	stops = 1;
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_ERR_NO_SAMPLES);
	ck_assert_uint_eq(service.operations, 1);
}

/* Prepares for 9 us, and takes 1 us between START and STOP. */
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

	for (int open = 0; open < 2; open++) {
		const benchi_step *s;

		start(0, 1e7);
		scripted = scripted_clock(1, 1);
		plan.rate_hz = open ? 1000 : 0;
		plan.even = true;
		s = run_case(&item);
		CHECK_NUMBERS({ s->p50_ns, 1000, 10 }, { s->throughput_hz, open ? 1000 : 1e5, 200 });
	}
}

TEST(a_limit_has_a_share)
{
	static const struct { const char *text; double share; } good[] = {
		{ "10ms", 0.99 }, { "10ms@p99.9", 0.999 }, { "10ms@p100", 1 }, { "10ms@max", 1 } };
	benchi_ramp_plan read = { .least = 1 };

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		ck_assert(benchi_ramp_read_limit(good[i].text, &read));
		CHECK_NUMBERS({ read.limit_ns, 1e7 }, { read.limit_share, good[i].share, 1e-12 });
	}
}

TEST(nonsense_is_refused)
{
	static const benchi_ramp_plan bad[] = { { .least = 3, .most = 2 }, { .least = 1025 },
		{ .rate_hz = -1 }, { .rate_hz = 1.5e7, .most = 1, .step_ns = 1 }, { .limit_share = 1.5 },
		{ .limit_ns = -1 }, { .rate_hz = (double)NAN } };

	start(1e6, 1e9);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ck_assert_int_eq(benchi_ramp_run(&job, &bad[i], &ramp), BENCH_ERR_ARGUMENT);
		benchi_ramp_free(&ramp);
	}
	ck_assert_uint_eq(service.operations, 0);
}

CHECK_SUITE("ramp")
