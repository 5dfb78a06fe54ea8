/*
 * Layouts change between rounds, and a body that depends on them is detected.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "measure/measure.h"
#include "scripted.h"

static struct scripted the_clock;
static int feels;               /* the body is slower at an offset of 64 and above */
static const char *lowest, *highest;
static unsigned long offsets;   /* the offsets seen, one bit per 16 bytes up to 1024 */

static void body(uint64_t n, void *arg)
{
	char here;

	lowest = !lowest || &here < lowest ? &here : lowest;
	highest = !highest || &here > highest ? &here : highest;
	offsets |= 1ul << (bench_layout() / 16 % 64 % 31);
	the_clock.ns += (double)n * (feels && bench_layout() >= 64 ? 38 : 29);
}

static bench_summary measure(int vary)
{
	bench_options options = { .clock = scripted_as_clock(&the_clock), .vary_layout = vary };
	bench_summary summary;

	the_clock = scripted_clock(10, 25);
	lowest = highest = NULL;
	offsets = 0;
	ck_assert_int_eq(bench_measure(body, NULL, &options, &summary), BENCH_OK);
	return summary;
}

TEST(a_body_that_feels_its_place_is_reported_by_how_much)
{
	feels = 1;
	ck_assert_double_eq_tol(measure(1).layout_ns, 9, 0.1);
	feels = 0;
	ck_assert_double_lt(measure(1).layout_ns, 0.1);
}

TEST(stack_and_offset_change)
{
	measure(1);
	CHECK_NUMBERS({ (int)(highest - lowest) > 1000, true }, { (offsets & (offsets - 1)) > 0, true },
		{ bench_layout(), 0 });
}

TEST(without_the_option_nothing_moves)
{
	ck_assert(isnan(measure(0).layout_ns));
	CHECK_NUMBERS({ (int)(highest - lowest), 0 }, { offsets, 1 });
}

/* Runs another measurement in between; the body's layout must be restored. */
static void nesting(uint64_t n, void *arg)
{
	size_t before = bench_layout();
	struct scripted outer = the_clock;

	if (before > 0) {
		measure(0);
		ck_assert_uint_eq(bench_layout(), before);
		the_clock = outer;
	}
	the_clock.ns += (double)n * 29;
}

TEST(a_run_inside_a_body_leaves_its_layout_alone)
{
	bench_options options = { .clock = scripted_as_clock(&the_clock), .vary_layout = 1,
		.rounds = 32 };
	bench_summary summary;

	the_clock = scripted_clock(10, 25);
	ck_assert_int_eq(bench_measure(nesting, NULL, &options, &summary), BENCH_OK);
	ck_assert_uint_eq(offsets, 1);  /* the inner measurement varies no layout */
}

TEST(a_round_and_its_mirror_share_a_layout)
{
	for (size_t round = 0; round < 64; round += 2) {
		ck_assert_int_eq(benchi_layout_of(round), benchi_layout_of(round + 1));
		ck_assert_int_ne(benchi_layout_of(round), benchi_layout_of(round + 2));
	}
}

static uintptr_t frame_at;

static void note_frame(uint64_t n, void *arg)
{
	char here;

	frame_at = (uintptr_t)&here;
}

/* Each layout adds a stack frame of at least 208 bytes, and has its offset. */
TEST(each_layout_is_a_frame_deeper)
{
	static const size_t offset[BENCHI_LAYOUTS] = { 0, 16, 64, 208, 528, 1040, 2064, 3104 };
	uintptr_t before = 0;

	for (int i = 0; i < BENCHI_LAYOUTS; i++) {
		benchi_layout_call(i, note_frame, 1, NULL);
		ck_assert_uint_eq(bench_layout(), offset[i]);
		if (before)
			ck_assert_int_ge(labs((long)(before - frame_at)), 200);
		before = frame_at;
	}
}

/* A layout takes two of sixteen rounds. Only layouts with three values count; with a single one
 * there is no spread. */
TEST(the_spread_needs_three_values_of_two_layouts)
{
	bench_options options = { .clock = scripted_as_clock(&the_clock), .vary_layout = 1 };
	bench_summary summary;

	for (options.rounds = 16; options.rounds <= 20; options.rounds += 2) {
		the_clock = scripted_clock(10, 25);
		ck_assert_int_eq(bench_measure(body, NULL, &options, &summary), BENCH_OK);
		ck_assert_int_eq(isnan(summary.layout_ns), options.rounds < 20);
	}
}

CHECK_SUITE("placement")
