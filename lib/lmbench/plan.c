/*
 * Plans benchmp's intervals, and combines the children's results.
 *
 * One child: many short intervals, as everywhere in this library, because a short one is
 * rarely disturbed; together they take the time that the program asks for (12 to 200 ms).
 * Several children: few long ones, because they compete for processors in slices of some
 * milliseconds, and in a short window each would look as if it were alone.  What the
 * environment's ENOUGH states is taken as it is.
 *
 * Children's intervals of one number overlap, and whoever is done goes on until all are:
 * the rates add up.  Worked: two children of 10 and of 30 ns an iteration make 1/10 + 1/30
 * iterations a ns, one in 7.5 ns.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "lmbench/benchmp.h"
#include "lmbench/plan.h"
#include "stats/order.h"

static const double ONCE_NS = 100e6; /* intervals above are taken once, unless told otherwise */
static const double TOGETHER_NS = 20e6, TOGETHER_MOST_NS = 0.2e9, TOGETHER_WHOLE_NS = 1e9;

static const double WARM_NS = 12e6;  /* a new process is slow at first, on a processor that slept */

enum { SHORT_INTERVALS = 55 };

/* One child: its budget, cut into short intervals. */
static void plan_alone(struct benchi_lm_work *work, double enough_us, double stated_ns)
{
	double budget_ns = benchi_lm_budget_ns(enough_us);

	if (stated_ns > 0) {
		work->interval_ns = stated_ns;
		return;
	}
	if (work->most < SHORT_INTERVALS)
		work->most = SHORT_INTERVALS;
	work->interval_ns = budget_ns / SHORT_INTERVALS;
	work->most_ns = 2 * budget_ns;
}

void benchi_lm_plan(struct benchi_lm_work *work, double enough_us, double stated_ns,
                    int repetitions)
{
	double asked_ns = stated_ns > 0 ? stated_ns : enough_us * 1e3;
	int wanted = repetitions > 0 ? repetitions : asked_ns > ONCE_NS ? 1 : TRIES;

	work->warm_ns = fmax(work->warm_ns, WARM_NS);
	work->least = work->most = wanted < BENCHI_LM_INTERVALS ? wanted : BENCHI_LM_INTERVALS;
	work->most_ns = INFINITY;
	if (work->parallel == 1)
		plan_alone(work, enough_us, stated_ns);
	else if (stated_ns > 0)
		work->interval_ns = stated_ns;
	else
		work->interval_ns = fmax(TOGETHER_NS, fmin(fmin(asked_ns, TOGETHER_MOST_NS),
			TOGETHER_WHOLE_NS / work->most));
}

void benchi_lm_together(const double *ns, int children, int rounds, double *together)
{
	for (int round = 0; round < rounds; round++) {
		double rate = 0;

		for (int child = 0; child < children; child++)
			rate += 1 / ns[child * rounds + round];
		together[round] = rate > 0 && isfinite(rate) ? 1 / rate : 0;
	}
	benchi_sort(together, (size_t)rounds);
}
