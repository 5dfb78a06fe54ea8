/*
 * Centre and interval of a series of rounds: pure arithmetic.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ENGINE_ESTIMATE_H
#define BENCHI_ENGINE_ESTIMATE_H

#include <stddef.h>

#include "engine/engine.h"

struct benchi_estimate {
	double centre, low, high;       /* and its interval */
	double confidence;              /* the interval's; under 0.95 with fewer than six numbers */
	double min, p05, p95, mad;
	size_t n;
};

/* Sorts the values in place.  scratch: space for n.  Everything is NaN for n = 0. */
struct benchi_estimate benchi_estimate_of(double *values, size_t n, double *scratch);

/* The same of n values in the order of measurement.  Correlated values count as fewer, so the
 * interval is wider. */
struct benchi_estimate benchi_estimate_series(double *values, size_t n, double *scratch);

/* How many of n values, in the order of time, are worth one independent value; at least 1. */
double benchi_correlated(const double *values, size_t n, double *scratch);

/* A window's time per iteration; NaN where it failed. */
double benchi_sample_iteration_ns(const struct benchi_sample *sample);

/* The median time per iteration of an arm over all rounds.  scratch: space for rounds. */
double benchi_arm_median(const struct benchi_engine *engine, size_t arm, double *scratch);

/* Was a window of ns nanoseconds interrupted, if such a window usually takes usual_ns? */
int benchi_interrupted(double ns, double usual_ns);

#endif
