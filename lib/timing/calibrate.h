/*
 * The parts of a calibration, in their order.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_TIMING_CALIBRATE_H
#define BENCHI_TIMING_CALIBRATE_H

#include <bench.h>

/* The calibration of the clock that options name, or of the default one. */
bench_status benchi_timing_choose(const bench_options *options, bench_timing *timing);

/* A calibration for small budgets, of the options' clock or the default one:
 * step, reading and empty window only, within a tenth of budget_ns where the clock allows.
 * Windows from enough_ns on are usable; benchi_window_uncertainty_ns gives their
 * resolution.  scratch: space for BENCHI_STEP_READINGS, or NULL: it is allocated. */
bench_status benchi_timing_quick(const bench_options *options, double budget_ns,
                                 double *scratch, bench_timing *timing);

/* Adopts the calibration in BENCH_CALIBRATION for that clock (NULL: the default one), after
 * some microseconds of readings confirm it.  Returns 0, with timing undefined, if there is none
 * or it is not this clock's. */
int benchi_timing_adopt(const bench_clock *clock, bench_timing *timing);

/* The calibration of the default clock, once per process. */
bench_status benchi_timing_default(const bench_timing **timing);

#endif
