/*
 * Windows for a tracer that counts their instructions (bench run --count).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_STEPPED_H
#define BENCHI_MEASURE_STEPPED_H

#include <stdint.h>

/* Set, together with BENCHI_RESULTS: a tracer wants to count. */
#define BENCHI_STEPPED "BENCH_COUNT"

/* A line of the results, before the name of what is counted next. */
#define BENCHI_STEPPED_LINE "bench-count-1"

/* Windows of 1 and 2 iterations, twice to warm up, and once more to be counted. */
enum { BENCHI_STEPPED_WINDOWS = 6 };

/* Does a tracer want to count what this thread begins next?  Then its name is appended to the
 * results. */
int benchi_stepped_begin(void);

/* The iterations of a window, from 0; 0 after the last. */
uint64_t benchi_stepped_iterations(int window);

/* To be called before and after each window: if it counts, the tracer sees a signal, SIGURG, which
 * does nothing without one. */
void benchi_stepped_mark(int window);

#endif
