/*
 * How long did this case's body take, this once?
 *
 * The place where comparing and picking meet the clock.  The clock is calibrated as far
 * as a short budget allows (timing/calibrate.c, quick): what it steps in and what an
 * empty window shows, some 60 us.  The full calibration, ten milliseconds, and the
 * reference, fifty, are not needed: what is looked for is a ratio of neighbours in a round,
 * from which the core's speed cancels.
 * Windows are so long that the clock's doubt is a small share of the margin: with steps
 * of 10 ns it is 4.4 ns, and a quarter of 0.5 % makes windows of 3.5 us; never longer
 * than 50 us for that reason, because long windows are interrupted more often.
 * A clock that steps in 10 ns lays times on a grid, and the median of ratios on a grid is
 * the grid's, not the truth's: 1.0012 where the truth is 1.0010, and all rounds agree.  The
 * mean over random phases would be right.  So each time is moved by a random part of
 * a step, from -1/2 to 1/2, the same way on every run with the same seed: four such times
 * make a number whose distribution is smooth, and whose median is its mean to a fiftieth
 * of a step (dither, as in Widrow and Kollar, Quantization Noise, 2008, chapter 19).
 * What the thread remembers (regions, placement, parameter) is kept and given back, so
 * that all this may happen inside a body that is being timed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "base/random.h"
#include "compare/timing_context.h"
#include "measure/layout.h"
#include "timing/calibrate.h"
#include "cycle/tick.h"
#include "timing/window.h"

static const double LONGEST_FOR_DOUBT_NS = 50e3;
/* States of a branch predictor were seen to last 2 to 5 ms (doc/method-pick.md). */
static const double BLOCK_NS = 100e3, BLOCKS = 200, SETTLED_NS = 25e6, SETTLED = 0.5;
static const double MARGIN = 0.005, ALPHA = 0.01, TIME_MOST_NS = 1e14;

static bench_status check(const struct benchi_timing_wish *wish)
{
	if (!(wish->enough_ns >= 0) || !(wish->enough_ns <= 1e13))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.enough_ns is %g, expected 0 to 1e13",
			wish->enough_ns);
	if (!(wish->time_ns >= 0) || !(wish->time_ns <= TIME_MOST_NS))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.time_ns is %g, expected 0 to 1e14",
			wish->time_ns);
	if (!(wish->margin >= 0) || !(wish->margin < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.margin is %g, expected 0 to below 1",
			wish->margin);
	if (!(wish->alpha >= 0) || !(wish->alpha < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.alpha is %g, expected 0 to below 1",
			wish->alpha);
	return BENCH_OK;
}

bench_status benchi_timing_context_begin(struct benchi_timing_context *stand,
                                         const struct benchi_timing_wish *wish,
                                         double default_ns)
{
	static const struct benchi_timing_context empty;
	const bench_options options = { .clock = wish->clock };
	struct benchi_thread *thread = benchi_thread_self();
	bench_status status = check(wish);
	bench_clock clock;

	*stand = empty;
	if (status != BENCH_OK)
		return status;
	stand->budget_ns = wish->time_ns > 0 ? wish->time_ns : default_ns;
	stand->enough_ns = wish->enough_ns;
	stand->margin = wish->margin > 0 ? wish->margin : MARGIN;
	stand->alpha = wish->alpha > 0 ? wish->alpha : ALPHA;
	stand->seed = stand->random = wish->seed;
	clock = wish->clock.now_ns ? wish->clock : bench_clock_default();
	stand->began = clock.now_ns ? clock.now_ns(clock.ctx) : 0;
	status = benchi_timing_quick(&options, stand->budget_ns, &stand->timing);
	stand->outer = thread->regions;
	stand->place = thread->place;
	stand->offset = thread->offset;
	stand->skipped = thread->skipped;
	return status;
}

/* Regions that read an injected clock are forgotten: it may not live any longer. */
void benchi_timing_context_end(const struct benchi_timing_context *stand)
{
	struct benchi_thread *thread = benchi_thread_self();

	if (stand->outer.clock.now_ns || stand->timing.clock.now_ns != bench_clock_default().now_ns)
		thread->regions = stand->outer;
	thread->regions.open = stand->outer.open;
	thread->place = stand->place;
	thread->offset = stand->offset;
	thread->skipped = stand->skipped;
}

double benchi_timing_context_elapsed(const struct benchi_timing_context *stand)
{
	return benchi_elapsed_ns(&stand->timing.clock, stand->began);
}

double benchi_timing_context_window(const struct benchi_timing_context *stand, double share)
{
	double wanted = benchi_window_uncertainty_ns(&stand->timing) / share / stand->margin;
	double window = fmax(stand->timing.enough_ns, fmin(wanted, LONGEST_FOR_DOUBT_NS));

	return fmax(window, stand->enough_ns);
}

double benchi_timing_context_uncertainty(const struct benchi_timing_context *stand,
                                         double window_ns)
{
	return benchi_window_uncertainty_ns(&stand->timing) / window_ns;
}

double benchi_timing_context_block_ns(const struct benchi_timing_context *stand)
{
	return fmin(BLOCK_NS, stand->budget_ns / BLOCKS);
}

double benchi_timing_context_settled_ns(const struct benchi_timing_context *stand)
{
	return fmin(SETTLED_NS, stand->budget_ns * SETTLED);
}

double benchi_timing_context_tick(const struct benchi_timing_context *stand)
{
	int real = stand->timing.clock.now_ns == bench_clock_default().now_ns;

	return real ? benchi_tick_noted() : (double)NAN;
}

static void enter(const struct benchi_timing_context *stand)
{
	const struct benchi_worker_context place = { stand->parameter, 0, 0 };

	benchi_case_enter(&place);
	benchi_thread_self()->offset = 0;
}

enum benchi_fitness benchi_timing_context_set_up(const struct benchi_timing_context *stand,
                                                 const bench_case *c)
{
	int right = 1;

	enter(stand);
	if (c->setup)
		c->setup(c->arg);
	if (!benchi_case_skipped() && c->verify)
		right = c->verify(c->arg);
	if (benchi_case_skipped())
		return BENCHI_UNWILLING;
	if (right)
		return BENCHI_FIT;
	benchi_timing_context_take_down(stand, c);
	return BENCHI_UNFIT;
}

void benchi_timing_context_take_down(const struct benchi_timing_context *stand, const bench_case *c)
{
	enter(stand);
	if (c->teardown)
		c->teardown(c->arg);
}

/* The body marks regions: only they count, and they have to read this clock. */
static double regions_ns(const struct benchi_timing_context *stand)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;
	double ns = regions->ns;
	int ours = regions->clock.now_ns == stand->timing.clock.now_ns
		&& regions->clock.ctx == stand->timing.clock.ctx;

	benchi_regions_use(&stand->timing.clock);
	return ours ? ns : (double)NAN;
}

/* A part of the grid that the clock lays times on, -1/2 to 1/2 of it. */
static double off_grid_ns(struct benchi_timing_context *stand)
{
	double grid = stand->timing.vernier ? stand->timing.reading_ns : stand->timing.step_ns;

	return grid * ((double)(benchi_random(&stand->random) >> 11) / 9007199254740992.0 - 0.5);
}

double benchi_timing_context_time(struct benchi_timing_context *stand, const bench_case *c,
                                  uint64_t iterations,
                         int placement)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;
	uint64_t opened;
	double ns;

	enter(stand);
	regions->ns = 0;
	regions->count = 0;
	regions->open = 0;
	opened = benchi_window_open(&stand->timing);
	benchi_layout_call(placement, c->body, iterations, c->arg);
	ns = benchi_window_close(&stand->timing, opened);
	return regions->count > 0 ? regions_ns(stand) : ns + off_grid_ns(stand);
}
