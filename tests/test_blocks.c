/*
 * Whether blocks of rounds prove only true statements, however the rounds are correlated. On
 * simulated rounds of known median: independent ones, AR(1), and switching states.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "compare/compare.h"

enum { BLOCKS = 600, TRIALS = 200 };

static const struct benchi_thresholds at_zero = { 0, 0, 0, 0 };

/* Adds a block of one round. */
static void put(struct benchi_blocks *blocks, const struct benchi_thresholds *thresholds,
                double value)
{
	benchi_blocks_round(blocks, value);
	benchi_blocks_close(blocks, thresholds);
}

static double normal(uint64_t *random)
{
	return benchi_normal_quantile(benchi_draw_unit(random));
}

/* The distribution of a simulated pair's rounds; the unit of time is a block. */
struct pair {
	double median;          /* median of ln(b / a) */
	double noise;           /* standard deviation of independent rounds */
	double memory;          /* AR(1): correlation of successive blocks; standard deviation 1 */
	double life;            /* mean life of a state, in blocks; 0: no states */
	double step;            /* shift by a state */
	double outliers;        /* share of blocks that are shifted by 10 */
	int race;               /* judged as in a race of many candidates */
};

static double next_block(const struct pair *pair, double *wander, int *state, uint64_t *random)
{
	double x = pair->median + pair->noise * normal(random);

	*wander = pair->memory * *wander + sqrt(1 - pair->memory * pair->memory) * normal(random);
	if (pair->life > 0 && benchi_draw_unit(random) < 1 / pair->life)
		*state = (int)benchi_random_below(random, 3) - 1;
	if (benchi_draw_unit(random) < pair->outliers)
		x += 10;
	return x + (pair->memory > 0 ? *wander : 0) + pair->step * *state;
}

static void begin_proof(struct benchi_proof *proof)
{
	proof->bound = benchi_bound_make(0.005);
	proof->far = 6;
	proof->part = 16;
	proof->independent = 0;
}

/* Returns 1 or -1 if the median is proven slower or faster at any time, 0 if nothing is proven.
 * *wait: the number of blocks. */
static int answer(const struct pair *pair, size_t settled, uint64_t *random, size_t *wait)
{
	struct benchi_blocks blocks;
	struct benchi_proof proof;
	double wander = normal(random);
	int state = (int)benchi_random_below(random, 3) - 1;

	memset(&blocks, 0, sizeof blocks);
	begin_proof(&proof);
	if (pair->race) {
		proof.bound = benchi_bound_make(0.01 / 6);      /* as for the first leader of a race */
		proof.far = 3.5;
		proof.part = 8;
		proof.independent = 1;
	}
	for (*wait = 1; *wait <= BLOCKS; ++*wait) {
		put(&blocks, &at_zero, next_block(pair, &wander, &state, random));
		benchi_bound_step(&proof.bound);
		if (*wait >= settled)
			proof.far = 0;
		if (benchi_blocks_prove(&blocks, &at_zero, BENCHI_SLOWER, &proof))
			return 1;
		if (benchi_blocks_prove(&blocks, &at_zero, BENCHI_FASTER, &proof))
			return -1;
	}
	return 0;
}

/* Returns how many of TRIALS trials have an answer. */
static int answers(const struct pair *pair, size_t settled)
{
	uint64_t random = 1;
	int sure = 0;
	size_t wait;

	for (int i = 0; i < TRIALS; i++)
		sure += answer(pair, settled, &random, &wait) != 0;
	return sure;
}

/* alpha is 1 %; each trial is checked up to 600 times. Independent rounds; rounds correlated over
 * half a millisecond (0.8 after 5 blocks); a state that lasts 2.4 ms on average and shifts the
 * ratio by up to 3 times the noise. Then a race, which is checked before states could change:
 * correlations of 0 to 0.8, and over half a millisecond, without and with independent noise. */
TEST(correlated_rounds_mislead_hardly_more_than_independent_ones)
{
	static const struct { struct pair pair; size_t looks; int most; } of[] = {
		{ { .noise = 1 }, 1, TRIALS / 50 }, { { .memory = 0.956, .noise = 0.3 }, 250, TRIALS / 50 },
		{ { .noise = 0.3, .life = 24, .step = 1 }, 250, TRIALS / 33 },
		{ { .noise = 1, .race = 1 }, BLOCKS + 1, TRIALS / 50 },
		{ { .memory = 0.2, .race = 1 }, BLOCKS + 1, TRIALS / 50 },
		{ { .memory = 0.4, .race = 1 }, BLOCKS + 1, TRIALS / 50 },
		{ { .memory = 0.6, .race = 1 }, BLOCKS + 1, TRIALS / 50 },
		{ { .memory = 0.8, .race = 1 }, BLOCKS + 1, TRIALS / 50 },
		{ { .memory = 0.956, .race = 1 }, BLOCKS + 1, TRIALS / 50 },
		{ { .memory = 0.956, .noise = 0.5, .race = 1 }, BLOCKS + 1, TRIALS / 50 },
		{ { .memory = 0.956, .noise = 1, .race = 1 }, BLOCKS + 1, TRIALS / 50 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		ck_assert_int_le(answers(&of[i].pair, of[i].looks), of[i].most);
}

TEST(a_clear_difference_is_proven_at_once_and_a_slight_one_soon)
{
	const struct pair clear = { .noise = 0.05, .median = 1 };
	const struct pair slight = { .noise = 0.5, .median = 1 };
	uint64_t random = 1;
	size_t wait;

	for (int i = 0; i < 20; i++) {
		ck_assert_int_eq(answer(&clear, 250, &random, &wait), 1);
		ck_assert_uint_le(wait, 12);
		ck_assert_int_eq(answer(&slight, 250, &random, &wait), 1);
		ck_assert_uint_le(wait, 340);
	}
}

/* One loss in `every` outcomes; each outcome is repeated `run` times. */
TEST(wins_that_come_in_runs_count_for_fewer)
{
	static const struct { int every, run, proven; } known[] = { { 4, 1, 1 }, { 4, 32, 0 },
		{ 4, 2, 1 }, { 8, 4, 1 }, { 8, 5, 1 }, { 8, 6, 0 }, { 12, 6, 1 }, { 12, 7, 0 } };
	struct benchi_blocks blocks;
	struct benchi_proof proof;

	for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
		memset(&blocks, 0, sizeof blocks);
		begin_proof(&proof);
		for (int i = 0; i < 256; i++) {
			int lost = i / known[k].run % known[k].every == known[k].every - 1;

			put(&blocks, &at_zero, lost ? -1 : 1);
			benchi_bound_step(&proof.bound);
		}
		proof.far = 0;
		ck_assert_int_eq(benchi_blocks_prove(&blocks, &at_zero, BENCHI_SLOWER, &proof),
			known[k].proven);
	}
}

TEST(an_interval_holds_what_is_not_refuted)
{
	double value[60], scratch[60];
	struct benchi_proof proof;
	uint64_t random = 3;

	begin_proof(&proof);
	proof.far = 0;
	for (size_t n = 1; n <= 60; n++) {
		struct benchi_middle middle;

		value[n - 1] = 0.5 + normal(&random);
		benchi_bound_step(&proof.bound);
		middle = benchi_blocks_interval(value, n, scratch, &proof);
		ck_assert(middle.low <= middle.median && middle.median <= middle.high);
		CHECK_NUMBERS({ isinf(middle.low) != 0, n < 10 }, { isinf(middle.high) != 0, n < 10 });
	}
}

/* What was proven earlier limits the interval, even if the last interval is wider. */
TEST(an_interval_agrees_with_what_is_proven)
{
	const struct { double block, low, high; bench_answer answer; } known[] = {
		{ 0, -.01, .01, BENCH_SAME }, { .02, .002, INFINITY, BENCH_SLOWER },
		{ -.02, -INFINITY, -.002, BENCH_FASTER } };
	const struct benchi_thresholds thresholds = { -.002, .002, -.01, .01 };
	double x[60], scratch[60];

	for (size_t k = 0; k < 3; k++) {
		struct benchi_timing_context context = { .margin = .01 };
		const bench_case any = { .name = "any" };
		struct benchi_paired_run run = { .context = &context, .c = { &any, &any },
			.thresholds = thresholds, .x = x, .ns = { x, x }, .scratch = scratch, .kept = 60 };

		begin_proof(&run.proof);
		run.proof.far = 0;
		for (size_t i = 0; i < 60; i++) {
			x[i] = (double)i - 30;
			put(&run.blocks, &thresholds, known[k].block);
			benchi_bound_step(&run.proof.bound);
		}
		benchi_paired_run_conclude(&run);
		ck_assert_int_eq(run.answer, known[k].answer);
		if (known[k].answer == BENCH_FASTER)
			ck_assert_double_lt(run.ratio.low, .01);
		else
			ck_assert_double_eq_tol(log(run.ratio.low), known[k].low, 1e-9);
		if (known[k].answer == BENCH_SLOWER)
			ck_assert_double_gt(run.ratio.high, 100);
		else
			ck_assert_double_eq_tol(log(run.ratio.high), known[k].high, 1e-9);
	}
}

TEST(ties_and_missing_numbers_count_for_neither_side)
{
	struct benchi_blocks blocks;

	memset(&blocks, 0, sizeof blocks);
	put(&blocks, &at_zero, 0);
	benchi_blocks_round(&blocks, NAN);
	ck_assert(isnan(benchi_blocks_close(&blocks, &at_zero)));
	for (int i = 0; i < BENCHI_CLAIMS; i++)
		ck_assert_uint_eq(blocks.count[i].wins, 0);
	for (int i = 0; i < 3; i++)
		benchi_blocks_round(&blocks, i == 2 ? 1e9 : i + 1);
	ck_assert_double_eq(benchi_blocks_close(&blocks, &at_zero), 2);
	ck_assert_uint_eq(blocks.count[BENCHI_SLOWER].wins, 1);
}

CHECK_SUITE("blocks")
