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
 * A clock.  now_ns returns nanoseconds since any fixed moment and must not fail; the measuring
 * threads call it with ctx.  Before use, the library checks that a clock advances and never runs
 * backwards, and measures its resolution.
 */
typedef struct bench_clock {
	const char *name;               /* such as "monotonic"; a constant string */
	uint64_t (*now_ns)(void *ctx);  /* NULL: no clock */
	void *ctx;                      /* passed to now_ns */
} bench_clock;

/*
 * bench_clock_default: the best clock of this system, monotonic if possible.
 *
 * Returns a clock; its now_ns is NULL if the system has no supported clock.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API bench_clock bench_clock_default(void);

#endif
