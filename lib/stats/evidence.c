/*
 * Sequential evidence about the median of a stream, valid at any stopping time.
 *
 * Two bets, on "above m" and on "below m", share alpha. A number equal to m wins neither bet, so
 * ties are exact. m stays in the interval while neither bet has won 2/alpha. A stake rises with
 * the wins, so the ends of the interval are the order statistics at the smallest sufficient number
 * of wins (Howard and Ramdas 2022, section 5, have the quantiles). The prior's weight, a + b =
 * focus/10, makes the interval narrowest around n = focus.
 *
 * Worked: in doc/internals/method-stats.md, with rates of false alarms.
 *
 * Assumes that, given the past, each number is above m with probability at most 1 - q and below m
 * with probability at most q. Wrong if the median drifts: then no single m is the true one.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

#define DEFAULT_FOCUS 100
#define FOCUS_PER_WEIGHT 10

/*
 * Order statistics while numbers are being added.
 *
 * The numbers are in consecutive sorted runs, the longest first; the lengths of the runs are the
 * bits of n. A new number is a run of one, and runs of equal length merge: log2(n) moves per number
 * (Bentley and Saxe, Journal of Algorithms 1, 1980, p. 301). The k-th number, counted from 0, is
 * the smallest with more than k numbers not above it. Bisecting each run finds the smallest such
 * number of that run; bisecting all runs counts the numbers not above it.
 *
 * Worked: n = 11 is runs of 8, 2 and 1.
 */

enum { RUNS_MOST = 64 };

struct bench_evidence {
	double *x, *second;   /* the numbers, and space for merging half of them */
	size_t n, size;
	size_t length[RUNS_MOST];
	int runs;
	benchi_bet above, below;
};

/* Returns how many values are less than `value`, or, with equal, at most `value`. */
static size_t count_below(const bench_evidence *e, double value, bool equal)
{
	size_t at = 0, sum = 0;

	for (int i = 0; i < e->runs; i++) {
		sum += benchi_count_below(e->x + at, e->length[i], value, equal);
		at += e->length[i];
	}
	return sum;
}

/* Returns the k-th smallest number, k from 0 to n - 1. */
static double kth(const bench_evidence *e, size_t k)
{
	double found = INFINITY;
	size_t at = 0;

	for (int i = 0; i < e->runs; i++) {
		size_t low = at, high = at += e->length[i];

		while (low < high) {
			size_t middle = low + (high - low) / 2;

			if (count_below(e, e->x[middle], true) > k)
				high = middle;
			else
				low = middle + 1;
		}
		if (low < at && e->x[low] < found)
			found = e->x[low];
	}
	return found;
}

bench_status bench_evidence_new(const bench_evidence_options *options, bench_evidence **out)
{
	double q = options && options->quantile != 0 ? options->quantile : 0.5;
	double focus = options && options->focus != 0 ? options->focus : DEFAULT_FOCUS;

	if (!out)
		return benchi_fail(BENCH_ERR_ARGUMENT, "result is NULL");
	*out = NULL;
	if (!(q > 0 && q < 1) || !(focus > 0 && focus < 1e15))
		return benchi_fail(BENCH_ERR_ARGUMENT, "quantile is %g, expected 0 to 1, and focus %g,"
			" expected above 0", q, focus);
	*out = calloc(1, sizeof **out);
	if (!*out)
		return benchi_no_memory("an object of evidence");
	(*out)->above = benchi_bet_make(1 - q, fmax(1, focus / FOCUS_PER_WEIGHT));
	(*out)->below = benchi_bet_make(q, fmax(1, focus / FOCUS_PER_WEIGHT));
	return BENCH_OK;
}

void bench_evidence_free(bench_evidence *evidence)
{
	if (!evidence)
		return;
	free(evidence->x);
	free(evidence->second);
	free(evidence);
}

bench_status bench_evidence_add(bench_evidence *e, double value)
{
	if (!e)
		return benchi_fail(BENCH_ERR_ARGUMENT, "evidence is NULL");
	if (isnan(value))
		return benchi_fail(BENCH_ERR_INPUT, "value %.0f is NaN", (double)e->n + 1);
	if (e->n == e->size) {
		size_t size = e->size ? 2 * e->size : 64;
		double *x = realloc(e->x, size * sizeof *x);
		double *second = realloc(e->second, size / 2 * sizeof *second);

		e->x = x ? x : e->x;
		e->second = second ? second : e->second;
		if (!x || !second)
			return benchi_no_memory("the numbers");
		e->size = size;
	}
	e->x[e->n++] = value;
	e->length[e->runs++] = 1;
	while (e->runs >= 2 && e->length[e->runs - 1] == e->length[e->runs - 2]) {
		/* merge the last two runs from their ends; only the second is copied */
		size_t length = e->length[--e->runs], i = length, j = length, to = 2 * length;
		double *first = e->x + e->n - 2 * length;

		memcpy(e->second, first + length, length * sizeof *first);
		while (j > 0)
			if (i > 0 && first[i - 1] > e->second[j - 1])
				first[--to] = first[--i];
			else
				first[--to] = e->second[--j];
		e->length[e->runs - 1] = 2 * length;
	}
	return BENCH_OK;
}

/* Returns the smallest number of wins in n with ln(stake) >= goal; n + 1 if no number suffices. */
static size_t wins_needed(const benchi_bet *bet, size_t n, double goal)
{
	double m = (double)n;
	size_t lo = (size_t)(bet->q * m), hi = n;

	if (benchi_bet_ln(bet, m, m) < goal)
		return n + 1;
	while (hi - lo > 1) { /* the stake at lo is below the goal, at hi it is not */
		size_t middle = lo + (hi - lo) / 2;

		if (benchi_bet_ln(bet, (double)middle, m) < goal)
			lo = middle;
		else
			hi = middle;
	}
	return hi;
}

bench_status bench_evidence_interval(const bench_evidence *evidence, double confidence, double *low,
                                     double *high)
{
	bench_status status;
	size_t n = evidence ? evidence->n : 0, wins;
	double goal;

	if (!low || !high)
		return benchi_fail(BENCH_ERR_ARGUMENT, "result is NULL");
	*low = -INFINITY;
	*high = INFINITY;
	status = benchi_confidence_check(&confidence);
	if (status == BENCH_OK && !evidence)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "evidence is NULL");
	if (status != BENCH_OK || n == 0)
		return status;
	goal = log(2 / (1 - confidence));
	/* m is refuted if `wins` numbers are above it, so m is at least the
	 * smallest of the `wins` largest */
	wins = wins_needed(&evidence->above, n, goal);
	if (wins <= n)
		*low = kth(evidence, n - wins);
	wins = wins_needed(&evidence->below, n, goal);
	if (wins <= n)
		*high = kth(evidence, wins - 1);
	return BENCH_OK;
}

double bench_evidence_against(const bench_evidence *evidence, double value)
{
	double n = evidence ? (double)evidence->n : 0, up, down;

	if (!evidence || isnan(value))
		return NAN;
	up = benchi_bet_ln(&evidence->above, n - (double)count_below(evidence, value, true), n);
	down = benchi_bet_ln(&evidence->below, (double)count_below(evidence, value, false), n);
	return fmax(up, down) + log((1 + exp(-fabs(up - down))) / 2);
}

bench_status benchi_evidence_difference(const bench_evidence *a, const bench_evidence *b,
                                        double confidence, double *low, double *high)
{
	double a_low, a_high, b_low, b_high;
	bench_status status = bench_evidence_interval(a, (1 + confidence) / 2, &a_low, &a_high);

	if (status == BENCH_OK)
		status = bench_evidence_interval(b, (1 + confidence) / 2, &b_low, &b_high);
	if (status != BENCH_OK)
		return status;
	*low = b_low - a_high;
	*high = b_high - a_low;
	return BENCH_OK;
}
