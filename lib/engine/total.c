/*
 * The mean of a whole run, with its interval.
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
 * SPDX-License-Identifier: MIT
 */

#include "engine/engine.h"
#include "stats/stats.h"

enum { MEAN_LEAST = 3 };

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

void benchi_total_spare(struct benchi_total *total, double ns)
{
	total->spared_ns += (float)ns;
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

double benchi_total_over(const struct benchi_total *total)
{
	double done, ns = benchi_total_ns(total, &done);

	return done > 0 ? ns / done : (double)NAN;
}

double benchi_total_half(const struct benchi_total *a, const struct benchi_total *b)
{
	/* Student's quantiles for 95 %, from 2 degrees of freedom. */
	static const double t[] = { 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
		2.201, 2.179, 2.160, 2.145, 2.131 };
	double means[2] = { benchi_total_over(a), b ? benchi_total_over(b) : 1 }, all = 0, squares = 0;
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
	double mean = benchi_total_over(total), beyond = 0, least = 0, most = 0, done;

	benchi_total_ns(total, &done);
	for (unsigned i = 0; i <= total->full && i < BENCHI_TOTAL_BATCHES; i++) {
		beyond += total->ns[i] - mean * total->done[i];
		least = fmin(least, beyond);
		most = fmax(most, beyond);
	}
	most = fmax(most - least, (double)total->most_ns - mean * (double)total->most_done);
	return done > 0 ? most / done : (double)NAN;
}

struct benchi_mean benchi_total_mean(const struct benchi_total *total)
{
	double done, mean = benchi_total_ns(total, &done) / done;
	double half = benchi_total_half(total, NULL);

	half = isnan(half) ? half : fmax(mean * half, benchi_total_edge(total));
	return (struct benchi_mean){ mean, mean - half,
		mean + half + (double)total->spared_ns / done };
}
