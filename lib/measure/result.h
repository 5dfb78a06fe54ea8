/*
 * From a run's windows to a summary: arithmetic, no clock.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_RESULT_H
#define BENCHI_MEASURE_RESULT_H

#include "measure/recorded.h"
#include "measure/rounds.h"

bench_summary benchi_result_make(const struct benchi_recorded *run);

/* Passes every number to the sink. */
void benchi_result_give(const struct benchi_recorded *run, const struct benchi_round_sink *sink);

/* The half width of the interval so far, as a share; infinite if there is none yet, or if it is
 * open whether rare work matters. */
double benchi_result_half_width(const struct benchi_recorded *run);

/* The rounds that the run's summary was made of: nanoseconds of an
 * iteration each, ascending, *n of them.  Valid as long as the run is. */
const double *benchi_result_sorted(const struct benchi_recorded *run,
                                   const bench_summary *summary, size_t *n);

#endif
