/*
 * Lines of a file, JSON, records, and the readers of our own JSON.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_READ_H
#define BENCHI_DATA_READ_H

#include "data/data.h"

/*
 * Input: a file in blocks, read line by line or as a window of bytes.
 */

#define BENCHI_LINE_LIMIT ((size_t)1 << 20) /* bytes; a longer line is an error */

/* Filled by benchi_input_open. */
typedef struct benchi_input {
	FILE *file;
	/* If set, called instead of reading file: waits for data, stores up to `capacity` bytes,
	 * and returns their number; 0 at the end. */
	size_t (*more)(void *context, char *to, size_t capacity);
	void *context;      /* argument of more */
	const char *name;   /* name of the file, for messages */
	char *buffer;       /* begin..end is unread; buffer[end] is NUL */
	size_t begin, end, capacity;
	size_t line;        /* number of the last line, from 1 */
	size_t piece;       /* if > 0, longer lines come in pieces of this size */
	char *spare;        /* the current piece, ends in NUL */
	bool eof, failed;   /* no more data; failed: because of an error */
	int error;          /* errno of the failure, or 0 */
} benchi_input;

/* Opens an input on file, which the caller closes. Keeps the pointer `name`. BENCH_ERR_MEMORY. */
bench_status benchi_input_open(benchi_input *in, FILE *file, const char *name);

/* Reads until at least `wanted` bytes are unread, or the end. Returns the number of unread
 * bytes. */
size_t benchi_input_fill(benchi_input *in, size_t wanted);

/*
 * Reads the next line, without its newline. *line is NULL at the end. The byte after the line is a
 * newline or NUL. Valid until the next call.
 *
 * BENCH_ERR_INPUT: the line is longer than BENCHI_LINE_LIMIT. BENCH_ERR_MEMORY.
 */
bench_status benchi_input_line(benchi_input *in, const char **line, size_t *length);

/* Appends the next line to the last one, or to the rest of it from *line, with a newline
 * between. At the end of the file *length is unchanged. */
bench_status benchi_input_go_on(benchi_input *in, const char **line, size_t *length);

/* Returns BENCH_ERR_INPUT with the detail "NAME:LINE: found 'TEXT', expected WHAT". TEXT is cut
 * to 40 bytes; control characters become '?'. */
BENCHI_PRINTF(4, 5)
bench_status benchi_input_error(const benchi_input *in, const char *found, size_t length,
                                const char *format, ...);

void benchi_input_close(benchi_input *in);

/*
 * JSON, one token at a time, from a file of any size.
 */

#define BENCHI_JSON_DEPTH 64 /* nested arrays and objects */

typedef enum benchi_json_token {
	BENCHI_JSON_END,   /* end of the text */
	BENCHI_JSON_OBJECT,
	BENCHI_JSON_OBJECT_END,
	BENCHI_JSON_ARRAY,
	BENCHI_JSON_ARRAY_END,
	BENCHI_JSON_KEY,   /* text */
	BENCHI_JSON_TEXT,  /* text */
	BENCHI_JSON_NUMBER,
	BENCHI_JSON_TRUE,
	BENCHI_JSON_FALSE,
	BENCHI_JSON_NULL
} benchi_json_token;

typedef struct benchi_json {
	benchi_input *in;
	benchi_json_token token; /* the last token */
	double number;           /* finite */
	const char *text;        /* UTF-8, ends in NUL; valid until the next call */
	size_t length;
	char *copy, *quote;      /* copy: text with escapes; quote: end of a text in the buffer */
	size_t capacity;
	int depth;
	bool object[BENCHI_JSON_DEPTH]; /* open objects (true) and arrays */
	bool value_due, first;          /* value_due: after a key or at the start; first: the array or
	                                   object is still empty */
	bool unread;                    /* check numbers, but do not convert them */
	bool series;                    /* a series of values without brackets around them */
	/* read NaN and Infinity, as Python writes them, as null; allow control characters in
	 * strings */
	bool lenient;
} benchi_json;

void benchi_json_open(benchi_json *json, benchi_input *in);

/* Reads the next token. BENCH_ERR_INPUT: malformed, too deep, or cut off. */
bench_status benchi_json_next(benchi_json *json);

/* Skips the rest of the value whose first token was read. */
bench_status benchi_json_skip(benchi_json *json);

/* Skips blank lines and lines that begin with '#' before a value. */
void benchi_json_pass_comments(benchi_json *json);
void benchi_json_close(benchi_json *json);

/*
 * A record: one JSON object, read completely.
 */

typedef enum benchi_field_kind {
	BENCHI_FIELD_OTHER = 0, /* an object, null, or an array with other elements */
	BENCHI_FIELD_NUMBER = 1,
	BENCHI_FIELD_TEXT = 2,
	BENCHI_FIELD_ARRAY = 3, /* numbers only */
	BENCHI_FIELD_SPARSE, BENCHI_FIELD_TRUE /* _SPARSE: numbers and null, which is NaN */
} benchi_field_kind;

typedef struct benchi_field {
	char *key, *text;  /* text: for an array, its words, each after a blank */
	double number, *x; /* x: n numbers */
	size_t n, capacity;
	size_t line;       /* line of the first element that is not a number, or of the field */
	benchi_field_kind kind;
} benchi_field;

/* Zero-filled is empty. A record can be reused. */
typedef struct benchi_record {
	benchi_field *field;
	size_t n, capacity;
	size_t line; /* line where the record begins */
} benchi_record;

/* Reads an object whose opening brace was read. BENCH_ERR_INPUT; BENCH_ERR_MEMORY. */
bench_status benchi_record_read(benchi_record *record, benchi_json *json);

/* Returns the last field of that key, or NULL. */
benchi_field *benchi_record_find(const benchi_record *record, const char *key);

/* Returns the text of a field, or `other` if not found. */
const char *benchi_record_text(const benchi_record *record, const char *key, const char *other);

void benchi_record_free(benchi_record *record);

/*
 * The readers of our own JSON.
 */

/* Rejects rows without values, and a file that could not be read to its end. BENCH_ERR_INPUT. */
bench_status benchi_rows_check(const benchi_rows *rows, const benchi_input *in);

/* Reads results or ramps; JSON lines of any origin. BENCH_ERR_INPUT; BENCH_ERR_MEMORY. */
bench_status benchi_read_json(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_lines(benchi_input *in, benchi_rows *rows);

#endif
