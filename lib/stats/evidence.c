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

/*
 * Order statistics while numbers are being added.
 *
 * The numbers are in sorted runs, the longest first; the lengths of the runs are the bits of n. A
 * new number is a run of one, and runs of equal length merge: log2(n) moves per number (Bentley
 * and Saxe, Journal of Algorithms 1, 1980, p. 301). The k-th number, counted from 0, is the
 * smallest with more than k numbers not above it. Bisecting each run finds the smallest such
 * number of that run; bisecting all runs counts the numbers not above it.
 *
 * Worked: n = 11 is runs of 8, 2 and 1.
 */

static int evidence_grow(benchi_runs *r)
{
	size_t size = r->size ? 2 * r->size : 64;
	double *x, *capacity;

	if (r->n < r->size)
		return 1;
	x = realloc(r->x, size * sizeof *x);
	if (x)
		r->x = x;
	capacity = realloc(r->capacity, size / 2 * sizeof *capacity);
	if (capacity)
		r->capacity = capacity;
	if (!x || !capacity)
		return 0;
	r->size = size;
	return 1;
}

/* Merges the last two runs, which have equal length. Only the second is copied. */
static void merge_last(benchi_runs *r)
{
	size_t length = r->length[r->runs - 1], i = length, j = length, to = 2 * length;
	double *first = r->x + r->n - 2 * length;

	memcpy(r->capacity, first + length, length * sizeof *first);
	while (j > 0)
		if (i > 0 && first[i - 1] > r->capacity[j - 1])
			first[--to] = first[--i];
		else
			first[--to] = r->capacity[--j];
	r->length[--r->runs - 1] = 2 * length;
}

int benchi_runs_add(benchi_runs *r, double x)
{
	if (!evidence_grow(r))
		return 0;
	r->x[r->n++] = x;
	r->length[r->runs++] = 1;
	while (r->runs >= 2 && r->length[r->runs - 1] == r->length[r->runs - 2])
		merge_last(r);
	return 1;
}

void benchi_runs_free(benchi_runs *r)
{
	free(r->x);
	free(r->capacity);
	memset(r, 0, sizeof *r);
}

/* The number of values that are less than `value`, or, with equal, at most `value`. */
static size_t runs_count(const benchi_runs *r, double value, bool equal)
{
	size_t at = 0, sum = 0;

	for (int i = 0; i < r->runs; i++) {
		sum += benchi_count_below(r->x + at, r->length[i], value, equal);
		at += r->length[i];
	}
	return sum;
}

double benchi_runs_select(const benchi_runs *r, size_t k)
{
	double found = INFINITY;
	size_t at = 0;

	for (int i = 0; i < r->runs; i++) {
		size_t low = at, high = at += r->length[i];

		while (low < high) {
			size_t middle = low + (high - low) / 2;

			if (runs_count(r, r->x[middle], true) > k)
				high = middle;
			else
				low = middle + 1;
		}
		if (low < at && r->x[low] < found)
			found = r->x[low];
	}
	return found;
}

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

/* Sets the infinite interval that no numbers give. */
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
	size_t n = evidence ? evidence->numbers.n : 0, wins;

	if (status == BENCH_OK && !evidence)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "no evidence");
	if (status != BENCH_OK || n == 0)
		return status;
	/* m is refuted if `wins` numbers are above it, so m is at least the number below these */
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
	double n = evidence ? (double)evidence->numbers.n : 0, up, down;

	if (!evidence || isnan(value))
		return NAN;
	up = benchi_bet_ln(&evidence->above,
	                     n - (double)runs_count(&evidence->numbers, value, true), n);
	down = benchi_bet_ln(&evidence->below,
	                       (double)runs_count(&evidence->numbers, value, false), n);
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
