/*
 * What makes a result doubtful: its warnings.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_WARNINGS_H
#define BENCHI_MEASURE_WARNINGS_H

#include "engine/estimate.h"
#include "measure/run.h"

/* DRIFT, from the rounds in the order in which they were made. */
void benchi_warnings_trend(const double *ns, size_t n, bench_summary *summary);

/* NOISY and BELOW_RESOLUTION, from the estimate before anything is clamped. */
void benchi_warnings_noise(const struct benchi_estimate *ns, bench_summary *summary);

/* BIMODAL, and the modes' places: from sorted numbers, whose windows the clock may have
 * put off by uncertainty_share of them. */
void benchi_warnings_modes(const double *sorted, size_t n, double uncertainty_share,
                         bench_summary *summary);

/* All others.  whole: rounds without interruption; clean: those without a neighbour, 0
 * if there were too few to go by. */
void benchi_warnings_add(const struct benchi_run *run, size_t whole, size_t clean,
                       bench_summary *summary);

#endif
