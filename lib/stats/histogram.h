/*
 * How are latencies distributed?  Counts in bounded memory.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_HISTOGRAM_H
#define BENCHI_STATS_HISTOGRAM_H

#include <stdint.h>

#define BENCHI_HISTOGRAM_BUCKETS 6144

/* Zero-filled is empty.  48 KB. */
typedef struct benchi_histogram {
	double total;        /* how many */
	double min, max;     /* exact */
	uint64_t count[BENCHI_HISTOGRAM_BUCKETS];
} benchi_histogram;

/* Counts a latency of so many ns, times over.  Negative ones count as 0. */
void benchi_histogram_add(benchi_histogram *h, double ns, uint64_t times);

/* Adds what another one counted. */
void benchi_histogram_merge(benchi_histogram *h, const benchi_histogram *other);

/*
 * The latency that this share (0 to 1) of all did not exceed: the k-th smallest, k =
 * share * total rounded up, at least the first.  Never below the true one, at most
 * 1/128 above it (and 1/128 ns); the smallest and the largest are exact.  NaN if empty.
 */
double benchi_histogram_quantile(const benchi_histogram *h, double share);

#endif
