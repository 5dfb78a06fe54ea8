/*
 * The core's clock with the recording that it was found from; for the program mhz too.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_CLOCK_H
#define BENCHI_CYCLE_CLOCK_H

#include "cycle/recording.h"

/* As bench_cpu_clock; *recording is the latest try's, to be given back by bench_recording_free,
 * or NULL. */
bench_status benchi_clock_find(const bench_options *options, bench_recording **recording,
                               bench_cpu *cpu);

#endif
