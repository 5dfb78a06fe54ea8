/*
 * The common beginning of every statistic: check the set, find mean and squares, copy.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_NUMBERS_H
#define BENCHI_STATS_NUMBERS_H

#include <stdbool.h>

#include <bench.h>

/* Begins a test: sets the result's bytes to zero, and its leading doubles to NaN.
 * BENCH_ERR_ARGUMENT: result is NULL. */
bench_status benchi_result_begin(void *result, size_t bytes, size_t doubles);

/* The same, then benchi_numbers_check. */
bench_status benchi_numbers_begin(const bench_numbers *set, size_t least, void *result,
                                  size_t bytes, size_t doubles);

/* BENCH_OK if set has at least least numbers, all finite. */
bench_status benchi_numbers_check(const bench_numbers *set, size_t least);

/* Both sets. */
bench_status benchi_numbers_check_both(const bench_numbers *a, const bench_numbers *b,
                                       size_t least);

/* The differences b[i] - a[i], which the caller frees, or NULL and the status. */
double *benchi_numbers_differences(const bench_numbers *a, const bench_numbers *b,
                                   bench_status *status);

/* BENCH_OK if confidence lies between 0 and 1; 0 becomes 0.95. */
bench_status benchi_confidence_check(double *confidence);

/* The numbers in ascending order, which the caller frees; NULL: out of memory. */
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

/* A compensated sum, independent of the order of its terms (Neumaier 1974). */
typedef struct benchi_sum {
	double high, low;
} benchi_sum;

void benchi_sum_add(benchi_sum *sum, double x);

#endif
