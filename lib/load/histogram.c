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

#include "load/load.h"

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
static double histogram_end_of(uint64_t bucket)
{
	unsigned halvings;

	if (bucket < EXACT)
		return (double)(bucket + 1) / UNITS;
	halvings = (unsigned)(bucket / OCTAVE) - 1;
	return ldexp((double)(bucket % OCTAVE + OCTAVE + 1), (int)halvings) / UNITS;
}

/* Takes latencies in that range into totals and ends. */
static void histogram_take(benchi_histogram *h, double min, double max, double total, double sum)
{
	h->min = h->total > 0 ? fmin(h->min, min) : min;
	h->max = h->total > 0 ? fmax(h->max, max) : max;
	h->total += total;
	h->sum += sum;
}

void benchi_histogram_add(benchi_histogram *h, double ns, uint64_t times)
{
	if (!(ns > 0))
		ns = 0;
	if (times == 0)
		return;
	histogram_take(h, ns, ns, (double)times, ns * (double)times);
	h->count[bucket_of(ns * UNITS)] += times;
}

void benchi_histogram_merge(benchi_histogram *h, const benchi_histogram *other)
{
	if (!(other->total > 0))
		return;
	histogram_take(h, other->min, other->max, other->total, other->sum);
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
	return fmin(histogram_end_of(bucket), h->max);
}
