/*
 * Made-up reports, for tests of the writers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_REPORT_H
#define TESTS_MADE_REPORT_H

#include "write/write.h"

/* What a made-up row is like; with a number of windows per process. */
typedef struct made_row {
	const char *name;
	double ns, share;   /* its interval is ns (1 +- share) */
	size_t threads, processes, windows;
	double bytes, items;
	unsigned warnings;
} made_row;

/* Adds the row, with windows that alternate about ns; cycles are 4 a nanosecond. */
benchi_result *made_add(benchi_report *report, const made_row *row);

/* Around each test there is a report with rows of every kind: with warnings,
 * skipped, failed, impossible, of threads and processes; and a context: a machine, a
 * clock and a compiler. */
extern benchi_report report;
extern benchi_context context;
void made_begin(void);
void made_end(void);

/* The report in that format, to be freed. */
char *made_written(benchi_format format, const benchi_output_style *style);

#endif
