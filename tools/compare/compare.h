/*
 * `bench compare`: what its files share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_COMPARE_H
#define TOOLS_COMPARE_H

#include <stdbool.h>

#include <bench.h>

#include "analysis/comparison.h"
#include "data/read.h"
#include "tools/bounds.h"

#define COMPARE_METRICS 16 /* --metric, at most */

enum output { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_CSV, OUTPUT_MARKDOWN };

typedef struct settings {
	benchi_question question;
	benchi_read_options read;
	bounds bounds;
	size_t blocks;              /* values in a run; 0: as in the records */
	const char *base;           /* the benchmark that was asked for, or NULL */
	const char *metric[COMPARE_METRICS]; /* those that were asked for */
	size_t metrics;
	enum output output;
	bool exit_code, higher, box;
	bool force;                 /* files that are not comparable too */
	bool live;                  /* redraw while data comes */
	bool means;                 /* a line of means for each comparison */
	bool table, details;        /* a line for each comparison, or all of it; else by their number */
	const char *benchmark[COMPARE_METRICS]; /* patterns of names */
	size_t benchmarks;
	const char *filter, *row, *col, *ignore; /* or NULL */
} settings;

typedef struct job {
	const char *verb;    /* for messages */
	settings settings;
	bool alone;          /* nothing to compare with is no error */
	bool ramps;          /* the steps of a ramp may be read */
	size_t files, sides, comparisons;
	const char **name;   /* of each file */
	benchi_rows *rows;   /* of each file */
	benchi_side *side;   /* every set of every file */
	benchi_comparison *comparison;
	const benchi_comparison *unlike; /* its units do not convert; NULL: none */
	benchi_name_table columns; /* the values of --col */
	benchi_name_table labels;  /* of files that are given as LABEL=PATH */
	const char **left;   /* benchmarks that are not compared */
	size_t lefts;
} job;

/* A job of verb with the defaults: margin 1 %, confidence 95 %. */
void compare_begin(job *j, const char *verb_name);

/* "1%", "1" (percent) into 0.01; a number below 1 without % only if fractions. */
bool compare_share(const char *text, bool fractions, double *share);

/* Takes a stated margin: certainly less is the same, certainly more a change.  0, or EXIT_MISUSE
 * after a message. */
int compare_margin(const char *verb_name, const char *text, benchi_question *question);

/* A whole number from 1 to 1e9. */
bool compare_count(const char *text, size_t *count);

/* Reads the files.  0, or EXIT_MISUSE after a message. */
int compare_read(job *j, char **paths, size_t count);

/* Were all files measured as the first one was?  Differences are printed in any case.  0, or
 * BENCHI_EXIT_NOT_COMPARABLE after a message; 0 with settings.force. */
int compare_guard(const job *j, char **paths, size_t count);

void compare_free(job *j);

/* Is the table to be drawn while data comes (compare_live.c)?  Is there something to be
 * read although no file was named? */
bool compare_wants_live(const settings *s, int operands, char **paths);
bool compare_standard_input(void);

/* Reads standard input to its end, with a table meanwhile.  0, or EXIT_MISUSE. */
int compare_read_live(const settings *s, const char *name, benchi_rows *rows);

/* Frees everything except the rows and their files' names. */
void compare_forget(job *j);

/* Takes a --metric.  0, or EXIT_MISUSE after a message. */
int compare_take_metric(settings *s, const char *verb_name, const char *value);

/* Whether a set's metric was asked for, or none was; and whether the set is compared, which
 * columns aside are on request only. */
bool compare_asked(const settings *s, const benchi_set *set);
bool compare_wants(const settings *s, const benchi_set *set);

/* Converts all sets of a metric to the unit of the first of them, where units are of one kind.
 * What cannot be converted stays, and is refused when it is compared. */
void compare_convert(job *j);

/* The metric that decides the exit status if none was asked for: the first of wall_time, time,
 * real_time, ns, ns/op, sec/op that is compared, else the first that is. */
const char *compare_headline(const job *j);

/* Finds out which side is compared with which.  0, or EXIT_MISUSE after a message. */
int compare_match(job *j);

/* Makes the runs of each side, looks at its shape, compares.  The same. */
int compare_decide(job *j);

/* Makes the runs of a side and looks at its shape, once.  The same. */
int compare_prepare(const job *j, benchi_side *s);

/* The iterations of a side's runs: values k of each run, if every run has them.
 * x, seen: capacity for units.n.  false: not every run has a k-th value. */
bool compare_iteration(const benchi_side *s, size_t k, size_t *seen, double *x);

/* Keeps the benchmarks that were asked for, and arranges them.  0, or EXIT_MISUSE after a
 * message. */
int compare_select(job *j);

/* Many comparisons, or those of --table, are a line each. */
bool compare_as_table(const job *j);
void compare_print_table(const job *j, bool markdown);

/* The same as means and standard deviations; and the pairs of a comparison in pairs. */
void compare_print_means(const job *j);
void compare_print_differences(const benchi_comparison *c);

/* -1: out of memory, with the detail. */
int compare_print_text(const job *j);
int compare_print_json(const job *j);
int compare_print_csv(const job *j);

#endif
