/*
 * Which clock is the best one here?  The first backend that exists, monotonic ones
 * first; the calendar clock of standard C comes last, and calibration catches it
 * when it is set back.
 *
 * SPDX-License-Identifier: MIT
 */

#include "clock/clock.h"

bench_clock bench_clock_default(void)
{
	bench_clock (*const backends[])(void) = { benchi_clock_mach, benchi_clock_posix,
		benchi_clock_win32, benchi_clock_std };
	bench_clock clock = { "none", NULL, NULL };

	for (size_t i = 0; i < sizeof backends / sizeof *backends && !clock.now_ns; i++)
		clock = backends[i]();
	return clock;
}
