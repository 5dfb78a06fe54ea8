/*
 * The loops behind BENCH, on a scripted machine with scripted references: what comes off, when a
 * run ends, and rounds with a noisy neighbour. (tests/test_run_machines.c checks that intervals of
 * many machines hold the truth, and their warnings.)
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* cpu_set_t */
#include "check_main.h"

#ifdef HAVE_SCHED_SETAFFINITY
#include <sched.h>
#endif

#include "run_machine.h"

#ifdef HAVE_SCHED_SETAFFINITY
static int pin(int processor)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	return sched_setaffinity(0, sizeof set, &set);
}
#endif

/* Pins the test to its processor, since a summary would warn of a move. */
static void stay(void)
{
#ifdef HAVE_SCHED_SETAFFINITY
	pin(benchi_processor_now());
#endif
}

TEST(the_loops_cost_comes_off_by_two_equations)
{
	bench_summary s;

	stay();
	s = bench(machine(40, 3), 1);
	ck_assert_str_eq(s.method, "two-loops");
	CHECK_NUMBERS({ s.status, BENCH_OK }, { s.cycles, 40, 0.03 }, { s.ns, 40 * 0.27, 0.01 });
	/* loops of two and four instances: an iteration contains half of the loop's cost */
	CHECK_NUMBERS({ s.overhead_ns, 1.5 * 0.27, 0.02 }, { s.ns_raw, 41.5 * 0.27, 0.02 },
		{ s.mhz, 1e3 / 0.27, 2 }, { s.warnings, 0 });
}

/* What a window contains besides its iterations is not the function's. */
TEST(what_a_window_takes_besides_comes_off)
{
	struct benchi_reference scripted = machine_reference();
	struct benchi_beginning beginning = { .reference = &scripted, .function = 1 };
	bench_options options = { .rounds = 40 };
	bench_summary s;

	the_machine = machine(40, 0);
	the_machine.clock = scripted_clock(1, 25);
	s = bench_begun(beginning, options);
	CHECK_NUMBERS({ s.cycles, 40, 0.003 }, { s.ns, 40 * 0.27, 0.001 });
}

/* The compiler's code for four instances is worse than for two, or calls of several places take
 * longer. The result is that of a loop with one instance, which may add its own cost. */
TEST(instances_that_are_slower_together_are_measured_alone)
{
	struct machine m = machine(5, 1);
	bench_summary s;

	m.crowd = 0.2;
	s = bench(m, 1);
	ck_assert_str_eq(s.method, "loop");
	CHECK_NUMBERS({ s.cycles, 6, 0.02 }, { s.cycles_low, 5, 0.03 }, { s.mean_ns / s.ns, 1, 0.01 },
		{ s.min_ns / s.ns, 1, 0.01 }, { s.warnings & BENCH_WARN_RARE, 0 });
}

TEST(a_long_body_needs_no_second_loop)
{
	bench_summary s = bench(machine(1e6, 1), 1);

	ck_assert_str_eq(s.method, "loop");
	ck_assert_double_eq_tol(s.cycles, 1e6, 500);
}

/* A body that throws or gives up after a slow start has short windows; those of the references
 * must be short too. */
TEST(a_slow_start_does_not_draw_out_the_references)
{
	struct machine m = machine(0, 0);

	m.first_ns = 1e6;
	ck_assert_double_lt(bench_rounds(m, 1, 20).elapsed_ns, 1e9);
}

TEST(a_stated_loop_cost_is_subtracted)
{
	bench_summary s;

	setenv("BENCH_LOOP_O", "0.00081", 1);   /* 3 ticks of 0.27 ns, in microseconds */
	s = bench(machine(40, 3), 1);
	unsetenv("BENCH_LOOP_O");
	ck_assert_str_eq(s.method, "loop");
	ck_assert_double_eq_tol(s.cycles, 40, 0.03);
}

#ifdef HAVE_SCHED_SETAFFINITY
TEST(a_move_to_another_processor_is_said)
{
	static struct benchi_run run;
	bench_options options = { .clock = scripted_as_clock(&the_machine.clock) };
	const struct benchi_reference none = { .low_ipc = NULL };
	struct benchi_beginning beginning = { .options = &options, .function = 1,
		.reference = &none };
	uint64_t iterations;
	int instances;

	if (pin(1) || pin(0))
		return;         /* a single processor, or no permission */
	the_machine = machine(40, 1);
	for (int move = 0; move < 2; move++) {
		pin(0);
		benchi_run_begin(&run, &beginning);
		while ((instances = benchi_run_next(&run, &iterations)) >= 0) {
			loop_of(1, iterations * (uint64_t)instances);
			pin(move && run.rounds.engine.rounds > 3);
			benchi_run_close(&run, 0);
		}
		ck_assert_int_eq((bench_last()->warnings & BENCH_WARN_MIGRATED) != 0, move);
	}
}
#endif

TEST(few_rounds_mostly_without_a_neighbour_are_no_reason_to_warn)
{
	struct machine m = machine(40, 1);
	bench_summary s;

	m.busy_slower = 0.2;
	m.neighbour_every = 4;
	s = bench_rounds(m, 1, 5);
	ck_assert_uint_ge(s.dropped, 2);
	CHECK_NUMBERS({ s.warnings & BENCH_WARN_NEIGHBOUR, 0 }, { s.width, s.width_full, 1e-3 });
}

TEST(rounds_wait_until_the_neighbour_leaves)
{
	struct machine m = machine(40, 1);
	bench_summary s;

	m.neighbour_until = m.clock.ns + 10e6;
	s = bench(m, 1);
	CHECK_NUMBERS({ s.warnings & BENCH_WARN_NEIGHBOUR, 0 }, { s.cycles, 40, 0.05 },
		{ s.elapsed_ns, 22e6, 3e6 });
}

TEST(a_neighbour_widens_the_interval_by_what_it_takes)
{
	struct machine m = machine(40, 1);
	bench_summary s;

	m.busy_slower = 1;
	m.neighbour_every = 1;
	s = bench(m, 1);
	ck_assert_double_le(s.cycles_low, 20.1);
	CHECK_NUMBERS({ s.width_full, 4, 0.01 }, { s.width, 2, 0.01 }, { s.cycles_high, 40, 0.1 });
	m.neighbour_every = 0;
	s = bench(m, 1);
	CHECK_NUMBERS({ s.width, 4, 0.01 }, { s.cycles_low >= 39.9, true });
}

/* Every fourth window of the body takes 100 us longer, which is not due to the neighbour: it
 * counts in disturbed rounds too. */
TEST(rare_work_beside_a_neighbour_counts)
{
	for (unsigned first = 0; first < 4; first++) {
		struct machine m = machine(40, 1);
		bench_summary s;

		m.busy_slower = 0.2;
		m.neighbour_every = 2;
		m.interrupted_every = 4;
		m.windows = first;
		s = bench(m, 1);
		CHECK_ALL((s.warnings & BENCH_WARN_RARE) != 0, s.mean_ns > 2 * s.ns);
	}
}

/* Two of every four windows take twice as long, next to a neighbour that may be the cause: the mean
 * leaves it out, and its interval does not. */
TEST(what_a_neighbour_may_have_taken_is_within_the_means_interval)
{
	struct machine m = machine(40, 1);
	bench_summary s;

	m.busy_slower = 1;
	m.neighbour_every = 1;
	m.mode = 1;
	s = bench(m, 1);
	CHECK_ALL(s.mean_ns < 1.2 * 40 * .27, s.mean_ns_high > 1.45 * 40 * .27);
}

/* Without a stated time a run ends after 24 rounds if its precision is 0.2 %. It goes on if a
 * quarter of the rounds was slow, after a cold start or interruptions, and for a function, in
 * which rare work may follow. A loop that scatters ends at 1 % after 2 ms, 2 % after 4 ms; a
 * function does not. */
TEST(a_narrow_interval_ends_a_run)
{
	static const struct {
		struct machine machine;
		int function;
		double least_ns, most_ns, width;
	} of[] = {
		{ { .work_ticks = 40, .loop_ticks = 1 }, 0, 1e6, 2.5e6, 0.01 },
		{ { .work_ticks = 400, .loop_ticks = 1, .cold = 1500, .cold_times = 3 },
			0, 4e6, 13e6, 0.01 },
		{ { .work_ticks = 40, .loop_ticks = 1, .interrupted_every = 5 }, 0, 12e6, 13e6, 0.01 },
		{ { .work_ticks = 40, .loop_ticks = 1 }, 1, 5e6, 9e6, 0.01 },
		{ { .work_ticks = 40, .loop_ticks = 1, .mode = 0.005 }, 0, 2e6, 3e6, 0.02 },
		{ { .work_ticks = 21000, .loop_ticks = 1, .mode = 0.005 }, 0, 2e6, 2.3e6, 0.02 },
		{ { .work_ticks = 40, .loop_ticks = 1, .mode = 0.02 }, 0, 4e6, 10e6, 0.08 },
		{ { .work_ticks = 40, .loop_ticks = 1, .mode = 0.02 }, 1, 12e6, 13e6, 0.08 },
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct benchi_reference reference = machine_reference();
		struct benchi_beginning beginning = { .loops = !of[i].function,
			.function = of[i].function, .reference = &reference };
		bench_summary s;

		the_machine = of[i].machine;
		the_machine.clock = scripted_clock(1, 25);
		the_machine.tick_ns = 17.0 / 64;
		s = bench_begun(beginning, (bench_options){ 0 });
		ck_assert_msg(s.elapsed_ns >= of[i].least_ns && s.elapsed_ns < of[i].most_ns,
			"row %d: %g ms", (int)i, s.elapsed_ns / 1e6);
		ck_assert_double_lt(s.cycles_high / s.cycles_low - 1, of[i].width);
	}
}

/* BENCH_LOOP has one window of the body for two of the references. */
TEST(a_loop_alone_sees_what_recurs_after_half_a_millisecond)
{
	struct benchi_reference reference = machine_reference();
	struct benchi_beginning beginning = { .reference = &reference };

	the_machine = machine(40, 1);
	the_machine.clock = scripted_clock(1, 25);
	the_machine.rare = 45000;       /* 0.5 ms */
	the_machine.rare_ticks = 45000 * 40;
	ck_assert_uint_ne(bench_begun(beginning, (bench_options){ 0 }).warnings & BENCH_WARN_RARE, 0);
}

/* Nearly all windows of two instances have a burst, and some of one have none. The shortest windows
 * of both do not bound the mean. */
TEST(bursts_in_step_with_windows_leave_the_mean_as_it_is)
{
	for (uint64_t phase = 0; phase < 1000; phase += 100) {
		struct machine m = machine(500, 1);
		bench_summary s;

		m.rare = 140;
		m.rare_ticks = 140 * 500;
		m.done = phase * m.rare / 1000;
		s = bench(m, 1);
		ck_assert_double_eq_tol(s.mean_ns, 2 * 500 * 0.27, 0.03 * 2 * 500 * 0.27);
	}
}

/* Times in ms. A run takes 11 rounds if they fit into a second or into 20 times a stated time, and
 * the number of rounds that is stated. Under a time limit six are enough. */
TEST(a_plan_has_rounds_and_a_time)
{
	static const struct {
		double iteration, enough, within, time, most;
		size_t rounds;
		size_t samples;
		double elapsed;
	} of[] = {
		{ .iteration = 50, .samples = 11, .elapsed = 674 },
		{ .iteration = 200, .samples = 4, .elapsed = 1009 },
		{ .iteration = 200, .time = 200, .samples = 11, .elapsed = 2424 },
		{ .iteration = 50, .rounds = 40, .samples = 40, .elapsed = 2186 },
		{ .iteration = 1, .most = 20, .samples = 6, .elapsed = 12.3 },
		{ .iteration = 3, .most = 15, .samples = 3, .elapsed = 17 },
		{ .iteration = 1e-4, .enough = 3, .samples = 11, .elapsed = 47.1 },
		{ .iteration = 1e-4, .within = 3, .samples = 11, .elapsed = 47.1 },
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct benchi_reference reference = machine_reference();
		const struct benchi_round_sink sink = { .most_ns = of[i].most * 1e6 };
		struct benchi_beginning beginning = { .function = 1, .sink = &sink,
			.reference = &reference, .enough_ns = of[i].within * 1e6 };
		bench_summary s;

		the_machine = machine(of[i].iteration * 1e6 / 0.27, 0);
		s = bench_begun(beginning, (bench_options){ .enough_ns = of[i].enough * 1e6,
			.time_ns = of[i].time * 1e6, .rounds = of[i].rounds });
		ck_assert_msg(s.samples == of[i].samples
			&& fabs(s.elapsed_ns / 1e6 / of[i].elapsed - 1) < 0.03,
			"row %d: %d samples in %g ms", (int)i, (int)s.samples, s.elapsed_ns / 1e6);
	}
}

CHECK_SUITE("run")
