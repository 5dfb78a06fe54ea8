/*
 * `bench history`: results of commits, and where they changed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_HISTORY_H
#define TOOLS_HISTORY_H

#include "base/base.h"

/*
 * Finds the places where the level of a series changed.  x: n finite numbers, in order of time.
 * margin: the share that a level certainly changes by.  goal: the stake that proves a change; one
 * that is none is found once in `goal` unchanged numbers at most.  at: capacity for n; the first
 * number of each new level, in order, *found of them.  BENCH_ERR_MEMORY.
 */
bench_status history_changes(const double *x, size_t n, double margin, double goal, size_t *at,
                             size_t *found);

#endif
