/*
 * What does a ruler's window take beside its turns?
 *
 * A window holds more than its turns: the call, code fetched anew after other code
 * ran, a clock read colder than in calibration.  For the body this cancels, because
 * two windows of the same number of turns are subtracted; for the ruler it does not,
 * and makes a tick look 0.02 to 0.03 % too long.  So the harness once times its own
 * ruler as if it were a body: the difference of windows of n and 2n turns gives the
 * true time of a turn, the ruler's windows the one with the extra, and what the two
 * differ by is the extra.  Worked: 200 turns of 300 ticks read as 299.94 ticks a turn;
 * so a window of 60,000 ticks is 60,012 long, and 12 are fixed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "host/lock.h"
#include "measure/run.h"
#include "measure/self.h"
#include "timing/calibrate.h"

static const double BELIEVABLE = 0.002;    /* share of a window that may be fixed */

/* The fixed ticks of a ruler that a run of itself measured as so many ticks a turn. */
static double fixed(const struct benchi_ruler *ruler, double measured_ticks)
{
	double window = ruler->calm_ticks * (double)ruler->calm_turns;
	double share = ruler->calm_ticks / measured_ticks - 1;

	return fabs(share) < BELIEVABLE ? share * window : 0;
}

/* The ruler's own ticks a turn, measured as a body's; leaves the thread's latest result. */
static double measure_itself(const struct benchi_ruler *ruler)
{
	static struct benchi_run run;
	struct benchi_beginning beginning = { .ruler = ruler, .loops = 1 };
	struct benchi_thread *thread = benchi_thread_self();
	bench_summary before = *bench_last(), itself;
	uint64_t turns;
	int instances;

	benchi_run_begin(&run, &beginning);
	while ((instances = benchi_run_next(&run, &turns)) >= 0) {
		ruler->calm(turns * (uint64_t)instances);
		benchi_run_close(&run, 0);
	}
	itself = thread->last;
	thread->last = before;
	return itself.cycles;
}

bench_status benchi_self_ruler(struct benchi_ruler *ruler)
{
	static struct benchi_lock lock = BENCHI_LOCK_INIT;
	static double fixed_ticks;
	static int done;
	const bench_timing *timing;
	const struct benchi_ruler *found;
	bench_status status = benchi_timing_default(&timing);

	ruler->calm = NULL;
	if (status == BENCH_OK)
		status = benchi_ruler_default(timing, &found);
	if (status != BENCH_OK)
		return status;
	*ruler = *found;
	benchi_lock_take(&lock);
	if (!done) {
		fixed_ticks = fixed(ruler, measure_itself(ruler));
		done = 1;
	}
	ruler->fixed_ticks = fixed_ticks;
	benchi_lock_give(&lock);
	return BENCH_OK;
}
