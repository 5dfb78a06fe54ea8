/*
 * What bench/honest times.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef HONEST_H
#define HONEST_H

#include <bench.h>

enum { HONEST_CASES = 16 };

extern const bench_case honest_cases[HONEST_CASES];

/* Fills what they work on; the same in every process. */
void honest_fill(void);

#endif
