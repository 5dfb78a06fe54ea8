/*
 * `bench sample`: what its files share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_SAMPLE_H
#define TOOLS_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <bench.h>

#include "tools/compare/compare.h"
#include "host/activity.h"
#include "host/utilisation.h"
#include "program/beside.h"
#include "program/process.h"
#include "data/rows.h"
#include "tools/screen.h"

#define SAMPLE_VERB "sample"
#define SAMPLE_MEASURES 32 /* columns of numbers, at most */
#define SAMPLE_PARAMETERS 4
#define SAMPLE_VALUES 256  /* of a parameter */
#define SAMPLE_ROUNDS 10   /* at least, if the sampling ends by itself, */
#define SAMPLE_SECONDS 3   /* and maximum per command, unless the answers come earlier */

struct line;

/* One benchmark. */
typedef struct task {
	char *name, *text;   /* text: the command as it was given */
	char **argv;         /* what is run; argv[0] and the rest belong to words */
	char *words;
	bool shell;          /* the same for all */
	size_t given;        /* which operand it came from, and which values of the parameters */
	size_t combination;
	uint32_t last_round; /* 0: none yet */
} task;

typedef struct tasks {
	task *task;
	size_t n, given;
} tasks;

typedef benchi_words words;

/* A parameter and its values: {name} stands for each of them in turn. */
typedef struct parameter {
	const char *name;
	char *text, *value[SAMPLE_VALUES]; /* values are words of text */
	size_t n;
	double low, high;  /* of a scan */
	bool scan;
} parameter;

typedef struct sample_options {
	const char *script, *cleanup, *setup, *input, *rows, *resume, *keep, *metric, *shell_name;
	const char *json, *csv, *markdown; /* files of summaries */
	words prepare, conclude, where, names, observe, snapshot, output_of;
	parameter parameter[SAMPLE_PARAMETERS];
	size_t parameters;
	bounds bounds;       /* --limit, --expect */
	double rounds, least, most, time_s, timeout_s, warmup; /* least, most: rounds */
	bool stated;         /* --margin was */
	double margin, alpha, step;
	const char *unit;    /* of times in summaries; NULL: what fits */
	uint64_t seed;
	bool seeded, shell, no_shell, until, null, vary, ignore, subtract, jsonl, quiet, no_counters;
	bool show;           /* output and errors of commands are this program's own */
	bool ends;           /* by itself: no limit was given */
} sample_options;

/* Numbers under names: a row without its benchmark and round. */
typedef struct measures {
	char name[SAMPLE_MEASURES][48];
	double value[SAMPLE_MEASURES];
	size_t n;
} measures;

/* What starting a program costs that does nothing, by a shell if the commands have one. */
typedef struct startup {
	double wall_s, user_s, sys_s;
	bool known;
} startup;

/* A stretch of rounds, and what else the machine did meanwhile. */
typedef struct busy {
	benchi_activity since;
	double began_s, ours_s;   /* of the stretch: its start, and the commands' own time */
	benchi_activity latest;   /* of the latest row that looked */
	double latest_s, latest_ours_s;
	double share;             /* processors that others took before then */
	uint32_t first;           /* its first round; 0: none began */
	uint32_t from, to;        /* the busy rounds that are not in the list yet; 0: none */
	char rounds[400];         /* the busy stretches: "3-7, 12-15" */
	double others_s, stolen_s, throttled, span_s; /* summed over the busy stretches */
	bool any;
} busy;

typedef struct sample {
	sample_options option;
	tasks list;
	measures header;      /* its names are the columns */
	bool header_known, counting;
	int out, errors;      /* descriptors: rows; where commands' standard error goes */
	size_t rows_written, columns_before; /* columns_before: that stand before `round` */
	uint64_t random;
	uint32_t round;
	double run_id, started; /* started: the latest run, in seconds since 1970 */
	double began_s; /* began_s: 0 while nothing counts yet */
	bool null;            /* the last task is the first once more */
	bool live, keeping;   /* a table is drawn; values are kept in rows */
	bool rowless;         /* a summary on standard output takes the place of the rows */
	int drain;            /* commands write into this pipe; -1: none yet */
	const char *ended;    /* why it ended */
	bool answered, alarmed; /* by the latest look at them */
	double looked_s, look_cost_s, drawn_s;
	screen screen;        /* what the table is drawn on; out: NULL if it is not */
	char *table;          /* the latest one */
	benchi_rows rows;
	startup startup, nothing; /* nothing: just before the run, with --subtract-startup */
	benchi_beside beside;
	busy busy;
	benchi_snapshot before;      /* the first round */
	benchi_utilisation machine;  /* during the rounds */
	benchi_guard guard;      /* its slot 0 is the command's */
} sample;

/* All return 0, or an exit status after a message. */

/* list.c: adds a benchmark from "name:command". */
int sample_add(sample *s, const char *spec);
/* The same, one a line, from standard input. */
int sample_add_lines(sample *s);
/* Takes each command apart; to be called once all options are known. */
int sample_split(sample *s);
void sample_free_list(tasks *list);

/* run.c: runs a benchmark once; its numbers. */
int sample_run(sample *s, task *t, measures *m);
/* Runs a command of the shell to its end; what: "--prepare" ... */
int sample_run_shell(sample *s, const char *what, const char *command);
/* What starting costs. */
/* The figures of a command; low, high: of the median's interval, NaN if there are too few. */
typedef struct sample_figures {
	double n, low, median, high, q1, q3, min, max, user, sys;
	size_t outliers;
} sample_figures;

/* The medians over a parameter whose values are numbers, three or more, as a chart. */
void sample_scan_chart(const sample *s, const sample_figures *m, FILE *out);

int sample_find_startup(sample *s);
/* How commands are started: "directly", or the shell. */
const char *sample_shell(const sample *s);

/* drain.c: a pipe whose other end is read by a thread of this program; in s->drain. */
int sample_drain(sample *s);

/* parameter.c: takes VAR MIN MAX, or VAR and values with commas between. */
int sample_take_scan(sample_options *w, const char *name, const char *low, const char *high);
int sample_take_list(sample_options *w, const char *name, const char *values);
/* Makes the values of scans, once the step is known. */
int sample_scan(sample_options *w);
/* The value of parameter i in a combination. */
const char *sample_value(const sample_options *w, size_t combination, size_t i);
/* The number of combinations of values; text with the values of one, and its suffix for a
 * name, "/n=4", both freed by the caller.  NULL: out of memory. */
size_t sample_combinations(const sample_options *w);
char *sample_substitute(const sample_options *w, size_t combination, const char *text);
char *sample_suffix(const sample_options *w, size_t combination);
void sample_free_parameters(sample_options *w);

/* prepare.c: from the options to what is run; where rows go. */
int sample_prepare(sample *s, int operands, char **operand);
int sample_open_all(sample *s);
/* How names of files beside the results begin. */
const char *sample_stem(const sample *s);

/* summary.c: the figures of each command. */
void sample_summary(const sample *s, FILE *out);
/* export.c: the files of --export-json, --export-csv and --export-markdown. */
int sample_export(const sample *s);
/* The set of a task's metric, or NULL. */
const benchi_set *sample_set(const sample *s, const task *t, const char *metric);

/* numbers.c: the columns of a run; the numbers that a script printed into file. */
void sample_fill(const sample *s, const benchi_usage *usage, const double *counts, measures *m);
int sample_parse(const task *t, int file, measures *m);

/* rows.c */
int sample_open(sample *s);
int sample_write_header(sample *s);
int sample_write_row(sample *s, const task *t, const measures *m);
/* A line of another kind. */
int sample_send(sample *s, const struct line *l);
/* The header as it stands in a file, newline and all; its length. */
size_t sample_header(const sample *s, char *text, size_t capacity);

/* resume.c: takes up what a file holds. */
int sample_resume(sample *s);

/* loop.c: everything after the options. */
int sample_loop(sample *s);
/* Whether an interrupt came; 2: and is not to be waited for. */
int sample_interrupted(void);

/* answer.c: keeps a value; looks at all of them; prints the answers. */
int sample_keep(sample *s, const task *t, const measures *m);
int sample_look(sample *s, bool final);
/* An iteration of the live table, if it is time. */
void sample_tick(sample *s);

/* busy.c: sample_busy_share is the number of processors that others took around now. */
double sample_busy_share(sample *s);
void sample_busy_start(sample *s);
void sample_busy_round(sample *s, bool last);
void sample_busy_report(sample *s);

/* context.c: the line of facts that begins --jsonl. */
int sample_write_context(sample *s);

#define EXIT_INTERRUPTED 130 /* within bench sample: 128 and the signal outside */

/* Seconds of a clock that never goes back. */
double sample_now_s(void);

#endif
