/*
 * The fastest of several functions, in one line.
 *
 *	static const bench_alternative crc[] = { { "table", (bench_function *)crc_table, NULL },
 *		{ "sse42", (bench_function *)crc_sse42, has_sse42 } };
 *
 *	f = (crc_routine *)bench_fastest("mylib/crc 1.4", crc, 2, sample, same, NULL,
 *		sizes, 2, 5e6);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_FASTEST_H
#define BENCH_FASTEST_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* Any function: cast it to this type, and what is returned back to its own. */
typedef void bench_function(void);

/* One of several functions that do the same. */
typedef struct bench_alternative {
	const char *name;           /* key of what is remembered: unique */
	bench_function *function;
	int (*usable)(void);        /* returns nonzero if it can run on this machine; NULL: always */
} bench_alternative;

/* Calls f once, as the program will, on data of this size.  arg: the caller's. */
typedef void bench_sample(bench_function *f, uint64_t size, void *arg);

/* Returns nonzero if f does on data of this size what reference does. */
typedef int bench_same(bench_function *f, bench_function *reference, uint64_t size, void *arg);

#define BENCH_STARTS_AGREE 3

/*
 * bench_fastest: chooses once, and remembers it.
 *
 * key:         program and purpose, and, after the last space, the version of the functions:
 *              "mylib/crc 1.4".  With another version the choice is made again.
 * alternative: n of them, the default first.
 * sample:      calls one; this is what is timed.
 * same:        checks one against the default before it is timed; NULL: no check.
 * arg:         passed to sample and same, such as their data; may be NULL.
 * size:        size_count sizes that sample is called with, and how often; NULL: one of 0.
 * budget_ns:   processor time for the choice, at most; 0: 20 ms.  Checks are extra.
 * The default is the first that is usable.  Another one is returned only if it is at least 3 %
 * faster here, or was in the starts that are remembered.  Where the time is too short for a proof,
 * the medians of the rounds so far decide.  An alternative that is wrong or was not tried is never
 * returned.
 * Of several faster ones that differ by no more than starts of a program do, the first in the list
 * is returned, so that starts agree.
 * Choices are kept in the user's file of bench_wisdom_load after BENCH_STARTS_AGREE starts in a row
 * have made the same; all calls of one process are one start.  Later starts only check the choice
 * that is remembered.  Where the user's file has none, that of the system counts
 * (bench_wisdom_load_under).
 * Environment: BENCH_CHOOSE is a list of key=name, separated by semicolons, such as
 * "mylib/crc=table;*=first": the key without its version, or * for all; an alternative's name, or
 * first.  BENCH_FORGET is a list of keys, or *: their choices are made again, and not kept.  A
 * program with more rights than its user ignores both.
 * The same with more options, and a report: bench_wisdom_pick.
 * Returns a function of the list; NULL if none is usable, or the list is NULL or empty.
 * bench_detail is empty after a choice; where the default is returned because something failed, and
 * for NULL, it has the cause.
 * Thread-safe: call it once and keep what it returns; it takes the budget where nothing is
 * remembered.  Not in an ifunc resolver; needs 20 KiB of stack and malloc.  Since 0.1.0.
 */
BENCH_API bench_function *bench_fastest(const char *key, const bench_alternative *alternative,
	size_t n, bench_sample *sample, bench_same *same, void *arg, const bench_value *size,
	size_t size_count, double budget_ns);

/* A choice of bench_fastest_all: the parameters of bench_fastest, and what is chosen. */
typedef struct bench_task {
	const char *key;
	const bench_alternative *alternative;
	size_t n;
	bench_sample *sample;
	bench_same *same;
	void *arg;
	const bench_value *size;
	size_t size_count;
	bench_function *chosen;     /* output; NULL: no alternative is usable */
} bench_task;

/*
 * bench_fastest_all: fills a table of functions; files are read and written once for all.
 *
 * task:      n choices, each as by bench_fastest.
 * budget_ns: processor time for all of them, at most; 0: 20 ms.
 * Returns BENCH_OK; BENCH_ERR_NO_SAMPLES: of some task no alternative is usable, which
 * bench_detail names; BENCH_ERR_ARGUMENT: task is NULL, or n is 0.  As bench_fastest otherwise.
 * Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_fastest_all(bench_task *task, size_t n,
	double budget_ns);

#endif
