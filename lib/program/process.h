/*
 * Starts another program, and knows how it ended and what it took.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_PROCESS_H
#define BENCHI_PROGRAM_PROCESS_H

#include <bench.h>

#include <stdbool.h>

/* What is to be run, and how. */
typedef struct benchi_command {
	char *const *argv;        /* ends in NULL; argv[0] is looked up in PATH */
	char *const *environment; /* ends in NULL; NULL: this process's own */
	int in, out, err;         /* descriptors it gets as 0, 1, 2; -1: /dev/null */
	bool group;               /* in a process group of its own, so that all of it can be ended */
} benchi_command;

/* How it went. */
typedef struct benchi_usage {
	bool exited;              /* by itself, with: */
	int code;                 /* its exit status, or the signal that ended it */
	double wall_ns;           /* from just before it was started until it had ended */
	double user_ns, system_ns;
	double max_rss_bytes;
	double minor_faults, major_faults;
	double voluntary, involuntary; /* switches of context */
} benchi_usage;

typedef struct benchi_process {
	long id;                  /* 0: none runs */
	bool group;
	uint64_t began_ns;
	benchi_usage usage;       /* once it has ended */
} benchi_process;

/*
 * Starts it.  BENCH_ERR_INPUT: it cannot be run (not found, not executable; the detail
 * says which and why); BENCH_ERR_UNSUPPORTED: no processes here; BENCH_ERR_MEMORY.
 */
bench_status benchi_process_start(const benchi_command *command, benchi_process *process);

/* Waits until it has ended, for timeout_ns at most (infinite: for ever).  BENCH_OK: usage
 * is filled; BENCH_ERR_BUSY: it still runs. */
bench_status benchi_process_wait(benchi_process *process, double timeout_ns);

/* Has it been stopped, because it wanted a terminal that is not its (SIGTTIN, SIGTTOU)? */
bool benchi_process_wants_terminal(const benchi_process *process);

/* Ends it, and its group if it has one: first politely, after grace_ns by force; waits. */
void benchi_process_end(benchi_process *process, double grace_ns);

#endif
