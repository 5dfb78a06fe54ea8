/*
 * The clock: a replaceable source of time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/*
 * A clock.  now_ns returns nanoseconds since any fixed moment; the measuring
 * threads call it with ctx; it must not fail.  The library verifies a clock before
 * use: that it advances, that it never runs backwards, and its resolution.
 */
typedef struct bench_clock {
	const char *name;               /* such as "monotonic"; a constant string */
	uint64_t (*now_ns)(void *ctx);  /* NULL: no clock */
	void *ctx;                      /* passed to now_ns */
} bench_clock;

/*
 * bench_clock_default: the best clock of this system, a monotonic one where there
 * is one.
 *
 * Returns a clock; its now_ns is NULL if the system has no supported clock.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API bench_clock bench_clock_default(void);

#endif
