/*
 * Thresholds, and choices for several values at once, on simulated machines.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "arena.h"
#include "measure/measure.h"

static struct arena arena;
static struct rival rival[2];
static bench_case c[2];
static bench_pick_options options;
static bench_crossover crossover;

/* Cases with the times first + slope * x and other + other_slope * x. */
static void begin(double first, double slope, double other, double other_slope)
{
	const double fixed[2] = { first, other }, slopes[2] = { slope, other_slope };

	arena_rivals(&arena, rival, c, 2, fixed, slopes);
	arena.jitter = 0.002;
	c[0].name = "basecase";
	c[1].name = "toom22";
	options = (bench_pick_options){ .clock = arena_clock(&arena) };
	crossover = (bench_crossover){ .low = 4, .high = 10000 };
}

static void threshold(bench_status status)
{
	ck_assert_int_eq(bench_threshold(c, &options, &crossover), status);
	ck_assert_int_eq(status, crossover.status);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(rival[i].downs, rival[i].ups - rival[i].skips * rival[i].ups);
}

TEST(a_threshold_is_found_with_its_interval)
{
	for (uint64_t seed = 0; seed < 10; seed++) {
		begin(10, 1, 110, 0.5);         /* they cross at x = 200 */
		options.seed = arena.random = seed;
		threshold(BENCH_OK);
		CHECK_NUMBERS({ crossover.at, 200, 3 }, { crossover.end, BENCH_PICK_END_SURE });
		CHECK_ALL(crossover.at_low <= crossover.at && crossover.at <= crossover.at_high,
			crossover.at_low <= 200 && 200 <= crossover.at_high,
			crossover.at_high <= 1.1 * crossover.at_low, crossover.elapsed_ns < 200e6,
			crossover.loss >= 0 && crossover.loss < 0.001);
	}
}

TEST(a_state_of_a_few_milliseconds_is_not_the_answer)
{
	for (uint64_t seed = 0; seed < 10; seed++) {
		begin(10, 1, 110, 0.5);
		options.seed = arena.random = seed;
		rival[0].state = 0.2;           /* at first they cross at 140 */
		rival[0].state_ns = arena.ns + 5e6;
		threshold(BENCH_OK);
		ck_assert_double_eq_tol((double)crossover.at, 200, 10);
		ck_assert(crossover.at_low <= 200 && 200 <= crossover.at_high);
	}
}

TEST(too_small_a_budget_is_not_sure)
{
	begin(10, 1, 110, 0.5);
	options.time_ns = 3e6;
	threshold(BENCH_OK);
	CHECK_NUMBERS({ crossover.at, 200, 20 }, { crossover.end, BENCH_PICK_END_BUDGET });
	ck_assert(crossover.at_low <= 200 && 200 <= crossover.at_high);
}

static void wait_for(uint64_t n, void *arg)
{
	((struct rival *)arg)->arena->ns += 10e6 * (double)n;
}

/* Holds for long iterations and preparations too. Values that were not tried are within the
 * interval. */
TEST(a_budget_is_kept)
{
	static const struct {
		double ns, slope_ns, time_ns;
		int wait;
	} of[] = { { 2e6, 0, 500e6, 0 }, { 1e6, 1e3, 1e9, 0 }, { 2e6, 0, 50e6, 0 },
		{ 1e3, 1, 100e6, 1 }, { 1e3, 1, 30e6, 1 } };
	char memory[64];

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		begin(of[i].ns, of[i].slope_ns, of[i].ns * 2, of[i].slope_ns / 2);
		options.time_ns = of[i].time_ns;
		for (int k = 0; k < 2; k++) {
			c[k].prepare = of[i].wait ? wait_for : NULL;
			c[k].cold = of[i].wait ? BENCH_COLD_DATA : 0;
		}
		bench_cold(memory, sizeof memory);
		threshold(BENCH_OK);
		ck_assert_double_le(crossover.elapsed_ns, 2 * options.time_ns);
		ck_assert_uint_eq(benchi_thread_self()->colds.n, 1);    /* evicted, not all memory */
		bench_cold(NULL, 0);
	}
}

/* Usable from 700 on. */
static int from_700(void *arg)
{
	(void)arg;
	return bench_parameter() >= 700;
}

TEST(one_that_does_not_work_everywhere_begins_where_it_does)
{
	begin(10, 1, 110, 0.5);
	c[1].usable = from_700;
	threshold(BENCH_OK);
	CHECK_ALL(crossover.at >= 700, crossover.at <= 721, crossover.at_low <= 700,
		crossover.at_high >= 700, crossover.end == BENCH_PICK_END_SURE);
	c[1].usable = NULL;
	c[0].usable = from_700;     /* now neither works below 700 */
	threshold(BENCH_OK);
	ck_assert_uint_eq(crossover.at, 4);
}

TEST(a_clock_that_stops_ends_the_search)
{
	for (double after_ns = 1e6; after_ns < 12e6; after_ns += 1.7e6) {
		begin(10, 1, 110, 0.5);
		arena.stops_ns = arena.ns + after_ns;
		threshold(BENCH_ERR_CLOCK_STILL);
	}
}

TEST(one_that_always_wins_has_all_values)
{
	begin(10, 1, 100, 2);
	threshold(BENCH_OK);
	ck_assert_uint_eq(crossover.at, 10001);
	begin(100, 2, 10, 1);
	threshold(BENCH_OK);
	ck_assert_uint_eq(crossover.at, 4);
	crossover.low = crossover.high = 7;
	threshold(BENCH_OK);
	CHECK_NUMBERS({ crossover.at, 7 }, { crossover.values, 1 },
		{ crossover.end, BENCH_PICK_END_SURE });
}

TEST(noise_widens_the_interval)
{
	begin(10, 1, 20, 0.95);
	arena.jitter = 0.1;
	threshold(BENCH_OK);
	ck_assert(crossover.at_low <= 200 && 200 <= crossover.at_high);
	ck_assert_int_eq(crossover.end, BENCH_PICK_END_BUDGET);
}

TEST(the_callers_memory_is_enough_or_refused)
{
	static double memory[3072];     /* 24 KiB */

	begin(10, 1, 110, 0.5);
	options.memory = memory;
	options.memory_bytes = 64;
	threshold(BENCH_ERR_ARGUMENT);
	options.memory_bytes = bench_pick_size(2) + 8192;
	ck_assert_uint_le(options.memory_bytes, sizeof memory);
	threshold(BENCH_OK);
	ck_assert(memory[0] != 0 || memory[1] != 0);
}

TEST(nonsense_is_refused)
{
	begin(10, 1, 110, 0.5);
	crossover.low = 10001;
	threshold(BENCH_ERR_ARGUMENT);
	begin(10, 1, 110, 0.5);
	rival[1].verdict = 0;
	threshold(BENCH_ERR_NO_SAMPLES);
	ck_assert_str_eq(bench_detail(),
		"'toom22' does not work at 10000: it skipped, or failed its check");
	begin(10, 1, 110, 0.5);
	rival[1].skips = 1;
	threshold(BENCH_ERR_NO_SAMPLES);
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_threshold(c, &options, NULL),
		bench_threshold(NULL, &options, &crossover));
}

static int checks;

static int is_a_value(void *arg)
{
	uint64_t at = bench_parameter();

	checks++;
	return at == 40 || at == 576 || at == 1500;
}

TEST(one_choice_for_a_distribution_of_values)
{
	static const bench_value few_large[] = { { 40, 0.9 }, { 576, 0.05 }, { 1500, 0.05 } };
	static const bench_value many_large[] = { { 40, 1 }, { 576, 1 }, { 1500, 1 } };
	bench_choice choice;

	checks = 0;
	begin(10, 1, 200, 0.2);             /* the means are 149.8 and 228; 715 and 341 */
	for (int i = 0; i < 2; i++)
		c[i].verify = is_a_value;
	options.values = few_large;
	options.value_count = 3;
	ck_assert_int_eq(bench_pick(c, 2, &options, &choice), BENCH_OK);
	CHECK_NUMBERS({ checks, 8 }, { choice.index, 0 }, { choice.ns, 149.8, 3 },
		{ choice.lead, 1.522, 0.02 });
	options.values = many_large;
	ck_assert_int_eq(bench_pick(c, 2, &options, &choice), BENCH_OK);
	CHECK_NUMBERS({ choice.index, 1 }, { choice.ns, 341.1, 5 });
}

TEST(invalid_values_are_refused)
{
	static const bench_value bad[] = { { 40, 0.9 }, { 576, 0 } };
	static const bench_value nan_weight[] = { { 40, NAN } };
	static const struct { const bench_value *values; size_t n; const char *words; } of[] = {
		{ bad, 2, "values[1]" }, { nan_weight, 1, "values[0]" },
		{ nan_weight, BENCH_VALUES_MOST + 1, "" } };
	bench_choice choice;

	begin(10, 1, 200, 0.2);
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		options.values = of[i].values;
		options.value_count = of[i].n;
		ck_assert_int_eq(bench_pick(c, 2, &options, &choice), BENCH_ERR_ARGUMENT);
		ck_assert_ptr_nonnull(strstr(bench_detail(), of[i].words));
	}
	options.value_count = 0;
	ck_assert_int_eq(bench_pick(c, 2, &options, &choice), BENCH_OK);
}

CHECK_SUITE("crossover")
