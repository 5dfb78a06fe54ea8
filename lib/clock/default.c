/*
 * The default clock. A separate file, so that a program for a board without any of these clocks
 * can define bench_clock_default itself.
 *
 * SPDX-License-Identifier: MIT
 */

#include "clock/clock.h"

bench_clock bench_clock_default(void)
{
	return benchi_clock_best();
}
