/*
 * What do these numbers prove about their median, however often one looks?
 *
 * If m is the median, each new number lies above it with probability at most 1/2.
 * Bet on "above" with a fraction t >= 1/2: a number above multiplies the stake by
 * t/q, any other by (1-t)/(1-q), q = 1/2: on average by at most 1.  So does a mixture
 * of such bets over t, here a beta density cut off at q:
 *	E(S, n) = q^-S (1-q)^(S-n) B(a+S, b+n-S)/B(a, b) P(t > q | a+S, b+n-S)/P(t > q | a, b)
 * with S numbers above of n.  A fair game: E ever exceeds 1/alpha with probability
 * alpha at most (Ville 1939; Robbins 1970).  The same bet on "below"; alpha is shared.
 * A number equal to m wins neither bet, so ties are exact.  m stays in the interval
 * while neither bet has won 2/alpha: E rises with S, so that the ends are the order
 * statistics at the least S that wins (Howard and Ramdas 2022, section 5, have the
 * quantiles).  The prior's weight, a + b = focus/10, makes the interval narrowest
 * about the focus.
 * Worked: in doc/method-stats.md, with the rates of false alarms.
 * Assumes: given the past, each number is above m with probability 1 - q at most, and
 * below it with probability q at most.
 * Wrong when: the median drifts: then no single m is the true one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "stats/numbers.h"
#include "stats/runs.h"
#include "stats/special.h"

#define DEFAULT_FOCUS 100
#define FOCUS_PER_WEIGHT 10

/* A bet on an event of probability q at most, with a beta(a, b) prior above q. */
typedef struct wager {
	double q, a, b, ln_start;
} wager;

struct bench_evidence {
	benchi_runs numbers;
	wager above, below;
};

static double ln_mixture(const wager *bet, double s, double n)
{
	double a = bet->a + s, b = bet->b + n - s;
	double tail = benchi_beta_tails(bet->q, 1 - bet->q, a, b).upper;

	return benchi_log_beta(a, b) + log(tail);
}

/* ln E after s wins in n. */
static double ln_stake(const wager *bet, double s, double n)
{
	return ln_mixture(bet, s, n) - bet->ln_start - s * log(bet->q) - (n - s) * log1p(-bet->q);
}

static wager make_bet(double q, double weight)
{
	wager b = { q, q * weight, (1 - q) * weight, 0 };

	b.ln_start = ln_mixture(&b, 0, 0);
	return b;
}

/* The least s for which the stake is exp(goal), n + 1 if there is none. */
static size_t least_win(const wager *bet, size_t n, double goal)
{
	double m = (double)n, sd = sqrt(bet->q * (1 - bet->q) * m);
	size_t lo = (size_t)(bet->q * m), hi = n, step = (size_t)sd + 1;

	if (ln_stake(bet, m, m) < goal)
		return n + 1;
	/* stakes at lo are below the goal, at hi not: narrow by growing steps, then halve */
	while (lo + step < hi && ln_stake(bet, (double)(lo + step), m) < goal) {
		lo += step;
		step *= 2;
	}
	if (lo + step < hi)
		hi = lo + step;
	while (hi - lo > 1) {
		size_t middle = lo + (hi - lo) / 2;

		if (ln_stake(bet, (double)middle, m) < goal)
			lo = middle;
		else
			hi = middle;
	}
	return hi;
}

bench_status bench_evidence_new(const bench_evidence_options *options, bench_evidence **out)
{
	double q = options && options->quantile != 0 ? options->quantile : 0.5;
	double focus = options && options->focus != 0 ? options->focus : DEFAULT_FOCUS;

	if (!out)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no room for the result");
	*out = NULL;
	if (!(q > 0 && q < 1) || !(focus > 0 && focus < 1e15))
		return benchi_fail(BENCH_ERR_ARGUMENT, "quantile %g, focus %g", q, focus);
	*out = calloc(1, sizeof **out);
	if (!*out)
		return benchi_fail(BENCH_ERR_MEMORY, "an object of evidence");
	(*out)->above = make_bet(1 - q, fmax(1, focus / FOCUS_PER_WEIGHT));
	(*out)->below = make_bet(q, fmax(1, focus / FOCUS_PER_WEIGHT));
	return BENCH_OK;
}

void bench_evidence_free(bench_evidence *evidence)
{
	if (!evidence)
		return;
	benchi_runs_free(&evidence->numbers);
	free(evidence);
}

bench_status bench_evidence_add(bench_evidence *evidence, double value)
{
	if (!evidence)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no evidence");
	if (isnan(value))
		return benchi_fail(BENCH_ERR_INPUT, "number %.0f is not a number",
		                   (double)evidence->numbers.n + 1);
	if (!benchi_runs_add(&evidence->numbers, value))
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers", (double)evidence->numbers.n + 1);
	return BENCH_OK;
}

size_t bench_evidence_count(const bench_evidence *evidence)
{
	return evidence ? evidence->numbers.n : 0;
}

bench_status bench_evidence_interval(const bench_evidence *evidence, double level, double *low,
                                     double *high)
{
	bench_status status = benchi_level_check(&level);
	double goal = log(2 / (1 - level));
	size_t n = bench_evidence_count(evidence), wins;

	if (low)
		*low = -INFINITY;
	if (high)
		*high = INFINITY;
	if (status != BENCH_OK)
		return status;
	if (!evidence || !low || !high)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no evidence, or no room for the result");
	if (n == 0)
		return BENCH_OK;
	/* m is refuted if `wins` numbers lie above it: it is at least the one below these */
	wins = least_win(&evidence->above, n, goal);
	if (wins <= n)
		*low = benchi_runs_select(&evidence->numbers, n - wins);
	wins = least_win(&evidence->below, n, goal);
	if (wins <= n)
		*high = benchi_runs_select(&evidence->numbers, wins - 1);
	return BENCH_OK;
}

double bench_evidence_against(const bench_evidence *evidence, double value)
{
	double n = (double)bench_evidence_count(evidence), up, down;

	if (!evidence || isnan(value))
		return NAN;
	up = ln_stake(&evidence->above, n - (double)benchi_runs_upto(&evidence->numbers, value), n);
	down = ln_stake(&evidence->below, (double)benchi_runs_below(&evidence->numbers, value), n);
	return fmax(up, down) + log((1 + exp(-fabs(up - down))) / 2);
}

bench_status bench_evidence_difference(const bench_evidence *a, const bench_evidence *b,
                                       double level, double *low, double *high)
{
	bench_status status = benchi_level_check(&level);
	double a_low, a_high, b_low, b_high;

	if (low)
		*low = -INFINITY;
	if (high)
		*high = INFINITY;
	if (status == BENCH_OK && (!low || !high))
		status = benchi_fail(BENCH_ERR_ARGUMENT, "no room for the result");
	if (status == BENCH_OK)
		status = bench_evidence_interval(a, (1 + level) / 2, &a_low, &a_high);
	if (status == BENCH_OK)
		status = bench_evidence_interval(b, (1 + level) / 2, &b_low, &b_high);
	if (status != BENCH_OK)
		return status;
	*low = b_low - a_high;
	*high = b_high - a_low;
	return BENCH_OK;
}
