/*
 * What is a benchmark's next window, and when is it over?
 *
 * Region times size the windows by what was measured, but a window's whole time is
 * bounded, since set-up may take far longer than what counts.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "cycle/chains.h"
#include "cycle/record.h"
#include "cycle/width.h"
#include "host/processor.h"
#include "measure/loops.h"
#include "measure/layout.h"
#include "measure/plan.h"
#include "measure/result.h"
#include "measure/run.h"
#include "measure/self_calibration.h"
#include "timing/calibrate.h"
#include "timing/window.h"

static const double REGIONS_WHOLE = 20;     /* a window with regions is at most so many enoughs */
static const double MORE_TIME = 8;          /* times the budget, while a neighbour disturbs */

enum { LOOK_FIRST = 60 };               /* rounds, before a narrow interval may end it */

enum { BREAKS_MOST = 64, EMPTY_WINDOWS = 5, EMPTY_TURNS = 10000 };

int benchi_run_arm(const struct benchi_run *run, enum benchi_kind kind)
{
	for (size_t i = 0; i < run->engine.plan.arms; i++)
		if (run->kind[i] == kind)
			return (int)i;
	return -1;
}

/* The clock's calibration, and the reference. */
static bench_status find_timing(struct benchi_run *run, const struct benchi_beginning *beginning)
{
	int own_clock = beginning->options && beginning->options->clock.now_ns;
	bench_status status = benchi_timing_choose(beginning->options, &run->timing);

	if (status != BENCH_OK)
		return status;
	if (beginning->reference)
		run->reference = *beginning->reference;
	else if (benchi_self_reference(&run->reference) == BENCH_OK && own_clock)
		benchi_reference_fit(&run->timing, &run->reference);
	return BENCH_OK;
}

/* The caller's memory, or the thread's. */
static bench_status find_memory(struct benchi_run *run, const struct benchi_beginning *beginning)
{
	if (beginning->memory) {
		run->memory = *beginning->memory;
		return BENCH_OK;
	}
	run->capacity = benchi_storage_take(&benchi_thread_self()->storages, run);
	if (!run->capacity)
		return benchi_fail(BENCH_ERR_MEMORY, "for the windows of a run");
	run->memory.sample = run->capacity->sample;
	run->memory.scratch = run->capacity->number;
	run->memory.rounds = BENCHI_RUN_ROUNDS;
	return BENCH_OK;
}

static void begin_engine(struct benchi_run *run, const struct benchi_beginning *beginning)
{
	struct benchi_engine_memory memory = { run->sizing, run->order, run->memory.sample };
	struct benchi_plan plan = benchi_plan_make(run, beginning);

	plan.arms = benchi_loops_choose(run, beginning->loops);
	run->budget_ns = plan.time_ns;
	run->precision = benchi_plan_precision(beginning);
	run->look = LOOK_FIRST;
	benchi_engine_begin(&run->engine, &plan, &memory);
	benchi_loops_size_rulers(run, 1);
}

void benchi_run_begin(struct benchi_run *run, const struct benchi_beginning *beginning)
{
	static const struct benchi_run none;
	struct benchi_thread *thread = benchi_thread_self();

	*run = none;
	run->function = beginning->function;
	run->readings = beginning->readings;
	run->vary_layout = beginning->options && beginning->options->vary_layout;
	run->status = benchi_plan_check(beginning);
	if (run->status == BENCH_OK)
		run->status = find_memory(run, beginning);
	if (run->status == BENCH_OK)
		run->status = find_timing(run, beginning);
	run->outer = thread->regions;
	run->outer_offset = thread->offset;
	run->outer_round = thread->round;
	thread->offset = 0;
	thread->round = 0;
	run->prepare = beginning->options ? beginning->options->prepare : NULL;
	run->arg = beginning->arg;
	if (run->status != BENCH_OK) {
		run->phase = BENCHI_ROUNDS;
		return;
	}
	benchi_regions_use(&run->timing.clock);
	begin_engine(run, beginning);
	run->phase = beginning->loops ? BENCHI_EMPTY_LOOP : BENCHI_ROUNDS;
	run->few = 1;
	run->empty_left = EMPTY_WINDOWS;
	run->empty_loop_ns = INFINITY;
	run->iteration_ns[0] = run->iteration_ns[1] = NAN;
	run->processor = benchi_processor_now();
	run->began = run->timing.clock.now_ns(run->timing.clock.ctx);
}

/* Opens a window of the body. */
static void open_window(struct benchi_run *run, uint64_t iterations)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	regions->ns = 0;
	regions->count = 0;
	regions->open = 0;
	regions->unpaired = 0;
	run->iterations = iterations;
	run->window = benchi_window_open(&run->timing);
}

/* A reference's window, made at once. */
static void run_ruler(struct benchi_run *run, enum benchi_kind kind)
{
	uint64_t iterations = benchi_engine_iterations(&run->engine);
	void (*body)(uint64_t) = kind == BENCHI_LOW_IPC ? run->reference.calm : run->reference.busy;
	double ns = benchi_chain_time(&run->timing, body, iterations);

	benchi_engine_store(&run->engine, ns, iterations);
}

/* Time since it began; more than any bound once it is to be over. */
static double elapsed_ns(const struct benchi_run *run)
{
	if (run->readings && run->readings->stop && *run->readings->stop)
		return INFINITY;
	return benchi_elapsed_ns(&run->timing.clock, run->began);
}

/* So long may a neighbour's disturbance draw it out. */
static double most_ns(const struct benchi_run *run)
{
	return run->readings && run->readings->most_ns > 0 ? 0 : MORE_TIME * run->budget_ns;
}

/* Is the interval as narrow as was asked for?  Asked at few numbers of rounds, each twice the
 * one before: an interval that is looked at often is narrow by chance at some time. */
static int narrow(struct benchi_run *run)
{
	if (!(run->precision > 0) || run->engine.rounds < run->look)
		return 0;
	run->look = 2 * run->engine.rounds;
	return benchi_result_half_width(run) <= run->precision;
}

/* The next arm of the engine.  The loops are settled once the first is sized; and there
 * is more time while a neighbour on the core spoils the rounds; none where the clock that
 * the budget is read from has stopped. */
static int next_arm(struct benchi_run *run)
{
	for (;;) {
		double elapsed = elapsed_ns(run);
		int arm = benchi_engine_next(&run->engine, elapsed);

		if (run->engine.sized && benchi_clock_stopped(&run->still, elapsed)) {
			run->status = benchi_clock_fail_stopped(&run->timing.clock);
			return -1;
		}
		if (!run->settled && (run->engine.sized || run->kind[arm] == BENCHI_MANY)) {
			benchi_loops_settle(run);
			continue;
		}
		if (!run->engine.sized && run->kind[arm] == BENCHI_MANY && run->sizing[arm].iterations == 1)
			run->sizing[arm].iterations = run->sizing[benchi_run_arm(run, BENCHI_FEW)].iterations;
		if (!run->checked && run->engine.sized) {
			benchi_loops_check(run);
			continue;
		}
		if (arm >= 0 && narrow(run)) {
			run->engine.plan.time_ns = 0;
			continue;
		}
		if (arm >= 0 || elapsed > most_ns(run) || !benchi_result_wants_more(run))
			return arm;
		run->engine.plan.time_ns += run->budget_ns / 4;
		if (run->engine.rounds >= run->engine.plan.rounds_most)
			benchi_result_keep_clean(run);
	}
}

/* It is over: the summary becomes the thread's latest, and an outer run goes on.  A clock
 * that was injected is forgotten: it may not live any longer. */
static void finish(struct benchi_run *run)
{
	struct benchi_thread *thread = benchi_thread_self();

	run->phase = BENCHI_OVER;
	thread->offset = run->outer_offset;
	thread->round = run->outer_round;
	if (run->status == BENCH_OK && run->capacity && !benchi_storage_is(&thread->storages, run,
		run->capacity))
		run->status = benchi_fail(BENCH_ERR_MEMORY,
			"more than %d runs were nested or left unfinished", BENCHI_ROOMS);
	if (run->outer.clock.now_ns || run->timing.clock.now_ns != bench_clock_default().now_ns)
		thread->regions = run->outer;
	thread->regions.open = run->outer.open;
	if (run->status == BENCH_OK && run->reference.busy == benchi_chain_saturate) {
		benchi_width_learn(benchi_result_width(run));
		benchi_width_apply(&run->reference);
	}
	if (run->status == BENCH_OK && run->readings && run->readings->take)
		benchi_result_give(run);
	thread->last = run->status == BENCH_OK ? benchi_result_make(run)
	                                       : benchi_summary_none(run->status);
	if (run->status == BENCH_OK)
		thread->last.elapsed_ns = benchi_elapsed_ns(&run->timing.clock, run->began);
	benchi_storage_leave(&thread->storages, run);
	thread->begun = 1;
}

int benchi_run_next(struct benchi_run *run, uint64_t *iterations)
{
	int arm = -1;

	if (run->phase == BENCHI_EMPTY_LOOP) {
		open_window(run, *iterations = EMPTY_TURNS);
		return 0;
	}
	while (run->phase == BENCHI_ROUNDS && run->status == BENCH_OK && run->breaks < BREAKS_MOST) {
		arm = next_arm(run);
		if (arm < 0 || run->kind[arm] == BENCHI_FEW || run->kind[arm] == BENCHI_MANY)
			break;
		run_ruler(run, run->kind[arm]);
	}
	if (run->phase == BENCHI_OVER)
		return -1;
	if (arm < 0 || run->status != BENCH_OK || run->breaks >= BREAKS_MOST) {
		finish(run);
		return -1;
	}
	*iterations = benchi_engine_iterations(&run->engine);
	benchi_thread_self()->round++;
	if (run->prepare)
		run->prepare(*iterations, run->arg);
	open_window(run, *iterations);
	return run->kind[arm] == BENCHI_MANY ? 2 * run->few : run->few;
}

void benchi_run_call(const struct benchi_run *run, bench_body *body, uint64_t iterations, void *arg)
{
	if (run->vary_layout)
		benchi_layout_call(benchi_layout_of(run->engine.rounds), body, iterations, arg);
	else
		body(iterations, arg);
}

/* Regions bring windows of any length: the whole is bounded while it is sized. */
static void bound_whole(struct benchi_run *run, double whole_ns, uint64_t iterations)
{
	struct benchi_sizing *sizing = &run->sizing[run->engine.arm];
	double most = REGIONS_WHOLE * run->engine.plan.enough_ns * (double)iterations / whole_ns;

	if (!run->engine.sized && (double)sizing->iterations > most)
		benchi_engine_presize(&run->engine, run->engine.arm, most < 1 ? 1 : (uint64_t)most);
}

static void close_empty_loop(struct benchi_run *run, double ns)
{
	if (ns >= 0)
		run->empty_loop_ns = fmin(run->empty_loop_ns, ns / EMPTY_TURNS);
	if (--run->empty_left == 0) {
		run->phase = BENCHI_ROUNDS;
		if (isinf(run->empty_loop_ns))
			run->empty_loop_ns = run->timing.loop_ns;
	}
}

/* The least time an iteration of a loop while it is sized: an interruption only adds to it. */
static void note_iteration(struct benchi_run *run, double iteration_ns)
{
	double *least = &run->iteration_ns[run->kind[run->engine.arm] == BENCHI_MANY];

	if (!(*least <= iteration_ns))
		*least = iteration_ns;
}

void benchi_run_close(struct benchi_run *run, uint64_t left)
{
	double whole_ns = benchi_window_close(&run->timing, run->window), ns = whole_ns;
	const struct benchi_regions *regions = &benchi_thread_self()->regions;
	uint64_t iterations = run->iterations;

	run->iterations = 0;
	if (run->phase == BENCHI_EMPTY_LOOP) {
		close_empty_loop(run, ns);
		return;
	}
	if (regions->count > 0) {
		run->regions = 1;
		ns = regions->ns;
		run->region_cost_ns = (double)regions->count * regions->cost_ns / (double)iterations;
	}
	run->unpaired |= regions->unpaired || (regions->open && left == 0);
	if (left > 0) {
		run->breaks++;
		ns = NAN;
	}
	if (!run->engine.sized && 2 * ns >= run->engine.plan.enough_ns)
		note_iteration(run, ns / (double)iterations);
	run->migrated |= benchi_processor_now() != run->processor;
	benchi_engine_store(&run->engine, ns, iterations);
	if (regions->count > 0 && left == 0)
		bound_whole(run, whole_ns, iterations);
}
