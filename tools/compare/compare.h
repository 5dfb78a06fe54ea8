/*
 * `bench compare`: what its files share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_COMPARE_H
#define TOOLS_COMPARE_H

#include "tools/tools.h"

enum output { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_CSV, OUTPUT_MARKDOWN };

enum { COLUMNS_MOST = 64 };

typedef struct settings {
	benchi_question question;
	benchi_read_options read;
	size_t column[COLUMNS_MOST], columns; /* columns of plain numbers to read, one per file */
	size_t skip;                /* values of each run to leave out */
	bool pool;                  /* files of one label are runs of one set */
	bounds bounds;
	size_t blocks;              /* values in a run; 0: as in the records */
	const char *base;           /* --base: the benchmark to compare with, or NULL */
	benchi_words metric;        /* --metric; empty: all */
	enum output output;
	int fail_on;                /* a benchi_fail_on */
	bool higher, lower, box; /* higher, lower: which direction is better where the unit does not
	                            say */
	bool force;                 /* also compare files that are not comparable */
	bool live;                  /* redraw while data comes */
	bool means;                 /* a line of means for each comparison */
	bool consecutive;           /* compare each benchmark with the next one, without correcting for
	                               several comparisons */
	bool table, details;        /* table: a line for each comparison; details: each in full;
	                               neither: depends on their number */
	benchi_words filter;        /* patterns of names */
	const char *row, *col, *ignore; /* the options' arguments, or NULL */
} settings;

typedef struct job {
	const char *verb;    /* name of the verb, for messages */
	settings settings;
	bool alone;          /* a single set is enough */
	bool ramps;          /* the steps of a ramp may be read */
	size_t files, sides, comparisons;
	const char **name;   /* name of each file */
	benchi_rows *rows;   /* rows of each file */
	benchi_side *side;   /* every set of every file */
	size_t *next;        /* index of the next side of the same metric; the last side leads back to
	                        the first */
	benchi_comparison *comparison;
	const benchi_comparison *unlike; /* a comparison of units of different kinds, or NULL */
	benchi_name_table columns; /* the values of --col */
	benchi_name_table labels;  /* labels of files given as LABEL=PATH */
	const char **left;   /* benchmarks that are not compared */
	size_t lefts;
} job;

/* Initialises a job for a verb: margin 1 %, confidence 95 %. */
void compare_begin(job *j, const char *verb_name);

/* Options of all verbs that read files: which sets count, how values are grouped into runs, and how
 * lines of plain numbers are split. at: offset of the settings. */
#define COMPARE_FILES(at) \
	BENCHI_HELP("Which values"), \
	BENCHI_SETTING(0, "metric", "NAME", "read only this metric", benchi_setting_more, \
		(at) + offsetof(settings, metric)), \
	BENCHI_SETTING('f', "filter", "GLOB", "read only cases that match ('!x*': all but these)", \
		benchi_setting_filter, (at) + offsetof(settings, filter)), \
	BENCHI_LIMITED(0, "skip", "N", "leave out the first N values of each run", \
		benchi_setting_count, (at) + offsetof(settings, skip), 1, 1e10), \
	BENCHI_FLAG(0, "pool", "merge files with the same label (LABEL=FILE)", \
		(at) + offsetof(settings, pool)), \
	BENCHI_SETTING('C', "column", "N", "read field N of each line of plain numbers", \
		compare_take_plain, at), \
	BENCHI_SETTING('d', "delimiters", "CHARS", "split lines of plain numbers at any of CHARS", \
		compare_take_plain, at)
benchi_setting_reader compare_take_plain;

/* The options of the output, with short forms of two formats. at: offset of the enum output. */
#define COMPARE_FORMAT(at, forms) \
	BENCHI_SETTING(0, "format", forms, "choose the output (text)", benchi_setting_choice, at), \
	{ 0, "json", NULL, "print all results as JSON", benchi_setting_constant, at, 0, OUTPUT_JSON, \
	  NULL, "format csv" }, \
	{ 0, "csv", NULL, "print all results as CSV", benchi_setting_constant, at, 0, OUTPUT_CSV, \
	  NULL, "format" }

/* Checks the operands of a command line that was already read. Without a file, reads piped input.
 * Returns false if the program should end with *status. */
bool compare_line_files(benchi_command_line *line, int *status);

/* Reads the files and applies --filter, --skip and --pool. Returns 0, or EXIT_MISUSE after a
 * message. */
int compare_read(job *j, char **paths, size_t count);

/* Checks that all files come from machines like that of the first; prints every difference.
 * Returns 0, or BENCHI_EXIT_NOT_COMPARABLE after a message unless settings.force. */
int compare_guard(const job *j);

void compare_free(job *j);

/* compare_asked returns whether --metric selects the set's metric; without --metric, true for all
 * but the numbers of summaries, which are never compared. compare_wants returns whether the set is
 * compared: sets that are put aside are compared only with --metric, except processor times of
 * bench analyze. */
bool compare_asked(const settings *s, const benchi_set *set);
bool compare_wants(const settings *s, const benchi_set *set);

/* Returns the metric that decides without --metric: the first of wall_time, time, real_time, ns,
 * ns/op, sec/op that is compared (or present, if nothing is compared), otherwise the first
 * metric. */
const char *compare_headline(const job *j);

/* Prints which compared rows not to use, if any, as a note. */
void compare_note_unusable(const job *j);

/* Returns whether a file has a single benchmark. */
bool compare_one_benchmark(const benchi_rows *rows);

/* Chooses the pairs of sides to compare. Returns 0, or EXIT_MISUSE after a message. */
int compare_match(job *j);

/* Prints what --limit and --expect say about the files. Returns 0, EXIT_WORSE if a limit is
 * exceeded, or EXIT_MISUSE after a message. */
int compare_judge(const job *j);

/* Returns whether both sides have one value of each round of bench sample, in the same order. */
bool compare_in_rounds(const job *j, const benchi_comparison *c);

/* Prepares every side and decides every comparison. Returns 0, or EXIT_MISUSE after a message. */
int compare_decide(job *j);

/* Groups the values of a side into runs and finds its shape, once. Returns 0, or EXIT_MISUSE
 * after a message. */
int compare_prepare(const job *j, benchi_side *s);

/* Rearranges sets by --row, --col and --ignore. Returns 0, or EXIT_MISUSE after a message. */
int compare_select(job *j);

/* Returns whether each comparison is one line of a table: for many comparisons, or with --table. */
bool compare_as_table(const job *j);

/* Print the comparisons, as text or as records. Return 0, or -1 when out of memory
 * (bench_detail). */
int compare_print_text(const job *j);
int compare_print_records(const job *j);

/*
 * The answer so far, computed repeatedly while data arrive.
 */

#define LIVE_SECONDS 0.25 /* least time between two answers */

/* A comparison of rows that may still grow. Zero-filled is empty. */
typedef struct live {
	job job;              /* comparisons, if there are two sets to compare */
	benchi_rows view;     /* copy of the rows, with every set cut to the length of the shortest */
	const char *name;
	size_t n;             /* number of values of each set */
} live;

/* Compares the rows so far. asked: margin, metrics and base. The caller frees l with live_free in
 * any case. Returns 0, or an exit status after a message. */
int live_look(const benchi_rows *rows, const settings *asked, const char *name, live *l);

/* Writes a table of the sets and the answer of each pair, in lines of `columns`. */
void live_write(FILE *out, const live *l, int columns);

/* Writes the answer of each pair only. metric: NULL for all metrics. */
void live_answers(FILE *out, const live *l, const char *metric, int columns);

void live_free(live *l);

#endif
