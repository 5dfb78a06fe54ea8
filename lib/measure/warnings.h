/*
 * The warnings of a result.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_WARNINGS_H
#define BENCHI_MEASURE_WARNINGS_H

#include "engine/estimate.h"
#include "measure/recorded.h"

/* DRIFT, from the rounds in the order in which they were made. */
void benchi_warnings_trend(const double *ns, size_t n, bench_summary *summary);

/* NOISY and BELOW_RESOLUTION, from the estimate before anything is clamped. */
void benchi_warnings_noise(const struct benchi_estimate *ns, bench_summary *summary);

/* BIMODAL, and the modes' positions: from sorted numbers.  uncertainty_share: the clock's
 * relative uncertainty of a window. */
void benchi_warnings_modes(const double *sorted, size_t n, double uncertainty_share,
                         bench_summary *summary);

/* All others.  whole: rounds without interruption; clean: those without a noisy neighbour, 0
 * if there were too few to decide. */
void benchi_warnings_add(const struct benchi_recorded *run, size_t whole, size_t clean,
                       bench_summary *summary);

/* Where there is no work, nothing else about the number's size is worth a warning: without those
 * that follow from it. */
unsigned benchi_warnings_tidy(unsigned warnings);

#endif
