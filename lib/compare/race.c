/*
 * Decides which of many racers is the fastest, with error probability alpha.
 *
 * After three rounds the fastest racer so far leads. In each round every other racer gets a number,
 * x = ln(its time / the leader's time). The core's speed cancels, because it is the same within a
 * round. Counts of x beyond four thresholds prove claims about each racer; m is the margin:
 *	x > ln(1 + m/4)   slower: leaves for good
 *	x < ln(1 + m)/2   as good as the leader: tied
 *	x > -ln(1 + m)/2  not so much faster that the leader must not be chosen
 *	x < -ln(1 + m/4)  faster: becomes the leader, and all counts restart
 * The race is over when every remaining racer is tied and proven not to be faster by more than
 * m/2. Among the leader and the ties the lowest index is chosen, so that equally fast routines give
 * the same choice on every run: that one is within m/2 of the leader, and the leader within m/2 of
 * the best.
 *
 * Guarantee. Let b be the best. A wrong choice requires one of three errors under some leader:
 * b leaves, the leader is accepted against b, or one of n - 1 racers is wrongly tied. The first two
 * are tests of one pair, leader and b, so the number of racers does not matter; the n - 1 ties
 * share their error. Under leader k all three have the error probability alpha / (k (k+1)), which
 * sums to alpha. A leader that is overtaken stays in the race, so a wrong overtaking only costs
 * time. Worked: alpha 0.01, first leader: 0.005 for three tests, ln(600) = 6.4: at least eleven
 * wins in a row. A tie with one of 64 requires ln(600 * 63) = 10.5: seventeen.
 *
 * Assumes that medians of ratios multiply (b/a times c/b is c/a), and that, given the past, each x
 * is above its median with probability at most one half, and below it also.
 * Wrong if a racer's time depends on which one ran before it.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

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
 */

enum { BATCHES_MIN = 4 };

static const struct race_policy {
	/* ratio of the variance of wins to that of independent blocks that is raised */
	double notable;
	double upper;           /* ... by this many of its standard errors */
	double independent;     /* least ratio of rank steps; 2 for independent blocks */
	double far;             /* at first, a proof takes this many deviations ... */
	/* ... where the deviation is the one that 1 / part of the blocks exceed: next to other
	 * programs, the largest of a dozen are interruptions */
	size_t part;
	/* multiple of that distance from which the order of the blocks does not matter */
	double clear;
	/* margins by which a racer's median may be behind if most blocks do not call it slower */
	double level;
} policy = { .notable = 2, .upper = 6, .independent = 1.8, .far = 3.5, .part = 8, .clear = 4,
	/* 16 equals with windows up to 2 % too long: the first was chosen in 60 of 60 simulated starts
	 * (by medians 42), with 5 % in 58 (26). Of 6000 other picks 97.2 % were within 1 % (97.1). */
	.level = 3 };

/* Counts block number n (from 1); wins: 1 if it supports the claim, otherwise 0. Adds to the sums
 * of squares of all batches that the block completes. */
static void race_count(struct benchi_block_count *c, size_t n, size_t wins)
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
static size_t race_known(const double *ring, size_t n, double *to)
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
	double x[BENCHI_RECENT], value = benchi_median(x, race_known(blocks->round, blocks->rounds, x));

	blocks->rounds = 0;
	blocks->recent[blocks->n++ % BENCHI_RECENT] = value;
	/* NaN is not a win for any claim. */
	race_count(&blocks->count[BENCHI_FASTER], blocks->n, value < thresholds->faster);
	race_count(&blocks->count[BENCHI_SLOWER], blocks->n, value > thresholds->slower);
	race_count(&blocks->count[BENCHI_ABOVE_LOW], blocks->n, value > thresholds->low);
	race_count(&blocks->count[BENCHI_BELOW_HIGH], blocks->n, value < thresholds->high);
	return value;
}

/* The median of the latest blocks (a ring of n), and in *reach the distance that their scatter
 * can reach. */
static double middle_and_reach(const double *latest, size_t n, const struct benchi_proof *proof,
                               double *reach)
{
	double x[BENCHI_RECENT], middle;

	n = race_known(latest, n, x);
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
		race_count(&wins, i + 1, sign > 0 ? value[i] > c : value[i] < c);
	return prove(&wins, latest, n, c, proof);
}

/* An end of the interval: the highest (sign 1) or lowest (-1) number that the median is proven
 * to exceed (stay below), times the sign. sorted: the values times the sign, ascending. */
static double race_end_of(const double *value, const double *sorted, size_t n, double sign,
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
	middle.low = race_end_of(value, scratch, n, 1, proof);
	for (size_t i = 0; i < n; i++)
		scratch[i] = -value[i];
	benchi_sort(scratch, n);
	middle.high = -race_end_of(value, scratch, n, -1, proof);
	return middle;
}

enum { ROUNDS_TO_LEAD = 3, BLOCKS_TO_SAY = 5, ERRORS = 3, FAIR_CALLS = 2 };

/* Returns true if the racer is still timed. */
static int runs(const struct benchi_racer *racer)
{
	return racer->state != BENCHI_OUT;
}

/* How far the racer is behind the leader: the median of its latest blocks, or before the first
 * block of its latest rounds. Without rounds, or after it has left: the value stored when it left
 * or when the leader changed. */
static double race_behind(const struct benchi_racer *racer)
{
	const struct benchi_blocks *blocks = &racer->blocks;
	double x[BENCHI_RECENT], middle = NAN;

	if (runs(racer)) {
		size_t n = race_known(blocks->recent, blocks->n, x);

		middle = benchi_median(x, n > 0 ? n : race_known(blocks->round, blocks->rounds, x));
	}
	return isnan(middle) ? racer->behind : middle;
}

/* The running racer with the smallest ratio to the leader, or BENCH_NONE. */
static size_t foremost(const struct benchi_race *race)
{
	size_t best = BENCH_NONE;
	double least = INFINITY;

	for (size_t i = 0; i < race->plan.n; i++) {
		double x = runs(&race->racer[i]) ? race_behind(&race->racer[i]) : (double)INFINITY;

		if (x < least) {
			best = i;
			least = x;
		}
	}
	return best;
}

/* Makes the racer the leader. Each leader has a smaller share of alpha, and all proofs begin
 * again, because they refer to the leader. Values from before become racer->behind. */
static void lead(struct benchi_race *race, size_t leader, double now_ns)
{
	double k = (double)++race->leaders, others = fmax(1, (double)race->plan.n - 1);
	double error = race->plan.alpha / (k * (k + 1)) / ERRORS;
	double ahead = race_behind(&race->racer[leader]);

	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i]))
			race->racer[i].behind = race_behind(&race->racer[i]) - ahead;
	race->leader = leader;
	race->rounds = race->blocks = 0;
	race->first_ns = race->opened_ns = now_ns;
	race->sure.far = race->shared.far = policy.far;
	race->sure.part = race->shared.part = policy.part;
	race->sure.independent = race->shared.independent = 1;
	race->sure.bound = benchi_bound_make(error);
	race->shared.bound = benchi_bound_make(error / others);
	for (size_t i = 0; i < race->plan.n; i++) {
		memset(&race->racer[i].blocks, 0, sizeof race->racer[i].blocks);
		if (runs(&race->racer[i]))
			race->racer[i].state = BENCHI_RUNNING;
	}
}

void benchi_race_begin(struct benchi_race *race, const struct benchi_race_plan *plan,
                       struct benchi_racer *racer)
{
	const double near = log1p(plan->margin / 4), far = log1p(plan->margin) / 2;
	const struct benchi_thresholds thresholds = { -near, near, -far, far };

	race->plan = *plan;
	race->racer = racer;
	race->thresholds = thresholds;
	race->leaders = race->rounds = race->blocks = 0;
	race->leader = race->running = 0;
	for (size_t i = 0; i < plan->n; i++) {
		if (runs(&racer[i])) {
			racer[i].behind = INFINITY;
			race->running++;
		}
		memset(&racer[i].blocks, 0, sizeof racer[i].blocks);
	}
	while (race->leader + 1 < plan->n && !runs(&racer[race->leader]))
		race->leader++;
	race->over = race->running < 2;
}

void benchi_racer_saw(struct benchi_racer *racer, double iteration_ns)
{
	racer->iteration_ns = racer->calls > 0 ? fmin(racer->iteration_ns, iteration_ns)
	                    : iteration_ns;
	racer->calls++;
}

double benchi_race_min(const struct benchi_racer *racer, size_t n)
{
	double least = INFINITY;

	for (size_t i = 0; i < n; i++)
		if (runs(&racer[i]) && racer[i].iteration_ns < least)
			least = racer[i].iteration_ns;
	return least;
}

/* Returns true if the racer's blocks prove the claim. proof: race->sure or race->shared. */
static int race_proven(const struct benchi_race *race, const struct benchi_racer *racer,
                       enum benchi_claim claim, const struct benchi_proof *proof)
{
	return benchi_blocks_prove(&racer->blocks, &race->thresholds, claim, proof);
}

void benchi_race_round(struct benchi_race *race, double now_ns)
{
	int known = 1;

	race->running = 0;
	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i])) {
			/* Record this round's number of a racer. */
			struct benchi_racer *racer = &race->racer[i];
			const struct benchi_racer *leader = &race->racer[race->leader];
			double x = racer == leader ? 0 : log(racer->iteration_ns / leader->iteration_ns);

			if (!(racer->iteration_ns > 0 && leader->iteration_ns > 0))
				x = NAN;
			benchi_blocks_round(&racer->blocks, x);
			race->running++;
		}
	race->rounds++;
	if (race->leaders == 0) {
		if (race->rounds >= ROUNDS_TO_LEAD && foremost(race) != BENCH_NONE)
			lead(race, foremost(race), now_ns);
		return;
	}
	if (now_ns - race->opened_ns < race->plan.block_ns)
		return;

	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i]))
			benchi_blocks_close(&race->racer[i].blocks, &race->thresholds);
	race->blocks++;
	race->opened_ns = now_ns;
	benchi_bound_step(&race->sure.bound);
	benchi_bound_step(&race->shared.bound);
	race->sure.far = race->shared.far = policy.far
		* fmax(0, 1 - (now_ns - race->first_ns) / race->plan.settled_ns);

	/* If some racer is proven faster than the leader, the fastest takes over. */
	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i])
		    && race_proven(race, &race->racer[i], BENCHI_FASTER, &race->sure)) {
			lead(race, foremost(race), now_ns);
			return;
		}
	for (size_t i = 0; i < race->plan.n; i++) {
		struct benchi_racer *racer = &race->racer[i];

		if (!runs(racer) || i == race->leader)
			continue;
		if (racer->state == BENCHI_RUNNING
		    && race_proven(race, racer, BENCHI_SLOWER, &race->sure)) {
			racer->behind = race_behind(racer);
			racer->state = BENCHI_OUT;
			continue;
		}
		if (racer->state == BENCHI_RUNNING
		    && race_proven(race, racer, BENCHI_BELOW_HIGH, &race->shared))
			racer->state = BENCHI_TIED;
		known &= racer->state == BENCHI_TIED
			&& race_proven(race, racer, BENCHI_ABOVE_LOW, &race->sure);
	}
	race->over = known;
}

/* Before the first round: the racer with the shortest time among those with at least `calls`
 * calls, other than `but`. */
static size_t quickest(const struct benchi_race *race, size_t but, unsigned calls)
{
	size_t best = BENCH_NONE;

	for (size_t i = 0; i < race->plan.n; i++) {
		const struct benchi_racer *racer = &race->racer[i];

		if (!runs(racer) || i == but || (racer->calls < calls && i != race->plan.prefer))
			continue;
		if (best == BENCH_NONE || racer->iteration_ns < race->racer[best].iteration_ns
		    || isnan(race->racer[best].iteration_ns))
			best = i;
	}
	return best;
}

/* Returns true if this number of blocks is more than half of the leader's, by `deviations` standard
 * deviations. */
static int mostly(const struct benchi_race *race, size_t blocks, double deviations)
{
	double n = (double)race->blocks;

	return (double)blocks > n / 2 + deviations * sqrt(n) / 2;
}

/* Returns true if the racer counts as equal, so that the lowest index can be chosen. best: the
 * likeliest winner. While nothing is proven, a racer is equal unless most blocks say that it is
 * slower, or its median is far behind. Chance decides which of equals has the shortest median, so
 * the median alone would give another choice at each start. */
static int level(const struct benchi_race *race, size_t i, size_t best)
{
	const struct benchi_racer *racer = &race->racer[i];

	if (race->over)
		return i == race->leader || racer->state == BENCHI_TIED;
	if (!runs(racer))
		return 0;
	if (best == race->leader && race->blocks >= BLOCKS_TO_SAY)
		return race_behind(racer) <= policy.level * log1p(race->plan.margin)
		    && !mostly(race, race->blocks - racer->blocks.count[BENCHI_BELOW_HIGH].wins, 1);
	return race_behind(racer) <= race_behind(&race->racer[best]) + log1p(race->plan.margin);
}

double benchi_race_behind(const struct benchi_race *race, size_t i)
{
	double x = race_behind(&race->racer[i]);

	return isfinite(x) || !runs(&race->racer[i]) ? x
	     : log(race->racer[i].iteration_ns / benchi_race_min(race->racer, race->plan.n));
}

/* The bounds on ln(time of racer i / time of the leader) that the leader's rounds have proven. */
static void bounds(const struct benchi_race *race, size_t i, double *low, double *high)
{
	const struct benchi_racer *racer = &race->racer[i];
	int slower = !runs(racer) && racer->report == BENCH_CANDIDATE_OPEN;

	*low = i == race->leader ? 0 : racer->state == BENCHI_TIED ? race->thresholds.low
	     : slower ? race->thresholds.slower : (double)-INFINITY;
	*high = i == race->leader ? 0 : racer->state == BENCHI_TIED ? race->thresholds.high
	      : (double)INFINITY;
}

/* Before the race is over, the leader may still change, and with it what was proven about the
 * others. So the bounds are infinite until then. */
void benchi_race_bounds(const struct benchi_race *race, size_t i, size_t chosen, double *low,
                        double *high)
{
	double chosen_low, chosen_high;

	bounds(race, i, low, high);
	bounds(race, chosen, &chosen_low, &chosen_high);
	*low = race->over ? *low - chosen_high : (double)-INFINITY;
	*high = race->over ? *high - chosen_low : (double)INFINITY;
}

struct benchi_race_choice benchi_race_choice(const struct benchi_race *race)
{
	struct benchi_race_choice choice = { .index = BENCH_NONE, .runner_up = BENCH_NONE,
		.lead = NAN };
	const size_t n = race->plan.n, prefer = race->plan.prefer;
	/* The more racers there are, the more deviations the luckiest of equals shows. */
	const double deviations = 1 + sqrt(2 * log(fmax(1, (double)n - 1)));
	size_t best = race->leaders > 0 ? race->leader : foremost(race), among = 0;
	double least = INFINITY;

	/* The likeliest winner is the leader, unless most blocks favour another racer. */
	for (size_t i = 0; i < n; i++)
		if (runs(&race->racer[i])
		    && mostly(race, race->racer[i].blocks.count[BENCHI_FASTER].wins, deviations))
			best = foremost(race);
	if (best == BENCH_NONE) { /* no block is complete: the shortest times decide */
		choice.index = quickest(race, BENCH_NONE, FAIR_CALLS);
		if (choice.index == BENCH_NONE)
			choice.index = quickest(race, BENCH_NONE, 0);
		choice.runner_up = quickest(race, choice.index, 0);
	}
	for (size_t i = n; best != BENCH_NONE && i-- > 0;)
		if (level(race, i, best)) {
			choice.index = i;
			among++;
		}
	if (best != BENCH_NONE && prefer < n && level(race, prefer, best))
		choice.index = prefer;
	choice.tie = among > 1;
	/* The runner-up: the best of the others, including those that left. */
	for (size_t i = 0; best != BENCH_NONE && i < n; i++) {
		double x = race_behind(&race->racer[i]);

		if (i == choice.index || (choice.tie && !level(race, i, best)) || !(x < least))
			continue;
		least = x;
		choice.runner_up = i;
	}
	if (choice.index != BENCH_NONE && choice.runner_up != BENCH_NONE)
		choice.lead = exp(benchi_race_behind(race, choice.runner_up)
			- benchi_race_behind(race, choice.index));
	return choice;
}
