/*
 * Other ways to the common divisor, to be compared with.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_BASELINES_H
#define TESTS_BASELINES_H

#include <bench.h>

/* Each returns the clock in MHz, NaN to refuse. */
double baseline_paper(const bench_recording *recording);
double baseline_sketch(const bench_recording *recording);

#endif
