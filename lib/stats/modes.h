/*
 * Two modes: are there, and where?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_MODES_H
#define BENCHI_STATS_MODES_H

#include <stddef.h>

/* The places of two modes of n sorted numbers, into mode[0] < mode[1]; false if one mode
 * explains them, or if the two are closer than gap. */
int benchi_modes_find(const double *sorted, size_t n, double gap, double mode[2]);

#endif
