/*
 * The time of one case taken off another's, with its error.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_OVERHEAD_H
#define BENCHI_PROGRAM_OVERHEAD_H

#include "data/results.h"
#include "program/combine.h"
#include "program/settings.h"

/* A row's results of several processes: n of them. */
struct benchi_parts {
	benchi_part *part;
	size_t n;
	size_t disturbed;     /* processes that had no whole window */
};

/* Does every row that names an overhead have one, which names none itself?  0, or
 * BENCHI_EXIT_MISUSE after a message. */
int benchi_overhead_check(const benchi_settings *settings, const benchi_report *report);

/*
 * Takes the overhead off each row of the report that names one, process by process, and divides
 * what is left by the number of the row's parts: in the results of processes and in readings,
 * before rows are combined.  A process without a result of the overhead no longer counts; a row
 * that none is left of is skipped.  parts: those of each row.  BENCH_ERR_MEMORY.
 */
bench_status benchi_overhead_take_off(benchi_report *report, struct benchi_parts *parts);

/* The same for rows of this process alone, whose summaries it changes. */
bench_status benchi_overhead_take_off_here(benchi_report *report);

#endif
