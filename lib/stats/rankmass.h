/*
 * Exact distributions of rank statistics, as tables of probabilities.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_RANKMASS_H
#define BENCHI_STATS_RANKMASS_H

#include <stddef.h>

/* The lower half of a distribution that is symmetric on 0..top: mass[u] for u of
 * 0 to top / 2.  mass is NULL if the table would be too large, or without memory
 * for it (lost); free() it. */
typedef struct benchi_masses {
	double *mass;
	double top;
	int lost;
} benchi_masses;

/* Most pairs (m n) for which the rank sum is done exactly, most numbers for the
 * signed rank, and for Kendall's S. */
#define BENCHI_RANKSUM_MOST 20000
#define BENCHI_SIGNEDRANK_MOST 500
#define BENCHI_KENDALL_MOST 100

benchi_masses benchi_ranksum_masses(size_t m, size_t n);
benchi_masses benchi_signedrank_masses(size_t n);

/* Of the number of pairs in descending order among n numbers in random order. */
benchi_masses benchi_kendall_masses(size_t n);

/* P(X <= x) and the smallest x with P(X <= x) >= p, less one part in 10^13, so that
 * a probability that is p on paper counts as p. */
double benchi_masses_cdf(const benchi_masses *d, double x);
double benchi_masses_quantile(const benchi_masses *d, double p);

/* P(X at least as far from the middle as x, on either side). */
double benchi_masses_two_sided(const benchi_masses *d, double x);

#endif
