/*
 * From a run's windows to a summary: arithmetic, no clock.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_RESULT_H
#define BENCHI_MEASURE_RESULT_H

#include "cycle/width.h"
#include "measure/run.h"

bench_summary benchi_result_make(const struct benchi_run *run);

/* Hands every number to run->readings. */
void benchi_result_give(const struct benchi_run *run);

/* How far the interval would reach now, to each side, as a share; infinite if it is none yet. */
double benchi_result_half_width(const struct benchi_run *run);

/* The rounds that the thread's latest summary was made of, this run's: nanoseconds of an
 * iteration each, ascending, *n of them.  Valid as long as the run is. */
const double *benchi_result_sorted(const struct benchi_run *run, size_t *n);

/* What the run's rounds show of the high-IPC reference's rate. */
struct benchi_width benchi_result_width(const struct benchi_run *run);

/* Are so many rounds spoilt by a neighbour on the core that sampling should go on? */
int benchi_result_wants_more(const struct benchi_run *run);

/* Throws away the rounds that a neighbour spoilt, to make capacity for more. */
void benchi_result_keep_clean(struct benchi_run *run);

#endif
