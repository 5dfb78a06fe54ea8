/*
 * The clocks of each system, and the best one that works here.
 *
 * Each clock returns nanoseconds, or 0 if it does not work; never an invented time.
 *
 * SPDX-License-Identifier: MIT
 */
#include "clock/clock.h"

#include <time.h>

#ifdef _WIN32
#include <windows.h>
#undef far /* macros from the time of 16-bit Windows */
#undef near
#endif

#ifdef HAVE_MACH_ABSOLUTE_TIME
#include <mach/mach_time.h>

/*
 * mach_absolute_time: macOS's counter. mach_timebase_info returns its unit as a fraction of a
 * nanosecond (125/3 on Apple's own processors). Computed in two parts, because the product would
 * overflow after some days.
 */
static uint64_t mach_now_ns(void *ctx)
{
	mach_timebase_info_data_t base;
	uint64_t ticks = mach_absolute_time();

	if (mach_timebase_info(&base) || base.denom == 0)
		return 0;
	return ticks / base.denom * base.numer + ticks % base.denom * base.numer / base.denom;
}
#endif

/*
 * clock_gettime(CLOCK_MONOTONIC): never set back. Many systems discipline it to true seconds, so
 * that megahertz are true megahertz.
 */
#if defined HAVE_CLOCK_GETTIME && defined CLOCK_MONOTONIC
static uint64_t posix_now_ns(void *ctx)
{
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t)) /* a filter may forbid this call at any time */
		return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* CLOCK_MONOTONIC of the kernel, bypassing a library that replaces clock_gettime. A reading takes
 * about 100 ns instead of 20. */
#ifdef BENCHI_KERNEL_GETTIME
static uint64_t kernel_now_ns(void *ctx)
{
	struct timespec t;

	if (BENCHI_KERNEL_GETTIME(CLOCK_MONOTONIC, &t))
		return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
#endif
#endif

/*
 * QueryPerformanceCounter: Windows' monotonic counter, usually in steps of 100 ns. Computed in two
 * parts, because the product would overflow after some minutes.
 */
#ifdef _WIN32
static uint64_t win32_now_ns(void *ctx)
{
	LARGE_INTEGER count, hz;

	if (!QueryPerformanceFrequency(&hz) || hz.QuadPart <= 0)
		return 0;
	QueryPerformanceCounter(&count);
	return (uint64_t)(count.QuadPart / hz.QuadPart) * 1000000000u
	     + (uint64_t)(count.QuadPart % hz.QuadPart) * 1000000000u / (uint64_t)hz.QuadPart;
}
#endif

/*
 * timespec_get(TIME_UTC): standard C's calendar clock, for systems with nothing better. It may be
 * set back during a measurement; calibration and every window check for that.
 */
#ifdef TIME_UTC
static uint64_t calendar_now_ns(void *ctx)
{
	struct timespec t;

	if (timespec_get(&t, TIME_UTC) != TIME_UTC)
		return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
#endif

/* Monotonic clocks come first. */
static const bench_clock clocks[] = {
#ifdef HAVE_MACH_ABSOLUTE_TIME
	{ "mach", mach_now_ns, NULL },
#endif
#if defined HAVE_CLOCK_GETTIME && defined CLOCK_MONOTONIC
	{ "monotonic", posix_now_ns, NULL },
#endif
#ifdef _WIN32
	{ "performance counter", win32_now_ns, NULL },
#endif
#ifdef TIME_UTC
	{ "calendar", calendar_now_ns, NULL },
#endif
	{ "none", NULL, NULL }
};

bench_clock benchi_clock_best(void)
{
	const bench_clock *clock = clocks;

	while (clock->now_ns && !clock->now_ns(NULL))
		clock++;
#ifdef BENCHI_KERNEL_GETTIME
	/* A replaced monotonic clock shows calendar time, decades away from the kernel's. */
	if (clock->now_ns == posix_now_ns) {
		double kernel_ns = (double)kernel_now_ns(NULL);

		if (kernel_ns > 0 && fabs((double)posix_now_ns(NULL) - kernel_ns) > 1e9)
			return (bench_clock){ "kernel", kernel_now_ns, NULL };
	}
#endif
	return *clock;
}

uint64_t benchi_calendar_us(void)
{
#if defined HAVE_CLOCK_GETTIME && defined CLOCK_REALTIME
	struct timespec shown;

	if (clock_gettime(CLOCK_REALTIME, &shown) == 0)
		return (uint64_t)shown.tv_sec * 1000000u + (uint64_t)shown.tv_nsec / 1000u;
#endif
	return (uint64_t)time(NULL) * 1000000u;
}
