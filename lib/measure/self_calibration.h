/*
 * The process's reference, with the constant cost of its windows.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_SELF_CALIBRATION_H
#define BENCHI_MEASURE_SELF_CALIBRATION_H

#include "cycle/reference.h"
#include "measure/run.h"

/* The machine's reference, made once for the process; with its fixed_ticks from the second call
 * on.  On failure, as of benchi_reference_default, reference->low_ipc is NULL. */
bench_status benchi_self_reference(struct benchi_reference *reference);

/* The same; at_once: with its fixed_ticks already from the first call on. */
bench_status benchi_self_reference_with(struct benchi_reference *reference, int at_once);

/* Begins a run with that reference. */
void benchi_calibrated_begin(struct benchi_run *run, const struct benchi_beginning *beginning);

#endif
