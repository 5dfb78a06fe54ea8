/*
 * One iteration that finds its memory evicted.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_COLD_WINDOW_H
#define BENCHI_MEASURE_COLD_WINDOW_H

#include <bench.h>

#include "host/evict.h"

/* Zero-filled: nothing is evicted. */
struct benchi_cold_window {
	unsigned cold;              /* BENCH_COLD_... */
	struct benchi_sweep sweep;  /* memory NULL: lines are evicted instead */
};

/* Chooses how to evict what the thread has named; memory for a sweep, if there are no lines to
 * evict, or code too.  BENCH_ERR_ARGUMENT for another number, BENCH_ERR_CLOCK_COARSE,
 * BENCH_ERR_MEMORY. */
bench_status benchi_cold_window_begin(struct benchi_cold_window *w, unsigned cold,
                                      const bench_timing *timing);
void benchi_cold_window_end(struct benchi_cold_window *w);

/* Evicts, and times one iteration of the case, or of an empty body in its place: with what the
 * clock, the call and cold code of the window cost, which is the same in both. */
double benchi_cold_window_time(const struct benchi_cold_window *w, const bench_timing *timing,
                               const bench_case *item);
double benchi_cold_window_empty(const struct benchi_cold_window *w, const bench_timing *timing,
                                const bench_case *item);

#endif
