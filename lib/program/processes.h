/*
 * The program's rows in fresh processes of itself.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_PROCESSES_H
#define BENCHI_PROGRAM_PROCESSES_H

#include <stdio.h>

#include "program/schedule.h"

/* What a process was given by the one that started it. */
typedef struct benchi_child_args {
	uint32_t process;
	uint64_t seed;
	double left_ns;   /* 0: no bound */
	double patience_ns; /* beside that, while another workload shares the core */
	FILE *out;        /* where messages go; NULL: this process was not started by another */
} benchi_child_args;

/* Was this process started by benchi_processes_run?  1: *args is filled, standard output
 * leads to standard error from now on; 0: no; -1: the environment claims so, but it cannot be. */
int benchi_processes_child_args(benchi_child_args *args);

/* How many processes there are by default: 1 where none can be started. */
size_t benchi_processes_default(void);

/*
 * Runs the pass in pass->processes processes, one after the other, within the budget; result[i]
 * is row i's.  argv: of this process.  pass->done is called for each row of each process.
 *
 * Returns 0, or an exit status after a message: BENCHI_EXIT_MISUSE if there was no way to
 * start any, BENCHI_EXIT_WRONG if one ended otherwise than it should.
 */
int benchi_processes_run(const benchi_pass *pass, const struct benchi_processes_budget *budget,
                         char **argv, benchi_result *result);

#endif
