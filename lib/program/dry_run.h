/*
 * bench_main --dry-run: each body once, without timing.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_DRY_RUN_H
#define BENCHI_PROGRAM_DRY_RUN_H

#include "program/case_table.h"

/* Sets up, verifies and runs one iteration of every row, and prints a line for each.  Returns the
 * exit status: BENCHI_EXIT_WRONG if a case verified as wrong. */
int benchi_dry_run(const benchi_table *rows);

#endif
