/*
 * The process's reference, with the constant cost of its windows.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_SELF_CALIBRATION_H
#define BENCHI_MEASURE_SELF_CALIBRATION_H

#include "base/calibration_text.h"
#include "cycle/reference.h"
#include "measure/run.h"

/* The machine's reference, made once for the process; with its fixed_ticks from the second call
 * on.  On failure, as of benchi_reference_default, reference->low_ipc is NULL. */
bench_status benchi_self_reference(struct benchi_reference *reference);

/* Begins a run with that reference. */
void benchi_calibrated_begin(struct benchi_run *run, const struct benchi_beginning *beginning);

/* Writes the calibration of the default clock and of the reference as one line, calibrating first
 * if necessary.  A child process with this line in the environment variable BENCH_CALIBRATION
 * confirms it in some 0.2 ms; without the variable it calibrates again.
 * text: capacity bytes; BENCHI_CALIBRATION_TEXT are enough.  Returns the line's length; 0
 * where the clock cannot be calibrated or the line does not fit. */
size_t benchi_calibration_text(char *text, size_t capacity);

#endif
