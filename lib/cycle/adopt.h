/*
 * A reference that a parent process found: adopt and confirm it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_ADOPT_H
#define BENCHI_CYCLE_ADOPT_H

#include "base/calibration_text.h"
#include "cycle/reference.h"

/* Makes the reference that a calibration describes; returns 0 if this library has no such chains,
 * the numbers contradict each other, or the processor differs. */
int benchi_reference_described(const struct benchi_calibration *calibration,
                               struct benchi_reference *reference);

/* Times windows of its two chains, some 0.1 ms; returns 1, with tick_ns as it is now, if the ratio
 * of their times is that of their ticks. */
int benchi_reference_confirm(const bench_timing *timing, struct benchi_reference *reference);

/* Do these numbers of ticks share no factor, so that their ratio determines them? */
int benchi_ticks_unlike(unsigned a, unsigned b);

/* Takes the reference of BENCH_CALIBRATION if it is confirmed; otherwise returns 0. */
int benchi_reference_adopt(const bench_timing *timing, struct benchi_reference *reference);

#endif
