/*
 * Limits and expectations of sets of values: --limit and --expect of sample and compare.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_BOUNDS_H
#define TOOLS_BOUNDS_H

#include <stdio.h>

#include "data/bound.h"
#include "data/rows.h"

enum { BOUNDS_MOST = 16 };

typedef struct bounds {
	benchi_bound limit[BOUNDS_MOST], expected[BOUNDS_MOST];
	size_t limits, expects;
} bounds;

/* Takes one, which must outlive it.  name: "limit" or "expect".  0, or EXIT_MISUSE after a
 * message. */
int bounds_take(bounds *b, const char *verb_name, const char *name, const char *value);

/* Prints a line for each set of the file that is wholly beyond a limit or that is predicted: the
 * median's interval, of 95 %, decides.  *beyond: becomes true if a limit is passed.
 * BENCH_ERR_MEMORY. */
bench_status bounds_judge(const bounds *b, const benchi_rows *rows, FILE *out, bool *beyond);

/* Prints that no set had the metric of a bound.  rows: n files.  0, or EXIT_MISUSE after that. */
int bounds_check(const bounds *b, const char *verb_name, const benchi_rows *rows, size_t n);

#endif
