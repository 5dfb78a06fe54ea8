/*
 * Interval of the median over some twenty processes measured one after the other.
 *
 * Method: two order statistics enclose the median with a known confidence, whatever the
 * distribution; linear interpolation between the pair that reaches 95 % and the next
 * narrower one brings the confidence to 95 % (Hettmansperger and Sheather 1986), where
 * whole ranks of twenty values would give 95.9 %.
 *
 * Processes that follow each other are alike while a disturbance lasts.  The correlation of
 * successive values is estimated from their signs about the median, and the interval is
 * widened as if there were fewer values: by sqrt((1 + r) / (1 - r)).  The estimate of r from
 * twenty signs is rough, so that independent values get an interval some 15 % too wide.
 *
 * Fewer than six values cannot enclose their median with 95 %: their interval is the range and
 * Student's interval of the mean, taken together.  In simulation it holds the median in 94 to 97 %
 * for three to five values (normal, skewed, bimodal, with outliers) and in 88 to 95 % for two.
 *
 * In simulation (16 and 20 values; normal, skewed, bimodal, with outliers) the interval
 * holds the median in 95 to 97 % of cases without correlation and in 90 to 96 % with a
 * correlation of 0.4; order statistics alone have 82 to 94 % then, Student's t on
 * logarithms 5 to 95 %.
 *
 * Assumes: nothing about the distribution of six values and more.  Wrong about disturbances that
 * outlast all values.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include <bench.h>

#include "program/median_interval.h"
#include "stats/order.h"

static const double CONFIDENCE = 0.95, NORMAL = 1.959964, HALF_PI = 1.57079632679489662;
static const double CORRELATION_MOST = 0.8;
static const double TWO_REACH = 0.88;   /* in the simulated case that is worst */

enum { VALUES_LEAST = 6 };

/* Correlation of successive values, by the signs about their median; at least 0. */
static double correlation(const double *value, size_t n, double median)
{
	double sum = 0, last = 0, pairs = -1, r;

	for (size_t i = 0; i < n; i++) {
		double sign;

		if (isnan(value[i]))
			continue;
		sign = (value[i] > median) - (value[i] < median);
		sum += last * sign;
		last = sign;
		pairs++;
	}
	if (pairs < VALUES_LEAST)
		return 0;
	r = (sum + 1) / pairs;   /* signs about their own median: on average -1 pair */
	return r > 0 ? fmin(sin(HALF_PI * fmin(r, 1)), CORRELATION_MOST) : 0;
}

/* P(X_(k) < median < X_(n + 1 - k)), k from 1. */
static double reached(size_t n, size_t k)
{
	double log_term = -(double)n * log(2.0), tail = 0;

	for (size_t i = 0; i < k; i++) {
		tail += exp(log_term);
		log_term += log((double)(n - i)) - log((double)(i + 1));
	}
	return 1 - 2 * tail;
}

/* The ends of the interval of this confidence, between the ranks that enclose it. */
static void interpolate(const double *sorted, double confidence, struct benchi_median_interval *m)
{
	size_t n = m->n, k = 1;
	double outer, inner, share, weight;

	while (k + 1 <= n / 2 && reached(n, k + 1) >= confidence)
		k++;
	outer = reached(n, k);
	inner = reached(n, k + 1);
	share = outer > confidence ? (outer - confidence) / (outer - inner) : 0;
	weight = (double)(n - k) * share / ((double)k + ((double)n - 2 * (double)k) * share);
	m->low = sorted[k - 1] + weight * (sorted[k] - sorted[k - 1]);
	m->high = sorted[n - k] - weight * (sorted[n - k] - sorted[n - k - 1]);
}

/* The interval of two to five values. */
static void few(const double *sorted, struct benchi_median_interval *m)
{
	double mean = 0, square = 0, half;

	for (size_t i = 0; i < m->n; i++)
		mean += sorted[i] / (double)m->n;
	for (size_t i = 0; i < m->n; i++)
		square += (sorted[i] - mean) * (sorted[i] - mean);
	half = bench_student_quantile((1 + CONFIDENCE) / 2, (double)(m->n - 1))
	     * sqrt(square / (double)(m->n - 1) / (double)m->n);
	m->low = fmin(sorted[0], mean - half);
	m->high = fmax(sorted[m->n - 1], mean + half);
	if (sorted[0] >= 0)
		m->low = fmax(0, m->low);
	m->confidence = m->n > 2 ? CONFIDENCE : TWO_REACH;
}

struct benchi_median_interval benchi_median_interval_of(const double *value, size_t n,
                                                        double *scratch)
{
	struct benchi_median_interval m = { NAN, NAN, NAN, 0, 0 };
	double r, wanted;

	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			scratch[m.n++] = value[i];
	if (!m.n)
		return m;
	benchi_sort(scratch, m.n);
	m.centre = benchi_quantile(scratch, m.n, 0.5);
	m.low = m.high = m.centre;
	if (m.n < VALUES_LEAST) {
		if (m.n > 1)
			few(scratch, &m);
		return m;
	}
	r = correlation(value, n, m.centre);
	wanted = erf(NORMAL * sqrt((1 + r) / (1 - r)) / sqrt(2));
	interpolate(scratch, wanted, &m);
	m.confidence = CONFIDENCE;
	return m;
}
