/*
 * The fastest of several functions, in one line.
 *
 *	static const bench_alternative crc[] = { { "table", (bench_function *)crc_table, NULL },
 *		{ "sse42", (bench_function *)crc_sse42, has_sse42 } };
 *
 *	f = (crc_routine *)bench_fastest("mylib/crc 1.4", crc, 2, sample, same, sizes, 2, 5e6);
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

/* Calls f once, as the program will, on data of this size. */
typedef void bench_sample(bench_function *f, uint64_t size);

/* Does f do on data of this size what reference does?  Nonzero: yes. */
typedef int bench_same(bench_function *f, bench_function *reference, uint64_t size);

/*
 * bench_fastest: chooses once, remembers it, and never returns NULL.
 *
 * key:         program and purpose, and, after the last space, the version of the functions:
 *              "mylib/crc 1.4".  With another version the choice is made again.
 * alternative: n of them, the default first.
 * sample:      calls one; this is what is timed.
 * same:        checks one against the default before it is timed; NULL: no check.
 * size:        size_count sizes that sample is called with, and how often; NULL: one of 0.
 * budget_ns:   processor time for the choice, at most; 0: 20 ms.  Setting up and checks are extra.
 * The default is the first that is usable (of none, the very first).  Another one is returned only
 * if it is proven at least 3 % faster here, or was in the starts that are remembered: an
 * alternative that was not tried, that is wrong, or that merely looks faster is never returned.
 * Of several faster ones that differ by no more than starts of a program do, the one that stands
 * first in the list is returned, so that starts agree.
 * Choices are kept in the user's file of bench_wisdom_load once BENCH_STARTS_AGREE starts in
 * a row have made the same; later starts only check the one that is remembered.
 * The same with more options, and a report: bench_wisdom_pick.
 * Returns a function of the list, NULL only for a list that is NULL or empty; where it is
 * the default because something failed, bench_detail has the cause.
 * Thread-safe: call it once and keep what it returns; it takes the budget where nothing is
 * remembered.  Not in an ifunc resolver; needs 20 KiB of stack and malloc.  Since 0.1.0.
 */
#define BENCH_STARTS_AGREE 3
BENCH_API bench_function *bench_fastest(const char *key, const bench_alternative *alternative,
	size_t n, bench_sample *sample, bench_same *same, const bench_value *size, size_t size_count,
	double budget_ns);

#endif
