/*
 * Pairs of functions with the same source, for versus.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EXAMPLE_TWINS_H
#define EXAMPLE_TWINS_H

#include <bench.h>

enum { TWINS = 3 };     /* branches, loads, calls */

/* Returns the case of one function of a pair. which: 0 or 1. */
bench_case twins_case(int pair, int which);

#endif
