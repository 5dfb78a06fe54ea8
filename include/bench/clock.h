/*
 * Where time comes from: a value that can be replaced.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/*
 * A clock.  now_ns returns nanoseconds since any fixed moment; it is called from
 * the threads that measure, with ctx, and must not fail.  A clock is verified
 * before it is trusted: that it moves, that it never runs backwards, and what it
 * can resolve.
 */
typedef struct bench_clock {
	const char *name;               /* such as "monotonic"; a constant string */
	uint64_t (*now_ns)(void *ctx);  /* NULL: there is no clock */
	void *ctx;                      /* handed to now_ns */
} bench_clock;

/*
 * bench_clock_default: the best clock of this system, a monotonic one where there
 * is one.
 *
 * Returns a clock whose now_ns is NULL where the system has none that is known.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API bench_clock bench_clock_default(void);

#endif
