/*
 * One row: set up, checked, timed, torn down.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_ROW_H
#define BENCHI_PROGRAM_ROW_H

#include "program/budget.h"
#include "program/case_table.h"
#include "data/results.h"

/* How a row is to be run. */
typedef struct benchi_table_style {
	struct benchi_share share; /* .time_ns 0: the library's default, unbounded */
	size_t rounds;             /* as options.rounds */
	uint64_t seed;
	uint32_t process;          /* which this is */
	bool pool;                 /* the row's threads at once; else in this thread alone */
} benchi_table_style;

/* How it went. */
typedef enum benchi_outcome {
	BENCHI_TIMED,    /* result->summary holds */
	BENCHI_SKIPPED,  /* it said so itself */
	BENCHI_WRONG     /* it failed its check, or could not be timed: result->skipped says why */
} benchi_outcome;

/* Runs the row; readings are added to result. */
benchi_outcome benchi_one_run(const benchi_row *row, const benchi_table_style *manner,
                              benchi_result *result);

#endif
