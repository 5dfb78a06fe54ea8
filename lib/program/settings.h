/*
 * What a benchmark program's command line asks for.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_SETTINGS_H
#define BENCHI_PROGRAM_SETTINGS_H

#include <bench.h>

#include <stdbool.h>

#include "base/detail.h"
#include "load/ramp.h"
#include "program/beside.h"
#include "write/write.h"

enum { BENCHI_THREAD_COUNTS = 64, BENCHI_LIMITS_MOST = 32, BENCHI_FILTERS_MOST = 32 };

#define BENCHI_FILTER_REGEX "re:"  /* begins a filter that is a regular expression */

/* Exit statuses of a benchmark program. */
enum benchi_exit { BENCHI_EXIT_FINE = 0, BENCHI_EXIT_WRONG = 1, BENCHI_EXIT_MISUSE = 2 };

typedef struct benchi_settings {
	const char *program;  /* its name, for messages */
	const char *filter[BENCHI_FILTERS_MOST];  /* patterns; '!' before one excludes */
	size_t filters;       /* 0: all cases */
	double time_ns;       /* of everything; 0: each row its own default */
	size_t rounds;        /* 0: as many as the time allows */
	size_t processes;     /* 0: this one */
	size_t thread[BENCHI_THREAD_COUNTS];
	size_t threads;       /* how many of those; 0: one thread, not named */
	uint64_t seed;
	bool has_seed;
	const char *output;   /* NULL: none */
	benchi_format form;   /* of the output file, or of standard output if there is none */
	const char *against;  /* a saved run, or NULL */
	double margin;        /* stated: slower is certainly more than this share; 0: at all */
	bool fail_slower;     /* exit status 1 if a result is slower than there */
	const char *baseline; /* the case that others are compared with, or NULL */
	const char *limit[BENCHI_LIMITS_MOST];
	size_t limits;
	const char *expect[BENCHI_LIMITS_MOST];
	size_t expects;
	bool force;           /* compare with a run of other conditions */
	bool count;           /* what an iteration executes, */
	size_t count_limit;   /* in this many single steps per row */
	bool list, dry_run, progress, quiet, help;
	size_t cpu;           /* keep to this processor, ... */
	bool has_cpu;         /* ... if requested */
	bool ramp;            /* plan of a ramp, which adds workers one by one: */
	benchi_ramp_plan ramp_plan;
	benchi_words observe, snapshot;
	const char *svg, *html;   /* files of pictures, or NULL */
} benchi_settings;

/* An option: everything that reading, help and messages need to know of it. */
typedef struct benchi_setting {
	int letter;            /* below 256 it is also the short option */
	const char *word;      /* --word */
	const char *argument;  /* its argument's name in the help; NULL: none */
	int (*read)(benchi_settings *s, const struct benchi_setting *row, const char *value);
	size_t offset;         /* of the member that it sets, for the common readers */
	uint64_t most;         /* of a count, from 1 */
	const char *help;      /* one line; NULL: with the options of ramps, in bench-ramp(1) */
	const char *needs;     /* the option that it belongs to, or NULL */
	const char *excludes;  /* options that it does not go with, blanks between, or NULL */
} benchi_setting;

/* All options; the last one's word is NULL. */
extern const benchi_setting benchi_setting_table[];

/* Reads the command line.  0, or BENCHI_EXIT_MISUSE after a message. */
int benchi_settings_read(int argc, char **argv, benchi_settings *settings);

/* Prints it.  0. */
int benchi_settings_help(const benchi_settings *settings);

/* Prints "PROGRAM: ..." on standard error; returns BENCHI_EXIT_MISUSE. */
BENCHI_PRINTF(2, 3)
int benchi_complain(const benchi_settings *settings, const char *format, ...);

#endif
