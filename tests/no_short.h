/*
 * A translation unit without the short names.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_NO_SHORT_H
#define TESTS_NO_SHORT_H

#include <stdint.h>

/* Returns the sum of the unit's own constants BENCH, START and STOP: 3. */
int no_short_states(void);

/* Measures counting up *iterations, then an empty body; returns the nanoseconds of the latter. */
double no_short_measure(uint64_t *iterations);

#endif
