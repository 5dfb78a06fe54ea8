/*
 * The best routine for each size, on a simulated machine with known crossovers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "arena.h"

enum { N = 3, SPACE = 8 };

struct fixture {
	struct arena arena;
	struct rival rival[N];
	bench_case c[N];
	bench_pick_options options;
	bench_range range[SPACE];
	bench_ranges ranges;
};

static struct fixture f;

/* 10 + x, 100 + x / 4, 1000 + x / 64: they cross at 120 and 3840. */
static void begin(void)
{
	static const double fixed[N] = { 10, 100, 1000 }, slope[N] = { 1, 1 / 4.0, 1 / 64.0 };

	memset(&f, 0, sizeof f);
	arena_rivals(&f.arena, f.rival, f.c, N, fixed, slope);
	f.options.clock = arena_clock(&f.arena);
	f.ranges = (bench_ranges){ .low = 1, .high = 100000, .range = f.range, .capacity = SPACE };
}

static void pick(bench_status status)
{
	ck_assert_int_eq(bench_pick_ranges(f.c, N, &f.options, &f.ranges), status);
	ck_assert_int_eq(status, f.ranges.status);
}

/* Expects all three routines, with the right crossovers. */
static void check_crossings(void)
{
	CHECK_NUMBERS({ f.ranges.n, 3 }, { f.ranges.end, BENCH_PICK_END_SURE }, { f.range[0].low, 1 },
		{ f.range[1].low, 120, 5 }, { f.range[2].low, 3840, 150 },
		{ f.range[0].high + 1, f.range[1].low }, { f.range[1].high + 1, f.range[2].low },
		{ f.range[2].high, 100000 });
}

TEST(crossovers_are_found_to_three_percent)
{
	begin();
	pick(BENCH_OK);
	check_crossings();
	for (size_t i = 0; i < 3; i++) {
		ck_assert_uint_eq(f.range[i].index, i);
		CHECK_ALL(f.range[i].lead > 1.2 && f.range[i].lead_low <= f.range[i].lead,
			f.range[i].at >= f.range[i].low && f.range[i].at <= f.range[i].high);
	}
	CHECK_ALL(f.ranges.elapsed_ns < 210e6, f.ranges.probes < 40);
}

/* Towards the end, routine 1 is as good as routine 2 within the margin, but never better. */
TEST(a_choice_goes_on_while_it_is_one_of_a_tie)
{
	static const double fixed[N] = { 1000, 1030, 1000 }, slope[N] = { 10, -0.0003, 0 };

	begin();
	arena_rivals(&f.arena, f.rival, f.c, N, fixed, slope);
	f.ranges.low = 16;
	pick(BENCH_OK);
	CHECK_NUMBERS({ f.ranges.n, 1 }, { f.range[0].index, 2 }, { f.range[0].tie, 0 });
}

TEST(a_single_value_is_a_range)
{
	begin();
	f.ranges.low = f.ranges.high = 0;
	pick(BENCH_OK);
	CHECK_NUMBERS({ f.ranges.n, 1 }, { f.range[0].low, 0 }, { f.range[0].high, 0 },
		{ f.range[0].index, 0 });
	begin();
	f.ranges.low = 0;
	f.ranges.high = UINT64_MAX;
	pick(BENCH_OK);
	ck_assert_uint_eq(f.range[f.ranges.n - 1].high, UINT64_MAX);
	ck_assert_uint_eq(f.range[f.ranges.n - 1].index, 2);
}

TEST(too_little_space_says_how_much_it_takes)
{
	begin();
	f.ranges.capacity = 2;
	pick(BENCH_ERR_ARGUMENT);
	CHECK_NUMBERS({ f.ranges.n, 3 }, { f.range[1].index, 1 }, { f.range[2].high, 0 },
		{ f.range[1].high, 3840, 150 }, { strstr(bench_detail(), "3") != NULL, true });
}

TEST(the_budget_is_kept_and_said)
{
	static const struct { double time_ns; size_t n, least, most; } of[] = {
		{ 2e6, 0, 2, SIZE_MAX }, { 6e6, 3, 19, SIZE_MAX }, { 1, 0, 1, 1 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		begin();
		f.options.time_ns = of[i].time_ns;
		pick(BENCH_OK);
		ck_assert_int_eq(f.ranges.end, BENCH_PICK_END_BUDGET);
		ck_assert(f.ranges.probes >= of[i].least && f.ranges.probes <= of[i].most);
		ck_assert_msg(of[i].n == 0 || f.ranges.n == of[i].n, "%zu ranges", f.ranges.n);
		ck_assert_double_lt(f.ranges.elapsed_ns, of[i].time_ns + 0.3e6);
		ck_assert_uint_eq(f.range[f.ranges.n - 1].high, 100000);
	}
}

TEST(nonsense_is_refused)
{
	begin();
	f.ranges.low = f.ranges.high + 1;
	f.ranges.end = BENCH_PICK_END_SURE;
	pick(BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(f.ranges.end, BENCH_PICK_END_FAILED);
	begin();
	f.ranges.capacity = 0;
	pick(BENCH_ERR_ARGUMENT);
	begin();
	f.options.time_ns = NAN;
	pick(BENCH_ERR_ARGUMENT);
	begin();
	for (int i = 0; i < N; i++)
		f.rival[i].verdict = 0;
	pick(BENCH_ERR_NO_SAMPLES);
	CHECK_NUMBERS({ f.ranges.end, BENCH_PICK_END_FAILED }, { f.ranges.n, 0 });
	ck_assert_int_eq(bench_pick_ranges(f.c, N, NULL, NULL), BENCH_ERR_ARGUMENT);
}

static void slow_at_two(void *arg)
{
	if (bench_parameter() == 2)
		((struct rival *)arg)->arena->ns += 30e6;
}

TEST(a_slow_setup_does_not_shorten_the_search)
{
	begin();
	f.c[0].setup = slow_at_two;
	pick(BENCH_OK);
	check_crossings();
}

TEST(what_is_left_of_the_budget_goes_to_uncertain_values)
{
	for (uint64_t seed = 0; seed < 10; seed++) {
		begin();
		f.arena.jitter = 0.02;
		f.arena.random = seed;
		pick(BENCH_OK);
		if (f.ranges.end == BENCH_PICK_END_BUDGET)
			ck_assert_double_gt(f.ranges.elapsed_ns, 150e6);
	}
}

/* Takes twice as long from 1030 on. */
static void stepped(uint64_t n, void *arg)
{
	struct rival *rival = arg;
	double ns = rival->ns;

	if (bench_parameter() >= 1030)
		rival->ns *= 2;
	arena_case(rival).body(n, arg);
	rival->ns = ns;
}

TEST(a_tie_does_not_hide_a_crossover)
{
	static const double fixed[N] = { 1000, 1006, 1006 };

	for (uint64_t seed = 0; seed < 10; seed++) {
		uint64_t first = 0;

		begin();
		arena_rivals(&f.arena, f.rival, f.c, N, fixed, NULL);
		f.arena.jitter = 0.02;
		f.arena.random = f.options.seed = seed;
		f.c[0].body = stepped;
		f.ranges.low = 16;
		f.ranges.high = 65536;
		pick(BENCH_OK);
		for (size_t i = 0; i < f.ranges.n && i < SPACE; i++)
			if (f.range[i].index == 0)
				first = f.range[i].high + 1;
		ck_assert_msg(first > 990 && first < 1070, "seed %d: %d", (int)seed, (int)first);
	}
}

TEST(in_the_callers_memory)
{
	static double memory[8192];
	const size_t bytes = bench_pick_size(N) + 8192;

	begin();
	memset(memory, 0xff, sizeof memory);
	f.options.memory = memory;
	f.options.memory_bytes = bytes - 1;
	pick(BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(f.ranges.end, BENCH_PICK_END_FAILED);
	f.options.memory_bytes = bytes;
	pick(BENCH_OK);
	ck_assert_uint_eq(f.ranges.n, 3);
	for (size_t i = bytes; i < sizeof memory; i++)
		ck_assert_int_eq(((unsigned char *)memory)[i], 0xff);
}

CHECK_SUITE("pick_ranges")
