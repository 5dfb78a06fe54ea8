/*
 * Rows of a table that go on in the next line, within quotes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_CSV_RECORD_H
#define BENCHI_DATA_CSV_RECORD_H

#include "data/input.h"

/* What the text so far leaves open: a quoted field; a field past its beginning. */
typedef struct benchi_csv_quotes {
	bool inside, in_field;
} benchi_csv_quotes;

/* Follows the text from s to end, which does not end between the two quotes of a pair. */
void benchi_csv_follow(benchi_csv_quotes *q, const char *s, const char *end);

/* Zero-filled at first; text is to be freed. */
typedef struct benchi_csv_record {
	char *text;
	size_t used, room;
} benchi_csv_record;

/*
 * Reads on as long as a quoted field of the row at *line goes on in the next line, and
 * moves *line and *length to all of it, newlines included.  A row whose quote is never
 * closed ends with the file.
 *
 * BENCH_ERR_INPUT: it is over BENCHI_LINE_LIMIT.  BENCH_ERR_MEMORY.
 */
bench_status benchi_whole_row(benchi_csv_record *joined, benchi_input *in, const char **line,
                              size_t *length);

/* What a column holds. */
enum benchi_column {
	COLUMN_METRIC,
	COLUMN_BENCHMARK,
	COLUMN_RUN,
	COLUMN_ROUND,
	COLUMN_SETTING, /* of our own tables: neither a metric nor a name */
	COLUMN_PASSED   /* passed over */
};

/* By its name; ours: in a table of our own. */
enum benchi_column benchi_column_kind(const char *name, bool ours);

#endif
