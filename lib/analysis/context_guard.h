/*
 * Were two sets of results measured under the same conditions?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_CONTEXT_GUARD_H
#define BENCHI_ANALYSIS_CONTEXT_GUARD_H

#include <bench.h>

#include <stdbool.h>
#include <stdio.h>

#include "data/context.h"

#define BENCHI_GUARDED 8          /* facts that must agree */
#define BENCHI_GUARD_TEXT 700     /* capacity for a line about one */
#define BENCHI_EXIT_NOT_COMPARABLE 4

enum { BENCHI_FACT_TEXT = 256 };

/* processor, hypervisor, clock, libbench_version, method, compiler, flags, libbench_flags; ""
 * where the file does not state it. */
typedef struct benchi_context_facts {
	char text[BENCHI_GUARDED][BENCHI_FACT_TEXT];
	bool any;
} benchi_context_facts;

/* Finds the facts in the text of a file of results: JSON or CSV that libbench wrote.  Other files
 * state none. */
void benchi_context_facts_of(const char *text, size_t size, benchi_context_facts *facts);

/* The same of this run's context. */
void benchi_context_facts_from(const benchi_context *context, benchi_context_facts *facts);

/* The same of a file; false: it cannot be read. */
bool benchi_context_facts_read(const char *path, benchi_context_facts *facts);

/* Does the i-th fact differ?  line: BENCHI_GUARD_TEXT bytes for "processor: 'x' and 'y'".
 * A fact missing on one side does not differ, except hypervisor, which only virtual machines
 * have. */
bool benchi_context_differs(const benchi_context_facts *a, const benchi_context_facts *b, size_t i,
                            char *line);

/* Was the saved run of that path measured under this run's conditions?  Prints what differs. */
bool benchi_context_comparable(FILE *out, const char *path, const benchi_context *context);

/* Is it a fact of how the program was built, not of how it was measured? */
bool benchi_context_is_build(size_t i);

#endif
