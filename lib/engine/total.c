/*
 * The mean of a whole run, with its interval, and the ratio of two.
 *
 * The interval of a total is Student's over the batches, for a ratio of sums (Cochran 1977,
 * Sampling Techniques, 6.3), from the batches' residuals ns - mean * done. A single burst is in
 * one batch, and the interval then extends down to the mean without it.
 *
 * State is the same at the start of each process. So a total may miss a whole burst at its end or
 * include one too many, because a run that ends by the clock ends more often after a long window
 * than after a short one. Therefore the interval of a mean extends at least as far as the largest
 * stretch of batches would move it: the range of the cumulated residuals, or the longest window.
 * (For independent batches that is 1.25 standard errors, less than Student's interval.)
 *
 * A ratio of totals decides only if all batches agree: its interval is the range of the batches'
 * ratios. With few bursts that range is wide, while Student's interval would be too narrow. Bursts
 * that keep step with the batches make all of them look the same, so the range is widened by one
 * burst.
 *
 * SPDX-License-Identifier: MIT
 */

#include "engine/engine.h"
#include "stats/stats.h"

enum { BATCHES_LEAST = BENCHI_TOTAL_BATCHES / 2, MEAN_LEAST = 3, SETTLED_PART = 4 };

static const double WARM_SHARE = 0.05;  /* smaller steps at the beginning are noise */

void benchi_total_add(struct benchi_total *total, double ns, double done)
{
	if (total->full == BENCHI_TOTAL_BATCHES) {
		/* All batches are full: merge pairs of batches. */
		total->full /= 2;
		total->doublings++;
		for (unsigned i = 0; i < BENCHI_TOTAL_BATCHES; i++) {
			int kept = i < total->full;

			total->ns[i] = kept ? total->ns[2 * i] + total->ns[2 * i + 1] : 0;
			total->done[i] = kept ? total->done[2 * i] + total->done[2 * i + 1] : 0;
		}
	}
	if (ns > (double)total->most_ns) {
		total->most_ns = (float)ns;
		total->most_done = (float)done;
	}
	total->ns[total->full] += ns;
	total->done[total->full] += done;
	if (++total->windows < 1u << total->doublings)
		return;
	total->full++;
	total->windows = 0;
}

double benchi_total_ns(const struct benchi_total *total, double *done)
{
	double ns = 0, all = 0;

	for (unsigned k = 0; k <= total->full && k < BENCHI_TOTAL_BATCHES; k++) {
		ns += total->ns[k];
		all += total->done[k];
	}
	if (done)
		*done = all;
	return ns;
}

/* Returns the mean over all windows. */
static double total_over(const struct benchi_total *total)
{
	double done, ns = benchi_total_ns(total, &done);

	return done > 0 ? ns / done : (double)NAN;
}

/* Returns half the width of the 95 % interval of ln(mean of b / mean of a) over corresponding
 * batches; if b is NULL, of a's mean, as a share. */
static double total_half(const struct benchi_total *a, const struct benchi_total *b)
{
	/* Student's quantiles for 95 %, from 2 degrees of freedom. */
	static const double t[] = { 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
		2.201, 2.179, 2.160, 2.145, 2.131 };
	double means[2] = { total_over(a), b ? total_over(b) : 1 }, all = 0, squares = 0;
	unsigned n = a->full + (a->windows > 0);    /* the open batch has a smaller weight */

	if (a->full < MEAN_LEAST || isnan(means[0]) || isnan(means[1]))
		return NAN;
	for (unsigned i = 0; i < n; i++)
		all += a->ns[i];
	for (unsigned i = 0; i < n; i++) {
		double x = a->ns[i] - means[0] * a->done[i];

		if (b)
			x -= (b->ns[i] / means[1] - b->done[i]) * (a->done[i] / b->done[i]) * means[0];
		squares += x * x;
	}
	return t[n - MEAN_LEAST] * sqrt(squares * n / (n - 1)) / all;
}

double benchi_total_edge(const struct benchi_total *total)
{
	double mean = total_over(total), beyond = 0, least = 0, most = 0, done;

	benchi_total_ns(total, &done);
	for (unsigned i = 0; i <= total->full && i < BENCHI_TOTAL_BATCHES; i++) {
		beyond += total->ns[i] - mean * total->done[i];
		least = fmin(least, beyond);
		most = fmax(most, beyond);
	}
	most = fmax(most - least, (double)total->most_ns - mean * (double)total->most_done);
	return done > 0 ? most / done : (double)NAN;
}

/* The lowest and highest mean among batches from to to - 1. */
static void batch_range(const struct benchi_total *total, unsigned from, unsigned to,
                        double *least, double *most)
{
	*least = INFINITY;
	*most = 0;
	for (unsigned i = from; i < to; i++) {
		*least = fmin(*least, total->ns[i] / total->done[i]);
		*most = fmax(*most, total->ns[i] / total->done[i]);
	}
}

void benchi_total_settle(struct benchi_total *total)
{
	unsigned n = total->full, first = n - (n + SETTLED_PART - 1) / SETTLED_PART;
	struct benchi_total rest;
	double before[2], after[2], mean;

	for (; first > 0; first--) {
		rest = *total;
		rest.full -= first;
		memmove(rest.ns, rest.ns + first, (BENCHI_TOTAL_BATCHES - first) * sizeof *rest.ns);
		memmove(rest.done, rest.done + first, (BENCHI_TOTAL_BATCHES - first) * sizeof *rest.done);
		for (unsigned i = BENCHI_TOTAL_BATCHES - first; i < BENCHI_TOTAL_BATCHES; i++)
			rest.ns[i] = rest.done[i] = 0;
		batch_range(total, 0, first, &before[0], &before[1]);
		batch_range(total, first, n, &after[0], &after[1]);
		mean = total_over(&rest);
		if (before[0] > fmax(after[1], (1 + WARM_SHARE) * mean)
		    || before[1] < fmin(after[0], (1 - WARM_SHARE) * mean)) {
			*total = rest;
			return;
		}
	}
}

struct benchi_mean benchi_total_mean(const struct benchi_total *total)
{
	double mean = total_over(total);
	double half = total_half(total, NULL);

	half = isnan(half) ? half : fmax(mean * half, benchi_total_edge(total));
	return (struct benchi_mean){ mean, mean - half, mean + half };
}

struct benchi_total_ratio benchi_total_ratio(const struct benchi_total *a,
                                             const struct benchi_total *b, double burst)
{
	struct benchi_total_ratio r = { total_over(b) / total_over(a), INFINITY, 0,
		total_half(a, b) };

	if (isnan(r.half) || a->full < BATCHES_LEAST)
		return (struct benchi_total_ratio){ NAN, NAN, NAN, NAN };
	for (unsigned i = 0; i < a->full; i++) {
		/* the open batch is short, so it is merged with the last full one */
		unsigned open = i + 1 == a->full && a->full < BENCHI_TOTAL_BATCHES ? i + 1 : i;
		double extra_a = open > i ? a->ns[open] : 0, extra_b = open > i ? b->ns[open] : 0;
		double done_a = a->done[i] + (open > i ? a->done[open] : 0);
		double done_b = b->done[i] + (open > i ? b->done[open] : 0);
		double ratio = (b->ns[i] + extra_b) / done_b / ((a->ns[i] + extra_a) / done_a);

		r.low = fmin(r.low, ratio);
		r.high = fmax(r.high, ratio);
	}
	r.low = fmin(r.low, r.mean) * (1 - burst);
	r.high = fmax(r.high, r.mean) / (1 - burst);
	return r;
}
