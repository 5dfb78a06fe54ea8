/*
 * Rows of a table that go on in the next line, within quotes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_CSV_RECORD_H
#define BENCHI_DATA_CSV_RECORD_H

#include "data/input.h"
#include "data/rows.h"

/* What the text so far leaves open: a quoted field; a field past its beginning. */
typedef struct benchi_csv_quotes {
	bool inside, in_field;
	char separator; /* of fields */
} benchi_csv_quotes;

/* Follows the text from s to end, which does not end between the two quotes of a pair. */
void benchi_csv_follow(benchi_csv_quotes *q, const char *s, const char *end);

/* The separator of fields, and space for a quoted one; zero-filled except separator; the caller
 * frees text. */
typedef struct benchi_csv_fields {
	char separator;
	char *text;
	size_t capacity;
} benchi_csv_fields;

/* The field at *s, without blanks around it and without quotes; *s moves to the separator behind
 * it, or to end.  BENCH_ERR_INPUT: a quote is not closed, or text follows it.
 * BENCH_ERR_MEMORY. */
bench_status benchi_csv_next(benchi_csv_fields *t, const benchi_input *in, const char **s,
                             const char *end, benchi_word *field);

/* Behind the blanks at s, where those do not separate. */
const char *benchi_csv_skip(const benchi_csv_fields *t, const char *s, const char *end);

/* Zero-filled at first; the caller frees text. */
typedef struct benchi_csv_record {
	char *text;
	size_t used, capacity;
} benchi_csv_record;

/*
 * Reads on as long as a quoted field of the row at *line goes on in the next line, and
 * moves *line and *length to all of it, newlines included.  A row whose quote is never
 * closed ends with the file.
 *
 * BENCH_ERR_INPUT: it is over BENCHI_LINE_LIMIT.  BENCH_ERR_MEMORY.
 */
bench_status benchi_whole_row(benchi_csv_record *joined, benchi_input *in, char separator,
                              const char **line, size_t *length);

#endif
