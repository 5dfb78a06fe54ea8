/*
 * Results beside a noisy neighbour, in a comparison.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_NEIGHBOUR_H
#define BENCHI_ANALYSIS_NEIGHBOUR_H

#include "analysis/comparison.h"

/* The share of the core's width that each process had, of that benchmark; NULL if no neighbour was
 * noticed. */
const benchi_set *benchi_width_set(const benchi_rows *rows, const char *benchmark);

/* Takes a difference back that a side's neighbour may explain.  To be called once, on a decided
 * comparison.  BENCH_ERR_MEMORY. */
bench_status benchi_allow_for_neighbour(benchi_comparison *c);

#endif
