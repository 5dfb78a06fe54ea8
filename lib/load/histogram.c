/*
 * A histogram of latencies in bounded memory.
 *
 * Log-linear buckets, after Gil Tene's HdrHistogram: latencies are counted in units of 1/128 ns.
 * The first 256 units have a bucket each; above, every octave has 128 equal buckets, so that a
 * bucket is never wider than 1/128 of its values. 6144 buckets extend to 39 hours; longer
 * latencies go to the last bucket.
 *
 * Example: 1000 ns are 128000 units, between 2^16 and 2^17, where a bucket is 512 units (4 ns)
 * wide. 128000 = 250 * 512, so its bucket is from 1000 to below 1004 ns.
 *
 * Too coarse to distinguish latencies closer than 1 %.
 *
 * SPDX-License-Identifier: MIT
 */

#include "load/load.h"

enum { OCTAVE = 128, EXACT = 2 * OCTAVE };  /* buckets per octave; buckets of one unit */

static const double UNITS = 128;            /* per nanosecond */
static const double LONGEST = 0x1p54;       /* units: end of the last octave */

/* Adds latencies between min and max to total, sum and extremes. */
static void histogram_take(benchi_histogram *h, double min, double max, double total, double sum)
{
	h->min = h->total > 0 ? fmin(h->min, min) : min;
	h->max = h->total > 0 ? fmax(h->max, max) : max;
	h->total += total;
	h->sum += sum;
}

void benchi_histogram_add(benchi_histogram *h, double ns, uint64_t times)
{
	uint64_t bucket = BENCHI_HISTOGRAM_BUCKETS - 1;
	unsigned halvings = 0;

	if (!(ns > 0))
		ns = 0;
	if (times == 0)
		return;
	histogram_take(h, ns, ns, (double)times, ns * (double)times);
	if (ns * UNITS < LONGEST) {
		/* Find the octave: the number of halvings that bring the units into the first octave. */
		uint64_t units = (uint64_t)(ns * UNITS);

		for (unsigned step = 32; step; step /= 2)
			if (units >> halvings >> step >= OCTAVE)
				halvings += step;
		bucket = units < EXACT ? units : (uint64_t)halvings * OCTAVE + (units >> halvings);
	}
	h->count[bucket] += times;
}

void benchi_histogram_merge(benchi_histogram *h, const benchi_histogram *other)
{
	if (!(other->total > 0))
		return;
	histogram_take(h, other->min, other->max, other->total, other->sum);
	for (int i = 0; i < BENCHI_HISTOGRAM_BUCKETS; i++)
		h->count[i] += other->count[i];
}

/* Returns where a bucket ends, in ns. */
static double bucket_end(uint64_t bucket)
{
	return bucket < EXACT ? (double)(bucket + 1) / UNITS
		: ldexp((double)(bucket % OCTAVE + OCTAVE + 1), (int)(bucket / OCTAVE) - 1) / UNITS;
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
	return fmin(h->max, bucket_end(bucket));
}

void benchi_histogram_bins(const benchi_histogram *h, double share[BENCHI_LATENCY_BINS])
{
	memset(share, 0, BENCHI_LATENCY_BINS * sizeof *share);
	for (uint64_t i = 0; i < BENCHI_HISTOGRAM_BUCKETS; i++)
		if (h->count[i]) {
			double middle = ((i ? bucket_end(i - 1) : 0) + bucket_end(i)) / 2;
			double bin = floor(4 * log2(middle));

			share[(size_t)fmin(fmax(bin, 0), BENCHI_LATENCY_BINS - 1)]
				+= (double)h->count[i] / h->total;
		}
}
