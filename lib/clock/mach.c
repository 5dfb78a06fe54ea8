/*
 * mach_absolute_time: macOS's counter, whose unit mach_timebase_info tells as a
 * fraction of a nanosecond (125/3 on Apple's own processors).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/backends.h"

#ifdef HAVE_MACH_ABSOLUTE_TIME
#include <mach/mach_time.h>

/* Split, so that the product does not overflow after some days. */
static uint64_t now_ns(void *ctx)
{
	mach_timebase_info_data_t base;
	uint64_t ticks = mach_absolute_time();

	(void)ctx;
	mach_timebase_info(&base);
	return ticks / base.denom * base.numer + ticks % base.denom * base.numer / base.denom;
}

bench_clock benchi_clock_mach(void)
{
	mach_timebase_info_data_t base;
	bench_clock clock = { "mach", now_ns, NULL };

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
