/*
 * The cells of the table of results.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WRITE_CELLS_H
#define BENCHI_WRITE_CELLS_H

#include "data/results.h"

typedef enum benchi_column {
	BENCHI_COLUMN_TIME,       /* of one iteration, on one thread */
	BENCHI_COLUMN_INTERVAL,   /* as a share of it; left out where that of the cycles is as wide */
	BENCHI_COLUMN_WALL,       /* of the whole machine an iteration, if there are threads */
	BENCHI_COLUMN_CPU,        /* processor time an iteration, likewise */
	BENCHI_COLUMN_CYCLES,
	BENCHI_COLUMN_CYCLES_INTERVAL,
	BENCHI_COLUMN_RELATIVE,   /* to the baseline */
	BENCHI_COLUMN_THROUGHPUT, /* of the whole machine */
	BENCHI_COLUMN_WITHIN,     /* spread, if there are processes */
	BENCHI_COLUMN_BETWEEN,
	BENCHI_COLUMN_MARKS       /* a letter a warning, '!' for impossible */
} benchi_column;

#define BENCHI_COLUMNS 11

typedef struct benchi_cells {
	char text[BENCHI_COLUMNS][40];
} benchi_cells;

/* The heads of the columns. */
extern const char *const benchi_column_name[BENCHI_COLUMNS];

/* The letter of a warning's bit, from 0. */
char benchi_warning_mark(int bit);

/* Why a row has no figures; NULL: it has. */
const char *benchi_cells_missing(const benchi_result *result);

/* Fills in a row's cells; "" without a value.  utf8: as benchi_output_style. */
void benchi_cells_fill(const benchi_result *result, bool utf8, benchi_cells *cells);

#endif
