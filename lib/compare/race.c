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

static const struct race_policy {
	double far;             /* at first, a proof takes this many deviations ... */
	/* ... where the deviation is the distance that 1 / part of the blocks exceed: next to other
	 * programs, the largest of a dozen distances are interruptions */
	size_t part;
	/* a racer counts as equal if most blocks do not call it slower and its median is slower by at
	 * most this many margins; after fewer than `many` blocks, by at most one margin */
	double level;
	/* after fewer blocks the racer with the least median is the likeliest winner, not the leader:
	 * three rounds chose the leader. Of 40 starts with 32 tiles of 0.04 to 0.12 ms next to two busy
	 * programs, 24 were within 1 % of the best when 5 blocks sufficed. */
	size_t many;
} policy = { .far = 3.5, .part = 8,
	/* 16 equals with windows up to 2 % too long: the first was chosen in 60 of 60 simulated starts
	 * (by medians 42), with 5 % in 58 (26). Of 6000 other picks 97.2 % were within 1 % (97.1). */
	.level = 3, .many = 16 };

enum { ROUNDS_TO_LEAD = 3, BLOCKS_TO_SAY = 5, ERRORS = 3, FAIR_CALLS = 2 };

/* Returns true if the racer is still timed. */
static int runs(const struct benchi_racer *racer)
{
	return racer->state != BENCHI_OUT;
}

/* Returns how far the racer is behind the leader: the median of its latest blocks, or before the
 * first block of its latest rounds. Without rounds, or after the racer has left: the value stored
 * when the racer left or the leader changed. */
static double race_behind(const struct benchi_racer *racer)
{
	double middle = runs(racer) ? benchi_blocks_middle(&racer->blocks) : (double)NAN;

	return isnan(middle) ? racer->behind : middle;
}

/* Returns the running racer with the smallest ratio to the leader, or BENCH_NONE. */
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

/* Before the first round: returns the running racer with the shortest time, except `but`, among
 * those with at least `calls` calls and the preferred one; BENCH_NONE if there is none. */
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
 * slower, or its median is far behind. Chance decides which of several equal racers has the
 * shortest median, so the median alone would give another choice at each start. */
static int level(const struct benchi_race *race, size_t i, size_t best)
{
	const struct benchi_racer *racer = &race->racer[i];

	if (race->over)
		return i == race->leader || racer->state == BENCHI_TIED;
	if (!runs(racer))
		return 0;
	if (best == race->leader && race->blocks >= BLOCKS_TO_SAY
	    && mostly(race, race->blocks - racer->blocks.count[BENCHI_BELOW_HIGH].wins, 1))
		return 0;
	return race_behind(racer) - race_behind(&race->racer[best])
		<= (race->blocks < policy.many ? 1 : policy.level) * log1p(race->plan.margin);
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
	size_t best = race->blocks < policy.many ? foremost(race) : race->leader, among = 0;
	double least = INFINITY;

	/* The likeliest winner is the leader, unless most blocks favour another racer; after few
	 * blocks the racer that was the fastest. */
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
	/* The runner-up: the best of the other racers, including racers that left. */
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

/* Returns block k under this leader; NaN if the block is no longer kept. */
static double block(const struct benchi_blocks *blocks, size_t k)
{
	return k < blocks->n && k + BENCHI_RECENT >= blocks->n
		? blocks->recent[k % BENCHI_RECENT] : (double)NAN;
}

/* Returns the candidate's time relative to the choice's, with its interval (NaN without blocks).
 * The choice's block is subtracted from each block, or the choice's median if that block was not
 * kept: the leader's own blocks are 0, so only both together show the scatter. */
bench_candidate benchi_race_ratio(const struct benchi_race *race, size_t i, size_t choice,
                                  double alpha)
{
	bench_candidate of = { race->racer[i].report, NAN, NAN, NAN, { 0 } };
	const struct benchi_blocks *blocks = &race->racer[i].blocks;
	const struct benchi_blocks *chosen = &race->racer[choice].blocks;
	double middle = benchi_race_behind(race, choice);
	double x[BENCHI_RECENT], scratch[BENCHI_RECENT];
	struct benchi_proof proof = { benchi_bound_make(alpha / 2), 0, 16, 0 };
	struct benchi_middle interval;
	size_t n = 0;

	of.ratio = exp(benchi_race_behind(race, i) - middle);
	for (size_t k = blocks->n < BENCHI_RECENT ? 0 : blocks->n - BENCHI_RECENT; k < blocks->n; k++) {
		double less = block(chosen, k), value = block(blocks, k) - (isnan(less) ? middle : less);

		if (isnan(value))
			continue;
		x[n++] = value;
		benchi_bound_step(&proof.bound);
	}
	if (n == 0)
		return of;
	interval = benchi_blocks_interval(x, n, scratch, &proof);
	of.ratio_low = exp(interval.low);
	of.ratio_high = exp(interval.high);
	return of;
}
