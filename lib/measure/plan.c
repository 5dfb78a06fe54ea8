/*
 * Plans a run: its time, its rounds and the length of its windows.
 *
 * A run takes the time that the caller asks for, or 12 ms, less if the interval is narrower than
 * 0.1 % earlier, and at least eleven rounds, which give a 95 % interval.  Windows are as long as
 * calibration found, or longer if the caller asks for that, never shorter.  A window above
 * 100 ms is taken once, as in the paper; a body of one second is not run eleven times.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "base/environment.h"
#include "measure/plan.h"
#include "timing/window.h"

static const double PRECISION = 0.001;
static const double TIME_MOST_NS = 1e9;
static const double ONCE_NS = 100e6;        /* longer windows are taken once */

enum { ROUNDS_LEAST = 11, ROUNDS_BOUND = 6 };

bench_status benchi_plan_check(const struct benchi_beginning *beginning)
{
	const bench_options *options = beginning->options;

	if (!(beginning->enough_ns >= 0) || !(beginning->enough_ns <= 1e13))
		return benchi_fail(BENCH_ERR_ARGUMENT, "enough is %g us, expected 0 to 1e10",
			beginning->enough_ns / 1e3);
	if (!options)
		return BENCH_OK;
	if (!(options->enough_ns >= 0) || !(options->enough_ns <= 1e13))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.enough_ns is %g, expected 0 to 1e13",
			options->enough_ns);
	if (!(options->time_ns >= 0) || !(options->time_ns <= 1e14))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.time_ns is %g, expected 0 to 1e14",
			options->time_ns);
	if (!(options->precision >= 0) || !(options->precision < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.precision is %g, expected 0 to under 1",
			options->precision);
	return BENCH_OK;
}

double benchi_plan_precision(const struct benchi_beginning *beginning)
{
	const bench_options *options = beginning->options;
	struct benchi_environment given;

	if (options && options->precision > 0)
		return options->precision;
	if ((options && (options->time_ns > 0 || options->rounds > 0)) || beginning->sink)
		return 0;       /* the caller chose the time */
	return benchi_environment_read(&given) == BENCH_OK && !isnan(given.precision)
	     ? given.precision : PRECISION;
}

/* Applies a stated time bound: fewer rounds, less warm-up. */
static void bound(struct benchi_plan *plan, double most_ns)
{
	if (plan->rounds_least < plan->rounds_most && plan->rounds_least > ROUNDS_BOUND)
		plan->rounds_least = ROUNDS_BOUND;
	plan->time_most_ns = fmin(plan->time_most_ns, most_ns);
	plan->warm_ns = fmin(plan->warm_ns, most_ns / 4);
}

struct benchi_plan benchi_plan_make(const struct benchi_recorded *run,
                                    const struct benchi_beginning *beginning)
{
	const bench_options *options = beginning->options;
	const bench_timing *timing = &run->timing;
	struct benchi_plan plan = { .arms = 0, .enough_ns = timing->enough_ns,
		.time_ns = BENCHI_PLAN_TIME_NS,
		.time_most_ns = TIME_MOST_NS, .rounds_least = ROUNDS_LEAST };

	plan.enough_ns = fmax(plan.enough_ns, beginning->enough_ns);
	if (options && options->enough_ns > 0)
		plan.enough_ns = fmax(plan.enough_ns, options->enough_ns);
	if (options && options->time_ns > 0)
		plan.time_ns = options->time_ns;
	plan.time_most_ns = fmax(plan.time_most_ns, 20 * plan.time_ns);
	if (plan.enough_ns > ONCE_NS)
		plan.rounds_least = 1;
	plan.rounds_most = plan.rounds_kept = run->memory.rounds;
	if (options && options->rounds > 0) {
		plan.rounds_least = plan.rounds_most = options->rounds;
		plan.time_most_ns = INFINITY;
	}
	plan.meaningless_ns = benchi_window_meaningless_ns(timing);
	plan.warm_ns = run->reference.low_ipc ? plan.time_ns : plan.time_ns / 10;
	if (beginning->sink && beginning->sink->most_ns > 0)
		bound(&plan, beginning->sink->most_ns);
	plan.seed = options ? options->seed : 0;
	return plan;
}
