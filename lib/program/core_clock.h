/*
 * How fast the core ran, beside the results.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_CORE_CLOCK_H
#define BENCHI_PROGRAM_CORE_CLOCK_H

#include "data/results.h"

/* .mhz, .low, .high and .tick_ns; NaN where they are not known.  BENCH_ERR_MEMORY. */
bench_status benchi_core_find(const benchi_report *report, bench_cpu *cpu);

#endif
