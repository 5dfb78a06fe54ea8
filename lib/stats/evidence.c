/*
 * Sequential evidence about the median of a stream, valid at any stopping time.
 *
 * Two bets (stats/betting.c): on "above m", and on "below m"; they share alpha.  A number
 * equal to m wins neither, so ties are exact.  m stays in the interval while neither
 * bet has won 2/alpha: a stake rises with the wins, so that the ends are the order
 * statistics at the fewest sufficient wins (Howard and Ramdas 2022, section 5, have the
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
#include "stats/betting.h"

#define DEFAULT_FOCUS 100
#define FOCUS_PER_WEIGHT 10

struct bench_evidence {
	benchi_runs numbers;
	benchi_bet above, below;
};

bench_status bench_evidence_new(const bench_evidence_options *options, bench_evidence **out)
{
	double q = options && options->quantile != 0 ? options->quantile : 0.5;
	double focus = options && options->focus != 0 ? options->focus : DEFAULT_FOCUS;

	if (!out)
		return benchi_fail(BENCH_ERR_ARGUMENT, "result is NULL");
	*out = NULL;
	if (!(q > 0 && q < 1) || !(focus > 0 && focus < 1e15))
		return benchi_fail(BENCH_ERR_ARGUMENT, "quantile %g, focus %g", q, focus);
	*out = calloc(1, sizeof **out);
	if (!*out)
		return benchi_fail(BENCH_ERR_MEMORY, "an object of evidence");
	(*out)->above = benchi_bet_make(1 - q, fmax(1, focus / FOCUS_PER_WEIGHT));
	(*out)->below = benchi_bet_make(q, fmax(1, focus / FOCUS_PER_WEIGHT));
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

/* The interval without numbers: infinite. */
static bench_status begin_interval(double *low, double *high, double *confidence)
{
	if (!low || !high)
		return benchi_fail(BENCH_ERR_ARGUMENT, "result is NULL");
	*low = -INFINITY;
	*high = INFINITY;
	return benchi_confidence_check(confidence);
}

bench_status bench_evidence_interval(const bench_evidence *evidence, double confidence, double *low,
                                     double *high)
{
	bench_status status = begin_interval(low, high, &confidence);
	double goal = log(2 / (1 - confidence));
	size_t n = bench_evidence_count(evidence), wins;

	if (status == BENCH_OK && !evidence)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "no evidence");
	if (status != BENCH_OK || n == 0)
		return status;
	/* m is refuted if `wins` numbers lie above it: it is at least the one below these */
	wins = benchi_bet_least(&evidence->above, n, goal);
	if (wins <= n)
		*low = benchi_runs_select(&evidence->numbers, n - wins);
	wins = benchi_bet_least(&evidence->below, n, goal);
	if (wins <= n)
		*high = benchi_runs_select(&evidence->numbers, wins - 1);
	return BENCH_OK;
}

double bench_evidence_against(const bench_evidence *evidence, double value)
{
	double n = (double)bench_evidence_count(evidence), up, down;

	if (!evidence || isnan(value))
		return NAN;
	up = benchi_bet_ln(&evidence->above,
	                     n - (double)benchi_runs_upto(&evidence->numbers, value), n);
	down = benchi_bet_ln(&evidence->below,
	                       (double)benchi_runs_below(&evidence->numbers, value), n);
	return fmax(up, down) + log((1 + exp(-fabs(up - down))) / 2);
}

bench_status bench_evidence_difference(const bench_evidence *a, const bench_evidence *b,
                                       double confidence, double *low, double *high)
{
	bench_status status = begin_interval(low, high, &confidence);
	double a_low, a_high, b_low, b_high;

	if (status == BENCH_OK)
		status = bench_evidence_interval(a, (1 + confidence) / 2, &a_low, &a_high);
	if (status == BENCH_OK)
		status = bench_evidence_interval(b, (1 + confidence) / 2, &b_low, &b_high);
	if (status != BENCH_OK)
		return status;
	*low = b_low - a_high;
	*high = b_high - a_low;
	return BENCH_OK;
}
