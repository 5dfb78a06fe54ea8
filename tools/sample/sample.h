/*
 * `bench sample`: what its files share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_SAMPLE_H
#define TOOLS_SAMPLE_H

#include "tools/compare/compare.h"

#define SAMPLE_VERB "sample"
#define SAMPLE_MEASURES 32 /* most columns of numbers */
#define SAMPLE_PARAMETERS 4
#define SAMPLE_VALUES 256  /* most values of a parameter */
#define SAMPLE_METRICS 12

/* One benchmark: a command, with its runs so far. */
typedef struct task {
	char *name, *text;   /* text: the command as given */
	char **argv;         /* the words to run, in one block */
	size_t given;        /* index of the operand */
	size_t combination;  /* number of the combination of parameter values */
	uint32_t last_round; /* latest round that this command ran in; 0: none yet */
	size_t failed;       /* runs with a nonzero exit status, whose times are used */
	size_t killed;       /* runs that were killed, whose times are not used */
	size_t left;         /* runs after which a process that they started was still running */
	bool null;           /* the first command once more (--null) */
	int status;          /* exit status of the latest failed run */
} task;

typedef struct tasks {
	task *task;
	size_t n, given;
} tasks;

typedef benchi_words words;

/* Formats of summaries. */
enum { SAMPLE_JSON, SAMPLE_CSV, SAMPLE_MARKDOWN, SAMPLE_EXPORTS, SAMPLE_BY_MEAN = 2 };

/* A parameter: {name} in commands is replaced by each of its values. */
typedef struct parameter {
	const char *name;
	char *text, *value[SAMPLE_VALUES]; /* values are words of text */
	size_t n;
	double low, high;  /* range of a scan */
	bool scan, used;   /* used: a command or an option has {name} */
} parameter;

typedef struct sample_options {
	const char *script, *cleanup, *setup, *input, *rows, *resume, *metric, *shell, *ignored,
		*reference, *reference_name;
	const char *export[SAMPLE_EXPORTS];  /* files of summaries */
	words prepare, conclude, where, names, environment;
	words metrics;       /* --metrics: our names; the first is metric */
	const char *metric_unit[SAMPLE_METRICS]; /* unit of each metric; NULL: automatic */
	char *metric_words;  /* memory of the names and units above */
	bool preset;         /* metrics that this machine lacks are left out */
	observation observed; /* --observe, --snapshot */
	parameter parameter[SAMPLE_PARAMETERS];
	size_t parameters;
	bounds bounds;       /* --limit, --expect */
	size_t rounds, least, most, warmup; /* least, most: bounds of the number of rounds */
	double time_s, timeout_s, step;
	benchi_question question;
	int answer, format, style, sort; /* sort: SAMPLE_BY_MEAN, or as given */
	const char *unit;    /* unit of times in summaries; NULL: automatic */
	uint64_t seed;
	bool seeded, stepped, until, null, ignore, subtract, jsonl, quiet, no_counters;
	bool by_shell, no_shell; /* -S, -N */
	bool stream;         /* rows until the reader leaves */
	bool show;           /* output and errors of commands are this program's own */
	bool ends;           /* ends on its own, without a stated limit */
} sample_options;

/* The numbers of a run by name: a row without benchmark and round. */
typedef struct measures {
	struct measure {
		char name[48];
		double value;
	} measure[SAMPLE_MEASURES];
	size_t n;
	bool failed, killed; /* failed: nonzero exit status; killed: by a signal or the time limit */
	int status;
} measures;

/* Time to start a program that does nothing, by the shell if commands use one. */
typedef struct startup {
	double wall_s, user_s, sys_s;
	bool known;
} startup;

/* Processor time used until a moment, by the machine and by this program with its commands. */
typedef struct busy_moment {
	benchi_activity machine;
	double at_s;
} busy_moment;

/* A stretch of rounds, and what other programs did during the stretch. */
typedef struct busy {
	busy_moment since, latest; /* start of the stretch; latest row at which usage was read */
	double share;             /* processors that other programs used before then */
	uint32_t first;           /* number of its first round; 0: no round began */
	uint32_t from, to;        /* busy rounds not yet in the list; 0: no such rounds */
	char rounds[400];         /* the busy stretches: "3-7, 12-15" */
	double others_s, stolen_s, throttled, span_s; /* summed over the busy stretches */
	bool any;
} busy;

typedef struct sample {
	sample_options option;
	tasks list;
	measures header;      /* names of the columns */
	bool header_known, counting;
	int out, errors;      /* descriptors: rows; where commands' standard error goes */
	size_t rows_written;
	size_t columns_before; /* number of columns before the column `round` */
	uint64_t random;      /* state of the random order */
	uint32_t round;       /* current round, from 1; 0: still warming up */
	double run_id;        /* number of this sampling in the rows */
	double started;       /* start of the latest run, in seconds since 1970 */
	double began_s;       /* start of the first round; 0: still warming up */
	bool null;            /* --null: the last task is a copy of the first */
	bool keeping;         /* values are kept in rows */
	bool rowless;         /* a summary on standard output takes the place of the rows */
	bool document;        /* a summary in a format is on standard output, so text goes to standard
	                         error */
	int drain;            /* commands write into this pipe; -1: none yet */
	const char *ended;    /* why the sampling ended */
	/* at the latest evaluation: every comparison has an answer; --null found a difference */
	bool answered, alarmed;
	/* time of the latest evaluation, and how long it took; time of the latest drawing */
	double looked_s, look_cost_s, drawn_s;
	screen screen;        /* terminal of the live table; out NULL: no table */
	char *table;          /* text of the latest table */
	benchi_rows rows;
	startup startup, nothing; /* nothing: measured just before each run, for --subtract-startup */
	benchi_atomic_file export[SAMPLE_EXPORTS];  /* opened at the start; out NULL: not requested */
	busy busy;
	benchi_utilisation machine;  /* during the rounds */
} sample;

/* All return 0, or an exit status after a message. */

/* Adds an operand's commands; splits all commands into words, or into the shell's three words;
 * frees them.  Return 0, or an exit status after a message.  (Fuzzed: tests/fuzz.) */
int sample_add(sample *s, const char *spec);
int sample_split(sample *s);
void sample_free_list(tasks *list);

/* sample_task returns the task of this name, or NULL. */
task *sample_task(const sample *s, const char *name);

bool sample_has_word(const words *list, const char *word);

/* Prints "out of memory".  Returns EXIT_MISUSE. */
int sample_no_memory(void);

/* Returns the words by which the shell runs a command, in one block to free; NULL if out of
 * memory. */
char **sample_by_shell(const sample *s, const char *command);

/* Opens a file without a name. Returns 0, or an exit status after a message. */
int sample_open_unnamed(int *file);

/* Return the number of combinations of the parameters' values, and the value of parameter i in one
 * of them. */
size_t sample_combinations(const sample_options *w);
const char *sample_value(const sample_options *w, size_t combination, size_t i);

/* Returns the text with a combination's values in place of {name}; the caller frees it.  name: the
 * text is a name; if it has no {name}, the values are appended, "/n=4".  NULL when out of
 * memory. */
char *sample_substitute(const sample_options *w, size_t combination, const char *text, bool name);

/* answer.c: fills in the columns of a run; reads the numbers that a script printed into file, and
 * returns 0, or an exit status after a message. */
void sample_fill(const sample *s, const benchi_usage *usage, const double *counts, measures *m);
int sample_parse(const task *t, int file, measures *m);

/* rows.c */
int sample_write_header(sample *s);
int sample_write_row(sample *s, const task *t, const measures *m);

/* rows.c: continues a file of rows. */
int sample_resume(sample *s);

/* loop.c: does everything after the options are read. */
int sample_loop(sample *s);

/* answer.c: keeps the values of a run in s->rows. */
int sample_keep(sample *s, const task *t, const measures *m);

/* Finds the value of a column, or of cpu_time, the sum of two columns. Returns false if not
 * found. */
bool sample_value_of(const measures *m, const char *name, double *x);

/* Compares the values so far, and updates the live table. final: prints the answers. */
int sample_look(sample *s, bool final);
/* Redraws the live table if a second has passed. */
void sample_tick(sample *s);

/* loop.c: reports rounds in which other programs used the machine, if there were any. */
void sample_busy_report(sample *s);

#endif
