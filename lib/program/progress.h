/*
 * How far a program has come.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_PROGRESS_H
#define BENCHI_PROGRAM_PROGRESS_H

#include <stdbool.h>

#include "data/results.h"

typedef struct benchi_progress {
	bool lines;            /* a line for each row that is done */
	bool live;             /* or one line that is overwritten */
	bool shown;            /* it stands there */
	size_t step, steps;
	bench_clock clock;
	uint64_t began;
} benchi_progress;

/* lines: were asked for.  Otherwise, and unless quiet, a terminal gets the live line once the
 * program has run for a second. */
void benchi_progress_begin(benchi_progress *progress, size_t steps, bool lines, bool quiet);

/* A row was run: reports it on standard error. */
void benchi_progress_step(benchi_progress *progress, const benchi_result *result);

/* Removes the live line. */
void benchi_progress_end(benchi_progress *progress);

#endif
