/*
 * Pairs that may be looked at again and again.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_ANYTIME_H
#define BENCHI_ANALYSIS_ANYTIME_H

#include "analysis/pair.h"

/* Fills in the intervals, p, location and reached. */
bench_status benchi_find_anytime(benchi_method method, double alpha, const benchi_sides *sides,
                                 benchi_finding *finding);

/* The fewest values for which such an interval is finite.  BENCH_ERR_MEMORY. */
bench_status benchi_anytime_least(benchi_method method, double alpha, double *least);

#endif
