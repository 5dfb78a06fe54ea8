/*
 * A ramp's steps against limits and expectations.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_RAMP_BOUND_H
#define BENCHI_LOAD_RAMP_BOUND_H

#include <stdio.h>

#include "data/bound.h"
#include "load/ramp.h"

/* "operations/s", "bytes/s", "mean_ns" and so on; NULL behind the last. */
extern const char *const benchi_ramp_metrics[];

/* Prints a line for each step that is wholly beyond the limit.  Returns whether one is. */
bool benchi_ramp_judge(FILE *out, const benchi_ramp *ramp, const benchi_bound *limit);

/* Prints a line: is the answer's step, or without an answer the last one, as expected? */
void benchi_ramp_expectation(FILE *out, const benchi_ramp *ramp, const benchi_bound *expected);

#endif
