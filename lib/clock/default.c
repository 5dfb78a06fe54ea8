/*
 * The clock that measures unless a program names another: in a file of its own, so that a program
 * without one of these clocks (a board) defines its own in place of it.
 *
 * SPDX-License-Identifier: MIT
 */

#include "clock/clock.h"

bench_clock bench_clock_default(void)
{
	return benchi_clock_best();
}
