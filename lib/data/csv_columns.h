/*
 * What the columns of a table hold.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_CSV_COLUMNS_H
#define BENCHI_DATA_CSV_COLUMNS_H

#include "data/rows.h"

/* COLUMN_SETTING and COLUMN_PASSED are not read; COLUMN_TEXT becomes a part of the name. */
typedef enum benchi_column_kind_of {
	COLUMN_METRIC,
	COLUMN_BENCHMARK,
	COLUMN_RUN,
	COLUMN_ROUND,
	COLUMN_SETTING,
	COLUMN_PASSED,
	COLUMN_TEXT
} benchi_column_kind_of;

typedef struct benchi_csv_column {
	char *name;
	benchi_column_kind_of kind;
	uint32_t metric; /* its place among the metrics */
	bool count;      /* of an iteration, the same in all windows: not of the row's */
} benchi_csv_column;

/* By its name; ours: in a table of a benchmark program. */
benchi_column_kind_of benchi_column_kind(const char *name, bool ours);

/* The unit of a metric's values.  ours: as in benchi_column_kind; seconds: hyperfine's. */
benchi_word benchi_column_unit(const benchi_csv_column *column, bool ours, bool seconds);

/* Whether these are the columns of hyperfine's CSV, a line of summaries for each command; the
 * median is then taken for a metric "time", the rest left out. */
bool benchi_columns_are_summaries(benchi_csv_column *columns, size_t n);

/* Whether a metric's field in the first row is a text: it begins with a letter, or with digits
 * that letters follow, and is no number of C (nan, inf, 0x10). */
bool benchi_column_is_text(const benchi_csv_column *column, benchi_word field);

/* Notes that a column holds texts.  BENCH_ERR_MEMORY. */
bench_status benchi_column_note(benchi_rows *rows, const benchi_csv_column *column);

#endif
