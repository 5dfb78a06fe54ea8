/*
 * The cost of a window, and the shortest one that is exact enough.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_TIMING_ENOUGH_H
#define BENCHI_TIMING_ENOUGH_H

#include "timing/calibrate.h"

/* Measures an empty window: fills empty_ns. */
bench_status benchi_empty_find(bench_timing *timing);

/* Finds the shortest window that resolves 0.5 % more work: fills enough_ns. */
bench_status benchi_enough_find(bench_timing *timing);

#endif
