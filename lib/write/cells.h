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
	BENCHI_COLUMN_INTERVAL,   /* as a share of it */
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

/* Is that column there whatever the rows have? */
bool benchi_column_fixed(int column, const benchi_report *report);

/* Has a row a figure to be used?  Not where work was left out, a limit says that it is impossible,
 * or the intervals of time and cycles both reach further than a quarter of the value. */
bool benchi_cells_usable(const benchi_result *result);

/* The letter of a warning's bit, from 0. */
char benchi_warning_mark(int bit);

/* Why a row has no figures; NULL: it has. */
const char *benchi_cells_missing(const benchi_result *result);

/* Fills in a row's cells; "" without a value.  utf8: as benchi_output_style. */
void benchi_cells_fill(const benchi_result *result, bool utf8, benchi_cells *cells);

#endif
