/*
 * A histogram of latencies in bounded memory.
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
	double sum;          /* of all, in ns */
	double min, max;     /* exact */
	uint64_t count[BENCHI_HISTOGRAM_BUCKETS];
} benchi_histogram;

/* Counts a latency in ns, times times.  Negative ones count as 0. */
void benchi_histogram_add(benchi_histogram *h, double ns, uint64_t times);

/* Adds the counts of another histogram. */
void benchi_histogram_merge(benchi_histogram *h, const benchi_histogram *other);

/*
 * The quantile of a share (0 to 1): the k-th smallest latency, k =
 * share * total rounded up, at least the first.  Never below the true one, at most
 * 1/128 above it (and 1/128 ns); the smallest and the largest are exact.  NaN if empty.
 */
double benchi_histogram_quantile(const benchi_histogram *h, double share);

#endif
