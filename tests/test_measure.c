/*
 * bench_measure on scripted clocks: the result is within 1 % whatever the clock, or there is a
 * status. Also each warning that a scripted machine can cause.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sound.h"

#include "made_thread.h"
#include "measure/measure.h"
#include "scripted.h"
#include "stats/stats.h"

static const double ITERATION_NS = 37.3;

/* What a scripted body does besides its work. */
struct work {
	struct scripted clock;
	double iteration_ns;
	double grow;            /* share of iteration_ns added per window */
	double pause_ns;        /* added to every seventh window */
	double set_up_ns;       /* before the loop of each call */
	double longer;          /* increase of an iteration per thousand in a call */
	unsigned windows;
};

static void body(uint64_t n, void *arg)
{
	struct work *work = (struct work *)arg;

	work->clock.ns += (double)n * work->iteration_ns * (1 + work->longer * (double)n / 1000);
	work->clock.ns += work->set_up_ns;
	work->iteration_ns *= 1 + work->grow;
	if (++work->windows % 7 == 0)
		work->clock.ns += work->pause_ns;
}

static struct work work_on(double step_ns, double reading_ns)
{
	return (struct work){ .clock = scripted_clock(step_ns, reading_ns),
		.iteration_ns = ITERATION_NS };
}

static bench_summary measure(struct work *work, bench_body *what, bench_options options)
{
	bench_summary summary;

	options.clock = scripted_as_clock(&work->clock);
	ck_assert_int_eq(bench_measure(what, work, &options, &summary), summary.status);
	return summary;
}

static bench_summary measure_plainly(struct work *work)
{
	return measure(work, body, (bench_options){ .seed = 0 });
}

/* There is no result at first. Without fork this must be the first test. */
TEST(the_latest_result_is_kept)
{
	struct work work = work_on(10, 25);
	bench_summary s;

	CHECK_NUMBERS({ bench_last()->ns, NAN }, { bench_last()->status != BENCH_OK, true });
	s = measure_plainly(&work);
	ck_assert_double_eq(bench_last()->ns, s.ns);
}

/* The time within 1 %, and each warning: whatever the clock's step and reading time, work before
 * the loop (also much longer than a window), interruptions and jumps. */
TEST(right_to_one_percent)
{
	static const struct {
		double step_ns, reading_ns;
		double ns;              /* per iteration; 0: as usual */
		double set_up_ns, pause_ns, grow;
		uint64_t back_every;
		unsigned warnings;
	} of[] = {
		{ .step_ns = 1 }, { .step_ns = 10 }, { .step_ns = 41.6667 }, { .step_ns = 100 },
		{ .step_ns = 1e3 }, { .step_ns = 1e3, .reading_ns = 300 }, { 1, .reading_ns = 5000 },
		{ .step_ns = 1e4 }, { .step_ns = 2e4 },
		{ .set_up_ns = 10 }, { .set_up_ns = 400 }, { .set_up_ns = 5e3 }, { .set_up_ns = 5e4 },
		{ .set_up_ns = 7e5 }, { .ns = 250e3, .set_up_ns = 100e3 }, { .ns = 5e6 },
		{ .ns = 1e9, .warnings = BENCH_WARN_FEW_SAMPLES },
		{ .set_up_ns = 5e3, .pause_ns = 15e3, .warnings = BENCH_WARN_RARE | BENCH_WARN_BIMODAL },
		{ .pause_ns = 4e6, .warnings = BENCH_WARN_PREEMPTED | BENCH_WARN_NOISY },
		{ .grow = 0.0005,
		  .warnings = BENCH_WARN_DRIFT | BENCH_WARN_NOISY | BENCH_WARN_FEW_SAMPLES },
		{ .step_ns = 1, .back_every = 40009 },
		{ .ns = 1e-300, .warnings = BENCH_WARN_BELOW_RESOLUTION | BENCH_WARN_BIMODAL },
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		const double ns = of[i].ns > 0 ? of[i].ns : ITERATION_NS;
		struct work work = work_on(of[i].step_ns > 0 ? of[i].step_ns : 10,
			of[i].reading_ns > 0 ? of[i].reading_ns : 25);
		bench_summary s;
		char row[20];

		work.iteration_ns = ns;
		work.set_up_ns = of[i].set_up_ns;
		work.pause_ns = of[i].pause_ns;
		work.grow = of[i].grow;
		work.clock.back_every = of[i].back_every;
		work.clock.back_ns = 60e3;
		s = measure_plainly(&work);
		snprintf(row, sizeof row, "row %d", (int)i);
		sound_warnings(row, &s, of[i].warnings | BENCH_WARN_NO_TICK);
		CHECK_NUMBERS({ s.status, BENCH_OK }, { s.cycles, NAN },
			{ s.dropped > 0, (s.warnings & BENCH_WARN_PREEMPTED) != 0 });
		ck_assert_str_eq(s.method, "function");
		if (s.warnings & BENCH_WARN_BELOW_RESOLUTION)
			ck_assert(s.ns_low >= 0 && s.ns_high < 1e-3);
		if (s.warnings & (BENCH_WARN_BELOW_RESOLUTION | BENCH_WARN_DRIFT))
			continue;
		CHECK_NUMBERS({ s.ns / ns, 1, 0.01 },
			{ s.min_ns / ns, 1, 0.01 },
			{ s.overhead_ns > 0.01 * s.ns, of[i].set_up_ns > 200 });
		if (s.warnings & BENCH_WARN_FEW_SAMPLES) {
			ck_assert_uint_le(work.windows, 3);
			continue;
		}
		CHECK_ALL(s.ns_low <= s.ns && s.ns <= s.ns_high, s.samples >= 11, s.confidence >= 0.95,
			of[i].pause_ns > 0 || fabs(s.mean_ns / s.ns - 1) < 0.02);
	}
}

/* A mean that surely differs is rare work, or is within the interval if it differs by 5 %; one that
 * may be equal is within from 20 % on. */
TEST(the_interval_reaches_a_mean_that_differs)
{
	static const struct { double mean, low, high, reached; bool rare; } means[] = {
		{ 108, 106, 110, 100.1, true }, { 108, 102, 112, 108, false },
		{ 103, 102, 104, 100.1, false }, { 108, 99, 117, 100.1, false },
		{ 130, 95, 165, 130, false }
	};

	for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
		struct benchi_mean mean = { .mean = means[i].mean, .low = means[i].low,
			.high = means[i].high };
		bench_summary s = { .ns = 100, .ns_low = 99.9, .ns_high = 100.1, .cycles = 300,
			.cycles_low = 299, .cycles_high = 301 };

		benchi_summary_set_mean(&s, &mean, 0);
		CHECK_NUMBERS({ s.ns_high, means[i].reached }, { s.mean_ns, means[i].mean },
			{ (s.warnings & BENCH_WARN_RARE) != 0, means[i].rare },
			{ (s.warnings & BENCH_WARN_NOISY) != 0, means[i].reached > 105 });
	}
}

/* The interval includes the cost in calls with twice as many iterations. */
TEST(a_cost_that_grows_with_the_call_is_noisy)
{
	struct work work = work_on(10, 25);
	bench_summary s;
	double n;

	work.longer = 1;
	s = measure_plainly(&work);
	n = (s.ns / ITERATION_NS - 1) * 1000;
	ck_assert(n > 0 && s.ns_high >= ITERATION_NS * (1 + 2 * n / 1000) * 0.999);
	ck_assert(s.warnings & BENCH_WARN_NOISY);
}

TEST(it_keeps_to_its_time)
{
	struct work work = work_on(10, 25);
	double before = work.clock.ns;

	measure_plainly(&work);
	ck_assert_double_le(work.clock.ns - before, 14e6);
}

static double time_of(struct work work, double time_ns, double precision)
{
	double before = work.clock.ns;

	measure(&work, body, (bench_options){ .time_ns = time_ns, .precision = precision });
	return work.clock.ns - before;
}

static struct work of_100_us(void)
{
	struct work work = work_on(1, 25);

	work.iteration_ns = 100e3;
	return work;
}

TEST(a_narrow_interval_ends_it)
{
	double calibration = time_of(of_100_us(), 1, 0);

	ck_assert_double_le(time_of(of_100_us(), 0, 0) - calibration, 7e6);
	ck_assert_double_ge(time_of(of_100_us(), 12e6, 0) - calibration, 8e6);
	ck_assert_double_le(time_of(of_100_us(), 12e6, 0.01) - calibration, 7e6);
	ck_assert_double_ge(time_of(of_100_us(), 0, 1e-9) - calibration, 8e6);
	setenv("BENCH_PRECISION", "0", 1);
	ck_assert_double_ge(time_of(of_100_us(), 0, 0) - calibration, 8e6);
	setenv("BENCH_PRECISION", "2", 1);
	ck_assert_int_eq(bench_calibrate(NULL, &(bench_timing){ .step_ns = 0 }), BENCH_ERR_ENVIRONMENT);
	unsetenv("BENCH_PRECISION");
}

TEST(options_are_obeyed)
{
	struct work work = work_on(10, 25);
	bench_summary s = measure(&work, body, (bench_options){ .rounds = 700 });

	ck_assert_uint_eq(s.samples + s.dropped, 700);
	s = measure(&work, body, (bench_options){ .enough_ns = 1e6, .time_ns = 50e6 });
	ck_assert(s.samples >= 40 && s.samples <= 51);
	ck_assert_double_ge((double)s.iterations / (double)s.samples * ITERATION_NS, 0.95e6);
}

TEST(a_window_above_a_tenth_of_a_second_is_taken_once)
{
	struct work work = work_on(10, 25);
	bench_summary s = measure(&work, body, (bench_options){ .enough_ns = 300e6 });

	CHECK_NUMBERS({ s.samples, 1 }, { s.ns, ITERATION_NS, 1e-3 }, { s.ns_low, NAN });
	ck_assert(s.warnings & BENCH_WARN_FEW_SAMPLES);
}

static uint64_t random_state;

/* An iteration takes 0.5 to 1.5 times its usual time. */
static void noisy_body(uint64_t n, void *arg)
{
	struct work *work = (struct work *)arg;

	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	work->clock.ns +=
		(double)n * work->iteration_ns * (0.5 + (double)(random_state >> 40) / (1 << 24));
}

TEST(noise_is_said)
{
	struct work work = work_on(10, 25);
	bench_summary s = measure(&work, noisy_body, (bench_options){ .seed = 0 });

	CHECK_ALL(s.warnings & BENCH_WARN_NOISY, s.mad_ns > 0.1 * ITERATION_NS,
		s.p05_ns < 0.7 * ITERATION_NS, s.p95_ns > 1.2 * ITERATION_NS);
}

/* Of long windows one of each length is timed to find work before the loop: noise is none. */
TEST(noise_of_long_windows_is_no_work_before_the_loop)
{
	for (int i = 0; i < 50; i++) {
		struct work work = work_on(10, 25);
		bench_summary s;

		work.iteration_ns = 3e6;
		s = measure(&work, noisy_body, (bench_options){ .time_ns = 100e6 });
		CHECK_ALL(s.ns > 1.5e6, s.overhead_ns < 0.3 * s.ns);
	}
}

TEST(misuse_is_a_status)
{
	static const bench_options bad[] = { { .time_ns = -1 }, { .time_ns = NAN },
		{ .enough_ns = INFINITY }, { .rounds = SIZE_MAX } };
	struct work work = work_on(10, 25);
	bench_summary s;

	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_measure(body, &work, NULL, NULL),
		bench_measure(NULL, NULL, NULL, &s));
	CHECK_NUMBERS({ s.ns, NAN }, { s.status, BENCH_ERR_ARGUMENT });
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		s = measure(&work, body, bad[i]);
		CHECK_NUMBERS({ s.status, bad[i].rounds ? BENCH_ERR_MEMORY : BENCH_ERR_ARGUMENT },
			{ s.ns, NAN }, { i > 0 || strstr(bench_detail(), "time_ns"), true });
	}
}

/* The clock stops during calibration, while windows are sized, or among the rounds. */
TEST(a_clock_that_stops_on_the_way_ends_it)
{
	static const double steps[] = { 10, 1e4 };
	int still = 0;

	for (size_t i = 0; i < 2; i++)
		for (double part = 0.001; part < 1; part += 0.21) {
			struct work whole = work_on(steps[i], 25), work = work_on(steps[i], 25);
			bench_summary s = measure_plainly(&whole);
			double begin = work.clock.ns;

			ck_assert_int_eq(s.status, BENCH_OK);
			work.clock.stops_ns = begin + part * (whole.clock.ns - begin);
			s = measure_plainly(&work);
			still += s.status == BENCH_ERR_CLOCK_STILL;
			if (s.status == BENCH_OK)   /* it had finished before the clock stopped */
				ck_assert_double_eq_tol(s.ns, ITERATION_NS, 0.01 * ITERATION_NS);
		}
	ck_assert_int_ge(still, 3);
}

static size_t prepared;
static uint64_t prepared_n, last_round;

static void prepare(uint64_t n, void *arg)
{
	((struct work *)arg)->clock.ns += 1e6;      /* would be visible if it were timed */
	prepared_n = n;
	last_round = bench_round();
	prepared++;
}

static void prepared_body(uint64_t n, void *arg)
{
	CHECK_NUMBERS({ n, prepared_n }, { bench_round(), last_round },
		{ bench_round(), prepared - 1 });
	body(n, arg);
}

TEST(each_window_is_prepared_for)
{
	struct work work = work_on(10, 25);
	bench_summary s = measure(&work, prepared_body,
		(bench_options){ .time_ns = 50e6, .prepare = prepare });

	ck_assert_uint_ge(prepared, s.samples);
	CHECK_NUMBERS({ s.ns, ITERATION_NS, 0.01 * ITERATION_NS }, { bench_round(), 0 });
}

CHECK_SUITE("measure")
