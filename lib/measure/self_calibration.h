/*
 * The reference, after the harness has measured itself with it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_SELF_CALIBRATION_H
#define BENCHI_MEASURE_SELF_CALIBRATION_H

#include "cycle/reference.h"

/* The machine's reference with its fixed_ticks, made once for the process.  On failure, as
 * of benchi_reference_default, reference->calm is NULL. */
bench_status benchi_self_reference(struct benchi_reference *reference);

#endif
