/*
 * The parts of a calibration, in the order in which they are made.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_TIMING_CALIBRATE_H
#define BENCHI_TIMING_CALIBRATE_H

#include <bench.h>

/* Verifies the clock: fills step_ns, reading_ns and vernier. */
bench_status benchi_step_find(bench_timing *timing);

/* What an empty window measures: fills empty_ns. */
bench_status benchi_empty_find(bench_timing *timing);

/* The shortest window that tells 0.5 % more work apart: fills enough_ns. */
bench_status benchi_enough_find(bench_timing *timing);

/* The calibration of the clock that options name, or of the default one. */
bench_status benchi_timing_choose(const bench_options *options, bench_timing *timing);

/* The calibration of the default clock, made once for the process. */
bench_status benchi_timing_default(const bench_timing **timing);

#endif
