/*
 * This run against a saved one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_SAVED_RUN_H
#define BENCHI_PROGRAM_SAVED_RUN_H

#include <stdio.h>

#include "data/results.h"
#include "data/rows.h"

/* Reads a saved run.  BENCH_ERR_INPUT, with the file and the line; BENCH_ERR_MEMORY.  saved:
 * zero-filled; the caller frees it in any case. */
bench_status benchi_saved_run_read(const char *path, benchi_rows *saved);

/* Prints of each result that the saved run has too whether it is slower, faster, the same, or
 * whether that is inconclusive; *slower: how many are slower.  margin: that was stated, a share, or
 * 0.  BENCH_ERR_MEMORY. */
bench_status benchi_saved_run_compare(FILE *out, const benchi_report *report,
                                      const benchi_rows *saved, const char *path, double margin,
                                      size_t *slower);

#endif
