/*
 * How a case's time grows with its parameter.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_GROWTH_H
#define BENCHI_ANALYSIS_GROWTH_H

#include <stddef.h>

enum { BENCHI_GROWTH_ORDERS = 6, BENCHI_GROWTH_LEAST = 4 };

typedef struct benchi_growth {
	int order;            /* 0: O(1), log n, n, n log n, n^2, n^3; -1: none fits, or too few */
	int other;            /* another one that fits about as well, or -1 */
	double fixed, each;   /* time = fixed + each * f(n) */
	double off;           /* root mean square of the relative errors; NaN: too few values */
} benchi_growth;

/* Fits to n pairs of parameter and time; those that are not above 0 do not count.  It takes
 * BENCHI_GROWTH_LEAST of them, and a factor of 8 between the smallest and the largest. */
benchi_growth benchi_growth_fit(const double *parameter, const double *time, size_t n);

/* "O(n log n)"; "" for -1. */
const char *benchi_growth_name(int order);

#endif
