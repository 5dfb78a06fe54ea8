/*
 * Recording of chains on a simulated core: the length of windows, when a recording is checked, and
 * how a width is learned.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "made_core.h"
#include "timing/timing.h"

static bench_timing timing;

MADE_CORE_CLOCK

static void begin(void)
{
	bench_clock clock;

	made_core_begin();
	clock = scripted_as_clock(&made_core.clock);
	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
}

static double iteration_ns;

static void chain(uint64_t n)
{
	made_core.clock.ns += (double)n * iteration_ns;
}

/* An iteration takes at least 5 ns (with a tolerance of 5 %); otherwise the clock does not
 * follow the processor's work. */
TEST(a_reference_of_less_than_5_ns_is_none)
{
	uint64_t iterations;

	iteration_ns = 4.8;
	iterations = benchi_chain_iterations(&timing, timing.enough_ns, chain);
	ck_assert_double_eq_tol((double)iterations * iteration_ns,
		timing.enough_ns, 0.05 * timing.enough_ns);
	iteration_ns = 4.7;
	ck_assert_uint_eq(benchi_chain_iterations(&timing, timing.enough_ns, chain), 0);
}

static bench_recording *record(double time_ns, double first_ns,
                               int (*look)(void *, bench_recording *))
{
	const struct benchi_recording_end end = { .time_ns = time_ns, .first_ns = first_ns,
		.first_rounds = 4, .enough = look };
	bench_recording *recording = bench_recording_new();

	ck_assert_int_eq(benchi_record_windows(&timing, &end, 0, recording), BENCH_OK);
	return recording;
}

/* Chains of 0.5 ns per iteration get the iterations of one with 1 ns. */
TEST(no_iteration_is_taken_for_shorter_than_1_ns)
{
	bench_recording *recording;
	double most = 100 * (floor(timing.enough_ns) + 1);

	made_core.tick_ns = 0.005;
	made_core.odd_more = 4;         /* one chain then takes 6 ns */
	recording = record(1e6, 0, NULL);
	for (size_t i = 0; i < bench_recording_windows(recording); i++) {
		bench_cpu_window window = bench_recording_window(recording, i);

		if (strcmp(window.expression, "a >>= b") == 0) {
			CHECK_NUMBERS({ window.operations, most }, { window.ns, most * 0.005, 1 });
		}
	}
	bench_recording_free(recording);
}

enum { LOOKS = 6 };
static size_t looks, windows_seen[LOOKS];
static double looked_ns[LOOKS], look_takes_ns;

static int look(void *to, bench_recording *recording)
{
	windows_seen[looks] = bench_recording_windows(recording);
	looked_ns[looks++] = made_core.clock.ns;
	made_core.clock.ns += look_takes_ns;
	return looks == LOOKS;
}

/* First after four rounds or a set time, then whenever the time has grown by a quarter. */
TEST(a_recording_is_looked_at_ever_less_often)
{
	double began = made_core.clock.ns, round_ns = MADE_CHAINS * 1.3 * timing.enough_ns, before;

	bench_recording_free(record(1e9, 0, look));
	CHECK_NUMBERS({ looks, LOOKS }, { windows_seen[0], 4 * MADE_CHAINS });
	looks = 0;
	began = made_core.clock.ns;
	bench_recording_free(record(1e9, 4e6, look));
	before = looked_ns[0] - began;
	ck_assert(before >= 4e6 && before < 4e6 + 2 * round_ns);
	for (size_t i = 1; i < LOOKS; i++) {
		double after = looked_ns[i] - began;

		ck_assert(after >= 1.25 * before - round_ns && after < 1.25 * before + 2 * round_ns);
		ck_assert_uint_eq(windows_seen[i] % MADE_CHAINS, 0);
		before = after;
	}
}

/* Between two looks the recording grows by as much time as a look takes, and that time is not part
 * of its limit: an emulator without floating point took 70 ms for a look, and confirmed a wrong
 * tick with the same windows. */
TEST(a_slow_look_waits_for_as_much_new_recording)
{
	const double takes_ns[] = { 0, 50e6 };
	size_t windows[2];

	for (int i = 0; i < 2; i++) {
		bench_recording *recording;

		made_core_begin();
		looks = 0;
		look_takes_ns = takes_ns[i];
		recording = record(90e6, 0, look);
		windows[i] = bench_recording_windows(recording);
		bench_recording_free(recording);
	}
	ck_assert_uint_eq(looks, 2);
	ck_assert(looked_ns[1] - looked_ns[0] >= 2 * 50e6);
	ck_assert_uint_gt(windows[1], windows[0]);
}

/* The windows of a quick recording are shortened to a quarter if the clock is fine enough. */
TEST(quick_windows_are_as_short_as_the_clock_allows)
{
	static const struct { double step_ns, parts; } of[] = { { 1, 4 }, { 20, 2 }, { 1e4, 1 } };
	bench_clock clock = timing.clock;

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct benchi_recording_end end = { .time_ns = 1e7 };
		bench_recording *recording = bench_recording_new();
		double sum = 0;
		size_t n;

		made_core.clock.step_ns = of[i].step_ns;
		ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
		end.window_ns = benchi_window_short_ns(&timing);
		ck_assert_int_eq(benchi_record_windows(&timing, &end, 0, recording), BENCH_OK);
		n = bench_recording_windows(recording);
		for (size_t k = 0; k < n; k++)
			sum += bench_recording_window(recording, k).ns / (double)n;
		ck_assert_double_eq_tol(timing.enough_ns / sum, of[i].parts, 0.25 * of[i].parts);
		bench_recording_free(recording);
	}
}

TEST(without_options_the_seed_is_0)
{
	bench_recording *a = bench_recording_new(), *b = bench_recording_new();
	const bench_options none = { .seed = 0 };

	for (int i = 0; i < 2; i++) {
		made_core_begin();
		ck_assert_int_eq(bench_recording_measure(i ? a : b, i ? &none : NULL), BENCH_OK);
	}
	ck_assert_uint_eq(bench_recording_windows(a), bench_recording_windows(b));
	for (size_t i = 0; i < bench_recording_windows(a); i++)
		ck_assert_str_eq(bench_recording_window(a, i).expression,
			bench_recording_window(b, i).expression);
	bench_recording_free(a);
	bench_recording_free(b);
}

/* Expects this reference. Chains of six ticks per operation are allowed, but not of nine. */
static void check_reference(double odd_more, const char *expression, double ticks)
{
	const struct benchi_reference *r;

	made_core.odd_more = odd_more;
	ck_assert_int_eq(benchi_reference_default(&timing, &r), BENCH_OK);
	ck_assert_str_eq(r->expression, expression);
	ck_assert_double_eq(r->low_ipc_ticks, ticks);
}

TEST(a_reference_takes_eight_ticks_at_most)
{
	check_reference(2, "d + k", 600);
}

TEST(nine_ticks_are_too_many)
{
	check_reference(3, "d * k", 300);
}

/* A certain width is replaced only by one that is more than 1 % faster. */
TEST(a_width_is_learned_from_any_rate)
{
	static const struct { double ticks; int sure; double learned; } of[] = { { NAN, 0, 0 },
		{ INFINITY, 0, 0 }, { 0, 0, 0 }, { 0.9, 0, 0.9 }, { 0.5, 0, 0.5 }, { 0.7, 0, 0.5 },
		{ 100, 1, 100 } /* this one is certain */,
		{ 50, 0, 100 }, { 99.1, 0, 100 }, { 99.1, 1, 100 } /* within 1 %: kept */,
		{ 98.9, 1, 98.9 }, { 101, 1, 98.9 } };
	struct benchi_reference r = { .high_ipc = benchi_chain_saturate }, none = { .high_ipc = NULL };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		const struct benchi_width seen = { of[i].ticks, of[i].sure };

		benchi_width_learn(seen, &r);
		ck_assert_msg(r.high_ipc_ticks == of[i].learned, "case %d: %g", (int)i, r.high_ipc_ticks);
	}
	ck_assert_int_eq(r.width_sure, 1);
	benchi_width_learn((struct benchi_width){ NAN, 0 }, &none);
	ck_assert_double_eq(none.high_ipc_ticks, 0);
}

CHECK_SUITE_BETWEEN("record", begin, NULL)
