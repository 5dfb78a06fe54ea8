/*
 * Windows of one iteration with evicted memory, on a scripted clock.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "made_sweep.h"
#include "measure/measure.h"
#include "scripted.h"

/* The effect of an iteration on the clock. */
static struct {
	struct scripted clock;
	double ns;              /* time of an iteration */
	size_t prepared, run, long_windows;
	int pauses;
	double growth;          /* added with each iteration */
} work;
static bench_summary s;

static void prepare(uint64_t n, void *arg)
{
	work.clock.ns += 123.4;    /* would be visible if it were timed */
	work.prepared += n;
}

static void body(uint64_t n, void *arg)
{
	work.long_windows += n != 1;
	work.run++;
	work.clock.ns += (double)n * work.ns;
	work.ns += work.growth;
	if (work.pauses && work.run % 20 == 0)
		work.clock.ns += 1e6;
}

static char table[4096];

/* A clock with this step, and iterations of ns nanoseconds. */
static void begin(double step_ns, double ns)
{
	memset(&work, 0, sizeof work);
	work.clock = scripted_clock(step_ns, 25);
	work.ns = ns;
	bench_cold(table, sizeof table);
}

static bench_status measure(bench_body *what, double time_ns, size_t rounds)
{
	const bench_options options = { .clock = scripted_as_clock(&work.clock), .time_ns = time_ns,
		.rounds = rounds, .cold = BENCH_COLD_DATA, .prepare = what == body ? prepare : NULL };

	return bench_measure(what, NULL, &options, &s);
}

TEST(one_iteration_a_window)
{
	begin(10, 137.3);
	ck_assert_int_eq(measure(body, 5e6, 0), BENCH_OK);
	CHECK_ALL(s.samples > 1000, s.ns_low <= 137.3 && 137.3 <= s.ns_high, s.ns_high - s.ns_low < 14);
	CHECK_TEXTS({ s.method, "cold" }, { bench_last()->method, "cold" });
	CHECK_NUMBERS({ work.long_windows, 0 }, { s.iterations, s.samples },
		{ work.prepared, 2 * work.run },   /* also for the empty window */
		{ s.overhead_ns, 25, 10 }, { s.ns_raw - s.ns, s.overhead_ns }, { s.ns, 137.3, 1 },
		{ s.warnings & ~(unsigned)(BENCH_WARN_NO_TICK | BENCH_WARN_NOISY), 0 },
		{ bench_round(), 0 });
}

static void region_body(uint64_t n, void *arg)
{
	for (; n > 0; n--) {
		work.clock.ns += 411;
		BENCH_START;
		work.clock.ns += work.ns;
		if (!work.pauses)
			BENCH_STOP;
		work.clock.ns += 97;
	}
}

TEST(regions_alone_are_timed)
{
	begin(10, 137.3);
	ck_assert_int_eq(measure(region_body, 5e6, 0), BENCH_OK);
	CHECK_NUMBERS({ s.ns, 137.3, 2 }, { s.warnings & BENCH_WARN_UNPAIRED, 0 });
	work.pauses = 1;
	ck_assert_int_eq(measure(region_body, 5e6, 0), BENCH_OK);
	ck_assert_uint_ne(s.warnings & BENCH_WARN_UNPAIRED, 0);
}

/* The regions of an enclosing run and their clock are restored. */
TEST(the_thread_is_as_it_was_before)
{
	struct benchi_thread *self = benchi_thread_self();
	bench_clock outer = self->regions.clock;

	self->regions.ns = 17;
	self->regions.count = 3;
	self->regions.open = 1;
	begin(10, 137.3);
	ck_assert_int_eq(measure(region_body, 5e6, 0), BENCH_OK);
	CHECK_NUMBERS({ self->regions.ns, 17 }, { self->regions.count, 3 }, { self->regions.open, 1 });
	ck_assert(self->regions.clock.now_ns == outer.now_ns && self->regions.clock.ctx == outer.ctx);
}

TEST(rounds_are_as_many_as_asked)
{
	static const size_t asked[] = { 7, 80, 127, 128 };

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		begin(10, 100e3);
		ck_assert_int_eq(measure(region_body, 1e6, asked[i]), BENCH_OK);
		ck_assert_uint_eq(s.samples, asked[i]);
	}
}

TEST(less_than_the_clock_resolves_is_at_most)
{
	begin(10, 1.1);
	ck_assert_int_eq(measure(body, 5e6, 0), BENCH_OK);
	CHECK_ALL((s.warnings & BENCH_WARN_BELOW_RESOLUTION) != 0, s.ns_low <= 1.1 && 1.1 <= s.ns_high);
}

TEST(interrupted_windows_do_not_count)
{
	begin(10, 137.3);
	work.pauses = 1;
	ck_assert_int_eq(measure(body, 500e6, 0), BENCH_OK);
	CHECK_NUMBERS({ s.dropped > 0, true }, { s.ns, 137.3, 2 });
}

TEST(a_coarse_clock_is_refused)
{
	begin(1e4, 137.3);
	ck_assert_int_eq(measure(body, 5e6, 0), BENCH_ERR_CLOCK_COARSE);
	CHECK_NUMBERS({ strstr(bench_detail(), "too coarse") != NULL, true }, { work.run, 0 });
}

TEST(a_clock_that_stops_is_noticed)
{
	double whole_ns;

	begin(10, 137.3);
	whole_ns = -work.clock.ns;
	ck_assert_int_eq(measure(body, 5e6, 0), BENCH_OK);
	whole_ns += work.clock.ns;
	for (int part = 1; part < 8; part++) {
		begin(10, 137.3);
		work.clock.stops_ns = work.clock.ns + part * whole_ns / 8;
		ck_assert_int_eq(measure(body, 5e6, 0), BENCH_ERR_CLOCK_STILL);
	}
}

TEST(other_bits_are_refused)
{
	bench_options options = { .cold = 4 };

	ck_assert_int_eq(bench_measure(body, NULL, &options, &s), BENCH_ERR_ARGUMENT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "options.cold is 4"));
}

TEST(names_of_memory)
{
	static char much[20];
	const struct benchi_worker_context none = { 0, 0, 0, NULL };

	bench_cold(table, 10);
	bench_cold(table, 10);
	ck_assert_uint_eq(benchi_thread_self()->colds.n, 1);
	for (size_t i = 0; i < sizeof much; i++)
		bench_cold(&much[i], 1);
	ck_assert_uint_gt(benchi_thread_self()->colds.n, BENCHI_COLDS);
	bench_cold(NULL, 0);
	ck_assert_uint_eq(benchi_thread_self()->colds.n, 0);
	bench_cold(table, 10);
	benchi_case_enter(&none);
	ck_assert_uint_eq(benchi_thread_self()->colds.n, 0);
}

TEST(what_grows_drifts)
{
	begin(1, 137);
	for (int grows = 0; grows < 2; grows++) {
		work.growth = grows ? .05 : 0;
		ck_assert_int_eq(measure(body, 5e6, 0), BENCH_OK);
		ck_assert_uint_eq(s.warnings & BENCH_WARN_DRIFT, grows ? BENCH_WARN_DRIFT : 0);
	}
}

/* Up to 16 named objects are evicted line by line, if the processor can; else all memory is
 * swept. */
TEST(memory_is_named_or_swept)
{
	static char much[BENCHI_COLDS + 1];
	const bench_timing fine = { .step_ns = 1, .reading_ns = 25, .empty_ns = 25 };
	const struct { size_t named; unsigned cold; int swept; } cases[] = {
		{ 0, 0, 0 }, { 0, BENCH_COLD_DATA, 1 }, { 1, BENCH_COLD_DATA, 0 },
		{ 1, BENCH_COLD_DATA | BENCH_COLD_CODE, 1 }, { BENCHI_COLDS, BENCH_COLD_DATA, 0 },
		{ BENCHI_COLDS + 1, BENCH_COLD_DATA, 1 }, { 1, BENCH_COLD_CODE, 1 } };

	for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
		struct benchi_cold_window w = { .cold = 9 };

		made_lines_known = i % 2;
		bench_cold(NULL, 0);
		for (size_t k = 0; k < cases[i / 2].named; k++)
			bench_cold(&much[k], 1);
		ck_assert_int_eq(benchi_cold_window_begin(&w, cases[i / 2].cold, &fine), BENCH_OK);
		ck_assert_uint_eq(w.cold, cases[i / 2].cold);
		ck_assert_int_eq(w.sweep.memory != NULL, cases[i / 2].swept
			|| (cases[i / 2].cold && !made_lines_known));
		benchi_sweep_end(&w.sweep);
		ck_assert_ptr_null(w.sweep.memory);
	}
	bench_cold(NULL, 0);
}

TEST(memory_can_be_evicted_or_not)
{
	ck_assert_int_eq(bench_evict(table, 300), BENCH_OK);
	ck_assert_int_eq(bench_evict(NULL, 1), BENCH_ERR_ARGUMENT);
	made_lines_known = 0;
	ck_assert_int_eq(bench_evict(table, 300), BENCH_ERR_UNSUPPORTED);
	made_lines_known = 1;
}

/* Two routines on one clock; an iteration takes cold_ns after its memory was evicted, else
 * hot_ns. */
struct routine {
	struct scripted *clock;
	double cold_ns, hot_ns;
	size_t long_windows;
};

static int evicted;

static void evict_for(uint64_t n, void *arg)
{
	struct routine *routine = arg;

	routine->clock->ns += 55.5;
	evicted = 1;
}

static void routine_body(uint64_t n, void *arg)
{
	struct routine *routine = arg;

	routine->long_windows += n != 1;
	for (; n > 0; n--) {
		routine->clock->ns += evicted ? routine->cold_ns : routine->hot_ns;
		evicted = 0;
	}
}

static struct scripted shared_clock;
static struct routine routines[2];
static bench_case two[2];
static bench_choice choice;

static void make_routines(unsigned cold)
{
	shared_clock = scripted_clock(10, 25);
	routines[0] = (struct routine){ &shared_clock, 400, 50, 0 };
	routines[1] = (struct routine){ &shared_clock, 300, 100, 0 };
	for (int i = 0; i < 2; i++)
		two[i] = (bench_case){ .body = routine_body, .arg = &routines[i], .prepare = evict_for,
			.cold = cold };
	bench_cold(table, sizeof table);
}

static bench_status pick(void)
{
	const bench_pick_options options = { .clock = scripted_as_clock(&shared_clock),
		.time_ns = 50e6 };

	return bench_pick(two, 2, &options, &choice);
}

TEST(the_cold_winner_is_picked)
{
	for (unsigned cold = 0; cold < 2; cold++) {
		make_routines(cold);
		ck_assert_int_eq(pick(), BENCH_OK);
		CHECK_NUMBERS({ choice.index, cold }, { choice.end, BENCH_PICK_END_SURE });
	}
	CHECK_NUMBERS({ choice.ns, 300, 10 }, { choice.lead, 4 / 3., 0.03 },
		{ routines[0].long_windows + routines[1].long_windows, 0 },
		{ benchi_thread_self()->colds.n, 1 });      /* as before the pick */
	two[1].cold = 0;
	ck_assert_int_eq(pick(), BENCH_ERR_ARGUMENT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "candidate 1: .cold is 0, expected 1"));
}

TEST(the_cold_winner_is_faster)
{
	bench_compare_options options = { .clock = scripted_as_clock(&shared_clock), .time_ns = 50e6 };
	bench_difference found;

	make_routines(BENCH_COLD_DATA);
	ck_assert_int_eq(bench_compare(two, &options, &found), BENCH_OK);
	CHECK_NUMBERS({ found.answer, BENCH_FASTER }, { found.ratio, 0.75, 0.02 });
	/* the resolution of one iteration, not of a window */
	ck_assert_double_gt(found.resolution, 0.003);
	two[1].cold = 0;
	ck_assert_int_eq(bench_compare(two, &options, &found), BENCH_ERR_ARGUMENT);
}

/* A cold iteration is known only to the clock's resolution: a smaller lead does not count. */
TEST(less_than_the_clock_resolves_is_no_lead)
{
	make_routines(BENCH_COLD_DATA);
	routines[0].cold_ns = 303;
	ck_assert_int_eq(pick(), BENCH_OK);
	ck_assert(choice.tie || choice.end == BENCH_PICK_END_BUDGET);
}

CHECK_SUITE("cold")
