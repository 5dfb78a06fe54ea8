/*
 * Readers of files of measurements of any tool (bench-format(5)).
 *
 * Benchmark programs do not link them: these read their own JSON only (lib/data/read_json.c).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_READ_READ_H
#define TOOLS_READ_READ_H

#include "data/read.h"

/* Layout of plain numbers; zero-filled: the first field of each line. */
typedef struct benchi_plain {
	const char *delimiters; /* between fields; NULL: blank and tab */
	size_t column;          /* from 1; 0: the first */
	bool as_c;              /* accept whatever strtod accepts, infinity and NaN included */
} benchi_plain;

typedef struct benchi_read_options {
	benchi_plain plain;
	bool only_plain; /* do not recognise the format: the file is plain numbers */
	bool keep_summaries; /* add sets BENCHI_SUMMARY... from our own JSON */
	bool keep_keys;  /* leave keys out of names: sets differ by config */
} benchi_read_options;

/*
 * Reads a file into rows, which must be zero-filled. The caller frees rows even after an error.
 * name is used in messages. options: NULL for the defaults.
 *
 * BENCH_ERR_INPUT: malformed, or without numbers; the detail has file, line, what was found and
 * expected. BENCH_ERR_MEMORY.
 */
bench_status benchi_read(FILE *file, const char *name, const benchi_read_options *options,
                         benchi_rows *rows);

/*
 * Forms of other tools' JSON files (forms.c), and the walk that reads a file by its form (walk.c).
 */

enum {
	BENCHI_FORM_PATHS = 22,   /* paths per form, with that of the record */
	BENCHI_FORM_SIGNS = 4,
	BENCHI_PATH_PARTS = 12,   /* parts per path */
	BENCHI_PATHS_MOST = 64    /* paths per set: one bit each */
};

/* What a path leads to. */
typedef enum benchi_form_role {
	IS_RECORD,      /* a benchmark, or one of its runs */
	IS_GROUP,       /* text before the name */
	IS_NAME, IS_OTHER_NAME, /* IS_OTHER_NAME: used if the record has no name */
	IS_FILE_NAME, IS_FILE_UNIT, /* name and unit for all records without their own */
	IS_PARAMETER,   /* "/key=value" after the name */
	IS_TWIN,        /* a parameter, used only if several records would have the same name */
	IS_RUN,         /* a run, to which its values belong */
	IS_VALUE,       /* a number, or a text with one */
	IS_SORTED,      /* a value of a sorted sample */
	IS_MIDDLE,      /* a median, used if there are no values; the last of several */
	IS_COUNTED,     /* a value, then its number of occurrences */
	IS_DIVISOR,     /* divides the value at the same position */
	IS_METRIC,      /* name of the values */
	IS_UNIT,        /* unit of the values with the same start of the path */
	IS_TIME_UNIT,   /* unit of the values in "@" */
	IS_FAILED,      /* true, or a text: leave the record out */
	IS_REASON,
	IS_KIND,        /* "aggregate": not a measurement */
	IS_WARM_UP,     /* true: leave the record out */
	IS_REMARKED,    /* not read: the form's remark says why not */
	IS_EXIT,        /* exit status of a run */
	IS_COMMIT, IS_DATE, IS_MACHINE, IS_ENVIRONMENT, /* keys of the file */
	IS_LOG,         /* part of the output of the group, in another format */
	IS_COLUMN, IS_CELL,     /* asv: names and contents of columns */
	IS_ROLES
} benchi_form_role;

typedef struct benchi_form_path {
	benchi_form_role is;
	const char *path;
	const char *metric; /* NULL: the key that the * stands for; "": derived from the unit */
	const char *unit;   /* NULL: as stated; "@": the record's unit of time */
} benchi_form_path;

typedef struct benchi_form {
	const char *tool;
	const char *at;                      /* path of the records; "": the whole value */
	const char *sign[BENCHI_FORM_SIGNS]; /* the file has this form if all of these occur in it */
	const char *bare[BENCHI_FORM_SIGNS]; /* records without the file around them, one after the
	                                        other or in an array (jq '.benchmarks[]',
	                                        '.benchmarks'), have it if all of these occur in the
	                                        first one */
	const benchi_form_path *path;        /* the last one has the path NULL */
	size_t scope;        /* depth at which names and keys are known, from 1; 0: in the record */
	const char *refuse;  /* message, instead of reading */
	const char *unnamed; /* message if several records have no name */
	const char *middle, *sorted; /* notes where medians are read, and where samples are sorted */
	const char *remark;  /* note on IS_REMARKED values; in any case if the form has none */
	const char *skip;    /* keys that a * does not stand for */
	const char *units;   /* a unit, and the metrics in it; only these are unknown where a record
	                        failed */
	bool lines;          /* one record after the other, no brackets around them */
	bool rivals;         /* the benchmarks of a file are compared with each other */
	bool weak;           /* recognised only if no other form fits */
	bool nonzero;        /* a metric that is 0 throughout a record does not exist */
	bool by_path;        /* the file's place names the benchmark */
} benchi_form;

/* Returns the word at *s, between blanks, and moves *s past it; empty at the end. */
benchi_word benchi_word_next(const char **s, const char *end);

/* A set of paths, cut into parts. */
typedef struct benchi_path_set {
	struct benchi_path_part {
		const char *text; /* "[]", "*" or a key */
		size_t length;
	} part[BENCHI_PATHS_MOST][BENCHI_PATH_PARTS];
	uint64_t ends[BENCHI_PATH_PARTS + 1]; /* [n]: the paths with n parts */
	uint64_t all;
} benchi_path_set;

/* Adds path number i to the set. record: path of the record, where paths without '/' begin. */
void benchi_path_add(benchi_path_set *set, size_t i, const char *record, const char *path);

/* Of the paths in `fit`, returns those whose next part is this key or "[]". Sets *any to those
 * with a * there. */
uint64_t benchi_paths_below(const benchi_path_set *set, uint64_t fit, size_t depth, const char *key,
                            size_t length, uint64_t *any);

/* Returns the form of the text in memory; NULL if not found, or no memory. surely: the text is
 * JSON lines of ours unless a form fits. *bare: the text is records without the file around them.
 * *cut: more text may be needed to decide. */
const benchi_form *benchi_form_find(const benchi_input *in, bool surely, bool *bare, bool *cut);

/* Reads a file by its form. BENCH_ERR_INPUT; BENCH_ERR_MEMORY. */
bench_status benchi_form_read(const benchi_form *form, bool bare, benchi_input *in,
                              benchi_rows *rows);

/*
 * The readers.
 */

/* As benchi_read, from an open input, which may still grow (its member `more`). */
bench_status benchi_read_from(benchi_input *in, const benchi_read_options *options,
                              benchi_rows *rows);

/* Readers of one format each, from the first byte.  BENCH_ERR_INPUT; BENCH_ERR_MEMORY. */
typedef bench_status benchi_reader(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_plain(benchi_input *in, const benchi_plain *plain, benchi_set *set);
bench_status benchi_read_csv(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_go(benchi_input *in, benchi_rows *rows);

#define BENCHI_PERF_REMARK \
	"perf stat: a value of each event for each run of perf; with -r it is a mean"

#define BENCHI_R_BENCH \
	"output of R's bench: give a table of expr and time (ns): write.csv(data.frame(expr = " \
	"rep(as.character(b$expression), lengths(b$time)), time = 1e9 * unlist(b$time)), FILE)"

/* Returns the reader of perf stat -x, of logs without a header, or of time(1), by the first line;
 * NULL if none of them.  *surely: no later line can show another format. */
benchi_reader *benchi_output_reader(const char *line, const char *end, bool *surely);

#endif
