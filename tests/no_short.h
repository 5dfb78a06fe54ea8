/*
 * A translation unit without the short names.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_NO_SHORT_H
#define TESTS_NO_SHORT_H

#include <stdint.h>

/* Sums its own constants that are called BENCH, START and STOP: 3. */
int no_short_states(void);

/* Times counting up *iterations, and then nothing: its nanoseconds. */
double no_short_measure(uint64_t *iterations);

#endif
