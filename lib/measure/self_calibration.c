/*
 * Measures the constant cost of a reference's window.
 *
 * A window holds more than its iterations: the call, code fetched again after other code
 * ran, a clock read with colder caches than in calibration.  For the body this cancels, because
 * two windows of the same number of iterations are subtracted; for the reference it does not,
 * and a tick looks 0.02 to 0.03 % too long.  So the library once measures its own
 * reference as a body: the difference of windows of n and 2n iterations gives the
 * true time of an iteration, the reference's windows the time with the constant cost, and the
 * difference of the two is that cost.  A few ms tell it no better than to some ten ticks, so it is
 * weighed with what is usual.  A process that measures one body only takes the usual cost.
 * Worked: 200 iterations of 300 ticks read as 299.94 ticks per iteration;
 * so a window of 60,000 ticks is 60,012 long, and 12 are constant.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "cycle/width.h"
#include "host/lock.h"
#include "measure/plan.h"
#include "measure/run.h"
#include "measure/self_calibration.h"
#include "timing/calibrate.h"

/* What a window's constant cost is before it is measured, in ticks, and its std dev: a loop's exit
 * is mispredicted, which takes 10 to 25 ticks on most cores. */
static const double USUAL = 16, USUAL_SD = 8;
static const double TIME_NS = 3e6;

/* The constant ticks of a window by a reference that measured itself, weighed with the usual. */
static double fixed(const struct benchi_reference *reference, const bench_summary *itself)
{
	double window = reference->low_ipc_ticks * (double)reference->low_ipc_iterations;
	double share = reference->low_ipc_ticks / itself->cycles - 1;
	double sd = (itself->cycles_high - itself->cycles_low) / itself->cycles * window / 4;
	double weight = sd > 0 ? USUAL_SD * USUAL_SD / (sd * sd) : 0;
	double ticks = (weight * share * window + USUAL) / (weight + 1);

	return ticks >= 0 && ticks <= USUAL + 4 * USUAL_SD ? ticks : USUAL;
}

/* The reference's own ticks per iteration, measured as a body's; keeps the thread's latest
 * result. */
static bench_summary measure_itself(const struct benchi_reference *reference)
{
	static struct benchi_run run;
	struct benchi_reference low_only = *reference;
	bench_options options = { .time_ns = TIME_NS };
	bench_summary itself;
	struct benchi_beginning beginning = { .options = &options, .reference = &low_only,
		.loops = 1, .result = &itself };
	uint64_t iterations;
	int instances;

	low_only.high_ipc = NULL;
	benchi_run_begin(&run, &beginning);
	while ((instances = benchi_run_next(&run, &iterations)) >= 0) {
		reference->low_ipc(iterations * (uint64_t)instances);
		benchi_run_close(&run, 0);
	}
	return itself;
}

bench_status benchi_self_reference_with(struct benchi_reference *reference, int at_once)
{
	static struct benchi_lock lock = BENCHI_LOCK_INIT;
	static double fixed_ticks;
	static int calls, done;
	const bench_timing *timing;
	const struct benchi_reference *found;
	bench_status status = benchi_timing_default(&timing);

	reference->low_ipc = NULL;
	if (status == BENCH_OK)
		status = benchi_reference_default(timing, &found);
	if (status != BENCH_OK)
		return status;
	*reference = *found;
	benchi_lock_take(&lock);
	if (!done && (reference->fixed_known || at_once || calls > 0)) {
		bench_summary itself;

		fixed_ticks = reference->fixed_ticks;
		if (!reference->fixed_known) {
			itself = measure_itself(reference);
			fixed_ticks = fixed(reference, &itself);
		}
		done = 1;
	}
	calls++;
	reference->fixed_ticks = done ? fixed_ticks : USUAL;
	reference->fixed_known = done;
	benchi_lock_give(&lock);
	benchi_width_settle(timing, reference);
	return BENCH_OK;
}

bench_status benchi_self_reference(struct benchi_reference *reference)
{
	return benchi_self_reference_with(reference, 0);
}

void benchi_calibrated_begin(struct benchi_run *run, const struct benchi_beginning *beginning)
{
	struct benchi_beginning with = *beginning;
	struct benchi_reference reference;

	if (benchi_plan_check(beginning) == BENCH_OK
	    && benchi_self_reference(&reference) == BENCH_OK) {
		with.reference = &reference;
		with.fit = beginning->options && beginning->options->clock.now_ns;
	}
	benchi_run_begin(run, &with);
}
