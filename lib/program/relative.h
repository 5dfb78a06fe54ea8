/*
 * Rows against one of them, the baseline, paired within each process.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_RELATIVE_H
#define BENCHI_PROGRAM_RELATIVE_H

#include <stdio.h>

#include "data/results.h"

/* The baseline's row for a result: of that name, or of that case with the result's parameter
 * and threads; NULL: none. */
const benchi_result *benchi_relative_baseline(const benchi_report *report, const char *name,
                                              const benchi_result *result);

/* Is there such a row for any result? */
bool benchi_relative_known(const benchi_report *report, const char *name);

/* Fills in relative and starts of each result that has such a row.  BENCH_ERR_MEMORY. */
bench_status benchi_relative_find(benchi_report *report, const char *name);

/* Prints a line for each of them. */
void benchi_relative_print(FILE *out, const benchi_report *report, const char *name);

#endif
