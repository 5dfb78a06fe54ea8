/*
 * A histogram of latencies in bounded memory.
 *
 * Log-linear buckets: latencies are counted in units of 1/128 ns; the first 256 have a
 * bucket each, and from there on every octave is cut into 128 equal ones, so that a
 * bucket is never wider than 1/128 of the values in it.  6144 of them reach past 34
 * hours; longer latencies count in the last one.  The idea is that of Gil Tene's
 * HdrHistogram.
 * Worked: 1000 ns are 128000 units, between 2^16 and 2^17, where a bucket is 512 units (4 ns)
 * wide: 128000 = 250 * 512, so it holds 1000 to below 1004 ns.
 * Wrong when: two latencies closer than 1 % must be distinguished.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "stats/stats.h"

enum { OCTAVE = 128, EXACT = 2 * OCTAVE };  /* buckets an octave; of one unit each */

static const double UNITS = 128;            /* in a nanosecond */
static const double LONGEST = 0x1p54;       /* units: the last octave ends there */

/* The bucket of a latency in units, by the number of halvings that bring it into one octave. */
static uint64_t bucket_of(double units)
{
	uint64_t u;
	unsigned halvings = 0;

	if (!(units < LONGEST))
		return BENCHI_HISTOGRAM_BUCKETS - 1;
	u = (uint64_t)units;
	for (unsigned step = 32; step; step /= 2)
		if (u >> halvings >> step >= OCTAVE)
			halvings += step;
	return u < EXACT ? u : (uint64_t)halvings * OCTAVE + (u >> halvings);
}

/* Where a bucket ends, in ns. */
static double end_of(uint64_t bucket)
{
	unsigned halvings;

	if (bucket < EXACT)
		return (double)(bucket + 1) / UNITS;
	halvings = (unsigned)(bucket / OCTAVE) - 1;
	return ldexp((double)(bucket % OCTAVE + OCTAVE + 1), (int)halvings) / UNITS;
}

void benchi_histogram_add(benchi_histogram *h, double ns, uint64_t times)
{
	if (!(ns > 0))
		ns = 0;
	if (times == 0)
		return;
	if (!(h->total > 0) || ns < h->min)
		h->min = ns;
	if (!(h->total > 0) || ns > h->max)
		h->max = ns;
	h->total += (double)times;
	h->sum += ns * (double)times;
	h->count[bucket_of(ns * UNITS)] += times;
}

void benchi_histogram_merge(benchi_histogram *h, const benchi_histogram *other)
{
	if (!(other->total > 0))
		return;
	if (!(h->total > 0) || other->min < h->min)
		h->min = other->min;
	if (!(h->total > 0) || other->max > h->max)
		h->max = other->max;
	h->total += other->total;
	h->sum += other->sum;
	for (int i = 0; i < BENCHI_HISTOGRAM_BUCKETS; i++)
		h->count[i] += other->count[i];
}

double benchi_histogram_quantile(const benchi_histogram *h, double share)
{
	double rank = ceil(share * h->total), seen = 0;
	uint64_t bucket = 0;

	if (!(h->total > 0))
		return NAN;
	if (rank <= 1)
		return h->min;
	if (rank >= h->total)
		return h->max;
	while (bucket < BENCHI_HISTOGRAM_BUCKETS - 1 && seen + (double)h->count[bucket] < rank)
		seen += (double)h->count[bucket++];
	if (bucket == BENCHI_HISTOGRAM_BUCKETS - 1)
		return h->max;
	return fmin(end_of(bucket), h->max);
}

/*
 * Sorts numbers into bins of equal width.
 *
 * The width of Freedman and Diaconis, 2 iqr / cbrt(n), follows the middle half and is
 * insensitive to outliers (Zeitschrift fuer Wahrscheinlichkeitstheorie 57, 1981,
 * p. 453); the number of bins is bounded, and with an iqr near 0 it is
 * the square root of n (rounded up).
 * Worked: 1, 2, ..., 8: iqr 3.5, width 3.5: two bins over a range of 7.
 * Assumes: nothing.
 */

#define MOST_BINS 100

static size_t choose_count(const double *sorted, size_t n)
{
	double iqr = benchi_quantile(sorted, n, 0.75) - benchi_quantile(sorted, n, 0.25);
	double range = sorted[n - 1] - sorted[0], bins = ceil(sqrt((double)n));

	if (iqr > 0)
		bins = ceil(range / (2 * iqr) * cbrt((double)n) * (1 - 1e-12));
	return bins < 1 ? 1 : bins > MOST_BINS ? MOST_BINS : (size_t)bins;
}

bench_status bench_bins_choose(const bench_numbers *set, size_t n, bench_bins *out)
{
	bench_status status = benchi_numbers_begin(set, 1, out, sizeof *out, 2);
	double *sorted;

	if (status != BENCH_OK)
		return status;
	sorted = benchi_numbers_sorted(set);
	if (!sorted)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers", (double)set->n);
	out->n = n ? n : choose_count(sorted, set->n);
	if (sorted[0] == sorted[set->n - 1])
		out->n = 1;
	out->low = sorted[0];
	out->width = (sorted[set->n - 1] - sorted[0]) / (double)out->n;
	free(sorted);
	return BENCH_OK;
}

static bench_status check(const bench_numbers *set, const bench_bins *bins, const void *out)
{
	bench_status status = benchi_numbers_check(set, 0);

	if (status != BENCH_OK)
		return status;
	if (!bins || (!out && set->n))
		return benchi_fail(BENCH_ERR_ARGUMENT, "bins or result is NULL");
	if (bins->n < 1 || !isfinite(bins->low) || !(bins->width > 0 || bins->n == 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "%.0f bins of width %g", (double)bins->n,
		                   bins->width);
	return BENCH_OK;
}

/* The bin of x as a real number: below 0 or above n if it lies outside; the upper
 * end belongs to the last bin. */
static double bin_of(const bench_bins *bins, double x)
{
	double n = (double)bins->n, place;

	if (!(bins->width > 0))
		return x < bins->low ? -1 : x > bins->low ? 1 : 0;
	place = benchi_stored((x - bins->low) / bins->width);
	if (place >= n && x <= bins->low + n * bins->width)
		return n - 1;
	/* rounding may put the end of the range slightly beyond it */
	return place >= n && place < n * (1 + 1e-12) ? n - 1 : floor(place);
}

bench_status bench_bins_count(const bench_numbers *set, const bench_bins *bins, size_t *counts)
{
	bench_status status = check(set, bins, counts);

	if (status != BENCH_OK)
		return status;
	for (size_t i = 0; counts && i < bins->n; i++)
		counts[i] = 0;
	for (size_t i = 0; i < set->n; i++) {
		double bin = bin_of(bins, set->x[i]);

		if (bin >= 0 && bin < (double)bins->n)
			counts[(size_t)bin]++;
	}
	return BENCH_OK;
}

bench_status bench_bins_place(const bench_numbers *set, const bench_bins *bins, bench_dot *dots)
{
	bench_status status = check(set, bins, dots);
	size_t *heights;

	if (status != BENCH_OK)
		return status;
	heights = calloc(bins->n, sizeof *heights);
	if (!heights)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f bins", (double)bins->n);
	for (size_t i = 0; i < set->n; i++) {
		double bin = bin_of(bins, set->x[i]), last = (double)bins->n - 1;

		dots[i].bin = (size_t)(bin < 0 ? 0 : bin > last ? last : bin);
		dots[i].height = heights[dots[i].bin]++;
	}
	free(heights);
	return BENCH_OK;
}
