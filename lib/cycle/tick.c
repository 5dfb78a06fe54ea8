/*
 * The core's tick, for callers that have no time to find it.
 *
 * Finding the tick takes 50 ms. The reference stores it here, and a caller with only 5 ms uses it
 * to convert nanoseconds to cycles. The error is the variation of the core's speed: 1 to 3 %.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "cycle/cycle.h"
#include "host/host.h"

static struct benchi_lock lock = BENCHI_LOCK_INIT;
static double noted_ns;

double benchi_tick_noted(void)
{
	double ns;

	benchi_lock_take(&lock);
	ns = noted_ns;
	benchi_lock_give(&lock);
	return ns > 0 ? ns : (double)NAN;
}

void benchi_tick_note(double tick_ns)
{
	benchi_lock_take(&lock);
	noted_ns = tick_ns;
	benchi_lock_give(&lock);
}
