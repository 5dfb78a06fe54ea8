/*
 * A reference that another process found: described, adopted, confirmed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_ADOPT_H
#define BENCHI_CYCLE_ADOPT_H

#include "base/calibration_text.h"
#include "cycle/reference.h"

/* Fills what a calibration holds of a reference; tick_ns is NaN where it could not be confirmed. */
void benchi_reference_describe(const struct benchi_reference *reference,
                               struct benchi_calibration *calibration);

/* The reference that a calibration describes; returns 0 if this library has no such chains, the
 * numbers contradict each other, or it is of another processor. */
int benchi_reference_described(const struct benchi_calibration *calibration,
                               struct benchi_reference *reference);

/* Times windows of its two chains, some 0.1 ms; returns 1, with tick_ns as it is now, if the ratio
 * of their times is that of their ticks. */
int benchi_reference_confirm(const bench_timing *timing, struct benchi_reference *reference);

/* Have these numbers of ticks no factor in common, so that their ratio determines them? */
int benchi_ticks_unlike(unsigned a, unsigned b);

/* The reference in BENCH_CALIBRATION, if it is confirmed; returns 0 if there is none. */
int benchi_reference_adopt(const bench_timing *timing, struct benchi_reference *reference);

#endif
