/*
 * What does a reference's window take beside its iterations?
 *
 * A window holds more than its iterations: the call, code fetched anew after other code
 * ran, a clock read colder than in calibration.  For the body this cancels, because
 * two windows of the same number of iterations are subtracted; for the reference it does not,
 * and makes a tick look 0.02 to 0.03 % too long.  So the harness once times its own
 * reference as if it were a body: the difference of windows of n and 2n iterations gives the
 * true time of an iteration, the reference's windows the one with the extra, and what the two
 * differ by is the extra.  Worked: 200 iterations of 300 ticks read as 299.94 ticks an iteration;
 * so a window of 60,000 ticks is 60,012 long, and 12 are fixed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "cycle/adopt.h"
#include "cycle/width.h"
#include "host/lock.h"
#include "measure/run.h"
#include "measure/self_calibration.h"
#include "timing/calibrate.h"

static const double BELIEVABLE = 0.002;    /* share of a window that may be fixed */

/* The fixed ticks of a reference that a run of itself measured as so many ticks an iteration. */
static double fixed(const struct benchi_reference *reference, double measured_ticks)
{
	double window = reference->calm_ticks * (double)reference->low_ipc_iterations;
	double share = reference->calm_ticks / measured_ticks - 1;

	return fabs(share) < BELIEVABLE ? share * window : 0;
}

/* The reference's own ticks an iteration, measured as a body's; leaves the thread's latest
 * result. */
static double measure_itself(const struct benchi_reference *reference)
{
	static struct benchi_run run;
	struct benchi_reference low_only = *reference;
	struct benchi_beginning beginning = { .reference = &low_only, .loops = 1 };
	struct benchi_thread *thread = benchi_thread_self();
	bench_summary before = *bench_last(), itself;
	uint64_t iterations;
	int instances;

	low_only.busy = NULL;
	benchi_run_begin(&run, &beginning);
	while ((instances = benchi_run_next(&run, &iterations)) >= 0) {
		reference->calm(iterations * (uint64_t)instances);
		benchi_run_close(&run, 0);
	}
	itself = thread->last;
	thread->last = before;
	return itself.cycles;
}

bench_status benchi_self_reference(struct benchi_reference *reference)
{
	static struct benchi_lock lock = BENCHI_LOCK_INIT;
	static double fixed_ticks;
	static int done;
	const bench_timing *timing;
	const struct benchi_reference *found;
	bench_status status = benchi_timing_default(&timing);

	reference->calm = NULL;
	if (status == BENCH_OK)
		status = benchi_reference_default(timing, &found);
	if (status != BENCH_OK)
		return status;
	*reference = *found;
	benchi_lock_take(&lock);
	if (!done) {
		fixed_ticks = reference->fixed_known ? reference->fixed_ticks
		            : fixed(reference, measure_itself(reference));
		done = 1;
	}
	reference->fixed_ticks = fixed_ticks;
	reference->fixed_known = 1;
	benchi_width_apply(reference);
	benchi_lock_give(&lock);
	return BENCH_OK;
}

size_t benchi_calibration_text(char *text, size_t capacity)
{
	static const struct benchi_calibration none;
	struct benchi_calibration calibration = none;
	struct benchi_reference reference;
	const bench_timing *timing;

	if (benchi_timing_default(&timing) != BENCH_OK
	    || strlen(timing->clock.name) >= sizeof none.clock)
		return 0;
	calibration.step_ns = timing->step_ns;
	calibration.reading_ns = timing->reading_ns;
	calibration.empty_ns = timing->empty_ns;
	calibration.enough_ns = timing->enough_ns;
	calibration.loop_ns = timing->loop_ns;
	calibration.vernier = timing->vernier;
	strcpy(calibration.clock, timing->clock.name);
	benchi_regions_use(&timing->clock);
	calibration.region_ns = benchi_thread_self()->regions.cost_ns;
	benchi_self_reference(&reference);
	benchi_reference_describe(&reference, &calibration);
	return benchi_calibration_write(&calibration, text, capacity);
}
