/*
 * Times the chains of this machine into a recording.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_RECORD_H
#define BENCHI_CYCLE_RECORD_H

#include <bench.h>

#include "cycle/chains.h"

/* When a recording ends. */
struct benchi_recording_end {
	double time_ns;     /* at the latest, if some rounds of all chains are complete */
	double first_ns;    /* from then on, and from six rounds, enough is called */
	int (*enough)(void *to, bench_recording *recording);    /* NULL: never */
	void *to;
};

/* Times rounds of all chains until then.  BENCH_ERR_NO_TICK where the clock does not follow
 * the processor at all (a scripted one). */
bench_status benchi_record_windows(const bench_timing *timing,
                                   const struct benchi_recording_end *end, uint64_t seed,
                                   bench_recording *recording);

/* Times one window of a chain. */
double benchi_chain_time(const bench_timing *timing, void (*run)(uint64_t), uint64_t iterations);

/* The iterations that make its windows long enough; 0 where none do. */
uint64_t benchi_chain_iterations(const bench_timing *timing, void (*run)(uint64_t));

#endif
