/*
 * What a selection reports of each candidate.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_REPORT_H
#define BENCHI_COMPARE_REPORT_H

#include "compare/selection.h"

/* Its time over the chosen one's, with its interval, from the latest blocks. */
bench_candidate benchi_selection_ratio(const struct benchi_selection *field, size_t i);

/* Fills options->report. */
void benchi_selection_report(const struct benchi_selection *field);

#endif
