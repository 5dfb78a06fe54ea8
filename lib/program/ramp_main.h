/*
 * bench_main --ramp: each row under a growing load.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_RAMP_MAIN_H
#define BENCHI_PROGRAM_RAMP_MAIN_H

#include "program/settings.h"
#include "program/case_table.h"

/* Ramps and writes every row according to the settings; returns the exit status. */
int benchi_ramp_rows(const benchi_settings *settings, const benchi_table *rows);

/* The live line on standard error, where that is a terminal: for a plan's progress; and its
 * removal.  arg: not used. */
void benchi_ramp_progress(void *arg, size_t workers, const benchi_step *done);
void benchi_ramp_progress_end(void);

#endif
