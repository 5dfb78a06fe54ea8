/*
 * Which racers leave, which one leads and which one is chosen, driven by numbers alone.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "compare/compare.h"
#include "stats/stats.h"

enum { N = 4 };

static struct fixture {
	struct benchi_racer racer[N];
	struct benchi_race race;
	double now_ns;
} f;

static void begin(size_t prefer)
{
	const struct benchi_race_plan plan = { N, 0.01, 0.01, prefer, 0, 1 };

	memset(&f, 0xff, sizeof f);   /* previous contents must not matter */
	for (size_t i = 0; i < N; i++) {
		f.racer[i].state = BENCHI_RUNNING;
		f.racer[i].iteration_ns = NAN;
	}
	f.now_ns = 0;
	benchi_race_begin(&f.race, &plan, f.racer);
}

/* One round with these times. */
static void round_of(const double *ns)
{
	for (size_t i = 0; i < N; i++)
		f.racer[i].iteration_ns = ns[i];
	benchi_race_round(&f.race, f.now_ns += 1000);
}

static size_t rounds_until_over(const double *ns)
{
	size_t rounds = 0;

	for (; !f.race.over && rounds < 1000; rounds++)
		round_of(ns);
	return rounds;
}

TEST(the_bound_is_the_least_number_of_wins)
{
	struct benchi_wins_bound bound = benchi_bound_make(0.001);

	for (size_t n = 1; n < 400; n++) {
		double least, of = (double)n;

		benchi_bound_step(&bound);
		least = (double)bound.wins;
		ck_assert_uint_eq(bound.n, n);
		ck_assert(bound.wins > n || benchi_bet_ln(&bound.bet, least, of) >= log(1000));
		ck_assert_double_lt(benchi_bet_ln(&bound.bet, least - 1, of), log(1000));
	}
	bound = benchi_bound_make(0.001);
	while (bound.wins > bound.n)
		benchi_bound_step(&bound);
	ck_assert_uint_eq(bound.n, 12);
}

TEST(losers_leave_and_the_best_is_chosen)
{
	const double ns[N] = { 103, 101.9, 100, 101 };
	struct benchi_race_choice choice;

	begin(BENCH_NONE);
	ck_assert_uint_lt(rounds_until_over(ns), 20);
	choice = benchi_race_choice(&f.race);
	CHECK_NUMBERS({ choice.index, 2 }, { choice.runner_up, 3 }, { choice.tie, 0 });
	for (size_t i = 0; i < N; i++)
		ck_assert_int_eq(f.racer[i].state == BENCHI_OUT, i != 2);
}

/* Rounds resemble the one before, as within a state of the processor. But no state makes a
 * candidate ten times slower. */
TEST(a_clear_loser_leaves_whatever_the_order_of_rounds)
{
	size_t rounds = 0;

	begin(BENCH_NONE);
	f.race.plan.settled_ns = INFINITY;
	for (; f.racer[3].state != BENCHI_OUT && rounds < 100; rounds++) {
		const double slow = 1000 + (double)rounds / 10, ns[N] = { 100, slow, slow, slow };

		round_of(ns);
	}
	ck_assert_uint_lt(rounds, 18);
}

TEST(of_equals_the_lowest_index_is_chosen_or_the_preferred_one)
{
	const double ns[N] = { 103, 100.1, 100, 100.2 };
	struct benchi_race_choice choice;

	begin(BENCH_NONE);
	ck_assert_uint_lt(rounds_until_over(ns), 25);
	choice = benchi_race_choice(&f.race);
	CHECK_NUMBERS({ choice.index, 1 }, { choice.tie, 1 }, { choice.runner_up, 2 });
	begin(3);
	rounds_until_over(ns);
	ck_assert_uint_eq(benchi_race_choice(&f.race).index, 3);
	begin(0);
	rounds_until_over(ns);
	ck_assert_uint_eq(benchi_race_choice(&f.race).index, 1);
}

TEST(who_is_overtaken_for_sure_leads_no_more)
{
	const double first[N] = { 100, 105, 105, 105 }, then[N] = { 100, 105, 98, 105 };
	begin(BENCH_NONE);
	for (int i = 0; i < 5; i++)
		round_of(first);
	ck_assert_uint_eq(f.race.leader, 0);
	ck_assert_uint_lt(rounds_until_over(then), 80);
	CHECK_NUMBERS({ f.race.leaders, 2 }, { benchi_race_choice(&f.race).index, 2 },
		{ f.racer[2].state != BENCHI_OUT, 1 });
}

/* Returns the number of rounds after leader number `leader` took over until the last racer
 * leaves. */
static size_t rounds_until_out(const double *ns, size_t leader)
{
	size_t rounds = 0;

	for (int i = 0; i < 1000 && f.race.leaders < leader; i++)
		round_of(ns);
	CHECK_NUMBERS({ f.race.leaders, leader }, { f.racer[N - 1].state != BENCHI_OUT, true });
	for (; f.racer[N - 1].state != BENCHI_OUT && rounds < 1000; rounds++)
		round_of(ns);
	return rounds;
}

/* The error probability is divided among leaders, so later leaders need more rounds. */
TEST(every_leader_has_less_error_probability)
{
	const double before[N] = { 100, 105, 105, 105 }, after[N] = { 105, 105, 98, 103 };
	size_t rounds;

	begin(BENCH_NONE);
	rounds = rounds_until_out(after, 1);
	ck_assert_uint_gt(rounds, 0);
	begin(BENCH_NONE);
	for (int i = 0; i < 5; i++)
		round_of(before);
	ck_assert_uint_eq(f.race.leader, 0);
	ck_assert_uint_gt(rounds_until_out(after, 2), rounds);
}

TEST(it_is_not_over_while_a_follower_may_be_better)
{
	double ns[N] = { 100, 100, 100, 100 };

	begin(BENCH_NONE);
	for (int i = 0; i < 300; i++) {
		ns[3] = i % 2 ? 98 : 100;
		round_of(ns);
	}
	CHECK_NUMBERS({ f.race.over, 0 }, { f.racer[3].state, BENCHI_TIED });
}

TEST(without_rounds_the_quickest_is_likely)
{
	begin(BENCH_NONE);
	f.racer[1].iteration_ns = 7;
	f.racer[2].iteration_ns = 5;
	ck_assert_uint_eq(benchi_race_choice(&f.race).index, 2);
	for (size_t i = 0; i < N; i++)
		f.racer[i].state = BENCHI_OUT;
	ck_assert_uint_eq(benchi_race_choice(&f.race).index, BENCH_NONE);
}

TEST(before_it_is_over_equals_are_those_that_most_rounds_call_so)
{
	const double ns[N] = { 103, 100.1, 100, 100.2 };
	begin(BENCH_NONE);
	for (int i = 0; i < 12; i++) {
		round_of(ns);
		CHECK_NUMBERS({ f.race.over, 0 }, { benchi_race_choice(&f.race).index, 1 },
			{ benchi_race_choice(&f.race).tie, 1 });
	}
}

/* A candidate that is slower by more than half the margin, and less than the margin, counts as
 * equal before the fifth block. */
TEST(five_blocks_tell_equals_apart)
{
	const double ns[N] = { 103, 100.8, 100, 104 };
	size_t seen = 0;

	begin(BENCH_NONE);
	for (int i = 0; i < 12 && !f.race.over; i++) {
		round_of(ns);
		if (f.race.leaders == 0 || f.race.blocks == 0)
			continue;
		ck_assert_uint_eq(f.race.leader, 2);
		ck_assert_uint_eq(benchi_race_choice(&f.race).index, f.race.blocks < 5 ? 1 : 2);
		ck_assert_int_eq(benchi_race_choice(&f.race).tie, f.race.blocks < 5);
		seen++;
	}
	ck_assert_uint_gt(seen, 6);
}

CHECK_SUITE("race")
