/*
 * The context of the case that this thread runs: its parameter, its worker, its reason to skip.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_CASE_H
#define BENCHI_MEASURE_CASE_H

#include <bench.h>

enum { BENCHI_PARAMETERS = 8, BENCHI_PARAMETER_NAME = 24, BENCHI_PARAMETER_TEXT = 32 };

/* The parameters of a row; without names, one whose name is "". */
struct benchi_parameters {
	size_t n, lead;       /* lead: the first whose values are numbers; n if none is */
	struct benchi_parameter {
		char name[BENCHI_PARAMETER_NAME], text[BENCHI_PARAMETER_TEXT];
		uint64_t value;   /* of a word its index */
		int word;
	} of[BENCHI_PARAMETERS];
};

/* What bench_parameter, bench_worker and bench_workers return. */
struct benchi_worker_context {
	uint64_t parameter;   /* bench_parameter */
	size_t worker;        /* bench_worker */
	size_t workers;       /* bench_workers; 0: 1 */
	const struct benchi_parameters *parameters;   /* of bench_parameter_named; NULL: none */
};

/* Sets this thread's context and clears the reason that bench_skip gave. */
void benchi_case_enter(const struct benchi_worker_context *worker_context);

/* The reason that bench_skip gave since, or NULL if it was not called. */
const char *benchi_case_skipped(void);

#endif
