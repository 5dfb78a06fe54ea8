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
	double *patience_ns;       /* as in struct benchi_round_sink */
	struct benchi_share share; /* .time_ns 0: the library's default, unbounded */
	size_t rounds;             /* as options.rounds */
	uint64_t seed;
	uint32_t process;          /* which this is */
	bool pool;                 /* the row's threads at once; else in this thread alone */
} benchi_table_style;

/* How it went. */
typedef enum benchi_outcome {
	BENCHI_TIMED,    /* result->summary holds */
	BENCHI_SKIPPED,  /* it called bench_skip */
	BENCHI_DISTURBED, /* no window was left whole */
	BENCHI_WRONG     /* it failed its check, or could not be timed: result->skipped is the reason */
} benchi_outcome;

/* Runs the row; readings are added to result. */
benchi_outcome benchi_one_run(const benchi_row *row, const benchi_table_style *style,
                              benchi_result *result);

#endif
