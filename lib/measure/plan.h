/*
 * From what the caller says to what the engine is to do.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_PLAN_H
#define BENCHI_MEASURE_PLAN_H

#include "measure/run.h"

/* Do the options make sense?  BENCH_ERR_ARGUMENT, with bench_detail, if not. */
bench_status benchi_plan_check(const struct benchi_beginning *beginning);

/* The engine's plan, without arms yet, for a run whose timing and reference are known. */
struct benchi_plan benchi_plan_make(const struct benchi_run *run,
                                    const struct benchi_beginning *beginning);

/* The half width at which it may end, as a share; 0: none. */
double benchi_plan_precision(const struct benchi_beginning *beginning);

#endif
