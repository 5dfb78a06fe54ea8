/*
 * Times one window of a case, for comparisons and picks.
 *
 * The clock is calibrated as far as a short budget allows (timing/calibrate.c, quick): its
 * step and the time of an empty window, some 60 us.  The full calibration, ten milliseconds,
 * and the reference, fifty, are not needed: the result is a ratio of times within a round,
 * in which the core's speed cancels.
 * Windows are long enough to make the clock's uncertainty a small share of the margin: with
 * steps of 10 ns it is 4.4 ns, and a quarter of 0.5 % requires windows of 3.5 us; at most
 * 50 us, because long windows are interrupted more often.
 * A clock with steps of 10 ns puts times on a grid, and the median of ratios is biased to the
 * grid: 1.0012 where the true ratio is 1.0010, in all rounds alike.  The
 * mean over random phases is unbiased.  So each time is shifted by a random part of
 * a step, from -1/2 to 1/2, reproducibly for a seed: four such times
 * make a number whose distribution is smooth, and whose median is its mean to a fiftieth
 * of a step (dither, as in Widrow and Kollar, Quantization Noise, 2008, chapter 19).
 * Cold iterations are timed one by one, each against an empty window as cold as its own, and
 * summed.  Then the uncertainty is not one window's but each iteration's.
 * The thread's state (regions, layout, parameter) is saved and restored, so that a comparison
 * may run inside a body that is being timed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "base/detail.h"
#include "base/random.h"
#include "compare/timing_context.h"
#include "measure/calls.h"
#include "measure/layout.h"
#include "measure/regions.h"
#include "timing/calibrate.h"
#include "cycle/tick.h"
#include "timing/window.h"

static const double LONGEST_FOR_UNCERTAINTY_NS = 50e3;
/* States of a branch predictor were seen to last 2 to 5 ms (doc/method-pick.md). */
static const double BLOCK_NS = 100e3, BLOCKS = 200, SETTLED_NS = 25e6, SETTLED = 0.5;
static const double COLD_WINDOWS = 400;     /* in the budget */
static const double MARGIN = 0.005, ALPHA = 0.01, TIME_MOST_NS = 1e14;

struct benchi_timing_request benchi_pick_request(const bench_pick_options *options)
{
	const struct benchi_timing_request request = { options->clock, options->enough_ns,
		options->time_ns, options->margin, options->confidence, options->seed,
		options->memory, 0 };

	return request;
}

static bench_status check(const struct benchi_timing_request *request)
{
	if (!(request->enough_ns >= 0) || !(request->enough_ns <= 1e13))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.enough_ns is %g, expected 0 to 1e13",
			request->enough_ns);
	if (!(request->time_ns >= 0) || !(request->time_ns <= TIME_MOST_NS))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.time_ns is %g, expected 0 to 1e14",
			request->time_ns);
	if (!(request->margin >= 0) || !(request->margin < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.margin is %g, expected 0 to below 1",
			request->margin);
	if (!(request->confidence >= 0) || !(request->confidence < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.confidence is %g, expected 0 to below 1",
			request->confidence);
	return BENCH_OK;
}

bench_status benchi_timing_context_begin(struct benchi_timing_context *context,
                                         const struct benchi_timing_request *request,
                                         double default_ns)
{
	const bench_options options = { .clock = request->clock };
	struct benchi_thread *thread = benchi_thread_self();
	bench_status status = check(request);
	bench_clock clock;

	memset(context, 0, sizeof *context);
	if (status != BENCH_OK)
		return status;
	context->budget_ns = request->time_ns > 0 ? request->time_ns : default_ns;
	context->enough_ns = request->enough_ns;
	context->margin = request->margin > 0 ? request->margin : MARGIN;
	context->alpha = request->confidence > 0 ? 1 - request->confidence : ALPHA;
	context->seed = context->random = request->seed;
	clock = request->clock.now_ns ? request->clock : bench_clock_default();
	context->budget = benchi_budget_begin(&clock, clock.now_ns ? clock.now_ns(clock.ctx) : 0,
		context->budget_ns, request->punctual);
	status = benchi_timing_quick(&options, context->budget_ns, request->scratch,
		&context->timing);
	benchi_thread_save(&context->outer);
	context->worker_context = thread->worker_context;
	context->skipped = thread->skipped;
	context->colds = thread->colds;
	return status;
}

void benchi_timing_context_end(struct benchi_timing_context *context)
{
	struct benchi_thread *thread = benchi_thread_self();

	benchi_cold_window_end(&context->cold);
	benchi_thread_restore(&context->outer, &context->timing.clock);
	thread->worker_context = context->worker_context;
	thread->skipped = context->skipped;
	thread->colds = context->colds;
}

double benchi_timing_context_elapsed(const struct benchi_timing_context *context)
{
	return benchi_budget_elapsed(&context->budget);
}

double benchi_timing_context_left(const struct benchi_timing_context *context)
{
	return benchi_budget_left(&context->budget, benchi_timing_context_elapsed(context));
}

double benchi_timing_context_window(const struct benchi_timing_context *context, double share)
{
	double wanted = benchi_window_uncertainty_ns(&context->timing) / share / context->margin;
	double window = fmax(context->timing.enough_ns, fmin(wanted, LONGEST_FOR_UNCERTAINTY_NS));

	return fmax(window, context->enough_ns);
}

double benchi_timing_context_uncertainty(const struct benchi_timing_context *context,
                                         double window_ns)
{
	return benchi_window_uncertainty_ns(&context->timing) / window_ns;
}

double benchi_timing_context_block_ns(const struct benchi_timing_context *context)
{
	return fmin(BLOCK_NS, context->budget_ns / BLOCKS);
}

double benchi_timing_context_settled_ns(const struct benchi_timing_context *context)
{
	return fmin(SETTLED_NS, context->budget_ns * SETTLED);
}

double benchi_timing_context_tick(const struct benchi_timing_context *context)
{
	int real = context->timing.clock.now_ns == bench_clock_default().now_ns;

	return real ? benchi_tick_noted() : (double)NAN;
}

static void enter_at(uint64_t parameter)
{
	const struct benchi_worker_context worker_context = { parameter, 0, 0, NULL };
	struct benchi_thread *thread = benchi_thread_self();
	size_t colds = thread->colds.n;

	benchi_case_enter(&worker_context);
	thread->colds.n = colds;    /* what any of the cases names is evicted for all */
	thread->offset = 0;
}

/* With the parameter, or the largest of several values. */
static void enter(const struct benchi_timing_context *context)
{
	uint64_t parameter = context->parameter;

	for (size_t i = 0; i < context->mixture.n; i++)
		if (context->mixture.value[i] > parameter)
			parameter = context->mixture.value[i];
	enter_at(parameter);
}

/* Is its work right, at each of the values? */
static int verify(const struct benchi_timing_context *context, const bench_case *c)
{
	int right = c->verify(c->arg);

	for (size_t i = 0; i < context->mixture.n && right && !benchi_case_skipped(); i++) {
		enter_at(context->mixture.value[i]);
		right = c->verify(c->arg);
	}
	return right;
}

enum benchi_fitness benchi_timing_context_set_up(const struct benchi_timing_context *context,
                                                 const bench_case *c)
{
	int right = 1;

	enter(context);
	if (c->setup)
		c->setup(c->arg);
	if (!benchi_case_skipped() && c->verify)
		right = verify(context, c);
	if (benchi_case_skipped())
		return BENCHI_UNWILLING;
	if (right)
		return BENCHI_FIT;
	benchi_timing_context_take_down(context, c);
	return BENCHI_UNFIT;
}

void benchi_timing_context_take_down(const struct benchi_timing_context *context,
                                     const bench_case *c)
{
	enter(context);
	if (c->teardown)
		c->teardown(c->arg);
}

/* If the body marks regions, only they count, and they must read this clock. */
static double regions_ns(const struct benchi_timing_context *context)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;
	double ns = regions->ns;
	int ours = regions->clock.now_ns == context->timing.clock.now_ns
		&& regions->clock.ctx == context->timing.clock.ctx;

	benchi_regions_use(&context->timing.clock);
	return ours ? ns : (double)NAN;
}

/* A random part of the clock's step, from -1/2 to 1/2. */
static double off_grid_ns(struct benchi_timing_context *context)
{
	double grid = context->timing.vernier ? context->timing.reading_ns : context->timing.step_ns;

	return grid * ((double)(benchi_random(&context->random) >> 11) / 9007199254740992.0 - 0.5);
}

static void run_call(uint64_t n, void *item)
{
	benchi_case_run(n, *(const bench_case **)item);
}

struct mixed {
	const struct benchi_mixture *mixture;
	const bench_case *c;
};

/* n iterations, each of all values: a bench_body. */
static void run_mixture(uint64_t n, void *arg)
{
	const struct mixed *mixed = arg;
	const struct benchi_mixture *m = mixed->mixture;

	for (size_t i = 0; i < m->n; i++) {
		enter_at(m->value[i]);
		benchi_case_run(n * m->count[i], mixed->c);
	}
}

bench_status benchi_timing_context_chill(struct benchi_timing_context *context,
                                         const bench_case *c)
{
	return c->cold ? benchi_cold_window_begin(&context->cold, c->cold, &context->timing) : BENCH_OK;
}

double benchi_timing_context_cold_window(const struct benchi_timing_context *context,
                                         double window_ns, double ns, double each_ns)
{
	double iterations = fmin(window_ns / ns, context->budget_ns / COLD_WINDOWS / each_ns);

	return ns * fmax(iterations, 1);
}

/* The sum of n cold iterations. */
static double sum_cold(const struct benchi_timing_context *context, const bench_case *c, uint64_t n)
{
	double ns = 0;

	for (; n > 0; n--) {
		if (c->prepare)
			c->prepare(1, c->arg);
		ns += benchi_cold_window_time(&context->cold, &context->timing, c)
			- benchi_cold_window_empty(&context->cold, &context->timing, c);
	}
	return ns;
}

/* A case in one window, at the value that was entered; or, with a mixture, at all of them. */
struct timed {
	const bench_case *c;
	const struct benchi_mixture *mixture;   /* NULL: none */
	int layout;
};

static double time_window(struct benchi_timing_context *context, const struct timed *timed,
                          uint64_t iterations)
{
	const bench_case *c = timed->c;
	const struct benchi_regions *regions = benchi_regions_clear();
	struct mixed mixed = { timed->mixture, c };
	bench_body *body = timed->mixture ? run_mixture : c->call ? run_call : c->body;
	uint64_t opened;
	double ns;

	if (context->cold.cold) {
		ns = sum_cold(context, c, iterations);
	} else {
		opened = benchi_window_open(&context->timing);
		benchi_layout_call(timed->layout, body, iterations,
			timed->mixture ? (void *)&mixed : c->call ? (void *)&c : c->arg);
		ns = benchi_window_close(&context->timing, opened);
	}
	if (benchi_regions_unpaired(regions) && context->unpaired[0] != c)
		context->unpaired[context->unpaired[0] != NULL] = c;
	if (regions->count > 0)
		return regions_ns(context);
	return context->cold.cold ? ns : ns + off_grid_ns(context);
}

double benchi_timing_context_time(struct benchi_timing_context *context, const bench_case *c,
                                  uint64_t iterations, int layout)
{
	const struct benchi_mixture *m = &context->mixture;
	struct timed timed = { c, m->n > 0 && !m->apart && !context->cold.cold ? m : NULL, layout };
	double ns = 0;

	enter(context);
	if (c->prepare && !context->cold.cold)
		c->prepare(m->n > 0 ? iterations * m->calls : iterations, c->arg);
	if (timed.mixture || m->n == 0)
		return time_window(context, &timed, iterations);
	for (size_t i = 0; i < m->n; i++) {
		enter_at(m->value[i]);
		ns += m->factor[i] * time_window(context, &timed, iterations * m->count[i]);
	}
	return ns;
}
