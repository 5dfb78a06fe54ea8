/*
 * Other estimators of the common divisor, for comparison.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_BASELINES_H
#define TESTS_BASELINES_H

#include <bench.h>

/* Each returns the clock in MHz; NaN: no answer. */
double baseline_paper(const bench_recording *recording);
double baseline_sketch(const bench_recording *recording);

#endif
