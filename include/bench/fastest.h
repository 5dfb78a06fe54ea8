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

/* Any function: cast it to this type, and cast the result back. */
typedef void bench_function(void);

/* One of several functions that do the same. */
typedef struct bench_alternative {
	const char *name;           /* unique; identifies a remembered choice */
	bench_function *function;
	int (*usable)(void);        /* returns nonzero if it can run on this machine; NULL: always */
} bench_alternative;

/* Calls f once, as the program will, on data of this size.  arg: that of bench_fastest. */
typedef void bench_sample(bench_function *f, uint64_t size, void *arg);

/* Returns nonzero if f and reference give the same result on data of this size. */
typedef int bench_same(bench_function *f, bench_function *reference, uint64_t size, void *arg);

#define BENCH_STARTS_AGREE 3

/*
 * bench_fastest: chooses once, and remembers it.
 *
 * key:         program and purpose and, after the last space, the version of the functions:
 *              "mylib/crc 1.4".  A new version is chosen again.
 * alternative: n alternatives, the default first.
 * sample:      calls an alternative; this is what is timed.
 * same:        checks an alternative against the default before timing; NULL: no check.
 * arg:         passed to sample and same, such as their data; may be NULL.
 * size:        size_count sizes for sample, with their weights; NULL: a single size of 0.
 * budget_ns:   upper bound of processor time for the choice; 0: 20 ms.  Checks are extra.
 *
 * The default is the first usable alternative.  Another one is returned only if it is at least 3 %
 * faster in this start, or was in the remembered ones.  If time is too short for a proof, the
 * medians so far decide.  An alternative that is wrong or untried is never returned.  Of several
 * faster alternatives that differ by less than starts of a program do, the first in the list is
 * returned, so that starts agree.
 *
 * A choice is stored in the user's file of bench_wisdom_load when BENCH_STARTS_AGREE starts in a
 * row made it; all calls in a process are one start.  Later starts only check the stored choice.
 * Choices that the user's file does not have come from the system's (bench_wisdom_load_under).
 *
 * Environment.  BENCH_CHOOSE forces choices: a list of key=name separated by semicolons, such as
 * "mylib/crc=table;*=first".  A key has no version, or is * for all; a name is that of an
 * alternative, or first.  BENCH_FORGET is a list of keys, or *: these are chosen again and not
 * stored.  A program with more rights than its user ignores both.
 *
 * Returns a function of the list; NULL if none is usable, or the list is NULL or empty.  After a
 * choice bench_detail is empty.  If the default is returned because something failed, and for NULL,
 * bench_detail has the cause.
 * bench_wisdom_pick has more options and a report.
 * Thread-safe: call it once and keep the result; without a stored choice it takes the budget.  Not
 * for ifunc resolvers.  Needs malloc and a stack of 20 KiB, the thread's
 * own use included.  Since 0.1.0.
 */
BENCH_API bench_function *bench_fastest(const char *key, const bench_alternative *alternative,
	size_t n, bench_sample *sample, bench_same *same, void *arg, const bench_value *size,
	size_t size_count, double budget_ns);

/* A choice of bench_fastest_all: the parameters of bench_fastest, and the result. */
typedef struct bench_task {
	const char *key;
	const bench_alternative *alternative;
	size_t n;
	bench_sample *sample;
	bench_same *same;
	void *arg;
	const bench_value *size;
	size_t size_count;
	bench_function *chosen;     /* result; NULL: no alternative is usable */
} bench_task;

/*
 * bench_fastest_all: fills a table of functions, reading and writing the files only once.
 *
 * task:      n choices, each as for bench_fastest.
 * budget_ns: upper bound of processor time for all of them; 0: 20 ms.
 * Returns BENCH_OK; BENCH_ERR_NO_SAMPLES if a task has no usable alternative (bench_detail names
 * the task); BENCH_ERR_ARGUMENT if task is NULL or n is 0.  Otherwise as bench_fastest.
 * Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_fastest_all(bench_task *task, size_t n,
	double budget_ns);

#endif
