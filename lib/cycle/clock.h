/*
 * The core's clock, and the recording behind it; also for the program mhz.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_CLOCK_H
#define BENCHI_CYCLE_CLOCK_H

#include "cycle/recording.h"

/* As bench_cpu_clock; *recording is the latest try's, which the caller frees with
 * bench_recording_free, or NULL. */
bench_status benchi_clock_find(const bench_options *options, bench_recording **recording,
                               bench_cpu *cpu);

#endif
