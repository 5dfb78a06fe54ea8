/*
 * Order statistics of all differences b[j] - a[i], without forming them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_PAIRS_H
#define BENCHI_STATS_PAIRS_H

#include <stddef.h>
#include <stdint.h>

/* Two ascending sets, and scratch space (at least 1 number, better na + nb). */
typedef struct benchi_pairs {
	const double *a, *b;
	size_t na, nb;
	double *scratch;
	size_t capacity;
} benchi_pairs;

/* The useful scratch space for these sizes, in numbers. */
size_t benchi_pairs_capacity(size_t na, size_t nb);

/* The k-th smallest difference, k from 1 to na nb. */
double benchi_pairs_select(const benchi_pairs *p, uint64_t k);

/* The median of all differences. */
double benchi_pairs_median(const benchi_pairs *p);

#endif
