/*
 * This run against a saved one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_BASELINE_H
#define BENCHI_PROGRAM_BASELINE_H

#include <stdio.h>

#include "data/results.h"
#include "data/rows.h"

/* Reads a saved run.  BENCH_ERR_INPUT, with the file and the line; BENCH_ERR_MEMORY.  saved:
 * zero-filled; to be freed whatever is returned. */
bench_status benchi_baseline_read(const char *path, benchi_rows *saved);

/* Says of each result that the saved run has too what bench compare would say: is it
 * faster, slower, the same, or is that not known?  BENCH_ERR_MEMORY. */
bench_status benchi_baseline_say(FILE *out, const benchi_report *report, const benchi_rows *saved,
                                const char *path);

#endif
