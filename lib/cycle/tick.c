/*
 * How long is the core's tick, for those who cannot pay for finding it?
 *
 * Finding it takes fifty milliseconds.  Whoever has done so (the reference) notes it here, and
 * who has five milliseconds in all iterations nanoseconds into cycles by it.  It is as right
 * as the core's speed is steady: to 1 to 3 %.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "host/lock.h"
#include "cycle/tick.h"

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
