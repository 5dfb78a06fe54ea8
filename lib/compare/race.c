/*
 * Decides which of many racers is the fastest, with error probability alpha.
 *
 * After three rounds the fastest so far leads.  Each round gives every other racer
 * a number, x = ln(its time / the leader's): within a round the core's speed is the same
 * for all.  Counts of x beyond four thresholds, by the margin m, prove for each racer
 *	x > ln(1 + m/4)   slower: it leaves for good
 *	x < ln(1 + m/2)   as good as the leader: tied
 *	x > -ln(1 + m/2)  not so much faster that the leader must not be chosen
 *	x < -ln(1 + m/4)  faster: it leads from now on, and counts begin again
 * The race is over when all remaining racers are tied, and none is so much faster.  The
 * lowest index among leader and ties is chosen, so that equals give the same choice on
 * every run: that one is within m/2 of the leader, and the leader within m/2 of the best.
 *
 * Guarantee.  Let b be the best.  A wrong choice requires one of three errors under some
 * leader: b leaves, the leader is accepted against b (these two are tests of one
 * pair, leader and b, so that the number of racers does not matter), or one of n - 1 is
 * wrongly tied (these share).  Under the k-th leader all three have the error probability
 * alpha / (k (k+1)), and these sum to alpha.  A leader that is overtaken stays in the
 * race, so that a wrong overtaking costs time only.
 * Worked: alpha 0.01, first leader: 0.005 for three tests, ln(600) = 6.4: eleven rounds in
 * a row at least; the tie of one of 64 takes ln(600 * 63) = 10.5, seventeen.
 *
 * Assumes: medians of ratios multiply (b/a times c/b is c/a), and given the past each x
 * lies above its median with probability one half at most, and below it likewise.
 * Wrong when a racer's time depends on which one ran before it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "compare/race.h"

static const double FAR = 3;

enum { ROUNDS_TO_LEAD = 3, BLOCKS_TO_SAY = 5, ERRORS = 3, FAIR_CALLS = 2 };

static int runs(const struct benchi_racer *racer)
{
	return racer->state != BENCHI_OUT;
}

/* The median of its latest numbers, or the one before this leader led. */
static double behind(const struct benchi_racer *racer)
{
	double middle = runs(racer) ? benchi_blocks_middle(&racer->blocks) : (double)NAN;

	return isnan(middle) ? racer->behind : middle;
}

/* The running racer with the smallest ratio to the leader, or BENCH_NONE. */
static size_t foremost(const struct benchi_race *race)
{
	size_t best = BENCH_NONE;
	double least = INFINITY;

	for (size_t i = 0; i < race->plan.n; i++) {
		double x = runs(&race->racer[i]) ? behind(&race->racer[i]) : (double)INFINITY;

		if (x < least) {
			best = i;
			least = x;
		}
	}
	return best;
}

/* Makes the racer the leader. */
static void lead(struct benchi_race *race, size_t leader, double now_ns)
{
	double k = (double)++race->leaders, others = fmax(1, (double)race->plan.n - 1);
	double error = race->plan.alpha / (k * (k + 1)) / ERRORS;
	double ahead = behind(&race->racer[leader]);

	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i]))
			race->racer[i].behind = behind(&race->racer[i]) - ahead;
	race->leader = leader;
	race->rounds = race->blocks = 0;
	race->first_ns = race->opened_ns = now_ns;
	race->sure.settled = race->shared.settled = 0;
	race->sure.far = race->shared.far = FAR;
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
	const double near = log1p(plan->margin / 4), far = log1p(plan->margin / 2);
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

/* Records this round's number of a running racer. */
static void note(struct benchi_race *race, struct benchi_racer *racer)
{
	const struct benchi_racer *leader = &race->racer[race->leader];
	double x = racer == leader ? 0 : log(racer->iteration_ns / leader->iteration_ns);

	if (!(racer->iteration_ns > 0 && leader->iteration_ns > 0))
		x = NAN;
	benchi_blocks_round(&racer->blocks, x);
}

static int proven(const struct benchi_race *race, const struct benchi_racer *racer,
                  enum benchi_claim claim, const struct benchi_proof *proof)
{
	return benchi_blocks_prove(&racer->blocks, &race->thresholds, claim, proof);
}

/* Tests the claims about a racer behind the leader.  Returns whether it is decided. */
static int judge(struct benchi_race *race, struct benchi_racer *racer)
{
	if (racer->state == BENCHI_RUNNING && proven(race, racer, BENCHI_SLOWER, &race->sure)) {
		racer->behind = behind(racer);
		racer->state = BENCHI_OUT;
		return 1;
	}
	if (racer->state == BENCHI_RUNNING && proven(race, racer, BENCHI_BELOW_HIGH, &race->shared))
		racer->state = BENCHI_TIED;
	return racer->state == BENCHI_TIED && proven(race, racer, BENCHI_ABOVE_LOW, &race->sure);
}

/* Is some racer proven faster than the leader?  Then the fastest leads. */
static int overtaken(struct benchi_race *race, double now_ns)
{
	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i])
		    && proven(race, &race->racer[i], BENCHI_FASTER, &race->sure)) {
			lead(race, foremost(race), now_ns);
			return 1;
		}
	return 0;
}

/* Closes the open block. */
static void close_block(struct benchi_race *race, double now_ns)
{
	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i]))
			benchi_blocks_close(&race->racer[i].blocks, &race->thresholds);
	race->blocks++;
	race->opened_ns = now_ns;
	benchi_bound_step(&race->sure.bound);
	benchi_bound_step(&race->shared.bound);
	race->sure.settled = race->shared.settled =
		now_ns - race->first_ns >= race->plan.settled_ns;
}

void benchi_race_round(struct benchi_race *race, double now_ns)
{
	int known = 1;

	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i]))
			note(race, &race->racer[i]);
	race->rounds++;
	if (race->leaders == 0) {
		if (race->rounds >= ROUNDS_TO_LEAD && foremost(race) != BENCH_NONE)
			lead(race, foremost(race), now_ns);
		return;
	}
	if (now_ns - race->opened_ns < race->plan.block_ns)
		return;
	close_block(race, now_ns);
	if (overtaken(race, now_ns))
		return;
	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i]) && i != race->leader)
			known &= judge(race, &race->racer[i]);
	race->over = known;
}

/* Before the first round: the racer with the shortest time of those that were called so often,
 * except one. */
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

/* Are blocks more than half of this leader's, by one standard deviation? */
static int mostly(const struct benchi_race *race, size_t blocks)
{
	double n = (double)race->blocks;

	return (double)blocks > n / 2 + sqrt(n) / 2;
}

/* Does the racer count as equal, so that the lowest index is chosen?  best: the fastest, while the
 * choice is uncertain. */
static int level(const struct benchi_race *race, size_t i, size_t best)
{
	const struct benchi_racer *racer = &race->racer[i];

	if (race->over)
		return i == race->leader || racer->state == BENCHI_TIED;
	if (best != race->leader || race->leaders == 0)
		return runs(racer)
		    && behind(racer) <= behind(&race->racer[best]) + race->thresholds.high;
	if (race->blocks < BLOCKS_TO_SAY)
		return runs(racer) && racer->behind <= race->thresholds.high;
	return runs(racer) && !mostly(race, racer->blocks.count[BENCHI_SLOWER].wins);
}

/* The choice if the race ended now: the leader, unless most rounds favour another racer. */
static size_t likeliest(const struct benchi_race *race)
{
	for (size_t i = 0; i < race->plan.n; i++)
		if (runs(&race->racer[i]) && mostly(race, race->racer[i].blocks.count[BENCHI_FASTER].wins))
			return foremost(race);
	return race->leaders > 0 ? race->leader : foremost(race);
}

/* The next best of all others, including those that left. */
static size_t next_best(const struct benchi_race *race, size_t chosen, int tie, size_t best)
{
	size_t next = BENCH_NONE;
	double least = INFINITY;

	for (size_t i = 0; i < race->plan.n; i++) {
		double x = behind(&race->racer[i]);

		if (i == chosen || (tie && !level(race, i, best)))
			continue;
		if (x < least) {
			least = x;
			next = i;
		}
	}
	return next;
}

double benchi_race_behind(const struct benchi_race *race, size_t i)
{
	double x = behind(&race->racer[i]);

	return isfinite(x) || !runs(&race->racer[i]) ? x
	     : log(race->racer[i].iteration_ns / benchi_race_min(race->racer, race->plan.n));
}

/* The same, of the leader. */
static void bounds(const struct benchi_race *race, size_t i, double *low, double *high)
{
	const struct benchi_racer *racer = &race->racer[i];

	*low = -INFINITY;
	*high = INFINITY;
	if (i == race->leader) {
		*low = *high = 0;
	} else if (racer->state == BENCHI_TIED) {
		*low = race->thresholds.low;
		*high = race->thresholds.high;
	} else if (!runs(racer) && racer->report == BENCH_CANDIDATE_OPEN) {
		*low = race->thresholds.slower;
	}
}

void benchi_race_bounds(const struct benchi_race *race, size_t i, size_t chosen, double *low,
                        double *high)
{
	double chosen_low, chosen_high;

	bounds(race, i, low, high);
	bounds(race, chosen, &chosen_low, &chosen_high);
	*low = race->over ? *low - chosen_high : (double)-INFINITY;
	*high = race->over ? *high - chosen_low : (double)INFINITY;
}

static void set_lead(const struct benchi_race *race, struct benchi_race_choice *choice)
{
	if (choice->index != BENCH_NONE && choice->runner_up != BENCH_NONE)
		choice->lead = exp(benchi_race_behind(race, choice->runner_up)
			- benchi_race_behind(race, choice->index));
}

struct benchi_race_choice benchi_race_choice(const struct benchi_race *race)
{
	struct benchi_race_choice choice = { BENCH_NONE, BENCH_NONE, 0, NAN };
	size_t best = likeliest(race), among = 0;

	if (best == BENCH_NONE) {
		choice.index = quickest(race, BENCH_NONE, FAIR_CALLS);
		if (choice.index == BENCH_NONE)
			choice.index = quickest(race, BENCH_NONE, 0);
		choice.runner_up = quickest(race, choice.index, 0);
		set_lead(race, &choice);
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
	choice.runner_up = next_best(race, choice.index, choice.tie, best);
	set_lead(race, &choice);
	return choice;
}
