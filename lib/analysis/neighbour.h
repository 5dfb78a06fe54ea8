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
const benchi_set *benchi_metric_set(const benchi_rows *rows, const char *benchmark,
                                    const char *metric);

/* The least share of the core's width that a side had; 1 if no neighbour was noticed. */
double benchi_width_least(const benchi_side *side);

/* Takes a difference back that a side's neighbour may explain.  To be called once, on a decided
 * comparison. */
void benchi_allow_for_neighbour(benchi_comparison *c);

#endif
