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
 * An e-process (betting martingale) for a binary event.
 *
 * If an event "win" has a probability of at most q, a bet that puts the share t >= q on "win"
 * multiplies the stake by t/q at a win and by (1-t)/(1-q) otherwise: on average by at most 1. The
 * same is true of a mixture of such bets over t, here a beta density truncated at q:
 *	E(S, n) = q^-S (1-q)^(S-n) B(a+S, b+n-S)/B(a, b) P(t > q | a+S, b+n-S)/P(t > q | a, b)
 * with S wins in n. The probability that E ever exceeds 1/alpha is at most alpha, at any stopping
 * time (Ville 1939; Robbins 1970). E rises with a win and falls without one, so the smallest
 * sufficient number of wins grows by 0 or 1 with each event, and is computed step by step.
 *
 * Worked: q = 1/2, weight 1: 11 wins in 11 are 2^11 * 0.170 * 2 = 689, 12 are 1322. So evidence at
 * 1/1000 takes twelve wins in a row.
 * Assumes that the probability of a win, given the past, is at most q.
 */

/* The same in a third of the code, to about 1e-13 and ten times slower: the tail is the beta
 * function's power series (Abramowitz and Stegun 26.5.4 with 15.1.1). */
static double ln_mixture_small(double q, double a, double b)
{
	int below = a < (a + b) * q;
	double x = below ? 1 - q : q, n = a + b, term = 1, sum = 1, ln_beta = benchi_log_beta(a, b);
	double near = below ? b : a, far = below ? a : b;

	for (double k = 1; term > 1e-17 * sum; k++) {
		term *= x * (n - 1 + k) / (near + k);
		sum += term;
	}
	sum *= exp(near * log(x) + far * log1p(-x) - ln_beta) / near;
	return ln_beta + log(below ? sum : 1 - sum);
}

static double ln_mixture(const benchi_bet *bet, double s, double n)
{
	double a = bet->a + s, b = bet->b + n - s;

	return BENCHI_SMALL ? ln_mixture_small(bet->q, a, b)
	     : benchi_log_beta(a, b) + log(benchi_beta_tails(bet->q, 1 - bet->q, a, b).upper);
}

double benchi_bet_ln(const benchi_bet *bet, double s, double n)
{
	return ln_mixture(bet, s, n) - bet->ln_start - s * log(bet->q) - (n - s) * log1p(-bet->q);
}

/* weight: a + b; a larger weight makes the bet strongest at larger n. */
static benchi_bet bet_make(double q, double weight)
{
	benchi_bet b = { q, q * weight, (1 - q) * weight, 0 };

	b.ln_start = ln_mixture(&b, 0, 0);
	return b;
}

/* The smallest number of wins in n with ln(stake) >= goal; n + 1 if no number suffices. */
static size_t bet_least(const benchi_bet *bet, size_t n, double goal)
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

benchi_wins_bound benchi_bound_make(double error)
{
	benchi_wins_bound bound = { bet_make(0.5, 1), -log(error), 0, 1 };

	return bound;
}

void benchi_bound_step(benchi_wins_bound *bound)
{
	bound->n++;
	if (benchi_bet_ln(&bound->bet, (double)bound->wins, (double)bound->n) < bound->goal)
		bound->wins++;
}

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
	(*out)->above = bet_make(1 - q, fmax(1, focus / FOCUS_PER_WEIGHT));
	(*out)->below = bet_make(q, fmax(1, focus / FOCUS_PER_WEIGHT));
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
	wins = bet_least(&evidence->above, n, goal);
	if (wins <= n)
		*low = benchi_runs_select(&evidence->numbers, n - wins);
	wins = bet_least(&evidence->below, n, goal);
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
