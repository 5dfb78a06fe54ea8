/*
 * Finds two modes of a set.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_MODES_H
#define BENCHI_STATS_MODES_H

#include <stddef.h>

/* The count of n sorted numbers below the cut with the least sum of squares within both
 * parts, each of least numbers or more; never between equal ones.  n / 2 if there is no cut. */
size_t benchi_modes_cut(const double *sorted, size_t n, size_t least);

/* Finds the two modes of n sorted numbers, mode[0] < mode[1]; false if one mode
 * explains them, or if the two are closer than gap. */
int benchi_modes_find(const double *sorted, size_t n, double gap, double mode[2]);

#endif
