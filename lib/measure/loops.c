/*
 * Chooses the loops of the body that are timed, and checks that they are valid.
 *
 * Arms: the low-IPC and the high-IPC reference (where there is a tick), the body's loop of one
 * instance, and its loop of two, both with the same number of iterations, so that the constant
 * cost of a window cancels in their difference.  The last is dropped where it adds nothing: the
 * body marks regions of its own, the loop's cost is stated, or an iteration is so long
 * (20,000 empty iterations) that the loop cannot matter.  Short bodies (100 empty iterations)
 * run in loops of two and of four instead: a core may be unable to run the loop's control as fast
 * as the body (one store or one taken branch per iteration), and that bottleneck would count as
 * the body's time.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "measure/loops.h"

static const double LOOP_MATTERS = 20000, SHORT_BODY = 100;  /* empty iterations */
static const double REFERENCE_SHARE = 0.1;      /* of the body's window, at least */

/* Sets up the arms: references, few instances, many. */
size_t benchi_loops_choose(struct benchi_recorded *run, int ours)
{
	size_t arms = 0;

	if (run->reference.low_ipc)
		run->kind[arms++] = BENCHI_LOW_IPC;
	if (run->reference.low_ipc && run->reference.high_ipc)
		run->kind[arms++] = BENCHI_HIGH_IPC;
	run->kind[arms++] = BENCHI_FEW;
	if (ours && !run->timing.loop_given)
		run->kind[arms++] = BENCHI_MANY;
	return arms;
}

void benchi_loops_size_references(struct benchi_recorded *run, double grow)
{
	int low_ipc = benchi_recorded_arm(run, BENCHI_LOW_IPC);
	int high_ipc = benchi_recorded_arm(run, BENCHI_HIGH_IPC);

	grow = fmax(grow, 1);
	if (low_ipc >= 0)
		benchi_engine_presize(&run->engine, (size_t)low_ipc,
			(uint64_t)(grow * (double)run->reference.low_ipc_iterations));
	if (high_ipc >= 0)
		benchi_engine_presize(&run->engine, (size_t)high_ipc,
			(uint64_t)(grow * (double)run->reference.high_ipc_iterations));
}

/* Once the loop of one instance is sized: which loops are worth timing? */
void benchi_loops_settle(struct benchi_recorded *run, struct benchi_loops *loops)
{
	size_t few = (size_t)benchi_recorded_arm(run, BENCHI_FEW);
	double loop_ns = fmax(run->empty_loop_ns, run->timing.loop_ns);
	/* the latest window too: a slow first call does not represent the others */
	double window_ns = fmin(loops->iteration_ns[0] * (double)benchi_engine_size(&run->engine, few),
		benchi_engine_last_ns(&run->engine));

	loops->settled = 1;
	/* a reference much shorter than the body's windows would dominate the uncertainty */
	benchi_loops_size_references(run, REFERENCE_SHARE * window_ns / run->timing.enough_ns);
	if (benchi_recorded_arm(run, BENCHI_MANY) < 0)
		return;
	if (run->regions || loops->iteration_ns[0] > LOOP_MATTERS * loop_ns) {
		benchi_engine_drop_last(&run->engine);
	} else if (loops->iteration_ns[0] < SHORT_BODY * loop_ns) {
		run->few = 2;
		loops->iteration_ns[0] = NAN;
		benchi_engine_resize(&run->engine, few, (benchi_engine_size(&run->engine, few) + 1) / 2);
	}
}

/* Once all loops are sized: did the compiler merge the instances of one iteration?  Then the
 * difference of two loops is too small, and only a loop of one instance is valid. */
void benchi_loops_check(struct benchi_recorded *run, struct benchi_loops *loops)
{
	size_t few = (size_t)benchi_recorded_arm(run, BENCHI_FEW);
	double loop_ns = 2 * loops->iteration_ns[0] - loops->iteration_ns[1];

	loops->checked = 1;
	if (benchi_recorded_arm(run, BENCHI_MANY) < 0
	    || !(loop_ns > 1.5 * run->empty_loop_ns + 0.25 * loops->iteration_ns[0]))
		return;
	benchi_engine_drop_last(&run->engine);
	run->merged = 1;
	if (run->few > 1) {
		benchi_engine_resize(&run->engine, few,
			benchi_engine_size(&run->engine, few) * (uint64_t)run->few);
		run->few = 1;
	}
}

/* The loop of many begins where that of few ended. */
void benchi_loops_size_many(struct benchi_recorded *run, size_t many)
{
	if (benchi_engine_size(&run->engine, many) == 1)
		benchi_engine_set_size(&run->engine, many, benchi_engine_size(&run->engine,
			(size_t)benchi_recorded_arm(run, BENCHI_FEW)));
}

int benchi_loops_size_anew(struct benchi_recorded *run)
{
	size_t few = (size_t)benchi_recorded_arm(run, BENCHI_FEW);
	int many = benchi_recorded_arm(run, BENCHI_MANY);

	if (run->regions || !benchi_engine_size_anew(&run->engine, few))
		return 0;
	if (many >= 0)
		benchi_engine_resize(&run->engine, (size_t)many, 1);
	return 1;
}
