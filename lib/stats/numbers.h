/*
 * What every statistic does first: check its set, find mean and squares, copy.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_NUMBERS_H
#define BENCHI_STATS_NUMBERS_H

#include <stdbool.h>

#include <bench.h>

/* How every test begins: its result, of so many bytes, becomes zero, and the doubles that lead
 * it NaN.  BENCH_ERR_ARGUMENT: there is no result. */
bench_status benchi_result_begin(void *result, size_t bytes, size_t doubles);

/* The same, and then the set is checked as benchi_numbers_check does. */
bench_status benchi_numbers_begin(const bench_numbers *set, size_t least, void *result,
                                  size_t bytes, size_t doubles);

/* BENCH_OK if set has at least so many numbers, all of them finite. */
bench_status benchi_numbers_check(const bench_numbers *set, size_t least);

/* Both sets. */
bench_status benchi_numbers_check_both(const bench_numbers *a, const bench_numbers *b,
                                       size_t least);

/* The differences b[i] - a[i], to be freed, or NULL and why there are none. */
double *benchi_numbers_differences(const bench_numbers *a, const bench_numbers *b,
                                   bench_status *status);

/* BENCH_OK if level lies between 0 and 1; 0 becomes 0.95. */
bench_status benchi_level_check(double *level);

/* The numbers in ascending order, to be freed; NULL: out of memory. */
double *benchi_numbers_sorted(const bench_numbers *set);

/* The mean is origin + offset (origin: the first number); squares: the sum of the squared
 * distances from it; products: the sum of each distance times the one before it. */
typedef struct benchi_moments {
	double origin, offset, squares, products, n;
} benchi_moments;

benchi_moments benchi_moments_of(const bench_numbers *set);
double benchi_mean(const benchi_moments *m);
double benchi_variance(const benchi_moments *m); /* NaN for n = 1 */

/* mean(b) - mean(a), exact also where both are huge. */
double benchi_mean_gap(const benchi_moments *a, const benchi_moments *b);

/* A sum that loses nothing to the order of its terms (Neumaier 1974). */
typedef struct benchi_sum {
	double high, low;
} benchi_sum;

void benchi_sum_add(benchi_sum *sum, double x);

#endif
