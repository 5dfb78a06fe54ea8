/*
 * The layout of a body's stack and data, varied from round to round.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_LAYOUT_H
#define BENCHI_MEASURE_LAYOUT_H

#include <bench.h>

enum { BENCHI_LAYOUTS = 8 };

/* The layout of a round, 0 to BENCHI_LAYOUTS - 1; a round and its mirror share one. */
int benchi_layout_of(size_t round);

/* Calls the body with the stack shifted; bench_layout returns the offset for its buffers. */
void benchi_layout_call(int layout, bench_body *body, uint64_t n, void *arg);

#endif
