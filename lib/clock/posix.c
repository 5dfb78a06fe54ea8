/*
 * clock_gettime(CLOCK_MONOTONIC): never set back, and disciplined to true seconds
 * where the system does that, so that megahertz are true megahertz.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/backends.h"

#ifdef HAVE_CLOCK_GETTIME
#include <time.h>
#endif

#if defined HAVE_CLOCK_GETTIME && defined CLOCK_MONOTONIC

static uint64_t now_ns(void *ctx)
{
	struct timespec t;

	(void)ctx;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

bench_clock benchi_clock_posix(void)
{
	struct timespec t;
	bench_clock clock = { "monotonic", now_ns, NULL };

	if (clock_gettime(CLOCK_MONOTONIC, &t))
		clock.now_ns = NULL;
	return clock;
}

#else

bench_clock benchi_clock_posix(void)
{
	bench_clock none = { "none", NULL, NULL };

	return none;
}

#endif
