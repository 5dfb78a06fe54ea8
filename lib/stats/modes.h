/*
 * The modes of a set.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_MODES_H
#define BENCHI_STATS_MODES_H

#include <bench.h>

#include <stddef.h>

#define BENCHI_MODES_MOST 4

typedef struct benchi_modes {
	size_t n;                        /* 1 to BENCHI_MODES_MOST */
	double at[BENCHI_MODES_MOST];    /* median of each mode, ascending */
	size_t count[BENCHI_MODES_MOST]; /* numbers in each */
} benchi_modes;

/* What two modes are. */
struct benchi_modes_rule {
	/* Sets *several: do n sorted numbers have more than one mode? */
	bench_status (*test)(const double *sorted, size_t n, int *several);
	size_t fewest;  /* numbers that are tested */
	size_t part;    /* each mode has one in so many of them; 0: any */
	double gap;     /* their medians are further apart */
	size_t most;    /* 1 to BENCHI_MODES_MOST: both sides are searched again up to so many */
};

/* Finds the modes of sorted numbers, at least one.  tested: what the test sees in their place,
 * sorted and as many; NULL: the numbers.  BENCH_ERR_MEMORY: then n is the modes found so far. */
bench_status benchi_modes_find(const bench_numbers *sorted, const double *tested,
                               const struct benchi_modes_rule *rule, benchi_modes *modes);

#endif
