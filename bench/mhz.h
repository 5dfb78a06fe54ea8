/*
 * The parts of the program mhz.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef MHZ_H
#define MHZ_H

#include <bench.h>

#include "mhz_library.h"

/* Exit codes: an answer; none (too busy, no tick, no clock); bad input or output. */
enum { MHZ_OK = 0, MHZ_NO_ANSWER = 1, MHZ_BAD = 2 };

enum mhz_form { MHZ_LINE, MHZ_TICK, MHZ_TABLE, MHZ_JSON, MHZ_JSONL, MHZ_DATA };

struct mhz_options {
	enum mhz_form form;
	const char *form_name;  /* the option that chose it; NULL: none did */
	const char *replay;     /* file to estimate from; NULL: measure */
	const char *host;       /* what to call this machine; NULL: as it calls itself */
	const char *cpus;       /* processors, as written; NULL: where it happens to run */
	double seconds;         /* bound of the run; 0: the library's default */
	double heat;            /* seconds for which processors compute before they are measured */
	int together;           /* each alone, then all at once */
	int watch;              /* a line a second */
	uint64_t lines;         /* of --watch; 0: without end */
	int done;               /* --help or --version was printed */
};

/* One estimate, to be printed. */
struct mhz_result {
	bench_recording *recording;
	bench_cpu cpu;
	bench_status status;
	const char *detail;
	const char *host;       /* the machine of this clock; of a recording its file */
	int processor;          /* -1: not pinned */
	benchi_claimed_clock claimed;
	const bench_cpu *alone; /* of --together: the same processor before; NULL: none */
};

/* Prints "mhz: " and a message in one line on stderr; returns MHZ_BAD. */
#if defined __GNUC__
__attribute__((format(printf, 1, 2)))
#endif
int mhz_bad(const char *format, ...);

/* Reads the command line; MHZ_OK, or MHZ_BAD with its message printed. */
int mhz_options_read(struct mhz_options *options, int argc, char **argv);

/* Adds FILE's (or with "-" stdin's) windows; MHZ_OK, or MHZ_BAD with its message printed. */
int mhz_replay(bench_recording *recording, const char *file);

/* The processors of a list such as "0,2-3" or "all", each once pinned to and found to
 * exist: *processors is malloced, *count long.  MHZ_OK, or MHZ_BAD with its message
 * printed. */
int mhz_processors(const char *list, int **processors, size_t *count);

/* Pins this thread to a processor; MHZ_OK, or MHZ_BAD with its message printed. */
int mhz_pin(int processor);

/* A result without an answer, of the machine's name and a processor; -1: not pinned. */
void mhz_result_begin(struct mhz_result *result, const struct mhz_options *options, int processor);

/* What a status means for the exit code. */
int mhz_exit_code(bench_status status);

/* Measures and estimates; the detail, if any, is kept in the result. */
void mhz_measure(struct mhz_result *result, const struct mhz_options *options);

/* Why there is no answer, and between which clocks the recording leaves the choice: on stderr. */
void mhz_explain(const struct mhz_result *result);

/* --together: each processor alone, then all at once.  An exit code. */
int mhz_together(const struct mhz_options *options, const int *processors, size_t count);

/* Lets each of the processors (or with a count of 0 this thread) compute for --heat. */
int mhz_heat(const struct mhz_options *options, const int *processors, size_t count);

/* --watch: a line a second.  processor: -1 where it happens to run.  An exit code. */
int mhz_watch(const struct mhz_options *options, int processor);

/* Prints a result in a form: a line or more, or a JSON object without a line end. */
void mhz_print(const struct mhz_result *result, enum mhz_form form);
void mhz_print_data(const bench_recording *recording);

/* Is everything printed out?  MHZ_OK, or MHZ_BAD with its message printed. */
int mhz_flush(void);

#endif
