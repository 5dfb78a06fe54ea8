/*
 * Tests the median of ln(b / a) over correlated rounds of two arms.
 *
 * If the median lay at a threshold or below, an independent number would lie above it with
 * probability one half at most, so that the wins which stats/betting.c requires prove that
 * the median is above, at any stopping time.  Rounds are not independent: a branch
 * predictor, a cache or an allocator keeps a state for milliseconds, and rounds within one
 * state resemble each other.  Three measures make few independent numbers of many rounds:
 *  1. Rounds are gathered into blocks of about 0.1 ms; a block's value is their median.
 *  2. The variance of the number of wins in batches of 2, 4, 8, ... blocks, over the variance
 *     p (1 - p) of independent blocks, is how many blocks count as one (batch
 *     means: Conway, Management Science 10, 1963, p. 47).  The largest of the batch lengths'
 *     ratios is taken, and wins and blocks are divided by it; a significant one is raised by 6
 *     standard errors first, since few batches often understate it.
 *  3. A state that has not changed yet is invisible.  So nothing is proven until the blocks
 *     have taken a stated time (proof.settled), unless the threshold is proof.far deviations
 *     of the blocks away from their median: no state within their scatter reaches it.
 *     With many candidates a block is one round; then the latest blocks must
 *     also look independent (proof.independent).
 * A block equal to the threshold wins for neither side, so ties are exact.
 *
 * Worked: 40 blocks, 30 of them above, in runs: batches of 4 have a variance of 2.4 where
 * 0.75 is expected: 40 blocks count as 12.5, of which 9.4 are above, which proves nothing.
 * Wrong when a state lasts longer than assumed and has little scatter.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "compare/blocks.h"
#include "stats/order.h"

enum { BATCHES_MIN = 4 };

static const double NOTABLE = 2, UPPER = 6, INDEPENDENT = 1.8;

static void count(struct benchi_block_count *c, size_t n, size_t wins)
{
	c->wins += wins;
	for (size_t k = 0; k < BENCHI_BATCHES; k++) {
		c->open[k] += wins;
		if (n % ((size_t)2 << k) != 0)
			return;
		wins = c->open[k];
		c->open[k] = 0;
		c->whole[k] += wins;
		c->squares[k] += (double)wins * (double)wins;
	}
}

/* How many of n blocks count as one. */
static double blocks_for_one(const struct benchi_block_count *c, size_t n)
{
	double p = ((double)c->wins + 0.5) / ((double)n + 1), most = 1;

	for (size_t k = 0; k < BENCHI_BATCHES && n >> (k + 1) >= BATCHES_MIN; k++) {
		double batches = (double)(n >> (k + 1)), size = (double)((size_t)2 << k);
		double mean = (double)c->whole[k] / batches;
		double variance = (c->squares[k] - batches * mean * mean) / (batches - 1);

		double ratio = variance / (size * p * (1 - p));

		if (ratio > NOTABLE)
			ratio *= 1 + UPPER * sqrt(2 / batches);
		most = fmax(most, ratio);
	}
	return most;
}

void benchi_blocks_put(struct benchi_blocks *blocks, const struct benchi_thresholds *thresholds,
                       double value)
{
	blocks->recent[blocks->n++ % BENCHI_RECENT] = value;
	count(&blocks->count[BENCHI_FASTER], blocks->n, value < thresholds->faster);
	count(&blocks->count[BENCHI_SLOWER], blocks->n, value > thresholds->slower);
	count(&blocks->count[BENCHI_ABOVE_LOW], blocks->n, value > thresholds->low);
	count(&blocks->count[BENCHI_BELOW_HIGH], blocks->n, value < thresholds->high);
}

/* Copies the numbers of a ring without NaN; returns how many. */
static size_t known(const double *ring, size_t n, double *to)
{
	size_t kept = 0;

	for (size_t i = 0; i < n && i < BENCHI_RECENT; i++)
		if (!isnan(ring[i]))
			to[kept++] = ring[i];
	return kept;
}

static double median(double *x, size_t n)
{
	if (n == 0)
		return (double)NAN;
	benchi_sort(x, n);
	return benchi_quantile(x, n, 0.5);
}

void benchi_blocks_round(struct benchi_blocks *blocks, double x)
{
	blocks->round[blocks->rounds++ % BENCHI_RECENT] = x;
}

double benchi_blocks_close(struct benchi_blocks *blocks, const struct benchi_thresholds *thresholds)
{
	double x[BENCHI_RECENT], value = median(x, known(blocks->round, blocks->rounds, x));

	blocks->rounds = 0;
	benchi_blocks_put(blocks, thresholds, value);
	return value;
}

double benchi_blocks_middle(const struct benchi_blocks *blocks)
{
	double x[BENCHI_RECENT];
	size_t n = known(blocks->recent, blocks->n, x);

	if (n == 0)
		n = known(blocks->round, blocks->rounds, x);
	return median(x, n);
}

/* The median of the latest blocks, and the distance that their scatter reaches. */
static double middle_and_reach(const struct benchi_blocks *blocks, double far, double *reach)
{
	double x[BENCHI_RECENT], middle;
	size_t n = known(blocks->recent, blocks->n, x);

	middle = median(x, n);
	for (size_t i = 0; i < n; i++)
		x[i] = fabs(x[i] - middle);
	benchi_sort(x, n);
	*reach = n > 1 ? far * x[n - 2 - n / 16] : (double)INFINITY;
	return middle;
}

static int far_from(const struct benchi_blocks *blocks, double threshold, double far)
{
	double reach, middle = middle_and_reach(blocks, far, &reach);

	return fabs(middle - threshold) >= reach;
}

/* The rank of x among n numbers, minus a half; ties share their mean rank. */
static double rank_of(double x, const double *among, size_t n)
{
	double rank = 0;

	for (size_t i = 0; i < n; i++)
		rank += (among[i] < x) + (among[i] <= x);
	return rank / 2;
}

/* The squares of the steps from each number's rank to the next one's, over the squares of ranks'
 * distances from their mean: 2 for independent numbers, less where neighbours resemble each
 * other (a rank version of von Neumann's ratio: Bartels, JASA 77, 1982, p. 40). */
static double rank_steps(const double *x, size_t n)
{
	double steps = 0, all = 0, last = 0;

	for (size_t i = 0; i < n; i++) {
		double rank = rank_of(x[i], x, n) - (double)n / 2;

		steps += i > 0 ? (rank - last) * (rank - last) : 0;
		all += rank * rank;
		last = rank;
	}
	return all > 0 ? steps / all : 2;
}

/* Do the latest blocks look independent? */
static int look_independent(const struct benchi_blocks *blocks)
{
	double x[BENCHI_RECENT];
	size_t n = 0;

	for (size_t i = blocks->n > BENCHI_RECENT ? blocks->n - BENCHI_RECENT : 0; i < blocks->n; i++)
		if (!isnan(blocks->recent[i % BENCHI_RECENT]))
			x[n++] = blocks->recent[i % BENCHI_RECENT];
	return rank_steps(x, n) >= INDEPENDENT;
}

/* Is the threshold out of any state's reach, even before states have changed? */
static int out_of_reach(const struct benchi_blocks *blocks, double threshold,
                        const struct benchi_proof *proof)
{
	return far_from(blocks, threshold, proof->far)
	    && (!proof->independent || look_independent(blocks));
}

int benchi_blocks_prove(const struct benchi_blocks *blocks,
                        const struct benchi_thresholds *thresholds, enum benchi_claim claim,
                        const struct benchi_proof *proof)
{
	const double threshold[BENCHI_CLAIMS] = { thresholds->faster, thresholds->slower,
		thresholds->low, thresholds->high };
	const struct benchi_block_count *c = &blocks->count[claim];
	double n = (double)proof->bound.n, each;

	if (c->wins < proof->bound.wins
	    || !(proof->settled || out_of_reach(blocks, threshold[claim], proof)))
		return 0;
	each = blocks_for_one(c, blocks->n);
	return each <= 1 || benchi_bet_ln(&proof->bound.bet, (double)c->wins / each, n / each)
		>= proof->bound.goal;
}

/* Do the values prove that the median is above (below) c? */
static int proves(const double *value, size_t n, double c, enum benchi_claim claim,
                  const struct benchi_proof *proof)
{
	const struct benchi_thresholds all = { c, c, c, c };
	struct benchi_blocks blocks = { 0 };

	for (size_t i = 0; i < n; i++)
		benchi_blocks_put(&blocks, &all, value[i]);
	return benchi_blocks_prove(&blocks, &all, claim, proof);
}

/* The end of the interval: the highest (sign 1) or lowest (-1) number that the median is
 * proven to lie above (below), times the sign.  sorted: ascending after the sign. */
static double end_of(const double *value, const double *sorted, size_t n, double sign,
                     const struct benchi_proof *proof)
{
	enum benchi_claim claim = sign > 0 ? BENCHI_SLOWER : BENCHI_FASTER;
	size_t proven = 0, open = n / 2 + 1;
	struct benchi_blocks latest = { .n = 0 };
	double reach, middle, end;

	for (size_t i = n > BENCHI_RECENT ? n - BENCHI_RECENT : 0; i < n; i++)
		latest.recent[latest.n++] = sign * value[i];
	middle = middle_and_reach(&latest, proof->far, &reach) - reach;
	while (open - proven > 1) {
		size_t i = (proven + open) / 2;

		if (proves(value, n, sign * nextafter(sorted[i - 1], -INFINITY), claim, proof))
			proven = i;
		else
			open = i;
	}
	end = proven > 0 ? sorted[proven - 1] : (double)-INFINITY;
	return end < middle && proves(value, n, sign * middle, claim, proof) ? middle : end;
}

struct benchi_middle benchi_blocks_interval(const double *value, size_t n, double *scratch,
                                            const struct benchi_proof *proof)
{
	struct benchi_middle middle;

	for (size_t i = 0; i < n; i++)
		scratch[i] = value[i];
	benchi_sort(scratch, n);
	middle.median = benchi_quantile(scratch, n, 0.5);
	middle.low = end_of(value, scratch, n, 1, proof);
	for (size_t i = 0; i < n; i++)
		scratch[i] = -value[i];
	benchi_sort(scratch, n);
	middle.high = -end_of(value, scratch, n, -1, proof);
	return middle;
}
