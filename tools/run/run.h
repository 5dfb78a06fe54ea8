/*
 * `bench run`: what its files share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_RUN_H
#define TOOLS_RUN_H

#include "tools/tools.h"

/* The results of all processes. */
typedef struct run_results {
	benchi_report report;
	struct benchi_parts *parts; /* of each result */
	size_t capacity;
} run_results;

/* Adds the lines that one process has published; numbered: with their place in the source.  How
 * many there were; SIZE_MAX when memory is out. */
size_t run_gather(FILE *in, uint32_t process, bool numbered, run_results *results);

void run_free(run_results *results);

#endif
