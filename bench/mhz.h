/*
 * The parts of the program mhz.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef MHZ_H
#define MHZ_H

#include <bench.h>

#include "mhz_library.h"

/* Exit codes: an answer; no answer (too busy, no tick, no clock); bad input or output. */
enum { MHZ_OK = 0, MHZ_NO_ANSWER = 1, MHZ_BAD = 2 };

enum mhz_form { MHZ_LINE, MHZ_TICK, MHZ_TABLE, MHZ_JSON, MHZ_JSONL, MHZ_DATA };

struct mhz_options {
	enum mhz_form form;
	const char *form_name;  /* option that chose the form; NULL: default */
	const char *replay;     /* file to estimate from; NULL: measure */
	const char *host;       /* name of this machine; NULL: the system's */
	const char *cpus;       /* list of processors as written; NULL: wherever the program runs */
	double seconds;         /* time limit; 0: the library's default */
	double heat;            /* seconds for which processors compute before they are measured */
	int together;           /* each alone, then all at once */
	int watch;              /* a line per second */
	uint64_t lines;         /* for --watch; 0: unlimited */
	int done;               /* --help or --version was printed */
};

/* An estimate, to be printed. */
struct mhz_result {
	bench_recording *recording;
	bench_cpu cpu;
	bench_status status;
	const char *detail;
	const char *host;       /* the machine of this clock; for a recording its file */
	int processor;          /* -1: not pinned */
	benchi_claimed_clock claimed;
	const bench_cpu *alone; /* clock of the same processor alone, for --together; otherwise NULL */
};

/* Prints "mhz: " and a message in one line on stderr. Returns MHZ_BAD. */
#if defined __GNUC__
__attribute__((format(printf, 1, 2)))
#endif
int mhz_bad(const char *format, ...);

/* Parses the command line. Returns MHZ_OK, or MHZ_BAD after a message. */
int mhz_options_read(struct mhz_options *options, int argc, char **argv);

/* Adds the windows in a file, or in stdin for "-". Returns MHZ_OK, or MHZ_BAD after a message. */
int mhz_replay(bench_recording *recording, const char *file);

/* Parses a list of processors such as "0,2-3" or "all", and checks each by pinning to it. Returns
 * MHZ_OK, and the caller frees *processors, which has *count elements; or MHZ_BAD after a message,
 * with nothing to free. */
int mhz_processors(const char *list, int **processors, size_t *count);

/* Pins this thread to a processor. Returns MHZ_OK, or MHZ_BAD after a message. */
int mhz_pin(int processor);

/* Begins a result without an answer, for this machine and a processor; -1: not pinned. */
void mhz_result_begin(struct mhz_result *result, const struct mhz_options *options, int processor);

/* Returns the exit code for a status. */
int mhz_exit_code(bench_status status);

/* Measures and estimates. The detail, if any, is kept in the result. */
void mhz_measure(struct mhz_result *result, const struct mhz_options *options);

/* Prints to stderr why there is no answer, and which clocks the recording leaves possible. */
void mhz_explain(const struct mhz_result *result);

/* --together: each processor alone, then all at once. Returns an exit code. */
int mhz_together(const struct mhz_options *options, const int *processors, size_t count);

/* Lets each of the processors, or with count 0 this thread, compute for --heat. */
int mhz_heat(const struct mhz_options *options, const int *processors, size_t count);

/* --watch: a line per second. processor: -1 for wherever the program runs. Returns an exit
 * code. */
int mhz_watch(const struct mhz_options *options, int processor);

/* Prints a result: a line or more, or a JSON object without a line end. */
void mhz_print(const struct mhz_result *result, enum mhz_form form);
void mhz_print_data(const bench_recording *recording);

/* Flushes standard output. Returns MHZ_OK, or MHZ_BAD after a message. */
int mhz_flush(void);

#endif
