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
#include "program/process.h"
#include "data/rows.h"
#include "tools/screen.h"

#define SAMPLE_VERB "sample"
#define SAMPLE_MEASURES 32 /* columns of numbers, at most */
#define SAMPLE_BESIDE 16   /* observers, and snapshots, at most */

struct line;

/* One benchmark. */
typedef struct task {
	char *name, *text;   /* text: the command as it was given */
	char **argv;         /* what is run; argv[0] and the rest belong to words */
	char *words;
	bool shell;
	uint32_t last_round; /* 0: none yet */
} task;

typedef struct tasks {
	task *task;
	size_t n;
} tasks;

/* What was asked for. */
typedef struct sample_wishes {
	const char *script, *prepare, *cleanup, *setup, *input, *output, *resume, *keep, *metric;
	const char *observe[SAMPLE_BESIDE], *snapshot[SAMPLE_BESIDE], *output_of[SAMPLE_BESIDE];
	size_t observers, snapshots, outputs;
	double rounds, time_s, timeout_s, warmup;
	double margin, alpha;
	uint64_t seed;
	bool seeded, shell, until, null, vary, ignore, subtract, jsonl, quiet, no_counters;
} sample_wishes;

/* Numbers under names: a row, but for who and when. */
typedef struct measures {
	char name[SAMPLE_MEASURES][48];
	double value[SAMPLE_MEASURES];
	size_t n;
} measures;

/* What starting a program costs, before it does anything. */
typedef struct startup {
	double wall_s, user_s, sys_s, shell_wall_s, shell_user_s, shell_sys_s;
	bool known, shell_known;
} startup;

typedef struct beside {
	benchi_process observer[SAMPLE_BESIDE];
	char *before[SAMPLE_BESIDE]; /* texts of snapshots */
} beside;

/* A stretch of rounds, and what else the machine did meanwhile. */
typedef struct busy {
	benchi_activity since;
	double began_s, ours_s;   /* of the stretch: its start, and the commands' own time */
	uint32_t first;           /* its first round; 0: none began */
	uint32_t from, to;        /* the busy rounds that are not in the list yet; 0: none */
	char rounds[400];         /* the busy stretches: "3-7, 12-15" */
	double others_s, stolen_s, throttled, span_s; /* summed over the busy stretches */
	bool any;
} busy;

/* Who ends the commands when we are killed: see sample_guard.c. */
typedef struct guard {
	long volatile *group; /* process groups that run now; NULL: there is no guard */
	long id;
	int end;              /* what it waits for */
} guard;

typedef struct sample {
	sample_wishes wish;
	tasks list;
	measures header;      /* its names are the columns */
	bool header_known, counting;
	int out, errors;      /* descriptors: rows; where commands' standard error goes */
	size_t rows_written, columns_before; /* columns_before: that stand before `round` */
	uint64_t random;
	uint32_t round;
	double run_id, began_s; /* began_s: 0 while nothing counts yet */
	bool null;            /* the last task is the first once more */
	bool live, keeping;   /* a table is drawn; values are kept in rows */
	bool rowless;         /* a terminal shows the table in place of the rows */
	bool answered, alarmed; /* by the latest look at them */
	double looked_s, look_cost_s, drawn_s;
	screen screen;        /* what the table is drawn on; out: NULL if it is not */
	char *table;          /* the latest one */
	benchi_rows rows;
	startup startup;
	beside beside;
	busy busy;
	guard guard;
} sample;

/* All return 0, or an exit status after a message. */

/* sample_list.c: adds a benchmark from "name:command". */
int sample_add(sample *s, const char *spec);
/* The same, one a line, from standard input. */
int sample_add_lines(sample *s);
/* Takes each command apart; to be called once all options are known. */
int sample_split(sample *s);
void sample_free_list(tasks *list);

/* sample_run.c: runs a benchmark once; its numbers. */
int sample_run(sample *s, task *t, measures *m);
/* Runs a command of the shell to its end; what: "--prepare" ... */
int sample_run_shell(sample *s, const char *what, const char *command);
/* What starting costs. */
int sample_find_startup(sample *s);

/* sample_guard.c: starts and ends it; tells it which group runs in a slot (0: the command,
 * from 1: the observers), or none (0). */
void sample_guard_start(sample *s);
void sample_guard_note(sample *s, size_t slot, long group);
void sample_guard_end(sample *s);

/* sample_numbers.c: the columns of a run; the numbers that a script printed into file. */
void sample_fill(const sample *s, const task *t, const benchi_usage *usage, const double *counts,
                 measures *m);
int sample_parse(const task *t, int file, measures *m);

/* sample_rows.c */
int sample_open(sample *s);
int sample_write_header(sample *s);
int sample_write_row(sample *s, const task *t, const measures *m);
/* A line of another kind. */
int sample_send(sample *s, const struct line *l);
/* The header as it stands in a file, newline and all; its length. */
size_t sample_header(const sample *s, char *text, size_t room);

/* sample_resume.c: takes up what a file holds. */
int sample_resume(sample *s);

/* sample_loop.c: everything after the options. */
int sample_loop(sample *s);
/* Has somebody asked for an end?  2: and does not want to wait for it. */
int sample_interrupted(void);

/* sample_answer.c: keeps a value; looks at all of them; says what came out. */
int sample_keep(sample *s, const task *t, const measures *m);
int sample_look(sample *s, bool final);
/* An iteration of the live table, if it is time. */
void sample_tick(sample *s);

/* sample_beside.c */
int sample_beside_start(sample *s);
int sample_beside_end(sample *s);
/* A file beside the results: its path, to be freed; NULL when memory is out. */
char *sample_path(const sample *s, const char *ending);

/* sample_busy.c */
void sample_busy_start(sample *s);
void sample_busy_round(sample *s, bool last);
void sample_busy_report(sample *s);

/* sample_context.c: the line of facts that begins --jsonl. */
int sample_write_context(sample *s);

#define EXIT_INTERRUPTED 130 /* within bench sample: 128 and the signal outside */

/* Seconds of a clock that never goes back. */
double sample_now_s(void);

#endif
