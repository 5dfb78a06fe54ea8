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

/* Prints a table of the counts, if any row has some.  BENCH_ERR_MEMORY. */
bench_status benchi_count_print(FILE *out, const benchi_report *report);

#endif
