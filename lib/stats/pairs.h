/*
 * Order statistics of all differences b[j] - a[i], without forming them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_PAIRS_H
#define BENCHI_STATS_PAIRS_H

#include <stddef.h>
#include <stdint.h>

/* Two ascending sets, and capacity for numbers (at least 1, better na + nb). */
typedef struct benchi_pairs {
	const double *a, *b;
	size_t na, nb;
	double *capacity;
	size_t rooms;
} benchi_pairs;

/* How many numbers of capacity are wanted for these sizes. */
size_t benchi_pairs_room(size_t na, size_t nb);

/* The k-th smallest difference, k from 1 to na nb. */
double benchi_pairs_select(const benchi_pairs *p, uint64_t k);

/* The median of all differences. */
double benchi_pairs_median(const benchi_pairs *p);

#endif
