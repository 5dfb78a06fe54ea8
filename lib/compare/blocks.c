/*
 * Tests the median of ln(b / a) over correlated rounds of two arms.
 *
 * If the median were at or below a threshold, an independent number would exceed the threshold with
 * probability at most one half. So the wins that stats/bets.c requires prove that the median is
 * above, at any stopping time. But rounds are not independent: a branch predictor, a cache or an
 * allocator keeps a state for milliseconds, and rounds within one state resemble each other. Three
 * measures reduce many rounds to few independent numbers:
 *  1. Rounds are gathered into blocks of about 0.1 ms. The value of a block is their median.
 *  2. The number of wins in batches of 2, 4, 8, ... blocks has a variance; independent blocks would
 *     have p (1 - p) per block. The ratio is how many blocks count as one (batch means: Conway,
 *     Management Science 10, 1963, p. 47). The largest ratio over all batch lengths divides both
 *     wins and blocks. A significant ratio is raised by 6 standard errors first, because few
 *     batches often underestimate it.
 *  3. A state that has not changed yet is invisible. So nothing is proven until the blocks span a
 *     stated time, unless the threshold is proof.far deviations away from the blocks' median: no
 *     state within their scatter reaches that far. In a race this distance falls to 0 in the course
 *     of that time, because more and more states have been seen. With many candidates a block is a
 *     single round; then the latest blocks must also look independent (proof.independent), unless
 *     the threshold is four times as far away.
 * A block equal to the threshold wins for neither side, so ties are exact.
 *
 * Worked: 40 blocks, 30 of them above the threshold, in runs: batches of 4 have a variance of 2.4
 * where 0.75 is expected. The 40 blocks count as 12.5, of which 9.4 are above, which proves
 * nothing. Wrong if a state lasts longer than assumed and has little scatter.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

enum { BATCHES_MIN = 4 };

static const struct blocks_policy {
	/* blocks count as correlated if the variance of wins is this many times that of independent
	 * blocks ... */
	double notable;
	double upper;           /* ... by this many of its standard errors */
	double independent;     /* least ratio of rank steps; 2 for independent blocks */
	/* beyond this multiple of a proof's distance, blocks need not look independent */
	double clear;
} policy = { .notable = 2, .upper = 6, .independent = 1.8, .clear = 4 };

/* Counts block number n (from 1); wins: 1 if it supports the claim, otherwise 0. Adds to the sums
 * of squares of all batches that the block completes. */
static void count(struct benchi_block_count *c, size_t n, size_t wins)
{
	c->wins += wins;
	for (size_t k = 0; k < BENCHI_BATCHES; k++) {
		wins += c->open[k];
		if (n % ((size_t)2 << k) != 0) {
			c->open[k] = (uint8_t)wins;     /* less than a full half batch: at most 128 */
			return;
		}
		c->open[k] = 0;
		c->squares[k] += (benchi_squares)(wins * wins);
	}
}

/* Copies a ring without its NaNs. Returns how many numbers remain. */
static size_t known(const double *ring, size_t n, double *to)
{
	size_t kept = 0;

	for (size_t i = 0; i < n && i < BENCHI_RECENT; i++)
		if (!isnan(ring[i]))
			to[kept++] = ring[i];
	return kept;
}

void benchi_blocks_round(struct benchi_blocks *blocks, double x)
{
	blocks->round[blocks->rounds++ % BENCHI_RECENT] = x;
}

double benchi_blocks_close(struct benchi_blocks *blocks, const struct benchi_thresholds *thresholds)
{
	double x[BENCHI_RECENT], value = benchi_median(x, known(blocks->round, blocks->rounds, x));

	blocks->rounds = 0;
	blocks->recent[blocks->n++ % BENCHI_RECENT] = value;
	/* NaN is not a win for any claim. */
	count(&blocks->count[BENCHI_FASTER], blocks->n, value < thresholds->faster);
	count(&blocks->count[BENCHI_SLOWER], blocks->n, value > thresholds->slower);
	count(&blocks->count[BENCHI_ABOVE_LOW], blocks->n, value > thresholds->low);
	count(&blocks->count[BENCHI_BELOW_HIGH], blocks->n, value < thresholds->high);
	return value;
}

double benchi_blocks_middle(const struct benchi_blocks *blocks)
{
	double x[BENCHI_RECENT];
	size_t n = known(blocks->recent, blocks->n, x);

	return benchi_median(x, n > 0 ? n : known(blocks->round, blocks->rounds, x));
}

/* Returns the median of the latest blocks (a ring of n). *reach: the distance that their scatter
 * can reach. */
static double middle_and_reach(const double *latest, size_t n, const struct benchi_proof *proof,
                               double *reach)
{
	double x[BENCHI_RECENT], middle;

	n = known(latest, n, x);
	middle = benchi_median(x, n);
	for (size_t i = 0; i < n; i++)
		x[i] = fabs(x[i] - middle);
	benchi_sort(x, n);
	*reach = n > 1 ? proof->far * x[n - 2 - n / proof->part] : (double)INFINITY;
	return middle;
}

/* Returns true if the threshold is too far away for any state to reach, even if states have not
 * changed yet. */
static int out_of_reach(const double *recent, size_t n, double threshold,
                        const struct benchi_proof *proof)
{
	double reach, away = fabs(middle_and_reach(recent, n, proof, &reach) - threshold);
	double x[BENCHI_RECENT], steps = 0, all = 0, last = 0;
	size_t kept = 0;

	if (away < reach || !proof->independent || away >= policy.clear * reach)
		return away >= reach;
	/* Do the latest blocks look independent? */
	for (size_t i = n > BENCHI_RECENT ? n - BENCHI_RECENT : 0; i < n; i++)
		if (!isnan(recent[i % BENCHI_RECENT]))
			x[kept++] = recent[i % BENCHI_RECENT];
	/* Squared steps from each rank to the next, over squared distances of the ranks from their
	 * mean: 2 for independent numbers, less if neighbours resemble each other (rank version of
	 * von Neumann's ratio: Bartels, JASA 77, 1982, p. 40). Ties share their mean rank. */
	for (size_t i = 0; i < kept; i++) {
		double rank = -(double)kept / 2;

		for (size_t k = 0; k < kept; k++)
			rank += ((x[k] < x[i]) + (x[k] <= x[i])) / 2.0;
		steps += i > 0 ? (rank - last) * (rank - last) : 0;
		all += rank * rank;
		last = rank;
	}
	return (all > 0 ? steps / all : 2) >= policy.independent;
}

/* Returns true if c's wins among n blocks prove a claim about the threshold. recent: a ring. */
static int prove(const struct benchi_block_count *c, const double *recent, size_t n,
                 double threshold, const struct benchi_proof *proof)
{
	double needed = (double)proof->bound.n;

	if (c->wins < proof->bound.wins
	    || !(proof->far <= 0 || out_of_reach(recent, n, threshold, proof)))
		return 0;
	/* Find how many blocks count as one. */
	double p = ((double)c->wins + 0.5) / ((double)n + 1), each = 1;
	size_t complete = c->wins; /* wins in complete batches */

	for (size_t k = 0; k < BENCHI_BATCHES && n >> (k + 1) >= BATCHES_MIN; k++) {
		double batches = (double)(n >> (k + 1)), size = (double)((size_t)2 << k);
		double mean, variance, ratio;

		complete -= c->open[k];
		mean = (double)complete / batches;
		variance = ((double)c->squares[k] - batches * mean * mean) / (batches - 1);
		ratio = variance / (size * p * (1 - p));
		if (ratio > policy.notable)
			ratio *= 1 + policy.upper * sqrt(2 / batches);
		each = fmax(each, ratio);
	}
	return each <= 1 || benchi_bet_ln(&proof->bound.bet, (double)c->wins / each, needed / each)
		>= proof->bound.goal;
}

int benchi_blocks_prove(const struct benchi_blocks *blocks,
                        const struct benchi_thresholds *thresholds, enum benchi_claim claim,
                        const struct benchi_proof *proof)
{
	double threshold = claim == BENCHI_FASTER ? thresholds->faster
		: claim == BENCHI_SLOWER ? thresholds->slower
		: claim == BENCHI_ABOVE_LOW ? thresholds->low : thresholds->high;

	return prove(&blocks->count[claim], blocks->recent, blocks->n, threshold, proof);
}

/* Returns true if the values prove that the median is above c (sign 1) or below c (-1). latest:
 * the last of the values, at most BENCHI_RECENT. Requires proof->independent == 0, because their
 * order is not that of a ring. */
static int proves(const double *value, const double *latest, size_t n, double c, double sign,
                  const struct benchi_proof *proof)
{
	struct benchi_block_count wins = { 0 };

	for (size_t i = 0; i < n; i++)
		count(&wins, i + 1, sign > 0 ? value[i] > c : value[i] < c);
	return prove(&wins, latest, n, c, proof);
}

/* Returns an end of the interval: the highest (sign 1) or lowest (-1) number that the median is
 * proven to exceed (stay below), times the sign. sorted: the values times the sign, ascending. */
static double end_of(const double *value, const double *sorted, size_t n, double sign,
                     const struct benchi_proof *proof)
{
	const double *latest = n > BENCHI_RECENT ? value + (n - BENCHI_RECENT) : value;
	size_t proven = 0, open = n / 2 + 1;
	double reach, middle, end;

	middle = sign * middle_and_reach(latest, n, proof, &reach) - reach;
	while (open - proven > 1) {
		size_t i = (proven + open) / 2;

		if (proves(value, latest, n, sign * nextafter(sorted[i - 1], -INFINITY), sign, proof))
			proven = i;
		else
			open = i;
	}
	end = proven > 0 ? sorted[proven - 1] : (double)-INFINITY;
	return end < middle && proves(value, latest, n, sign * middle, sign, proof) ? middle : end;
}

struct benchi_middle benchi_blocks_interval(const double *value, size_t n, double *scratch,
                                            const struct benchi_proof *proof)
{
	struct benchi_middle middle;

	for (size_t i = 0; i < n; i++)
		scratch[i] = value[i];
	middle.median = benchi_median(scratch, n);
	middle.low = end_of(value, scratch, n, 1, proof);
	for (size_t i = 0; i < n; i++)
		scratch[i] = -value[i];
	benchi_sort(scratch, n);
	middle.high = -end_of(value, scratch, n, -1, proof);
	return middle;
}
