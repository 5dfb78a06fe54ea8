/*
 * The rows of a benchmark program: each case with each value of its range on each
 * number of threads.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_CASE_TABLE_H
#define BENCHI_PROGRAM_CASE_TABLE_H

#include "program/settings.h"
#include "data/results.h"

typedef struct benchi_row {
	const bench_case *c;
	char *name;           /* "copy/4096/threads:2" */
	const char *benchmark;/* the case's, or its index in words; within names */
	uint64_t parameter;   /* the one that leads */
	struct benchi_parameters parameters;
	bool has_parameter;
	size_t threads;
} benchi_row;

typedef struct benchi_table {
	benchi_row *row;
	size_t n, capacity;
	char **name;          /* of each case */
	size_t cases;
} benchi_table;

/* All rows that the filter lets through, in the table's order.  rows: to be freed whatever is
 * returned.  0, or BENCHI_EXIT_MISUSE after a message. */
int benchi_table_make(const benchi_settings *settings, const bench_case *cases, size_t n,
                      benchi_table *rows);

/* Fills in what is known of a row's result before it is run; the name becomes the result's. */
void benchi_row_describe(benchi_row *row, benchi_result *result);

void benchi_table_free(benchi_table *rows);

#endif
