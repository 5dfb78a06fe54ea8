/*
 * Made-up reports, for tests of the writers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_REPORT_H
#define TESTS_MADE_REPORT_H

#include "write/write.h"

/* A made-up row. */
typedef struct made_row {
	const char *name;
	double ns, share;   /* its interval is ns * (1 +- share) */
	size_t threads, processes, windows;
	double bytes, items;
	unsigned warnings;
} made_row;

/* Adds the row. Its windows alternate around ns; a nanosecond is 4 cycles. */
benchi_result *made_add(benchi_report *report, const made_row *row);

/* Around each test there is a report with rows of every kind: with warnings,
 * skipped, failed, impossible, of threads and processes; and a context: a machine, a
 * clock and a compiler. */
extern benchi_report report;
extern benchi_context context;
void made_begin(void);
void made_end(void);

/* Returns the report in that format, to be freed. */
char *made_written(benchi_format format, const benchi_output_style *style);

#endif
