/*
 * What one iteration of a row executes: instructions, allocations, events.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_COUNT_H
#define BENCHI_PROGRAM_COUNT_H

#include <stdio.h>

#include "program/case_table.h"

/*
 * Counts instructions and allocations in a child of this process.  limit: single steps, at
 * most.  What the heap looks like is part of the answer: to be called before anything is timed.
 * result->uncounted states why there are none.
 */
void benchi_count_steps(const benchi_row *row, uint64_t limit, benchi_result *result);

/* Counts events of the kernel and the processor, likewise; after the row was timed. */
void benchi_count_events(const benchi_row *row, benchi_result *result);

/* All rows of the report, which are those of the table in its order: steps, with a limit; events of
 * what was timed, with limit 0.  Ends early at an interrupt. */
void benchi_count_all(const benchi_table *rows, uint64_t limit, benchi_report *report);

/* Prints a table of the counts, if any row has some.  BENCH_ERR_MEMORY. */
bench_status benchi_count_print(FILE *out, const benchi_report *report);

#endif
