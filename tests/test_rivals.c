/*
 * Compares two cases on simulated machines: the right answer, in time, and the mistakes that are
 * refused.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "arena.h"
#include "compare/compare.h"
#include "measure/measure.h"

struct fixture {
	struct arena arena;
	struct rival rival[2];
	bench_case c[2];
	bench_compare_options options;
	bench_difference result;
	bench_summary measured;
};

static struct fixture f;

static void begin(double first_ns, double second_ns)
{
	const double ns[2] = { first_ns, second_ns };

	memset(&f, 0, sizeof f);
	arena_rivals(&f.arena, f.rival, f.c, 2, ns, NULL);
	f.options.clock = arena_clock(&f.arena);
}

/* The same; the first case has a burst every `period` iterations. */
static void begin_rare(uint64_t period, double burst_ns)
{
	begin(100, 150);
	f.rival[0].rare = period;
	f.rival[0].burst_ns = burst_ns;
}

static bench_answer compare(void)
{
	ck_assert_int_eq(bench_compare(f.c, &f.options, &f.result), BENCH_OK);
	CHECK_NUMBERS({ f.result.status, BENCH_OK }, { f.rival[0].ups, 1 }, { f.rival[0].downs, 1 },
		{ f.rival[1].ups, 1 }, { f.rival[1].downs, 1 });
	return f.result.answer;
}

/* Measures the first case alone; returns whether it warns of rare work or includes it in its
 * interval. */
static int measure(double time_ns, uint64_t seed)
{
	const bench_options options = { .clock = f.options.clock, .time_ns = time_ns, .seed = seed };

	ck_assert_int_eq(bench_measure(f.c[0].body, f.c[0].arg, &options, &f.measured), BENCH_OK);
	return (f.measured.warnings & BENCH_WARN_RARE) != 0
	       || (f.measured.warnings & BENCH_WARN_NOISY && f.measured.mean_ns > 1.2 * f.measured.ns
	           && f.measured.ns_high >= f.measured.mean_ns);
}

TEST(the_answers)
{
	static const struct {
		double first, second, margin, time_ns;
		bench_answer answer;
	} of[] = { { 1000, 1020, 0, 0, BENCH_SLOWER }, { 1000, 980, 0, 0, BENCH_FASTER },
		{ 1000, 1000, 0, 0, BENCH_SAME }, { 1000, 1000, 0, 150e3, BENCH_UNSURE },
		{ 1000, 1001, 0, 0, BENCH_SAME }, { 1000, 1001, 0.0004, 0, BENCH_SLOWER } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		begin(of[i].first, of[i].second);
		f.options.margin = of[i].margin;
		f.options.time_ns = of[i].time_ns;
		ck_assert_msg(compare() == of[i].answer, "%d: %d", (int)i, f.result.answer);
		ck_assert_double_eq(f.result.margin, of[i].margin > 0 ? of[i].margin : 0.005);
	}
	CHECK_ALL(f.result.ratio_low > 1 + f.result.resolution,
		f.result.ratio_low <= 1.001 && f.result.ratio_high >= 1.001, f.result.resolution < 0.00011);
}

/* The clock's step is 0.125 % of a window of 4 us; the difference is 0.03 %. */
TEST(the_clocks_grid_does_not_draw_the_ratio)
{
	begin(1003, 1003.3);
	f.arena.jitter = 0.0001;
	f.options.time_ns = 1e9;
	f.options.rounds = 3000;
	compare();
	CHECK_NUMBERS({ f.result.rounds, 3000 }, { f.result.ratio, 1.0003, 0.00005 });
	ck_assert(f.result.ratio_low <= 1.0003);
	ck_assert(f.result.ratio_high >= 1.0003 - f.result.resolution / 4);
	ck_assert_double_lt(f.result.ratio_high - f.result.ratio_low, 0.0002);
}

TEST(differences_within_the_resolution_are_none)
{
	begin(1000, 1000.03);
	f.arena.jitter = 0.0001;
	f.options.margin = 0.00001;
	f.options.time_ns = 400e6;
	ck_assert_int_eq(compare(), BENCH_UNSURE);
	CHECK_ALL(f.result.ratio_low > 1, f.result.resolution >= 0.00005);
}

TEST(identical_ones_are_hardly_ever_different)
{
	int different = 0;

	for (uint64_t i = 0; i < 200; i++) {
		begin(1000, 1000);
		f.arena = arena_of(i);
		f.options.margin = i % 2 ? 0 : 0.0005;
		f.options.time_ns = 20e6;
		f.options.seed = i;
		compare();
		different += f.result.answer == BENCH_FASTER || f.result.answer == BENCH_SLOWER;
	}
	ck_assert_int_le(different, 2);
}

TEST(drift_and_interruptions_do_not_hide_a_difference)
{
	begin(1000, 1010);
	f.arena.drift = 0.05;
	f.arena.drift_ns = 3e6;
	f.arena.preempted = 0.1;
	ck_assert_int_eq(compare(), BENCH_SLOWER);
	ck_assert(f.result.ratio_low <= 1.01 && f.result.ratio_high >= 1.01);
	ck_assert_str_eq(f.result.side[1].method, "function");
	CHECK_NUMBERS({ f.result.side[0].ns, 1000, 60 }, { f.result.side[1].samples, f.result.rounds },
		{ f.result.confidence, 0.99 }, { f.result.side[0].ns_raw, f.result.side[0].ns });
	begin(1000, 1010);
	f.options.confidence = 0.9;
	compare();
	CHECK_NUMBERS({ f.result.confidence, 0.9, 1e-12 });
}

/* Bursts every few windows double the cost; with a period above two windows no median shows
 * them. A measurement must report what its median leaves out. */
TEST(rare_work_is_counted)
{
	static const uint64_t periods[] = { 1, 10, 100, 1000, 3000 };

	for (size_t i = 0; i < sizeof periods / sizeof *periods; i++) {
		const bench_summary *side = f.result.side;

		begin_rare(periods[i], 100 * (double)periods[i]);
		ck_assert_int_eq(compare(), BENCH_FASTER);
		CHECK_NUMBERS({ f.result.ratio, 0.75, 0.08 }, { side[0].mean_ns, 200, 20 },
			{ side[1].mean_ns, 150, 1 }, { side[1].warnings & BENCH_WARN_RARE, 0 });
		if (fabs(side[0].ns - 200) > 20)
			ck_assert_uint_ne(side[0].warnings & BENCH_WARN_RARE, 0);
		begin_rare(periods[i], 100 * (double)periods[i]);
		ck_assert_int_eq(measure(0, 0), fabs(f.measured.ns - 200) > 20);
		ck_assert(f.measured.mean_ns_low <= 201 && f.measured.mean_ns_high >= 199);
		ck_assert_double_eq_tol(f.measured.mean_ns, 200, 20);
	}
}

/* A burst every 0.5 ms of the case's own time, on a system that preempts the thread for longer.
 * The time that the cases ran decides, not the elapsed time. */
TEST(rare_work_is_looked_for_while_others_have_the_processor)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		begin_rare(5000, 5e5);
		f.arena.preempted = 0.3;
		f.arena.random = seed;
		ck_assert_int_ne(compare(), BENCH_SLOWER);
		ck_assert_int_ne(f.result.answer, BENCH_SAME);
	}
}

/* A burst after 3 ms takes longer than the whole budget and ends the run. It must count
 * wherever it is in a round. */
TEST(a_burst_that_takes_the_rest_of_the_time_counts)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		begin_rare(30000 + 7 * seed, 200e6);
		f.options.seed = seed;
		ck_assert_int_ne(compare(), BENCH_SLOWER);
		ck_assert_int_ne(f.result.answer, BENCH_SAME);
		ck_assert_uint_ne(f.result.side[0].warnings & BENCH_WARN_RARE, 0);
		f.rival[0].iterations = 0;
		ck_assert(measure(0, seed));
		ck_assert_double_gt(f.measured.mean_ns, 2000);
	}
}

/* The time of a preemption is subtracted from its window. A window is dropped if more time was
 * lost than it took. */
TEST(a_loss_is_taken_from_its_window)
{
	struct arena a = arena_quiet(10, 20);
	struct rival rival = { .arena = &a, .ns = 100 };
	struct benchi_presence moment = benchi_presence_now();
	bench_case c = arena_case(&rival);
	double least_ns = NAN;

	ck_assert_double_eq(benchi_window_own_ns(&moment, &least_ns, 16e3, 160), 16e3);
	ck_assert_double_eq(benchi_window_own_ns(&moment, &least_ns, 1e6, 160), 1e6);
	a.preempted = 1;
	for (int i = 0; i < 100; i++) {
		double before_ns = a.ns, ns;

		c.body(160, c.arg);
		ns = a.ns - before_ns;
		moment = benchi_presence_now();
		c.body(160, c.arg);
		before_ns = a.ns - before_ns - ns;
		if (!benchi_interrupted(before_ns, 16e3))
			continue;
		ck_assert_double_eq_tol(benchi_window_own_ns(&moment, &least_ns, before_ns, 160), 16e3, 1);
		moment.ns -= 2 * before_ns;
		moment.preemptions--;
		ck_assert_double_nan(benchi_window_own_ns(&moment, &least_ns, before_ns, 160));
	}
}

/* Time that was lost before a window of rare work is not part of this work. */
TEST(a_loss_before_a_window_is_not_taken_from_it)
{
	struct arena a = arena_quiet(10, 20);
	struct rival rival = { .arena = &a, .ns = 100, .rare = 160, .burst_ns = 1e6 };
	struct benchi_presence moment = benchi_presence_now();
	bench_case c = arena_case(&rival);

	for (int lost_ns = 10000; lost_ns < 3000000; lost_ns += 70000) {
		double own_ns;

		moment = benchi_presence_now();
		c.body(160, c.arg);
		moment.ns -= lost_ns;
		moment.preemptions--;
		own_ns = benchi_presence_own_ns(&moment, 1.016e6, 1);
		ck_assert(lost_ns < 100000 ? own_ns > 0.9 * 1.016e6 : isnan(own_ns));
	}
	/* whole windows since the moment leave no place for a loss */
	rival.rare = 20 * 80;
	rival.iterations = 0;
	moment = benchi_presence_now();
	for (int i = 0; i < 20; i++) {
		c.body(80, c.arg);
		if (i < 19)
			ck_assert_double_eq(benchi_presence_own_ns(&moment, 8e3, 0), 8e3);
	}
	moment.ns -= 100e3;
	moment.preemptions--;
	ck_assert_double_eq_tol(benchi_presence_own_ns(&moment, 1.108e6, 1), 1.008e6, 1);
	ck_assert_double_eq(moment.whole_ns, 0);
}

/* A burst while windows are sized counts too, but not the first call, which prepares the body. */
TEST(a_burst_while_windows_are_sized_is_rare_work)
{
	static const uint64_t after[] = { 0, 2, 9, 40, 150, 300 };

	for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
		begin_rare(100000000, 10e6);
		f.rival[0].iterations = f.rival[0].rare - after[i];
		f.rival[0].first_ns = 1e6;
		ck_assert_msg(measure(0, 0) == (after[i] > 0), "%d: mean %g", (int)after[i],
			f.measured.mean_ns);
		ck_assert_double_eq_tol(f.measured.ns, 100, 1);
	}
}

/* Preemptions of up to 5 ms, in up to 40 % of the windows, are not rare work. */
TEST(a_loss_of_the_processor_is_not_rare_work)
{
	for (int preempted = 0; preempted < 5; preempted++) {
		begin(100, 100);
		f.arena.preempted = preempted / 10.0;
		f.arena.random = (uint64_t)preempted;
		ck_assert(!measure(500e6, 0));
		ck_assert_double_eq_tol(f.measured.mean_ns, 100, 4);
	}
}

TEST(both_sides_run_the_same_iterations_if_they_are_alike)
{
	begin(1000, 1300);
	compare();
	ck_assert_uint_eq(f.result.side[0].iterations, f.result.side[1].iterations);
	begin(10, 10000);
	compare();
	ck_assert_uint_gt(f.result.side[0].iterations, 100 * f.result.side[1].iterations);
}

static void leaves_a_start(uint64_t n, void *arg)
{
	struct rival *r = arg;

	r->arena->ns += 1e4;
	BENCH_STOP;
	BENCH_START;
	r->arena->ns += r->ns * (double)n;
	BENCH_STOP;
	BENCH_START;
}

static void call(void *arg, uint64_t value)
{
	struct rival *r = arg;

	r->arena->ns += r->ns;
}

static double ns_with(bench_body *body, void (*called)(void *, uint64_t))
{
	begin(1000, 2000);
	f.c[0].body = f.c[1].body = body;
	f.c[0].call = f.c[1].call = called;
	ck_assert_int_eq(compare(), BENCH_SLOWER);
	return f.result.side[0].ns;
}

/* Returns the iterations per round of a comparison (or a pick) of two cases whose first `cold`
 * calls are slow. */
static double iterations_a_round(int picks, uint64_t cold)
{
	bench_pick_options picking = { .rounds = 40 };
	bench_choice choice;

	begin(100, picks ? 100.5 : 100);
	f.rival[0].cold = f.rival[1].cold = cold;
	picking.clock = f.options.clock;
	if (picks)
		ck_assert_int_eq(bench_pick(f.c, 2, &picking, &choice), BENCH_OK);
	else
		ck_assert_int_eq(compare(), BENCH_SAME);
	return picks ? (double)f.rival[0].iterations / (double)choice.rounds
	             : (double)f.result.side[0].iterations / (double)f.result.rounds;
}

/* Work before the first START is in no region, even if the window before left a region open. */
TEST(regions_and_calls_are_compared)
{
	ck_assert_double_eq_tol(ns_with(leaves_a_start, NULL), 1000, 10);
	ck_assert_double_eq_tol(ns_with(NULL, call), 1000, 100);
}

TEST(windows_that_were_sized_with_cold_data_are_sized_again)
{
	ck_assert_double_ge(iterations_a_round(0, 100), iterations_a_round(0, 0) / 2);
	ck_assert_double_ge(iterations_a_round(1, 30), iterations_a_round(1, 0) / 2);
}

TEST(the_budget_is_kept_by_long_bodies_and_short_ones)
{
	static const double budget[] = { 1, 1e5, 5e6 }, iteration_ns[] = { 1, 1e4, 1e9 };

	for (int i = 0; i < 9; i++) {
		bench_status status;

		begin(iteration_ns[i % 3], iteration_ns[i % 3]);
		f.options.time_ns = budget[i / 3];
		f.options.margin = 0.00001;
		status = bench_compare(f.c, &f.options, &f.result);
		ck_assert(status == BENCH_OK || status == BENCH_ERR_NO_SAMPLES);
		ck_assert_double_lt(f.arena.ns - 1e9, 1.2 * budget[i / 3] + 3 * iteration_ns[i % 3] + 80e3);
		ck_assert_int_eq(f.rival[1].downs, 1);
	}
}

static void assert_refused(bench_status status)
{
	ck_assert_int_eq(bench_compare(f.c, &f.options, &f.result), status);
	CHECK_NUMBERS({ f.result.status, status }, { f.result.ratio, NAN },
		{ f.result.side[0].ns, NAN }, { f.result.answer, BENCH_UNSURE });
}

TEST(nonsense_is_refused)
{
	double *option[] = { &f.options.margin, &f.options.confidence, &f.options.time_ns,
		&f.options.enough_ns };

	for (int i = 0; i < 4; i++) {
		begin(1, 1);
		*option[i] = -1;
		assert_refused(BENCH_ERR_ARGUMENT);
		*option[i] = NAN;
		assert_refused(BENCH_ERR_ARGUMENT);
		ck_assert_int_eq(f.rival[0].ups, 0);
	}
	begin(1, 1);
	f.c[1].body = NULL;
	assert_refused(BENCH_ERR_ARGUMENT);
	begin(1, 1);
	f.options.rounds = SIZE_MAX / 8;
	assert_refused(BENCH_ERR_MEMORY);
	ck_assert_int_eq(f.rival[0].downs, 1);
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_compare(NULL, NULL, &f.result),
		bench_compare(f.c, NULL, NULL));
}

/* A burst nearly once per window; both cases cost the same. */
TEST(rare_work_in_step_with_the_windows_decides_nothing)
{
	for (uint64_t period = 60; period < 2000; period += 97) {
		begin(200, 100);
		f.rival[1].rare = period;
		f.rival[1].burst_ns = 100 * (double)period;
		compare();
		ck_assert_msg(f.result.answer == BENCH_SAME || f.result.answer == BENCH_UNSURE,
			"period %d: %d, %g", (int)period, f.result.answer, f.result.ratio);
		ck_assert(f.result.ratio_low <= 1.005 && f.result.ratio_high >= 0.995);
	}
}

/* The second case costs 2 % more, only because of rare work. */
TEST(a_mean_that_differs_by_more_than_the_margin_decides)
{
	for (uint64_t period = 300; period < 100000; period *= 3) {
		begin(100, 100);
		f.rival[1].rare = period;
		f.rival[1].burst_ns = 2 * (double)period;
		compare();
		ck_assert_msg(f.result.answer == BENCH_SLOWER || f.result.answer == BENCH_UNSURE,
			"period %d: %d, %g", (int)period, f.result.answer, f.result.ratio);
	}
}

TEST(a_case_that_skips_or_fails_its_check_ends_it)
{
	begin(1, 1);
	f.rival[1].skips = 1;
	assert_refused(BENCH_ERR_NO_SAMPLES);
	ck_assert(strstr(bench_detail(), "not here"));
	CHECK_NUMBERS({ f.rival[0].downs, 1 }, { f.rival[1].downs, 0 });
	begin(1, 1);
	f.rival[0].verdict = 0;
	assert_refused(BENCH_ERR_NO_SAMPLES);
	ck_assert(strstr(bench_detail(), "check"));
	CHECK_NUMBERS({ f.rival[0].downs, 1 }, { f.rival[1].ups, 0 });
}

static uint64_t still(void *ctx)
{
	return 7;
}

static uint64_t back(void *ctx)
{
	return *(uint64_t *)ctx -= 100;
}

TEST(a_clock_that_is_still_or_runs_backwards_is_named)
{
	uint64_t time = 1u << 30;

	begin(1, 1);
	f.options.clock = (bench_clock){ "dead", still, NULL };
	assert_refused(BENCH_ERR_CLOCK_STILL);
	f.options.clock = (bench_clock){ "wrong", back, &time };
	assert_refused(BENCH_ERR_CLOCK_BACKWARD);
}

/* Whenever the clock stops, windows that it shortened must not decide. */
TEST(a_clock_that_stops_on_the_way_ends_it)
{
	begin(1000, 1000);
	f.arena.stops_ns = f.arena.ns + 1e6;
	f.options.rounds = 10000;
	assert_refused(BENCH_ERR_CLOCK_STILL);
	for (double ms = 0.2; ms < 30; ms += 0.1) {
		bench_pick_options picking = { .time_ns = 0 };
		bench_choice choice;
		int likely = ms > 0.45 && ms < 0.55;

		begin(1000, likely ? 1001 : 1500);
		f.arena.stops_ns = f.arena.ns + ms * 1e6;
		picking.clock = f.options.clock;
		if (bench_pick(f.c, 2, &picking, &choice) == BENCH_OK) {
			CHECK_NUMBERS({ choice.index, 0 }, { likely, 0 });
			continue;
		}
		ck_assert(strstr(bench_detail(), "did not move"));
		CHECK_NUMBERS({ choice.status, BENCH_ERR_CLOCK_STILL }, { choice.index, BENCH_NONE },
			{ f.rival[0].downs, f.rival[0].ups }, { f.rival[1].downs, f.rival[1].ups });
	}
}

TEST(the_thread_is_as_it_was_before)
{
	struct benchi_thread *self = benchi_thread_self();
	const struct benchi_worker_context place = { 42, 3, 5, NULL };

	benchi_case_enter(&place);
	self->offset = 64;
	self->regions.ns = 17;
	self->regions.open = 1;
	bench_cold(&place, sizeof place);
	begin(1000, 1000);
	compare();
	CHECK_NUMBERS({ self->colds.n, 1 }, { bench_parameter(), 42 }, { bench_worker(), 3 },
		{ bench_layout(), 64 }, { self->regions.ns, 17 }, { self->regions.open, 1 });
}

CHECK_SUITE("rivals")
