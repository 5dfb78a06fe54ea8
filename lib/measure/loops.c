/*
 * Which loops of the body are worth timing, and can they be believed?
 *
 * Lanes: a calm and a busy reference (where there is a tick), the body's loop of one
 * instance, and its loop of two, both with the same number of iterations, so that whatever a
 * window costs beside its iterations cancels in their difference.  The last is left out where
 * it would tell nothing: the body marks regions of its own, the loop's cost is stated, or
 * an iteration is so long (20,000 empty iterations) that a loop cannot matter.  Short bodies
 * (100 empty iterations) run in loops of two and of four instead: a core may be unable to turn
 * a loop of one as fast as the body (a store or a taken branch an iteration), and a bottleneck
 * of the turn would pass for the work's.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "measure/loops.h"

static const double LOOP_MATTERS = 20000, SHORT_BODY = 100;  /* in empty iterations */
static const double RULER_SHARE = 0.1;      /* of the body's window, at least */

/* The arms: references, few instances, many. */
size_t benchi_loops_choose(struct benchi_run *run, int loops)
{
	size_t arms = 0;

	if (run->reference.calm)
		run->kind[arms++] = BENCHI_LOW_IPC;
	if (run->reference.calm && run->reference.busy)
		run->kind[arms++] = BENCHI_HIGH_IPC;
	run->kind[arms++] = BENCHI_FEW;
	if (loops && !run->timing.loop_given)
		run->kind[arms++] = BENCHI_MANY;
	return arms;
}

void benchi_loops_size_rulers(struct benchi_run *run, double grow)
{
	int calm = benchi_run_arm(run, BENCHI_LOW_IPC), busy = benchi_run_arm(run, BENCHI_HIGH_IPC);

	grow = fmax(grow, 1);
	if (calm >= 0)
		benchi_engine_presize(&run->engine, (size_t)calm,
			(uint64_t)(grow * (double)run->reference.low_ipc_iterations));
	if (busy >= 0)
		benchi_engine_presize(&run->engine, (size_t)busy,
			(uint64_t)(grow * (double)run->reference.high_ipc_iterations));
}

/* The loop of one instance is sized: which loops are worth having? */
void benchi_loops_settle(struct benchi_run *run)
{
	size_t few = (size_t)benchi_run_arm(run, BENCHI_FEW);
	double loop_ns = fmax(run->empty_loop_ns, run->timing.loop_ns);
	/* the latest window too: a slow first call is no measure of windows that stay short */
	double window_ns = fmin(run->iteration_ns[0] * (double)run->sizing[few].iterations,
		run->engine.last.ns);

	run->settled = 1;
	/* a reference much shorter than the body's windows would be the less certain of the two */
	benchi_loops_size_rulers(run, RULER_SHARE * window_ns / run->timing.enough_ns);
	if (benchi_run_arm(run, BENCHI_MANY) < 0)
		return;
	if (run->regions || run->iteration_ns[0] > LOOP_MATTERS * loop_ns) {
		benchi_engine_drop_last(&run->engine);
	} else if (run->iteration_ns[0] < SHORT_BODY * loop_ns) {
		run->few = 2;
		run->iteration_ns[0] = NAN;
		benchi_engine_resize(&run->engine, few, (run->sizing[few].iterations + 1) / 2);
	}
}

/* All loops are sized: has the compiler merged the instances of one iteration into fewer?  Then
 * what is left of an iteration would pass for the loop's cost; only a loop of one can be
 * believed. */
void benchi_loops_check(struct benchi_run *run)
{
	size_t few = (size_t)benchi_run_arm(run, BENCHI_FEW);
	double loop_ns = 2 * run->iteration_ns[0] - run->iteration_ns[1];

	run->checked = 1;
	if (benchi_run_arm(run, BENCHI_MANY) < 0
	    || !(loop_ns > 1.5 * run->empty_loop_ns + 0.25 * run->iteration_ns[0]))
		return;
	benchi_engine_drop_last(&run->engine);
	run->merged = 1;
	if (run->few > 1) {
		benchi_engine_resize(&run->engine, few, run->sizing[few].iterations * (uint64_t)run->few);
		run->few = 1;
	}
}
