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
	double close;           /* error of a value's share that is accepted */
	/* margins by which a racer's median may be behind if most blocks do not call it slower */
	double level;
} policy = { .notable = 2, .upper = 6, .independent = 1.8, .far = 3.5, .part = 8, .clear = 4,
	.close = 0.02,
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

/* Adds a block. NaN is not a win for any claim. */
static void blocks_put(struct benchi_blocks *blocks, const struct benchi_thresholds *thresholds,
                       double value)
{
	blocks->recent[blocks->n++ % BENCHI_RECENT] = value;
	race_count(&blocks->count[BENCHI_FASTER], blocks->n, value < thresholds->faster);
	race_count(&blocks->count[BENCHI_SLOWER], blocks->n, value > thresholds->slower);
	race_count(&blocks->count[BENCHI_ABOVE_LOW], blocks->n, value > thresholds->low);
	race_count(&blocks->count[BENCHI_BELOW_HIGH], blocks->n, value < thresholds->high);
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
	blocks_put(blocks, thresholds, value);
	return value;
}

/* The median of the latest blocks; before the first block, of the latest rounds; NaN without
 * rounds. */
static double blocks_middle(const struct benchi_blocks *blocks)
{
	double x[BENCHI_RECENT];
	size_t n = race_known(blocks->recent, blocks->n, x);

	if (n == 0)
		n = race_known(blocks->round, blocks->rounds, x);
	return benchi_median(x, n);
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

/* The rank of x among n numbers, minus one half. Ties share their mean rank. */
static double rank_of(double x, const double *among, size_t n)
{
	double rank = 0;

	for (size_t i = 0; i < n; i++)
		rank += (among[i] < x) + (among[i] <= x);
	return rank / 2;
}

/* Returns true if the latest of n blocks look independent. */
static int look_independent(const double *recent, size_t n)
{
	double x[BENCHI_RECENT];
	size_t kept = 0;

	for (size_t i = n > BENCHI_RECENT ? n - BENCHI_RECENT : 0; i < n; i++)
		if (!isnan(recent[i % BENCHI_RECENT]))
			x[kept++] = recent[i % BENCHI_RECENT];
	/* Squared steps from each rank to the next, over squared distances of the ranks from their
	 * mean: 2 for independent numbers, less if neighbours resemble each other (rank version of
	 * von Neumann's ratio: Bartels, JASA 77, 1982, p. 40). */
	double steps = 0, all = 0, last = 0;

	for (size_t i = 0; i < kept; i++) {
		double rank = rank_of(x[i], x, kept) - (double)kept / 2;

		steps += i > 0 ? (rank - last) * (rank - last) : 0;
		all += rank * rank;
		last = rank;
	}
	return (all > 0 ? steps / all : 2) >= policy.independent;
}

/* Returns true if the threshold is too far away for any state to reach, even if states have not
 * changed yet. */
static int out_of_reach(const double *recent, size_t n, double threshold,
                        const struct benchi_proof *proof)
{
	double reach, away = fabs(middle_and_reach(recent, n, proof, &reach) - threshold);

	return away >= reach
	    && (!proof->independent || away >= policy.clear * reach || look_independent(recent, n));
}

/* Returns true if c's wins among n blocks prove a claim about the threshold. recent: a ring. */
static int prove(const struct benchi_block_count *c, const double *recent, size_t n,
                 double threshold, const struct benchi_proof *proof)
{
	double needed = (double)proof->bound.n, each;

	if (c->wins < proof->bound.wins
	    || !(proof->far <= 0 || out_of_reach(recent, n, threshold, proof)))
		return 0;
	/* Find how many blocks count as one. */
	double p = ((double)c->wins + 0.5) / ((double)n + 1), most = 1;
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
		most = fmax(most, ratio);
	}
	each = most;
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

/* The latest of n values, as a ring would have them except for their order. */
static const double *latest_of(const double *value, size_t n)
{
	return n > BENCHI_RECENT ? value + (n - BENCHI_RECENT) : value;
}

/* Returns true if the values prove that the median is above c (sign 1) or below c (-1).
 * Requires proof->independent == 0, because the order of the latest values is not that of a
 * ring. */
static int proves(const double *value, size_t n, double c, double sign,
                  const struct benchi_proof *proof)
{
	struct benchi_block_count wins = { 0 };

	for (size_t i = 0; i < n; i++)
		race_count(&wins, i + 1, sign > 0 ? value[i] > c : value[i] < c);
	return prove(&wins, latest_of(value, n), n, c, proof);
}

/* An end of the interval: the highest (sign 1) or lowest (-1) number that the median is proven
 * to exceed (stay below), times the sign. sorted: the values times the sign, ascending. */
static double race_end_of(const double *value, const double *sorted, size_t n, double sign,
                          const struct benchi_proof *proof)
{
	size_t proven = 0, open = n / 2 + 1;
	double reach, middle, end;

	middle = sign * middle_and_reach(latest_of(value, n), n, proof, &reach) - reach;
	while (open - proven > 1) {
		size_t i = (proven + open) / 2;

		if (proves(value, n, sign * nextafter(sorted[i - 1], -INFINITY), sign, proof))
			proven = i;
		else
			open = i;
	}
	end = proven > 0 ? sorted[proven - 1] : (double)-INFINITY;
	return end < middle && proves(value, n, sign * middle, sign, proof) ? middle : end;
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

/* How far the racer is behind the leader: the median of its latest blocks. Without blocks, or
 * after it has left: the value stored when it left or when the leader changed. */
static double race_behind(const struct benchi_racer *racer)
{
	double middle = runs(racer) ? blocks_middle(&racer->blocks) : (double)NAN;

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
	race->leader = 0;
	for (size_t i = 0; i < plan->n; i++) {
		if (runs(&racer[i]))
			racer[i].behind = INFINITY;
		memset(&racer[i].blocks, 0, sizeof racer[i].blocks);
	}
	while (race->leader + 1 < plan->n && !runs(&racer[race->leader]))
		race->leader++;
	race->over = benchi_race_running(race) < 2;
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

size_t benchi_race_running(const struct benchi_race *race)
{
	size_t running = 0;

	for (size_t i = 0; i < race->plan.n; i++)
		running += runs(&race->racer[i]);
	return running;
}

/* Returns true if the racer's blocks prove the claim. proof: race->sure or race->shared. */
static int race_proven(const struct benchi_race *race, const struct benchi_racer *racer,
                       enum benchi_claim claim, const struct benchi_proof *proof)
{
	return benchi_blocks_prove(&racer->blocks, &race->thresholds, claim, proof);
}

/* Tests the claims about a racer. Returns true if they decide about it. */
static int race_judge(struct benchi_race *race, struct benchi_racer *racer)
{
	if (racer->state == BENCHI_RUNNING && race_proven(race, racer, BENCHI_SLOWER, &race->sure)) {
		racer->behind = race_behind(racer);
		racer->state = BENCHI_OUT;
		return 1;
	}
	if (racer->state == BENCHI_RUNNING
	    && race_proven(race, racer, BENCHI_BELOW_HIGH, &race->shared))
		racer->state = BENCHI_TIED;
	return racer->state == BENCHI_TIED && race_proven(race, racer, BENCHI_ABOVE_LOW, &race->sure);
}

/* If some racer is proven faster than the leader, the fastest takes over. Returns true then. */
static int overtaken(struct benchi_race *race, double now_ns)
{
	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i])
		    && race_proven(race, &race->racer[i], BENCHI_FASTER, &race->sure)) {
			lead(race, foremost(race), now_ns);
			return 1;
		}
	return 0;
}

void benchi_race_round(struct benchi_race *race, double now_ns)
{
	int known = 1;

	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i])) {
			/* Record this round's number of a racer. */
			struct benchi_racer *racer = &race->racer[i];
			const struct benchi_racer *leader = &race->racer[race->leader];
			double x = racer == leader ? 0 : log(racer->iteration_ns / leader->iteration_ns);

			if (!(racer->iteration_ns > 0 && leader->iteration_ns > 0))
				x = NAN;
			benchi_blocks_round(&racer->blocks, x);
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

	if (overtaken(race, now_ns))
		return;
	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i]) && i != race->leader)
			known &= race_judge(race, &race->racer[i]);
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

/* The likeliest winner if the race ended now: the leader, unless most blocks favour another
 * racer. The more racers there are, the more deviations the luckiest of equals shows. */
static size_t likeliest(const struct benchi_race *race)
{
	double deviations = 1 + sqrt(2 * log(fmax(1, (double)race->plan.n - 1)));

	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i])
		    && mostly(race, race->racer[i].blocks.count[BENCHI_FASTER].wins, deviations))
			return foremost(race);
	return race->leaders > 0 ? race->leader : foremost(race);
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

/* Sets choice->lead to the runner-up's time over the chosen racer's, if there are both. */
static void race_set_lead(const struct benchi_race *race, struct benchi_race_choice *choice)
{
	if (choice->index != BENCH_NONE && choice->runner_up != BENCH_NONE)
		choice->lead = exp(benchi_race_behind(race, choice->runner_up)
			- benchi_race_behind(race, choice->index));
}

struct benchi_race_choice benchi_race_choice(const struct benchi_race *race)
{
	struct benchi_race_choice choice = { .index = BENCH_NONE, .runner_up = BENCH_NONE,
		.lead = NAN };
	size_t best = likeliest(race), among = 0;

	if (best == BENCH_NONE) { /* no block is complete: the shortest times decide */
		choice.index = quickest(race, BENCH_NONE, FAIR_CALLS);
		if (choice.index == BENCH_NONE)
			choice.index = quickest(race, BENCH_NONE, 0);
		choice.runner_up = quickest(race, choice.index, 0);
		race_set_lead(race, &choice);
		return choice;
	}
	for (size_t i = race->plan.n; i-- > 0;)
		if (level(race, i, best)) {
			choice.index = i;
			among++;
		}
	if (race->plan.prefer < race->plan.n && level(race, race->plan.prefer, best))
		choice.index = race->plan.prefer;
	choice.tie = among > 1;
	/* The runner-up: the best of the others, including those that left. */
	size_t chosen = choice.index;
	int tie = choice.tie;
	size_t next = BENCH_NONE;
	double least = INFINITY;

	for (size_t i = 0; i < race->plan.n; i++) {
		double x = race_behind(&race->racer[i]);

		if (i == chosen || (tie && !level(race, i, best)))
			continue;
		if (x < least) {
			least = x;
			next = i;
		}
	}
	choice.runner_up = next;
	race_set_lead(race, &choice);
	return choice;
}

/*
 * A mixture: how often each value is called, so that calls follow the weights.
 *
 * An iteration makes up to 100 calls and calls each value at least once. The smallest number of
 * calls is used that keeps every value's share within 2 % of its weight, or else the number with
 * the smallest error. Worked: weights 0.5, 0.2, 0.3: 10 calls, 5, 2 and 3. If the error stays above
 * 2 %, values are timed separately, and each time is weighted. Worked: a value with a weight of
 * 0.1 % gets 1 of 100 calls, so its time counts 0.1.
 */

enum { CALLS_MOST = 100 };

/* Distributes about `calls` calls by weight. Returns the largest relative error of a share. */
static double distribute(const bench_value *values, double sum, unsigned calls,
                         struct benchi_mixture *m)
{
	double worst = 0;

	m->calls = 0;
	for (size_t i = 0; i < m->n; i++) {
		m->count[i] = (unsigned)fmax(1, floor(values[i].weight / sum * calls + 0.5));
		m->calls += m->count[i];
	}
	for (size_t i = 0; i < m->n; i++)
		worst = fmax(worst, fabs(m->count[i] / (double)m->calls / (values[i].weight / sum) - 1));
	return worst;
}

/* Checks options->values and adds up their weights. BENCH_ERR_ARGUMENT. */
static bench_status race_check(const bench_pick_options *options, double *sum)
{
	*sum = 0;
	if (options->value_count > BENCH_VALUES_MOST)
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.value_count is %.0f, expected %d at most",
			(double)options->value_count, BENCH_VALUES_MOST);
	for (size_t i = 0; i < options->value_count; i++) {
		if (!(options->values[i].weight > 0) || !(options->values[i].weight <= 1e300))
			return benchi_fail(BENCH_ERR_ARGUMENT, "options.values[%.0f].weight is %g, expected "
				"above 0", (double)i, options->values[i].weight);
		*sum += options->values[i].weight;
	}
	return isfinite(*sum) ? BENCH_OK
	     : benchi_fail(BENCH_ERR_ARGUMENT, "the sum of options.values[].weight is too large");
}

bench_status benchi_mixture_make(const bench_pick_options *options, struct benchi_mixture *m)
{
	bench_status status;
	double sum, least = INFINITY;
	unsigned best = 1;

	m->n = 0;
	m->apart = 0;
	m->calls = 1;
	if (!options->values || options->value_count == 0)
		return BENCH_OK;
	if (BENCHI_SMALL)
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "options.values");
	status = race_check(options, &sum);
	if (status != BENCH_OK)
		return status;
	m->n = options->value_count;
	for (size_t i = 0; i < m->n; i++)
		m->value[i] = options->values[i].value;
	for (unsigned calls = (unsigned)m->n; calls <= CALLS_MOST && least > policy.close; calls++) {
		double error = distribute(options->values, sum, calls, m);

		if (error < least) {
			least = error;
			best = calls;
		}
	}
	m->apart = distribute(options->values, sum, best, m) > policy.close;
	for (size_t i = 0; i < m->n; i++)
		m->factor[i] = m->apart ? options->values[i].weight / sum * m->calls / m->count[i] : 1;
	return BENCH_OK;
}
