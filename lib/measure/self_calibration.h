/*
 * The reference, after the harness has measured itself with it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_SELF_CALIBRATION_H
#define BENCHI_MEASURE_SELF_CALIBRATION_H

#include "base/calibration_text.h"
#include "cycle/reference.h"

/* The machine's reference, made once for the process; with its fixed_ticks from the second call
 * on.  On failure, as of benchi_reference_default, reference->calm is NULL. */
bench_status benchi_self_reference(struct benchi_reference *reference);

/* One line of text that holds the calibration of the default clock and of the reference, which
 * are made if need be: a child process that has it in the environment variable BENCH_CALIBRATION
 * confirms it in some 0.2 ms instead of measuring anew; without the variable it measures anew.
 * text: capacity for capacity bytes, BENCHI_CALIBRATION_TEXT are enough.  Returns the line's
 * length; 0
 * where the clock cannot be calibrated, or the line does not fit. */
size_t benchi_calibration_text(char *text, size_t capacity);

#endif
