/*
 * The ruler, after the harness has measured itself with it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_SELF_H
#define BENCHI_MEASURE_SELF_H

#include "cycle/ruler.h"

/* The machine's ruler with its fixed_ticks, made once for the process.  On failure, as
 * of benchi_ruler_default, ruler->calm is NULL. */
bench_status benchi_self_ruler(struct benchi_ruler *ruler);

#endif
