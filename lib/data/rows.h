/*
 * Neutral rows: what every reader fills and every report is made of.
 *
 * A set is one benchmark's values of one metric in the order in which they were
 * taken, each perhaps with the run (process, boot, block) it was taken in and with
 * the round.  Rows are all sets of one file.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_ROWS_H
#define BENCHI_DATA_ROWS_H

#include <bench.h>

#include <stdbool.h>

#include "data/name_table.h"

/* Which direction of a metric is better, as far as its name gives it. */
typedef enum benchi_better {
	BENCHI_BETTER_UNKNOWN = 0,
	BENCHI_BETTER_LOWER = 1,
	BENCHI_BETTER_HIGHER = 2
} benchi_better;

typedef struct benchi_set {
	const char *benchmark, *metric; /* "" where the file has no name for it */
	const char *unit;               /* "ns", "s", ...; "" if unknown */
	const char *config;             /* the file's own keys, "key=value\n" each; or "" */
	double *x;                      /* n values, in run order */
	uint32_t *run;                  /* n numbers of rows->runs, or NULL */
	uint32_t *round;                /* n rounds, or NULL */
	uint32_t *row;                  /* n numbers of rows of the file, if they are kept, or NULL */
	size_t n, capacity;
	benchi_better better;
	bool aside;                     /* known beside what was measured: compared on request */
} benchi_set;

/* Zero-filled is empty. */
typedef struct benchi_rows {
	benchi_set *set; /* in order of first appearance */
	size_t sets, capacity;
	benchi_name_table benchmarks, metrics, units, runs, configs;
	benchi_name_table keys;   /* one a set: benchmark, metric, config if it has one */
	benchi_name_table notes;  /* what the reader left out, a sentence each */
	bool ramp;                /* the steps of a ramp, which are no values of one kind */
	bool keep_rows;           /* set before reading: values keep the number of their row */
	uint32_t rows;            /* read so far, where they are kept */
} benchi_rows;

/* What a value carries besides itself; zero-filled for nothing. */
typedef struct benchi_mark {
	uint32_t run, round;
	bool has_run, has_round;
	uint32_t row; /* from 1; 0: not kept */
} benchi_mark;

/* Whether the number is a round's, and what is expected where it is not. */
bool benchi_is_round(double number);
#define BENCHI_ROUND_EXPECTED "a whole number from 0 to 4294967295"

/* A name within a text: where it begins and how long it is. */
typedef struct benchi_word {
	const char *text;
	size_t length;
} benchi_word;

benchi_word benchi_word_of(const char *text);

/* The number of the set of benchmark and metric, made if it is new; SIZE_MAX when
 * memory is out.  unit counts for a new set only. */
size_t benchi_rows_set(benchi_rows *rows, benchi_word benchmark, benchi_word metric,
                       benchi_word unit);

/* The same of a benchmark that stood under these keys of its file: "key=value\n" each. */
size_t benchi_rows_set_under(benchi_rows *rows, benchi_word benchmark, benchi_word metric,
                             benchi_word unit, benchi_word config);

/* Puts the keys whose values differ within the file into the names ("sort/commit=1a2b"), and
 * finds sets by benchmark and metric alone then.  BENCH_ERR_MEMORY. */
bench_status benchi_rows_name_configs(benchi_rows *rows);

/* The number of that set, or BENCHI_NO_NAME. */
uint32_t benchi_rows_find(const benchi_rows *rows, benchi_word benchmark, benchi_word metric);

/* The number of the next row of the file, for the mark of its values; 0 where rows are not kept. */
uint32_t benchi_rows_next(benchi_rows *rows);

/* Adds a value to a set.  If mark (NULL for none) carries a run, a round or a row and
 * earlier values did not, those get 0. */
bench_status benchi_set_add(benchi_set *set, double x, const benchi_mark *mark);

/* Is it one of the columns that bench sample writes beside the times? */
bool benchi_name_aside(const char *metric);

/* The unit of such a column, as cbdr has it too: "s", "B"; "" if it is unknown. */
const char *benchi_name_unit(const char *metric);

/* Keeps a sentence about something left out. */
bench_status benchi_rows_note(benchi_rows *rows, const char *sentence);

/* Frees the values of a set. */
void benchi_set_free(benchi_set *set);

void benchi_rows_free(benchi_rows *rows);

#endif
