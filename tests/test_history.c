/*
 * Changes of a history are found where they are, and nowhere else.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/history/history.h"

enum { MOST = 1000 };

#define GOAL 20000.

static size_t at[MOST], found;
static double x[MOST], error[MOST];
static history_remark remark;

static double uniform(uint64_t *random)
{
	return (double)(benchi_random(random) >> 11) / 9007199254740992.;
}

static double normal(uint64_t *random)
{
	return sqrt(-2 * log(1 - uniform(random))) * cos(6.283185307179586 * uniform(random));
}

/* Numbers around 100. Kind 0: normal; 1: one in twenty is ten times as far away; 2: two states. */
static double noise(int kind, double sd, uint64_t *random)
{
	double z = normal(random);

	if (kind == 1 && uniform(random) < .05)
		z *= 10;
	if (kind == 2 && uniform(random) < .3)
		z += 5;
	return 100 * exp(sd * z);
}

/* Without a margin the numbers are counts. */
static void find(size_t n, double margin)
{
	const history_numbers of = { x, NULL, n, !(margin > 0) };

	ck_assert_int_eq(history_changes(&of, &(history_rule){ margin, GOAL }, at, &found, &remark),
		BENCH_OK);
}

/* Uses the standard errors of the numbers. */
static void find_measured(size_t n)
{
	ck_assert_int_eq(history_changes(&(history_numbers){ x, error, n, false },
		&(history_rule){ .002, GOAL }, at, &found, &remark), BENCH_OK);
}

/* The scatter is as large as the step, so ranks decide: six values must exceed all 30 before. */
TEST(ranks_need_six_of_thirty)
{
	for (size_t i = 0; i < 30; i++)
		x[i] = 100 + (double)(7 * i % 30);
	for (size_t i = 30; i < 40; i++)
		x[i] = 130 + (double)(11 * i % 20);
	find(35, 1e-9);
	ck_assert_uint_eq(found, 0);
	find(36, 1e-9);
	CHECK_NUMBERS({ found, 1 }, { at[0], 30 });
	find(36, .01);      /* all six are farther than the margin, but for twice the margin */
	ck_assert_uint_eq(found, 1);
	for (size_t i = 0; i < 36; i++)
		x[i] = 300 - x[i];
	find(36, .01);
	ck_assert_uint_eq(found, 1);
	find(36, .5);
	ck_assert_uint_eq(found, 0);
}

TEST(steps_are_found_within_three_commits)
{
	static const struct { size_t before, after; int least, most; } of[] = { { 5, 1, 0, 0 },
		{ 5, 3, 36, 60 }, { 10, 3, 48, 60 }, { 30, 3, 40, 60 } };

	for (size_t k = 0; k < 3 * sizeof of / sizeof *of; k++) {
		const double sd = (double[]){ .002, .005, .02 }[k % 3]; /* steps are ten times as large */
		const size_t before = of[k / 3].before, n = before + of[k / 3].after;
		uint64_t random = 5;
		int right = 0;

		for (int trial = 0; trial < 60; trial++) {
			for (size_t i = 0; i < n; i++)
				x[i] = noise(0, sd, &random) * (i < before ? 1 : 1 + 10 * sd);
			find(n, .002);
			right += found == 1 && at[0] == before;
		}
		ck_assert_msg(right >= of[k / 3].least && right <= of[k / 3].most, "%zu: %d", k, right);
	}
}

/* Two commits are enough where their processes scatter as usual; disturbed commits may be two
 * outliers. */
TEST(two_calm_commits_show_a_step)
{
	static const size_t before[] = { 5, 10, 30, 100 };

	for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
		uint64_t random = 15;
		int right = 0;

		for (int trial = 0; trial < 60; trial++) {
			for (size_t i = 0; i < before[k] + 2; i++) {
				x[i] = noise(0, .005, &random) * (i < before[k] ? 1 : 1.05);
				error[i] = .5;
			}
			find_measured(before[k] + 1);
			ck_assert_uint_eq(found, 0);
			find_measured(before[k] + 2);
			right += found == 1 && at[0] == before[k];
			error[before[k]] = error[before[k] + 1] = 1.2;
			find_measured(before[k] + 2);
			ck_assert_uint_eq(found, 0);
		}
		ck_assert_int_ge(right, 40);
	}
}

/* A step of six standard deviations, after 20 commits with errors of .5, in 40 series: how many
 * commits prove it, on average. Where errors are as large as the step only ranks do. */
TEST(the_larger_the_errors_the_later_a_step_is_proven)
{
	static const struct { double error, least, most; } of[] = { { .05, 2, 2.5 }, { .5, 2, 2.5 },
		{ .7, 2.5, 3 }, { 1, 3.8, 4.7 }, { 1.5, 6, 7 }, { 5, 7, 7 } };

	for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
		uint64_t random = 21;
		double sum = 0;

		for (int trial = 0; trial < 40; trial++) {
			size_t n = 20;

			for (size_t i = 0; i < 40; i++) {
				x[i] = noise(0, .005, &random) * (i < 20 ? 1 : 1.03);
				error[i] = i < 20 ? .5 : of[k].error;
			}
			do
				find_measured(++n);
			while (!found && n < 40);
			sum += (double)n - 20;
		}
		ck_assert_msg(sum / 40 >= of[k].least && sum / 40 <= of[k].most, "%g: %g", of[k].error,
			sum / 40);
	}
}

/* The old level scatters more than the new one, and its last number lies farther from its centre
 * than is usual in both levels together. */
TEST(a_step_begins_after_the_last_number_of_the_old_level)
{
	static const double measured[] = { 111.1, 113.8, 122.9, 118.2, 124.5, 122.9, 122.3, 124.9,
		171.3, 172, 172.2, 171.2, 172, 172, 168.6, 170.3 };
	static const double errors[] = { .2, 1.6, 4, 4.1, 1.1, .1, 2.3, 3.4, 2.5, .5, 6.2, .6, .2, .5,
		2, 5.5 };
	uint64_t random = 12;

	memcpy(x, measured, sizeof measured);
	memcpy(error, errors, sizeof errors);
	for (size_t n = 11; n <= 16; n++) {
		find_measured(n);
		CHECK_NUMBERS({ found, 1 }, { at[0], 8 });
	}
	for (int trial = 0; trial < 40; trial++) {
		for (size_t i = 0; i < 16; i++)
			x[i] = i < 8 ? noise(0, .02, &random) : 1.4 * noise(0, .002, &random);
		for (size_t n = 11; n <= 16; n++) {
			find(n, .002);
			CHECK_NUMBERS({ found, 1 }, { at[0], 8 });
		}
	}
}

TEST(a_suspicion_counts_the_commits_that_would_prove_it)
{
	static const double before[] = { 100, 100.4, 99.8, 100.1, 99.7, 100.2, 99.9, 100.3 };
	size_t n;

	memcpy(x, before, sizeof before);
	find(8, .002);
	CHECK_NUMBERS({ found, 0 }, { remark.at, 8 });
	x[8] = 110;
	x[9] = 110.2;
	x[10] = 109.9;
	find(9, .002);
	CHECK_NUMBERS({ found, 0 }, { remark.at, 8 });
	ck_assert_uint_ge(remark.missing, 1);
	ck_assert_uint_le(remark.missing, 2);
	n = 9 + remark.missing;
	find(n - 1, .002);
	ck_assert_uint_eq(found, 0);
	find(n, .002);
	CHECK_NUMBERS({ found, 1 }, { at[0], 8 }, { remark.at, n });
}

/* Values that disagree with each other are outliers, and so are those of disturbed commits. */
TEST(outliers_make_no_step)
{
	uint64_t random = 6;

	for (size_t i = 0; i < 13; i++) {
		x[i] = noise(0, .003, &random);
		error[i] = .1;
	}
	x[10] = 130;
	x[11] = 190;
	x[12] = 152;
	find_measured(13);
	ck_assert_uint_eq(found, 0);
	for (size_t i = 10; i < 13; i++)
		x[i] = 106 + .2 * (double)(i % 2);
	find_measured(13);
	CHECK_NUMBERS({ found, 1 }, { at[0], 10 });
	for (size_t i = 10; i < 13; i++)
		error[i] = 5;
	find_measured(13);
	ck_assert_uint_eq(found, 0);
}

TEST(a_level_that_returns_at_once_was_a_spell)
{
	uint64_t random = 7;

	for (size_t i = 0; i < 80; i++)
		x[i] = noise(0, .002, &random) * (i >= 40 && i < 46 ? 1.2 : 1);
	find(46, .002);
	CHECK_NUMBERS({ found, 1 }, { at[0], 40 });
	find(80, .002);
	ck_assert_uint_eq(found, 0);
	for (size_t i = 0; i < 80; i++)
		x[i] = i >= 40 && i < 46 ? 1200 : 1000;
	find(80, 0);        /* counts have no margin */
	CHECK_NUMBERS({ found, 2 }, { at[0], 40 }, { at[1], 46 });
}

/* Spells of four or two commits, each slower by eight: a spell counts once, however long. At the
 * end, slower by less is a suspicion of a step; slower by as much may be one more spell. */
TEST(commits_in_a_row_are_one_spell)
{
	static const struct { size_t period, length; double more; size_t at, missing; } of[] = {
		{ 13, 4, 5, 56, 3 }, { 13, 4, 8, 60, 0 }, { 9, 2, 8, 60, 0 } };

	for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
		for (size_t i = 0; i < 60; i++) {
			bool spell = i > 4 && i % of[k].period < of[k].length;

			x[i] = 100 + (double)(7 * i % 9) / 10 + (i >= 56 ? of[k].more : spell ? 8 : 0);
		}
		find(60, .002);
		CHECK_NUMBERS({ found, 0 }, { remark.at, of[k].at }, { remark.missing, of[k].missing });
	}
}

TEST(counts_are_exact)
{
	for (size_t i = 0; i < 300; i++)
		x[i] = i < 100 ? 5000 : i < 200 ? 5001 : 0;
	find(300, 0);
	CHECK_NUMBERS({ found, 2 }, { at[0], 100 }, { at[1], 200 });
	find(100, 0);
	ck_assert_uint_eq(found, 0);
	find(200, .002);    /* a change of 0.02 % */
	ck_assert_uint_eq(found, 0);
	find(0, 0);
	ck_assert_uint_eq(found, 0);
	find(1, 0);
	ck_assert_uint_eq(found, 0);
}

/* Histories of 1000 commits: noise of every kind; another workload that slows down 8 % of the
 * commits, and 60 % of those after a slow one; spells of which the first is longer than one may be
 * without others like it; and a series that wanders. */
TEST(unchanged_histories_have_none)
{
	enum { SPELLS = 3, LONG_SPELLS, WANDERING, KINDS };
	static const double wanders[] = { .8, .9, .95 };
	uint64_t random = 1;

	for (int kind = 0; kind < KINDS; kind++)
		for (int trial = 0; trial < check_trials(3, 8); trial++) {
			const double share = wanders[trial % 3];
			double wander = 0;
			bool slow = false;

			for (size_t i = 0; i < MOST; i++) {
				const bool spell = i % 200 >= 40 && i % 200 < (i < 200 ? 60 : 48);

				slow = uniform(&random) < (slow ? .6 : .08);
				wander = share * wander + sqrt(1 - share * share) * normal(&random);
				x[i] = noise(kind < SPELLS ? kind : 0, kind < SPELLS ? .01 : .002, &random);
				if (kind == WANDERING)
					x[i] = 100 + wander;
				else if (kind == LONG_SPELLS && spell)
					x[i] *= 1.2;
				else if (kind == SPELLS && slow)
					x[i] *= 1.2 + uniform(&random);
			}
			find(MOST, kind < SPELLS ? 1e-9 : .002);
			ck_assert_msg(found == 0, "kind %d, trial %d: %zu", kind, trial, found);
		}
}

/* Within one commit, and nothing else, in 20 histories of 300 commits. The two states of kind 2
 * differ by 1.5 %. */
TEST(changes_are_found_where_they_are)
{
	static const struct { double change; int least[3]; } of[] = { { .01, { 18, 18, 0 } },
		{ .03, { 19, 19, 19 } }, { .1, { 19, 19, 19 } } };
	uint64_t random = 2;

	for (int kind = 0; kind < 3; kind++)
		for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
			int right = 0;

			for (int trial = 0; trial < 20; trial++) {
				size_t place = 60 + (size_t)(180 * uniform(&random));

				for (size_t i = 0; i < 300; i++)
					x[i] = noise(kind, .003, &random) * (i < place ? 1 : 1 + of[k].change);
				find(300, .002);
				right += found == 1 && labs((long)at[0] - (long)place) <= 1;
			}
			ck_assert_int_ge(right, of[k].least[kind]);
		}
}

TEST(several_changes_are_separate)
{
	uint64_t random = 3;

	for (size_t i = 0; i < 400; i++)
		x[i] = noise(1, .003, &random) * (i < 100 ? 1 : i < 200 ? 1.05 : i < 300 ? .98 : 1.02);
	find(400, .002);
	ck_assert_uint_eq(found, 3);
	for (size_t i = 0; i < 3; i++)
		ck_assert_int_le(labs((long)at[i] - 100 * ((long)i + 1)), 1);
}

/* A machine that stays in each of two states for a dozen or for fifty commits has no changes.
 * The size of its moves is reported in most histories of long states. A step beyond both states is
 * still found. */
TEST(moves_between_states_are_no_changes)
{
	static const double stay[] = { 12, 50 };
	uint64_t random = 8;
	size_t wrong = 0, named = 0;

	for (int trial = 0; trial < check_trials(6, 40); trial++) {
		bool other = false;

		for (size_t i = 0; i < MOST; i++) {
			other ^= uniform(&random) < 1 / stay[trial % 2];
			x[i] = noise(0, .005, &random) * (other ? 1.025 : 1);
		}
		find(MOST, .002);
		wrong += found > 0;
		ck_assert(remark.moves < .035);
		named += trial % 2 && remark.moves > .02;
		for (size_t i = 500; i < MOST; i++)
			x[i] *= 1.4;
		find(MOST, .002);
		ck_assert_uint_ge(found, 1);
	}
	ck_assert_uint_le(wrong, (size_t)check_trials(0, 2));
	ck_assert_uint_ge(named, (size_t)check_trials(2, 15));
}

/* A commit that is reverted, and lands again, makes three changes; with a second revert the moves
 * are no work of commits. */
TEST(four_moves_are_too_many_for_commits)
{
	uint64_t random = 11;

	for (size_t i = 0; i < 250; i++)
		x[i] = noise(0, .002, &random) * (i / 50 % 2 ? 1.1 : 1);
	find(200, .002);
	CHECK_NUMBERS({ found, 3 }, { at[0], 50 }, { at[1], 100 }, { at[2], 150 }, { remark.moves, 0 });
	find(250, .002);
	ck_assert_uint_eq(found, 0);
	CHECK_NUMBERS({ remark.moves, .1, .005 });
}

/* The search may meet the end of a disturbed spell late: its length is that of the level which fits
 * best. */
TEST(a_spell_is_as_long_as_its_level)
{
	for (size_t length = 8; length <= 10; length += 2) {
		uint64_t random = 13;

		for (int trial = 0; trial < 300; trial++) {
			for (size_t i = 0; i < 90; i++) {
				double slower = 1.02 + .03 * uniform(&random);

				x[i] = noise(0, .005, &random) * (i < 40 || i >= 40 + length ? 1 : slower);
			}
			find(90, .002);
			ck_assert_uint_eq(found, 0);
		}
	}
}

CHECK_SUITE("history")
