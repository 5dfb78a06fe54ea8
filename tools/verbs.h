/*
 * The command `bench`: its verbs, and what they share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_BENCH_H
#define TOOLS_BENCH_H

#include <stdio.h>

#include "base/detail.h"

/* Exit statuses beyond 0.  1 means "worse" where an option asks for that. */
#define EXIT_WORSE 1
#define EXIT_MISUSE 2
#define EXIT_UNSURE 3
#define EXIT_PIPE 141 /* as SIGPIPE would end it: the reader has left, nothing is printed */

/* A verb: argv[0] is its name.  Returns the exit status. */
typedef int verb(int argc, char **argv);
verb verb_compare, verb_describe, verb_ministat, verb_plot, verb_power, verb_ramp, verb_relink,
	verb_run, verb_sample, verb_versus;

/* Prints "bench VERB: ..." on standard error; returns EXIT_MISUSE. */
BENCHI_PRINTF(2, 3)
int complain(const char *verb_name, const char *format, ...);

/* Complains of an option's value: "--NAME: found 'VALUE', expected ...". */
int complain_value(const char *verb_name, const char *name, const char *value,
                   const char *expected);

/* Complains about what benchi_options_next returned. */
int complain_option(const char *verb_name, int kind, const char *value);

#endif
