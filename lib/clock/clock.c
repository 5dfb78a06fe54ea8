/*
 * The clocks of each system.
 *
 * SPDX-License-Identifier: MIT
 */
#include "clock/clock.h"

#include <time.h>

#ifdef HAVE_MACH_ABSOLUTE_TIME
#include <mach/mach_time.h>
#endif
#ifdef _WIN32
#include <windows.h>
#endif

/*
 * clock_gettime(CLOCK_MONOTONIC): never set back, and disciplined to true seconds
 * where the system does that, so that megahertz are true megahertz.
 */

#if defined HAVE_CLOCK_GETTIME && defined CLOCK_MONOTONIC

static uint64_t posix_now_ns(void *ctx)
{
	struct timespec t = { 0, 0 };   /* a filter of system calls may come later */

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

bench_clock benchi_clock_posix(void)
{
	struct timespec t;
	bench_clock clock = { "monotonic", posix_now_ns, NULL };

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

/*
 * mach_absolute_time: macOS's counter, whose unit mach_timebase_info tells as a
 * fraction of a nanosecond (125/3 on Apple's own processors).
 */

#ifdef HAVE_MACH_ABSOLUTE_TIME

/* Split, so that the product does not overflow after some days. */
static uint64_t mach_now_ns(void *ctx)
{
	mach_timebase_info_data_t base;
	uint64_t ticks = mach_absolute_time();

	mach_timebase_info(&base);
	return ticks / base.denom * base.numer + ticks % base.denom * base.numer / base.denom;
}

bench_clock benchi_clock_mach(void)
{
	mach_timebase_info_data_t base;
	bench_clock clock = { "mach", mach_now_ns, NULL };

	if (mach_timebase_info(&base) || base.denom == 0)
		clock.now_ns = NULL;
	return clock;
}

#else

bench_clock benchi_clock_mach(void)
{
	bench_clock none = { "none", NULL, NULL };

	return none;
}

#endif

/*
 * QueryPerformanceCounter: Windows' monotonic counter, usually in steps of 100 ns.
 */

#ifdef _WIN32

#undef far /* words of 1985 */
#undef near

/* Split, so that the product does not overflow after some minutes. */
static uint64_t win32_now_ns(void *ctx)
{
	LARGE_INTEGER count, hz;

	QueryPerformanceFrequency(&hz);
	QueryPerformanceCounter(&count);
	return (uint64_t)(count.QuadPart / hz.QuadPart) * 1000000000u
	     + (uint64_t)(count.QuadPart % hz.QuadPart) * 1000000000u / (uint64_t)hz.QuadPart;
}

bench_clock benchi_clock_win32(void)
{
	LARGE_INTEGER hz;
	bench_clock clock = { "performance counter", win32_now_ns, NULL };

	if (!QueryPerformanceFrequency(&hz) || hz.QuadPart <= 0)
		clock.now_ns = NULL;
	return clock;
}

#else

bench_clock benchi_clock_win32(void)
{
	bench_clock none = { "none", NULL, NULL };

	return none;
}

#endif

/*
 * timespec_get(TIME_UTC): standard C's calendar clock, for systems with nothing
 * better.  It may be set back during a measurement; calibration and every window
 * watch for that.
 */

#ifdef TIME_UTC

static uint64_t std_now_ns(void *ctx)
{
	struct timespec t;

	if (timespec_get(&t, TIME_UTC) != TIME_UTC)
		return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

bench_clock benchi_clock_std(void)
{
	bench_clock clock = { "calendar", std_now_ns, NULL };

	if (std_now_ns(NULL) == 0)
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

/*
 * What does the calendar's clock show?
 */

uint64_t benchi_calendar_us(void)
{
#if defined HAVE_CLOCK_GETTIME && defined CLOCK_REALTIME
	struct timespec shown;

	if (clock_gettime(CLOCK_REALTIME, &shown) == 0)
		return (uint64_t)shown.tv_sec * 1000000u + (uint64_t)shown.tv_nsec / 1000u;
#endif
	return (uint64_t)time(NULL) * 1000000u;
}
