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
	bool on;
	size_t step, steps;
} benchi_progress;

/* A row was run: says so on standard error. */
void benchi_progress_step(benchi_progress *progress, const benchi_result *result);

#endif
