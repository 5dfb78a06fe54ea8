/*
 * QueryPerformanceCounter: Windows' monotonic counter, usually in steps of 100 ns.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/backends.h"

#ifdef _WIN32
#include <windows.h>
#undef far /* words of 1985 */
#undef near

/* Split, so that the product does not overflow after some minutes. */
static uint64_t now_ns(void *ctx)
{
	LARGE_INTEGER count, hz;

	(void)ctx;
	QueryPerformanceFrequency(&hz);
	QueryPerformanceCounter(&count);
	return (uint64_t)(count.QuadPart / hz.QuadPart) * 1000000000u
	     + (uint64_t)(count.QuadPart % hz.QuadPart) * 1000000000u / (uint64_t)hz.QuadPart;
}

bench_clock benchi_clock_win32(void)
{
	LARGE_INTEGER hz;
	bench_clock clock = { "performance counter", now_ns, NULL };

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
