/*
 * From the caller's options to the engine's plan.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_PLAN_H
#define BENCHI_MEASURE_PLAN_H

#include "measure/run.h"

#define BENCHI_PLAN_TIME_NS 12e6    /* of a run whose caller states none */

/* Checks the options: BENCH_OK, or BENCH_ERR_ARGUMENT with bench_detail. */
bench_status benchi_plan_check(const struct benchi_beginning *beginning);

/* The engine's plan, without arms yet, for a run whose timing and reference are known. */
struct benchi_plan benchi_plan_make(const struct benchi_recorded *run,
                                    const struct benchi_beginning *beginning);

/* The half width at which the run may end, as a share; 0: none. */
double benchi_plan_precision(const struct benchi_beginning *beginning);

#endif
