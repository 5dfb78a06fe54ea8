/*
 * One row: set up, checked, timed, torn down.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_ONE_H
#define BENCHI_PROGRAM_ONE_H

#include "program/budget.h"
#include "program/table.h"
#include "report/result.h"

/* How a row is to be run. */
typedef struct benchi_manner {
	struct benchi_share share; /* .time_ns 0: the library's default, unbounded */
	size_t rounds;             /* as options.rounds */
	uint64_t seed;
	uint32_t process;          /* which this is */
	bool crew;                 /* the row's threads at once; else in this thread alone */
} benchi_manner;

/* How it went. */
typedef enum benchi_outcome {
	BENCHI_TIMED,    /* result->summary holds */
	BENCHI_SKIPPED,  /* it said so itself */
	BENCHI_WRONG     /* it failed its check, or could not be timed: result->skipped says why */
} benchi_outcome;

/* Runs the row; readings are added to result. */
benchi_outcome benchi_one_run(const benchi_row *row, const benchi_manner *manner,
                              benchi_result *result);

#endif
