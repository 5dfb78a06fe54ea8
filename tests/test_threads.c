/*
 * Threads run a case together; each knows its number, everything is counted once, and a thread
 * that cannot be started is reported. Only sums are checked, not times.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "program/program.h"
#include "scripted.h"

#if defined HAVE_PTHREAD_H && !defined BENCHI_NO_THREAD_LOCAL
enum { THREADS_HERE = 1 };
#else
enum { THREADS_HERE = 0 };
#endif

enum { MOST = 8 };

/* A clock that only its readings and the bodies' work advance, whichever thread has a
 * processor. */
static struct benchi_lock clock_lock = BENCHI_LOCK_INIT;
static uint64_t shared_ns;

static uint64_t pass_time(uint64_t ns)
{
	uint64_t now;

	benchi_lock_take(&clock_lock);
	now = shared_ns += ns;
	benchi_lock_give(&clock_lock);
	return now;
}

static uint64_t shared_now(void *ctx)
{
	return pass_time(ctx ? 0 : 20);
}

/* What each worker did. A worker writes only to its own element. */
static struct account {
	uint64_t iterations, calls, parameter;
	size_t least, most;   /* number of workers, at first and in the end */
	char padding[128];
} account[MOST];

static int setups, teardowns, verifies, answer;
static const char *skip, *label;
static size_t most;   /* the number of workers that setup must see */

static void reset(void)
{
	memset(account, 0, sizeof account);
	setups = teardowns = verifies = 0;
	answer = 1;
	skip = NULL;
}

static void body(uint64_t n, void *arg)
{
	struct account *mine = &account[bench_worker()];

	mine->iterations += n;
	mine->calls++;
	mine->parameter = bench_parameter();
	mine->least = mine->least ? mine->least : bench_workers();
	mine->most = bench_workers();
	pass_time(n);
}

static void setup(void *arg)
{
	CHECK_NUMBERS({ bench_worker(), 0 }, { bench_workers(), most });
	setups++;
	if (label)
		bench_label(label);
	if (skip)
		bench_skip(skip);
}

static void teardown(void *arg)
{
	ck_assert_uint_eq(bench_worker(), 0);
	teardowns++;
}

static int verify(void *arg)
{
	verifies++;
	if (answer < 0)
		bench_skip("not to be checked");
	return answer;
}

static const bench_case item = { .name = "sum", .body = body, .setup = setup,
	.teardown = teardown, .verify = verify, .bytes = 8 };

/* Runs the case with this number of threads on the shared clock. */
static benchi_outcome run(size_t threads, benchi_result *result)
{
	const benchi_table_style style = { .share = { 5e6, 0 }, .process = 3,
		.options = { .enough_ns = 20e3, .clock = { "shared", shared_now, NULL } } };

	result->row.item = &item;
	result->row.parameter = 77;
	result->row.threads = most = threads;
	result->row.pool = true;
	return benchi_one_run(&style, result);
}

static void forget(benchi_result *result)
{
	free(result->reading);
	free(result->skipped);
	memset(result, 0, sizeof *result);
}

/* Every window has a worker's iterations, and its time is a number. */
static void check_readings(const benchi_result *result, size_t threads)
{
	double iterations = 0, done = 0;

	for (size_t i = 0; i < result->n; i++) {
		CHECK_ALL(result->reading[i].iterations > 0, isfinite(result->reading[i].ns));
		/* a round is counted once, whichever thread and try it is of */
		CHECK_NUMBERS({ result->reading[i].process, 3 }, { result->reading[i].round, i });
		iterations += result->reading[i].iterations;
	}
	CHECK_NUMBERS({ account[threads - 1].least, threads }, { account[threads - 1].most, threads });
	for (size_t i = 0; i < MOST; i++) {
		done += (double)account[i].iterations;
		ck_assert(i < threads ? account[i].iterations > 0 && account[i].parameter == 77
		                      : account[i].calls == 0);
	}
	ck_assert(iterations <= done);
	ck_assert_uint_eq(result->seen.summary.iterations, (uint64_t)iterations);
	ck_assert_uint_eq(result->seen.summary.samples, result->n);
}

TEST(threads_run_together)
{
	for (size_t threads = 1; threads <= (THREADS_HERE ? 4 : 1); threads++) {
		benchi_result result = { 0 };

		reset();
		ck_assert_int_eq(run(threads, &result), BENCHI_TIMED);
		CHECK_NUMBERS({ setups, 1 }, { verifies, 1 }, { teardowns, 1 }, { !result.skipped, true },
			{ result.n > 0, true });
		check_readings(&result, threads);
		ck_assert(result.seen.wall_ns > 0 && result.seen.summary.ns > 0);
		ck_assert(result.n < 2 || result.seen.summary.ns_low <= result.seen.summary.ns);
		ck_assert(result.n < 2 || result.seen.summary.ns <= result.seen.summary.ns_high);
		forget(&result);
	}
}

static struct scripted slow_clock;

static void slow(uint64_t n, void *arg)
{
	slow_clock.ns += 30e6 * (double)n;
}

/* One reading, pause_reading readings after call pause_call, is delayed by a second. */
static uint64_t calls, readings_since, pause_call, pause_reading;

static uint64_t paused_now(void *ctx)
{
	if (calls == pause_call && readings_since++ == pause_reading)
		slow_clock.ns += 1e9;
	return scripted_now(ctx);
}

/* Runs a body in one thread on a clock that nothing else advances; a reading takes `step` ns. */
static benchi_result run_scripted(bench_body *what, double step)
{
	const bench_case c = { .name = "scripted", .body = what };
	benchi_table_style style = { .share = { 5e6, 0 }, .options = { .enough_ns = 20e3 } };
	benchi_result result = { .row.item = &c, .row.threads = 1, .row.pool = true };

	slow_clock = scripted_clock(1, step);
	style.options.clock = (bench_clock){ "scripted", paused_now, &slow_clock };
	ck_assert_int_eq(benchi_one_run(&style, &result), BENCHI_TIMED);
	return result;
}

/* An iteration of 30 ms does not end within 5 ms; a sixth of it counts as done. */
TEST(iterations_longer_than_the_time)
{
	benchi_result result = run_scripted(slow, 20);

	CHECK_NUMBERS({ result.n, 1 }, { result.reading[0].iterations, 1. / 6, 1e-6 },
		{ result.seen.summary.ns, 30e6, 1e3 });
	forget(&result);
}

/* 452 ns per iteration, 78 of them between START and STOP. */
static void marked(uint64_t n, void *arg)
{
	while (n-- > 0) {
		slow_clock.ns += 374;
		BENCH_START;
		slow_clock.ns += 78;
		BENCH_STOP;
	}
}

TEST(regions_count_alone)
{
	benchi_result result = run_scripted(marked, 1);

	CHECK_NUMBERS({ result.seen.summary.ns, 78, 1 }, { result.seen.wall_ns, 78, 1 },
		{ result.seen.cpu_ns, NAN });
	ck_assert_str_eq(result.seen.summary.method, "regions");
	forget(&result);
	BENCH_START;   /* the scripted clock must no longer be used */
	ck_assert(BENCH_STOP < 1e9);
}

/* Leaves a region open. */
static void leaves_open(uint64_t n, void *arg)
{
	marked(n, arg);
	BENCH_START;
}

TEST(regions_that_are_not_paired_are_reported)
{
	for (int i = 0; i < 2; i++) {
		benchi_result result = run_scripted(i ? leaves_open : marked, 1);

		ck_assert_int_eq((result.seen.summary.warnings & BENCH_WARN_UNPAIRED) != 0, i);
		forget(&result);
	}
}

/* The ticks before and after must agree. */
TEST(ticks_agree)
{
	const benchi_worker_tick of[] = { { 0.5, 0.504 }, { 0.5, 0.52 }, { 0.5, (double)NAN } };

	CHECK_NUMBERS({ benchi_worker_tick_ns(&of[0]), 0.502, 1e-12 },
		{ benchi_worker_tick_ns(&of[1]), NAN }, { benchi_worker_tick_ns(&of[2]), NAN });
}

static void short_one(uint64_t n, void *arg)
{
	slow_clock.ns += 100 * (double)n;
	calls++;
	readings_since = 0;
}

TEST(a_pause_anywhere_leaves_a_result)
{
	for (pause_call = 1; pause_call < 20; pause_call++)
		for (pause_reading = 0; pause_reading < 3; pause_reading++) {
			benchi_result result;

			calls = 0;
			result = run_scripted(short_one, 20);
			ck_assert_uint_gt(result.n, 0);
			forget(&result);
		}
}

TEST(skipped_and_wrong_cases)
{
	static const struct {
		const char *skip;
		int answer;
		benchi_outcome outcome;
		const char *text;
		int teardowns;
	} of[] = { { "no huge pages", 1, BENCHI_SKIPPED, "no huge pages", 0 },
		{ NULL, 0, BENCHI_WRONG, "its result is wrong", 1 },
		{ NULL, -1, BENCHI_SKIPPED, "not to be checked", 1 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		benchi_result result = { 0 };

		reset();
		skip = of[i].skip;
		answer = of[i].answer;
		ck_assert_int_eq(run(2, &result), of[i].outcome);
		ck_assert_str_eq(result.skipped, of[i].text);
		CHECK_NUMBERS({ teardowns, of[i].teardowns }, { verifies, !of[i].skip },
			{ account[0].calls, 0 });
		forget(&result);
	}
}

/* The label set by setup is kept when the row is torn down, and no later row has it. */
TEST(rows_on_threads_have_labels)
{
	for (int labelled = 1; labelled >= 0; labelled--) {
		benchi_result result = { 0 };

		reset();
		label = labelled ? "labelled" : NULL;
		ck_assert_int_eq(run(1, &result), BENCHI_TIMED);
		ck_assert_str_eq(result.label, labelled ? "labelled" : "");
		forget(&result);
	}
}

TEST(stopped_before_it_began)
{
	benchi_result result = { 0 };

	reset();
	benchi_interrupt_watch(false);
	raise(SIGINT);
	ck_assert_int_eq(run(THREADS_HERE ? 3 : 1, &result), BENCHI_DISTURBED);
	benchi_interrupt_restore();
	benchi_interrupt_watch(false);
	benchi_interrupt_restore();
	CHECK_NUMBERS({ teardowns, 1 }, { result.n, 0 });
	forget(&result);
}

/* Worker 2 fails: the others end, and its error is reported. */
static bench_status fail_third(void *arg, size_t worker, benchi_done *done)
{
	account[worker].calls++;
	return worker == 2 ? benchi_fail(BENCH_ERR_INPUT, "the third one") : BENCH_OK;
}

TEST(one_failure_ends_all)
{
	benchi_job job = { .operate = fail_third };
	benchi_ramp_plan plan = { .least = 4, .most = 4, .step_ns = 1e6 };
	benchi_ramp ramp;

	if (!THREADS_HERE)
		return;
	reset();
	ck_assert_int_eq(benchi_ramp_run(&job, &plan, &ramp), BENCH_ERR_INPUT);
	ck_assert_str_eq(bench_detail(), "the third one");
	ck_assert_uint_eq(account[2].calls, 1);
	benchi_ramp_free(&ramp);
}

/* A ramp of a case: each step adds a worker, and only work that was done is counted. */
TEST(a_case_is_ramped)
{
	benchi_ramp_plan plan = { .most = THREADS_HERE ? 3 : 1, .step_ns = 4e6,
		.all = true, .clock = { "shared", shared_now, NULL } };
	benchi_ramp ramp;
	const char *skipped;
	double counted = 0, done = 0;

	reset();
	most = plan.most;
	ck_assert_int_eq(benchi_ramp_case(&item, 77, &plan, &ramp, &skipped), BENCH_OK);
	CHECK_NUMBERS({ !skipped, true }, { account[0].least, 1 }, { account[0].most, plan.most },
		{ setups + verifies + teardowns, 3 }, { ramp.n, plan.most }, { ramp.batch >= 1, true });
	for (size_t i = 0; i < ramp.n; i++) {
		const benchi_step *s = &ramp.step[i];

		ck_assert_uint_eq(s->workers, i + 1);
		ck_assert(s->p50_ns <= s->p90_ns && s->p90_ns <= s->p99_ns && s->p99_ns <= s->p999_ns);
		ck_assert(s->p999_ns <= s->max_ns);
		counted += s->throughput_hz * s->counted_ns / 1e9;
	}
	for (size_t i = 0; i < MOST; i++)
		done += (double)account[i].iterations;
	CHECK_ALL(counted > 0 && counted <= done, ramp.n < 3 || account[2].iterations > 0);
	benchi_ramp_free(&ramp);
	skip = "not here";
	ck_assert_int_eq(benchi_ramp_case(&item, 0, &plan, &ramp, &skipped), BENCH_OK);
	ck_assert_str_eq(skipped, "not here");
	ck_assert_uint_eq(ramp.n, 0);
	benchi_ramp_free(&ramp);
}

CHECK_SUITE("threads")
