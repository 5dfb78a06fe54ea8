/*
 * timespec_get(TIME_UTC): standard C's calendar clock, for systems with nothing
 * better.  It may be set back during a measurement; calibration and every window
 * watch for that.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <time.h>

#include "clock/backends.h"

#ifdef TIME_UTC

static uint64_t now_ns(void *ctx)
{
	struct timespec t;

	(void)ctx;
	if (timespec_get(&t, TIME_UTC) != TIME_UTC)
		return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

bench_clock benchi_clock_std(void)
{
	bench_clock clock = { "calendar", now_ns, NULL };

	if (now_ns(NULL) == 0)
		clock.now_ns = NULL;
	return clock;
}

#else

bench_clock benchi_clock_std(void)
{
	bench_clock none = { "none", NULL, NULL };

	return none;
}

#endif
