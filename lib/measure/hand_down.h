/*
 * The calibration that a process hands down to its children.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_HAND_DOWN_H
#define BENCHI_MEASURE_HAND_DOWN_H

#include "base/calibration_text.h"

/* Writes the calibration of the default clock and of the reference as one line, calibrating first
 * if necessary.  A child process with this line in the environment variable BENCH_CALIBRATION
 * confirms it in some 0.2 ms; without the variable it calibrates again.
 * text: capacity bytes; BENCHI_CALIBRATION_TEXT are enough.  Returns the line's length; 0
 * where the clock cannot be calibrated or the line does not fit. */
size_t benchi_calibration_text(char *text, size_t capacity);

#endif
