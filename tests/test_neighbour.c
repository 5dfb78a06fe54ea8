/*
 * Rounds beside a noisy neighbour, on a scripted machine: dropped, waited for, or said.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "run_machine.h"

TEST(rounds_with_a_neighbour_are_dropped)
{
	struct machine m = machine(40, 1);
	bench_summary s;

	m.busy_slower = 0.2;
	m.neighbour_every = 4;
	s = bench(m, 1);
	ck_assert_uint_ge(s.dropped, 50);
	CHECK_NUMBERS({ s.warnings & BENCH_WARN_NEIGHBOUR, 0 }, { s.cycles, 40, 0.02 });
}

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

TEST(a_neighbour_that_stays_is_said)
{
	struct machine m = machine(40, 1);
	bench_summary s;

	m.busy_slower = 0.2;
	m.neighbour_every = 1;
	s = bench(m, 1);
	ck_assert(s.warnings & BENCH_WARN_NEIGHBOUR);
	ck_assert_double_eq_tol(s.cycles, 40, 0.1);
	ck_assert_double_le(the_machine.clock.ns - m.clock.ns, 45e6);
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
	ck_assert_double_eq_tol(s.width, 4, 0.01);
	ck_assert_double_ge(s.cycles_low, 39.9);
}

/* Every fourth window of the body takes 100 us more, which no neighbour does: in disturbed rounds
 * it counts as in others. */
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
		ck_assert_uint_ne(s.warnings & BENCH_WARN_RARE, 0);
		ck_assert_double_gt(s.mean_ns, 2 * s.ns);
	}
}

CHECK_SUITE("neighbour")
