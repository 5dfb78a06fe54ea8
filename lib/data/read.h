/*
 * What readers of files are made of: blocks of text, JSON, records, forms of other tools.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_READ_H
#define BENCHI_DATA_READ_H

#include "data/data.h"

/*
 * Text from a file, in blocks, a line at a time or as a whole window.
 */

#define BENCHI_LINE_LIMIT ((size_t)1 << 20) /* bytes; longer lines are refused */

/* Filled by benchi_input_open. */
typedef struct benchi_input {
	FILE *file;
	/* In place of the file, if set: up to capacity bytes, as soon as there are some; 0 at the
	 * end. */
	size_t (*more)(void *context, char *to, size_t capacity);
	void *context;
	const char *name;   /* for messages */
	char *buffer;       /* begin..end is unread; buffer[end] is NUL */
	size_t begin, end, capacity;
	size_t line;        /* the number of the line last returned, from 1 */
	size_t piece;       /* > 0: lines longer than this come in pieces, each counted */
	char *spare;        /* a piece, closed with NUL */
	bool eof, failed;   /* nothing more will come; because reading failed, */
	int error;          /* and errno then */
} benchi_input;

/* Reads from file, which stays the caller's; name must outlive the input. */
bench_status benchi_input_open(benchi_input *in, FILE *file, const char *name);

/* Reads on until at least wanted bytes are unread, or the end.  Returns how many are. */
size_t benchi_input_fill(benchi_input *in, size_t wanted);

/*
 * The next line, without its newline, through *line and *length.  The byte after it
 * is a newline or NUL.  *line is NULL at the end.  Valid until the next call.
 *
 * BENCH_ERR_INPUT: the line is over BENCHI_LINE_LIMIT.  BENCH_ERR_MEMORY.
 */
bench_status benchi_input_line(benchi_input *in, const char **line, size_t *length);

/* Makes the line that was returned last, or what is left of it, longer by the next one, with its
 * newline before it.  At the end *length stays. */
bench_status benchi_input_go_on(benchi_input *in, const char **line, size_t *length);

/* Returns BENCH_ERR_INPUT with the detail "NAME:LINE: found 'TEXT', expected WHAT";
 * found is cut at forty bytes, and bytes that do not print are shown as '?'. */
BENCHI_PRINTF(4, 5)
bench_status benchi_input_error(const benchi_input *in, const char *found, size_t length,
                                const char *format, ...);

void benchi_input_close(benchi_input *in);

/*
 * JSON in pieces: one token after the other, of a file of any size.
 */

#define BENCHI_JSON_DEPTH 64 /* arrays and objects within each other */

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
	benchi_json_token token; /* the last one read */
	double number;           /* finite */
	const char *text;        /* closed with NUL; UTF-8; valid until the next call */
	size_t length;
	char *copy, *quote;      /* text that is no slice of the input; the quote behind a slice */
	size_t capacity;
	int depth;
	bool object[BENCHI_JSON_DEPTH]; /* what is open: an object, or an array */
	bool value_due, first;          /* after a key or at the start; nothing in it yet */
	bool unread;                    /* numbers are checked only */
	bool series;                    /* one value behind the other, no end but the text's */
	bool lenient;                   /* NaN and Infinity, as Python writes them, are null, and
	                                   strings may hold control characters */
} benchi_json;

void benchi_json_open(benchi_json *json, benchi_input *in);

/* Reads the next token.  BENCH_ERR_INPUT: not JSON, too deep, or cut off. */
bench_status benchi_json_next(benchi_json *json);

/* Skips the rest of a value after its first token. */
bench_status benchi_json_skip(benchi_json *json);

/* Passes over blank lines and lines that begin with '#', before a value. */
void benchi_json_pass_comments(benchi_json *json);
void benchi_json_close(benchi_json *json);

/*
 * A record: one object of a JSON file of results, its fields gathered whole.
 */

typedef enum benchi_field_kind {
	BENCHI_FIELD_OTHER = 0, /* an object, null, an array of something else than numbers */
	BENCHI_FIELD_NUMBER = 1,
	BENCHI_FIELD_TEXT = 2,
	BENCHI_FIELD_ARRAY = 3, /* of numbers alone */
	BENCHI_FIELD_SPARSE, BENCHI_FIELD_TRUE /* _SPARSE: of numbers and null, which is NaN */
} benchi_field_kind;

typedef struct benchi_field {
	char *key, *text;  /* text: also the first words of an array, a blank before each */
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

/* Reads an object into the record, after its opening brace. */
bench_status benchi_record_read(benchi_record *record, benchi_json *json);

/* The field of that key, or NULL.  Of several the last. */
benchi_field *benchi_record_find(const benchi_record *record, const char *key);

/* Text of a field; `other` if the record has no such text. */
const char *benchi_record_text(const benchi_record *record, const char *key, const char *other);

void benchi_record_free(benchi_record *record);

/*
 * Forms of JSON files of other tools: rows of a table of paths (read_forms.c), and the walk that
 * reads a file by one of them (read_walk.c).
 */

enum {
	BENCHI_FORM_PATHS = 22,   /* of a form, at most */
	BENCHI_FORM_RECORD = 96,  /* bytes of the path of its records */
	BENCHI_PATH_PARTS = 12,   /* of a path */
	BENCHI_PATHS_MOST = 64    /* of a set: a bit each */
};

/* What a path leads to; in the order of `roles` in read_forms.c. */
typedef enum benchi_form_role {
	IS_RECORD,
	IS_GROUP,       /* a text before the name */
	IS_NAME, IS_OTHER_NAME, /* the other: of a record that has no name */
	IS_FILE_NAME, IS_FILE_UNIT, /* of all records without one */
	IS_PARAMETER,   /* "/key=value" behind the name */
	IS_TWIN,        /* the same, where several records would have one name */
	IS_RUN,         /* each is a run of the values in it */
	IS_VALUE,       /* a number, or a text that is one */
	IS_SORTED,      /* a value; the tool sorts them */
	IS_MIDDLE,      /* a median, used where there are no values */
	IS_COUNTED,     /* a value, and then how often it was seen */
	IS_DIVISOR,     /* of the value of the same place */
	IS_METRIC,      /* a text: the name of the values */
	IS_UNIT,        /* of the values whose path begins alike */
	IS_TIME_UNIT,   /* of the record's values in "@" */
	IS_FAILED,      /* true, or a text: the record is left out, and why: */
	IS_REASON,
	IS_KIND,        /* "aggregate": the record is not a measurement */
	IS_EXIT,        /* the status of a run */
	IS_COMMIT, IS_DATE, IS_MACHINE, IS_ENVIRONMENT, /* keys */
	IS_LOG,         /* a piece of the text of another format, of the group's output */
	IS_COLUMN, IS_CELL,     /* of asv's grid: what its columns are called, and what is in them */
	IS_ROLES
} benchi_form_role;

typedef struct benchi_form_path {
	benchi_form_role is;
	const char *path;
	const char *metric, *unit; /* of values; metric NULL: the key at *; "" or no *: by the unit */
} benchi_form_path;

/* Messages of a form, and lists; its properties. */
enum { BENCHI_FORM_REFUSE, BENCHI_FORM_UNNAMED, BENCHI_FORM_MIDDLE, BENCHI_FORM_SORTED,
	BENCHI_FORM_REMARK, BENCHI_FORM_SKIP, BENCHI_FORM_UNITS, BENCHI_FORM_TEXTS };
enum { BENCHI_FORM_LINES, BENCHI_FORM_RIVALS, BENCHI_FORM_WEAK, BENCHI_FORM_NONZERO,
	BENCHI_FORM_BY_PATH, BENCHI_FORM_FLAGS };

/* A row of the table, made by benchi_form_find. */
typedef struct benchi_form {
	const char *tool, *text[BENCHI_FORM_TEXTS];
	benchi_form_path path[BENCHI_FORM_PATHS];
	size_t paths, scope; /* scope: the depth at which keys are known, from 1; 0: of the record */
	bool flag[BENCHI_FORM_FLAGS], named; /* named: its records have names */
	char store[4096];    /* what the pointers lead to */
} benchi_form;

/* What follows the word in a row of a table of forms, up to the end of its line; NULL: the row has
 * no such line. */
const char *benchi_form_line(const char *row, const char *word);

/* The place of a word in a list of words with a blank between each two; SIZE_MAX: not in it. */
size_t benchi_word_place(const char *list, benchi_word word);

/* Paths cut into their parts. */
typedef struct benchi_path_set {
	struct benchi_path_part {
		const char *text; /* "[]", "*" or a key */
		size_t length;
	} part[BENCHI_PATHS_MOST][BENCHI_PATH_PARTS];
	uint64_t ends[BENCHI_PATH_PARTS + 1]; /* the paths of as many parts */
	uint64_t all;
} benchi_path_set;

/* Adds a path as the i-th of the set. */
void benchi_path_add(benchi_path_set *set, size_t i, const char *path);

/* Of the paths that fit so far, those that still do one part further on, at a key or "[]": returns
 * those that name it, and sets *any to those that have a * there. */
uint64_t benchi_paths_below(const benchi_path_set *set, uint64_t fit, size_t depth, const char *key,
                            size_t length, uint64_t *any);

/* The form of what is in memory of the input, to be freed; NULL: none, or out of memory.
 * surely: if none fits, the text is known to be JSON lines of ours.  *cut: more of the text may be
 * needed to know. */
benchi_form *benchi_form_find(const benchi_input *in, bool surely, bool *cut);

/* Reads the file by the form.  BENCH_ERR_INPUT; BENCH_ERR_MEMORY. */
bench_status benchi_form_read(const benchi_form *form, benchi_input *in, benchi_rows *rows);

/*
 * The readers.
 */

/* benchi_read from an open input, which may be growing (its member more). */
bench_status benchi_read_from(benchi_input *in, const benchi_read_options *options,
                              benchi_rows *rows);

/* The readers, each from the first byte on. */
bench_status benchi_read_plain(benchi_input *in, const benchi_plain *plain, benchi_set *set);
bench_status benchi_read_csv(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_json(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_lines(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_go(benchi_input *in, benchi_rows *rows);

#define BENCHI_PERF_REMARK \
	"perf stat: a value of each event for each run of perf; with -r it is a mean"

/* Is it a line of perf stat -x, or of a log without a header?  And how those are read. */
bool benchi_perf_is(const char *line, const char *end);
bench_status benchi_perf_read(benchi_input *in, benchi_rows *rows);
bool benchi_log_is(const char *line, const char *end);
bench_status benchi_log_read(benchi_input *in, benchi_rows *rows);

/* What time(1) prints. */
bool benchi_time_is(const char *line, const char *end);
bench_status benchi_time_read(benchi_input *in, benchi_rows *rows);

#endif
