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

/* The same, but a coarse clock's edges are waited for no longer than about most_ns. */
bench_status benchi_step_find_within(bench_timing *timing, double most_ns);

/* What an empty window measures: fills empty_ns. */
bench_status benchi_empty_find(bench_timing *timing);

/* The shortest window that tells 0.5 % more work apart: fills enough_ns. */
bench_status benchi_enough_find(bench_timing *timing);

/* The calibration of the clock that options name, or of the default one. */
bench_status benchi_timing_choose(const bench_options *options, bench_timing *timing);

/* A calibration for those who have little time, of the options' clock or the default one:
 * step, reading and empty window only, within a tenth of budget_ns where the clock allows.
 * Windows from enough_ns on are worth something; what they tell apart is up to
 * benchi_window_uncertainty_ns. */
bench_status benchi_timing_quick(const bench_options *options, double budget_ns,
                                 bench_timing *timing);

/* Takes over the calibration in BENCH_CALIBRATION for that clock (NULL: the default one), after
 * some microseconds of readings confirm it.  Returns 0, timing then undefined, where there is none
 * or it is not this clock's. */
int benchi_timing_adopt(const bench_clock *clock, bench_timing *timing);

/* The calibration of the default clock, made once for the process. */
bench_status benchi_timing_default(const bench_timing **timing);

#endif
