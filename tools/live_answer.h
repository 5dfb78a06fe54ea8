/*
 * The answer so far, looked at while the data grows.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_LIVE_H
#define TOOLS_LIVE_H

#include <stdio.h>

#include "tools/compare/compare.h"

#define LIVE_SECONDS 0.25 /* between two looks */

/* A look at rows that may grow afterwards; zero-filled is empty. */
typedef struct live {
	job job;              /* its comparisons, if there are two sets to compare */
	benchi_rows view;     /* the same values, every set cut to the shortest's length */
	const char *name;
	size_t n;             /* values of each set */
} live;

/* Compares what is there, validly at any time.  asked: which margin, metric, base.
 * 0, or an exit status after a message; to be given to live_free. */
int live_look(const benchi_rows *rows, const settings *asked, const char *name, live *l);

/* Writes the table in the given columns: each set's figures, each pair's answer. */
void live_write(FILE *out, const live *l, int columns);

/* Writes each pair's answer only. */
void live_answers(FILE *out, const live *l, int columns);

void live_free(live *l);

#endif
