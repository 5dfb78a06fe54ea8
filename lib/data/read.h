/*
 * Parts of the readers: lines, JSON, records, forms of other tools.
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
	void *context;
	const char *name;   /* for messages */
	char *buffer;       /* begin..end is unread; buffer[end] is NUL */
	size_t begin, end, capacity;
	size_t line;        /* number of the last line, from 1 */
	size_t piece;       /* if > 0, longer lines come in pieces of this size */
	char *spare;        /* the current piece, closed with NUL */
	bool eof, failed;   /* no more data; failed: because of an error */
	int error;          /* its errno, or 0 */
} benchi_input;

/* Opens an input on file, which the caller closes. Keeps the pointer `name`. BENCH_ERR_MEMORY. */
bench_status benchi_input_open(benchi_input *in, FILE *file, const char *name);

/* Reads until at least `wanted` bytes are unread, or the end. Returns the number of unread
 * bytes. */
size_t benchi_input_fill(benchi_input *in, size_t wanted);

/*
 * Reads the next line, without its newline. *line is NULL at the end. The byte behind the line is
 * a newline or NUL. Valid until the next call.
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
	BENCHI_JSON_END,   /* of the text */
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
	const char *text;        /* closed with NUL; UTF-8; valid until the next call */
	size_t length;
	char *copy, *quote;      /* copy: text with escapes; quote: end of a text in the buffer */
	size_t capacity;
	int depth;
	bool object[BENCHI_JSON_DEPTH]; /* open objects (true) and arrays */
	bool value_due, first;          /* after a key or at the start; first: nothing in it yet */
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

/* Skips blank lines and lines that begin with '#' in front of a value. */
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
	char *key, *text;  /* text: of an array, its words, each after a blank */
	double number, *x; /* x: n numbers */
	size_t n, capacity;
	size_t line;       /* of the first element that is not a number, or of the field */
	benchi_field_kind kind;
} benchi_field;

/* Zero-filled is empty. A record can be reused. */
typedef struct benchi_record {
	benchi_field *field;
	size_t n, capacity;
	size_t line; /* of its first line */
} benchi_record;

/* Reads an object whose opening brace was read. BENCH_ERR_INPUT; BENCH_ERR_MEMORY. */
bench_status benchi_record_read(benchi_record *record, benchi_json *json);

/* Returns the last field of that key, or NULL. */
benchi_field *benchi_record_find(const benchi_record *record, const char *key);

/* Returns the text of a field, or `other` if there is none. */
const char *benchi_record_text(const benchi_record *record, const char *key, const char *other);

void benchi_record_free(benchi_record *record);

/*
 * Forms of other tools' JSON files: a table of paths (read_forms.c), and the walk that reads a
 * file by one row of the table (read_walk.c).
 */

enum {
	BENCHI_FORM_PATHS = 22,   /* per form */
	BENCHI_FORM_RECORD = 96,  /* bytes of the path of a record */
	BENCHI_PATH_PARTS = 12,   /* per path */
	BENCHI_PATHS_MOST = 64    /* per set: one bit each */
};

/* What a path leads to, in the order of `roles` in read_forms.c. */
typedef enum benchi_form_role {
	IS_RECORD,
	IS_GROUP,       /* text in front of the name */
	IS_NAME, IS_OTHER_NAME, /* IS_OTHER_NAME: if the record has no name */
	IS_FILE_NAME, IS_FILE_UNIT, /* for all records without one */
	IS_PARAMETER,   /* "/key=value" behind the name */
	IS_TWIN,        /* the same, if several records have one name */
	IS_RUN,         /* a run of the values in it */
	IS_VALUE,       /* a number, or a text with one */
	IS_SORTED,      /* a value of a sorted sample */
	IS_MIDDLE,      /* a median, used if there are no values */
	IS_COUNTED,     /* a value, then its number of occurrences */
	IS_DIVISOR,     /* divides the value at the same position */
	IS_METRIC,      /* name of the values */
	IS_UNIT,        /* unit of the values with the same start of the path */
	IS_TIME_UNIT,   /* unit of the values in "@" */
	IS_FAILED,      /* true, or a text: leave the record out */
	IS_REASON,
	IS_KIND,        /* "aggregate": not a measurement */
	IS_EXIT,        /* exit status of a run */
	IS_COMMIT, IS_DATE, IS_MACHINE, IS_ENVIRONMENT, /* keys */
	IS_LOG,         /* part of the output of the group, in another format */
	IS_COLUMN, IS_CELL,     /* asv: names and contents of columns */
	IS_ROLES
} benchi_form_role;

typedef struct benchi_form_path {
	benchi_form_role is;
	const char *path;
	const char *metric, *unit; /* of values; metric NULL: the key at *; "": by the unit */
} benchi_form_path;

/* Messages and lists of a form; its flags. */
enum { BENCHI_FORM_REFUSE, BENCHI_FORM_UNNAMED, BENCHI_FORM_MIDDLE, BENCHI_FORM_SORTED,
	BENCHI_FORM_REMARK, BENCHI_FORM_SKIP, BENCHI_FORM_UNITS, BENCHI_FORM_TEXTS };
enum { BENCHI_FORM_LINES, BENCHI_FORM_RIVALS, BENCHI_FORM_WEAK, BENCHI_FORM_NONZERO,
	BENCHI_FORM_BY_PATH, BENCHI_FORM_FLAGS };

/* One row of the table, as read by benchi_form_find. */
typedef struct benchi_form {
	const char *tool, *text[BENCHI_FORM_TEXTS];
	benchi_form_path path[BENCHI_FORM_PATHS];
	size_t paths, scope; /* scope: depth at which keys are complete, from 1; 0: at the record */
	bool flag[BENCHI_FORM_FLAGS], named; /* named: records have names */
	char store[4096];    /* memory of the pointers */
} benchi_form;

/* Returns what follows a word in a row of a table of forms, up to the end of that line; NULL if
 * no line begins with the word. */
const char *benchi_form_line(const char *row, const char *word);

/* Returns the position of a word in a list of words separated by blanks; SIZE_MAX if not found. */
size_t benchi_word_place(const char *list, benchi_word word);

/* A set of paths, cut into parts. */
typedef struct benchi_path_set {
	struct benchi_path_part {
		const char *text; /* "[]", "*" or a key */
		size_t length;
	} part[BENCHI_PATHS_MOST][BENCHI_PATH_PARTS];
	uint64_t ends[BENCHI_PATH_PARTS + 1]; /* [n]: the paths with n parts */
	uint64_t all;
} benchi_path_set;

/* Adds path number i to the set. */
void benchi_path_add(benchi_path_set *set, size_t i, const char *path);

/* Of the paths in `fit`, returns those whose next part is this key or "[]". Sets *any to those
 * with a * there. */
uint64_t benchi_paths_below(const benchi_path_set *set, uint64_t fit, size_t depth, const char *key,
                            size_t length, uint64_t *any);

/* Returns the form of the text in memory, which the caller frees; NULL if there is none, or no
 * memory. surely: the text is JSON lines of ours unless a form fits. *cut: more text may be
 * needed to decide. */
benchi_form *benchi_form_find(const benchi_input *in, bool surely, bool *cut);

/* Reads a file by its form. BENCH_ERR_INPUT; BENCH_ERR_MEMORY. */
bench_status benchi_form_read(const benchi_form *form, benchi_input *in, benchi_rows *rows);

/*
 * The readers.
 */

/* benchi_read from an open input, which may still grow (its member `more`). */
bench_status benchi_read_from(benchi_input *in, const benchi_read_options *options,
                              benchi_rows *rows);

/* Rejects rows without values, and a file that could not be read to its end. BENCH_ERR_INPUT. */
bench_status benchi_rows_check(const benchi_rows *rows, const benchi_input *in);

/* Readers of one format each, from the first byte.  BENCH_ERR_INPUT; BENCH_ERR_MEMORY. */
typedef bench_status benchi_reader(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_plain(benchi_input *in, const benchi_plain *plain, benchi_set *set);
bench_status benchi_read_csv(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_json(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_lines(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_go(benchi_input *in, benchi_rows *rows);

#define BENCHI_PERF_REMARK \
	"perf stat: a value of each event for each run of perf; with -r it is a mean"

/* Returns the reader of perf stat -x, of logs without a header, or of time(1), by the first line;
 * NULL if none of them.  *surely: no later line can show another format. */
benchi_reader *benchi_output_reader(const char *line, const char *end, bool *surely);

#endif
