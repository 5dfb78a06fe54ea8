/*
 * Hartigan's dip, and its quantiles.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_DIP_H
#define BENCHI_STATS_DIP_H

#include <stddef.h>

#include "stats/dip_table.h"

struct benchi_dip {
	double dip;
	double low, high;   /* the modal interval */
};

/* The dip of sorted numbers, at least one.  -1: out of memory. */
int benchi_dip(const double *sorted, size_t n, struct benchi_dip *dip);

extern const int benchi_dip_sizes[BENCHI_DIP_ROWS];         /* n, ascending */
extern const double benchi_dip_rare[BENCHI_DIP_ROWS];       /* one in 1000 is above */

/* A quantile of sqrt(n) dip, from those of the dip for the sizes: quantile[row * stride]. */
double benchi_dip_quantile(size_t n, const double *quantile, size_t stride);

/* Has such a dip of n numbers, 4 or more, a p-value below 0.001? */
int benchi_dip_is_rare(double dip, size_t n);

#endif
