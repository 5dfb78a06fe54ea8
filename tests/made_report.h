/*
 * Made-up reports, for tests of the writers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_REPORT_H
#define TESTS_MADE_REPORT_H

#include <check.h>

#include "report/context.h"
#include "report/result.h"

/* What a made-up row is like; of windows each process has so many. */
typedef struct made_row {
	const char *name;
	double ns, share;   /* its interval is ns (1 +- share) */
	size_t threads, processes, windows;
	double bytes, items;
	unsigned warnings;
} made_row;

/* Adds the row, with windows that alternate about ns; cycles are 4 a nanosecond. */
benchi_result *made_add(benchi_report *report, const made_row *row);

/* Rows of every kind: doubtful, skipped, failed, impossible, threads, processes. */
void made_report(benchi_report *report);

/* A suite of one case whose tests each have begin before and end behind. */
Suite *made_suite(const char *name, const TTest *const *tests, void (*begin)(void),
                  void (*end)(void));

/* A machine, a clock and a compiler. */
void made_context(benchi_context *context);

#endif
