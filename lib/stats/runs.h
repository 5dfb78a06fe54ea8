/*
 * A set that grows, and whose order statistics can be asked for at any time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_RUNS_H
#define BENCHI_STATS_RUNS_H

#include <stddef.h>

#define BENCHI_RUNS_MOST 64

/* Sorted runs, one behind the other, each at least twice as long as the next. */
typedef struct benchi_runs {
	double *x, *capacity; /* numbers, and capacity to merge; all zero: an empty set */
	size_t n, size;
	size_t length[BENCHI_RUNS_MOST];
	int runs;
} benchi_runs;

/* 0 if memory is out; the set is then as before. */
int benchi_runs_add(benchi_runs *r, double x);

void benchi_runs_free(benchi_runs *r);

/* How many numbers are smaller than x, and how many are not larger. */
size_t benchi_runs_below(const benchi_runs *r, double x);
size_t benchi_runs_upto(const benchi_runs *r, double x);

/* The k-th smallest, k from 0 to n - 1. */
double benchi_runs_select(const benchi_runs *r, size_t k);

#endif
