/*
 * Evaluates finished results: impossible values, growth, context.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_FINISH_H
#define BENCHI_PROGRAM_FINISH_H

#include "program/limit.h"
#include "program/settings.h"
#include "data/results.h"

/* Takes out rows that were never run, if any. */
void benchi_finish_prune(benchi_report *report);

/* Marks what is impossible.  How many rows are; SIZE_MAX when memory is out. */
size_t benchi_finish_judge(const benchi_bound *limit, size_t limits, benchi_report *report);

/* Fills the results' context.  BENCH_ERR_MEMORY; otherwise the caller frees it. */
bench_status benchi_finish_context(const benchi_report *report, benchi_context *context);

/* Are they rows of the same case, with other values of the parameter that leads alone? */
bool benchi_finish_family(const benchi_result *a, const benchi_result *b);

/* A line with the time of each row, without any memory. */
void benchi_finish_bare(FILE *out, const benchi_report *report);

/* A line on how each case with a range grows.  BENCH_ERR_MEMORY. */
bench_status benchi_finish_growth(FILE *out, const benchi_report *report);

#endif
