/*
 * A record: one object of a JSON file of results, its fields gathered whole.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_JSON_RECORD_H
#define BENCHI_DATA_JSON_RECORD_H

#include "data/json.h"
#include "data/rows.h"

typedef enum benchi_field_kind {
	BENCHI_FIELD_OTHER = 0, /* an object, null, an array of something else than numbers */
	BENCHI_FIELD_NUMBER = 1,
	BENCHI_FIELD_TEXT = 2,
	BENCHI_FIELD_ARRAY = 3, /* of numbers alone */
	BENCHI_FIELD_TRUE = 4
} benchi_field_kind;

typedef struct benchi_field {
	char *key, *text;
	double number, *x; /* x: n numbers */
	size_t n, capacity;
	size_t line;       /* where an array holds something else, or the field's own */
	benchi_field_kind kind;
} benchi_field;

/* Zero-filled is empty; may be filled again and again. */
typedef struct benchi_record {
	benchi_field *field;
	size_t n, capacity;
	size_t line; /* where it began */
} benchi_record;

/* Gathers the object whose opening brace was just read. */
bench_status benchi_record_read(benchi_record *record, benchi_json *json);

/* The field of that key, or NULL.  Of several the last. */
benchi_field *benchi_record_find(const benchi_record *record, const char *key);

/* The text of a field; other if there is none. */
const char *benchi_record_text(const benchi_record *record, const char *key, const char *other);

void benchi_record_free(benchi_record *record);

/* What the takers share: adds n values, all of one mark or NULL, to the set of these
 * names; x may be taken over, and is then NULL. */
typedef struct benchi_values {
	const char *benchmark, *metric, *unit;
	double **x;
	size_t n, capacity;
	const benchi_mark *mark;
	benchi_better better; /* if the record states it */
	const double *rounds; /* n of them, or NULL */
} benchi_values;
bench_status benchi_take_values(benchi_rows *rows, const benchi_values *values);

#endif
