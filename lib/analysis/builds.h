/*
 * The mean change of a few builds, with its interval.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_BUILDS_H
#define BENCHI_ANALYSIS_BUILDS_H

#include <stddef.h>

#include "compare/answer.h"

/* Mean and standard deviation of n > 0 numbers; of a single one the latter is NaN. */
void benchi_builds_moments(const double *x, size_t n, double *mean, double *sd);

/* Sets the ends of the interval of the mean; infinite below two builds. */
void benchi_builds_interval(const double *x, size_t n, double confidence, benchi_interval *to);

/* p of no change: the interval excludes 0 where its alpha is above p. */
double benchi_builds_p(const double *x, size_t n);

#endif
