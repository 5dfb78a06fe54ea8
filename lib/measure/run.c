/*
 * Decides and opens a benchmark's next window, and ends the run.
 *
 * With regions, the measured time sizes the windows, but a window's whole time is
 * bounded, since code outside the regions may take far longer.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "base/detail.h"
#include "cycle/chains.h"
#include "cycle/record.h"
#include "cycle/width.h"
#include "host/processor.h"
#include "measure/loops.h"
#include "measure/plan.h"
#include "measure/regions.h"
#include "measure/result.h"
#include "measure/run.h"
#include "timing/calibrate.h"
#include "timing/window.h"

static const double REGIONS_WHOLE = 20;     /* longest window with regions, in enough_ns */
static const double MORE_TIME = 3;          /* times the budget, under a noisy neighbour */

enum { LOOK_FIRST = 30 };               /* rounds before a narrow interval may end the run */

enum { BREAKS_MOST = 64, EMPTY_WINDOWS = 5, EMPTY_ITERATIONS = 10000 };

/* Takes the caller's memory, or the thread's. */
static bench_status find_memory(struct benchi_run *run, const struct benchi_beginning *beginning)
{
	if (beginning->memory) {
		run->rounds.memory = *beginning->memory;
		return BENCH_OK;
	}
	run->storage = benchi_storage_take(&benchi_thread_self()->storages, run);
	if (!run->storage)
		return benchi_fail(BENCH_ERR_MEMORY, "for the windows of a run");
	run->rounds.memory.sample = run->storage->sample;
	run->rounds.memory.scratch = run->storage->number;
	run->rounds.memory.rounds = BENCHI_RUN_ROUNDS;
	return BENCH_OK;
}

static void begin_engine(struct benchi_run *run, const struct benchi_beginning *beginning)
{
	struct benchi_engine_memory memory = { run->sizing, run->order, run->rounds.memory.sample };
	struct benchi_plan plan = benchi_plan_make(&run->rounds, beginning);

	plan.arms = benchi_loops_choose(&run->rounds, beginning->loops);
	run->budget_ns = plan.time_ns;
	run->precision = benchi_plan_precision(beginning);
	run->look = LOOK_FIRST;
	benchi_engine_begin(&run->rounds.engine, &plan, &memory);
	benchi_loops_size_references(&run->rounds, 1);
}

void benchi_run_begin(struct benchi_run *run, const struct benchi_beginning *beginning)
{
	struct benchi_thread *thread = benchi_thread_self();

	memset(run, 0, sizeof *run);
	run->rounds.function = beginning->function;
	run->sink = beginning->sink;
	run->rounds.layout_spread = beginning->layout_spread;
	run->status = benchi_plan_check(beginning);
	if (run->status == BENCH_OK)
		run->status = find_memory(run, beginning);
	if (run->status == BENCH_OK)
		run->status = benchi_timing_choose(beginning->options, &run->rounds.timing);
	if (beginning->reference)
		run->rounds.reference = *beginning->reference;
	if (beginning->fit && run->status == BENCH_OK)
		benchi_reference_fit(&run->rounds.timing, &run->rounds.reference);
	benchi_thread_save(&run->outer);
	thread->offset = 0;
	thread->round = 0;
	run->result = beginning->result ? beginning->result : &thread->last;
	run->prepare = beginning->options ? beginning->options->prepare : NULL;
	run->arg = beginning->arg;
	if (run->status != BENCH_OK) {
		run->phase = BENCHI_ROUNDS;
		return;
	}
	benchi_regions_use(&run->rounds.timing.clock);
	begin_engine(run, beginning);
	run->phase = beginning->loops ? BENCHI_EMPTY_LOOP : BENCHI_ROUNDS;
	run->rounds.few = 1;
	run->loops.empty_left = EMPTY_WINDOWS;
	run->rounds.empty_loop_ns = INFINITY;
	run->loops.iteration_ns[0] = run->loops.iteration_ns[1] = NAN;
	run->processor = benchi_processor_now();
	run->moment = benchi_presence_now();
	run->began = run->rounds.timing.clock.now_ns(run->rounds.timing.clock.ctx);
}

/* Opens a window of the body. */
static void open_window(struct benchi_run *run, uint64_t iterations)
{
	(void)benchi_regions_clear();
	run->iterations = iterations;
	run->window = benchi_window_open(&run->rounds.timing);
}

/* Times a window of a reference at once. */
static void run_reference(struct benchi_run *run, enum benchi_kind kind)
{
	uint64_t iterations = benchi_engine_iterations(&run->rounds.engine);
	void (*body)(uint64_t) = kind == BENCHI_LOW_IPC ? run->rounds.reference.low_ipc
	                                                : run->rounds.reference.high_ipc;
	double ns = benchi_chain_time(&run->rounds.timing, body, iterations);

	benchi_engine_store(&run->rounds.engine, ns, iterations);
}

/* Time since the run began, without waiting; infinite once the caller stopped it. */
static double elapsed_ns(const struct benchi_run *run)
{
	if (benchi_round_sink_stopped(run->sink))
		return INFINITY;
	return benchi_elapsed_ns(&run->rounds.timing.clock, run->began) - run->waited_ns;
}

/* The longest time of a run under a noisy neighbour. */
static double most_ns(const struct benchi_run *run)
{
	return run->sink && run->sink->most_ns > 0 ? 0 : MORE_TIME * run->budget_ns;
}

/* Before a round: waits while a noisy neighbour shares the core, as long as the caller allows.  The
 * round before shows the neighbour; before the first round the references do. */
static void wait_for_core(struct benchi_run *run)
{
	double *given = run->sink ? run->sink->patience_ns : NULL;
	double patience = given ? *given : most_ns(run) - run->budget_ns - run->waited_ns, waited;
	unsigned rounds = (unsigned)benchi_engine_rounds(&run->rounds.engine);

	if (!run->rounds.reference.high_ipc || !run->rounds.reference.width_sure
	    || rounds + 1 == run->waited_for || !(patience > 0))
		return;
	run->waited_for = rounds + 1;
	if (rounds > 0 && !benchi_recorded_disturbed(&run->rounds, rounds - 1))
		return;
	waited = benchi_width_wait(&run->rounds.timing, &run->rounds.reference, patience);
	run->waited_ns += waited;
	if (given)
		*given -= waited;
}

/* Is the interval as narrow as the caller asked?  Checked rarely, each time at twice the rounds:
 * an interval checked often is narrow by chance at some point. */
static int narrow(struct benchi_run *run)
{
	if (!(run->precision > 0) || benchi_engine_rounds(&run->rounds.engine) < run->look
	    || elapsed_ns(run) < BENCHI_RARE_LOOK_NS)
		return 0;
	run->look = 2 * benchi_engine_rounds(&run->rounds.engine);
	return benchi_result_half_width(&run->rounds) <= run->precision;
}

/* Chooses and checks the loops as soon as their sizes are known: 1 if arms may have changed. */
static int choose_loops(struct benchi_run *run, int arm)
{
	struct benchi_recorded *rounds = &run->rounds;
	int sized = benchi_engine_sized(&rounds->engine);
	int many = arm >= 0 && rounds->kind[arm] == BENCHI_MANY;

	if (!run->loops.settled && (sized || many)) {
		benchi_loops_settle(rounds, &run->loops);
		return 1;
	}
	if (!sized && many)
		benchi_loops_size_many(rounds, (size_t)arm);
	if (run->loops.checked || !sized)
		return 0;
	benchi_loops_check(rounds, &run->loops);
	return 1;
}

/* Counts the round that is over to the total, without the time in which the thread had lost the
 * processor, and unless a noisy neighbour made it longer. */
static void total_round(struct benchi_run *run)
{
	size_t rounds = benchi_engine_rounds(&run->rounds.engine);
	double ns = run->round.ns
	          - benchi_presence_lost(&run->moment, run->round.stretched);

	if (run->round.done > 0 && ns > 0
	    && !(rounds > 0 && benchi_recorded_disturbed(&run->rounds, rounds - 1)))
		benchi_total_add(&run->rounds.total, ns, run->round.done);
	run->round.ns = run->round.done = 0;
	run->round.stretched = 0;
}

/* The engine's next arm.  A noisy neighbour that spoils rounds extends the time; a clock that has
 * stopped ends the run. */
static int next_arm(struct benchi_run *run)
{
	struct benchi_engine *engine = &run->rounds.engine;

	for (;;) {
		double elapsed = elapsed_ns(run);
		int arm = benchi_engine_next(engine, elapsed);

		if (benchi_clock_stopped(&run->still, benchi_engine_sized(engine), elapsed)) {
			run->status = benchi_clock_fail_stopped(&run->rounds.timing.clock, &run->still);
			return -1;
		}
		if (choose_loops(run, arm))
			continue;
		if (arm >= 0 && benchi_engine_sized(engine) && benchi_engine_round_begins(engine)
		    && benchi_loops_size_anew(&run->rounds))
			continue;
		if (arm >= 0 && narrow(run)) {
			benchi_engine_finish(engine);
			continue;
		}
		if (arm >= 0 && benchi_engine_sized(engine) && benchi_engine_round_begins(engine)) {
			total_round(run);
			wait_for_core(run);
		}
		if (arm >= 0 || elapsed + run->waited_ns > most_ns(run)
		    || !benchi_recorded_wants_more(&run->rounds))
			return arm;
		benchi_engine_extend(engine, run->budget_ns / 4);
		if (benchi_engine_full(engine))
			benchi_recorded_keep_clean(&run->rounds);
	}
}

/* Ends the run: its summary is made, and an outer run continues. */
static void finish(struct benchi_run *run)
{
	struct benchi_thread *thread = benchi_thread_self();

	run->phase = BENCHI_OVER;
	if (run->status == BENCH_OK && run->storage && !benchi_storage_is(&thread->storages, run,
		run->storage))
		run->status = benchi_fail(BENCH_ERR_MEMORY,
			"more than %d runs were nested or left unfinished", BENCHI_STORAGES);
	benchi_thread_restore(&run->outer, &run->rounds.timing.clock);
	if (run->status == BENCH_OK && run->rounds.reference.high_ipc == benchi_chain_saturate) {
		benchi_width_learn(benchi_recorded_high_ipc(&run->rounds));
		benchi_width_apply(&run->rounds.reference);
	}
	if (run->status == BENCH_OK && run->sink && run->sink->take)
		benchi_result_give(&run->rounds, run->sink);
	*run->result = run->status == BENCH_OK ? benchi_result_make(&run->rounds)
	                                       : benchi_summary_none(run->status);
	if (run->status == BENCH_OK)
		run->result->elapsed_ns = benchi_elapsed_ns(&run->rounds.timing.clock, run->began);
	benchi_storage_leave(&thread->storages, run);
	thread->begun |= run->result == &thread->last;
}

int benchi_run_next(struct benchi_run *run, uint64_t *iterations)
{
	int arm = -1, instances;

	if (run->phase == BENCHI_EMPTY_LOOP) {
		open_window(run, *iterations = EMPTY_ITERATIONS);
		return 0;
	}
	while (run->phase == BENCHI_ROUNDS && run->status == BENCH_OK
	       && run->rounds.breaks < BREAKS_MOST) {
		arm = next_arm(run);
		if (arm < 0 || run->rounds.kind[arm] == BENCHI_FEW || run->rounds.kind[arm] == BENCHI_MANY)
			break;
		run_reference(run, run->rounds.kind[arm]);
	}
	if (run->phase == BENCHI_OVER)
		return -1;
	if (arm < 0 || run->status != BENCH_OK || run->rounds.breaks >= BREAKS_MOST) {
		finish(run);
		return -1;
	}
	*iterations = benchi_engine_iterations(&run->rounds.engine);
	benchi_thread_self()->round++;
	instances = run->rounds.kind[arm] == BENCHI_MANY ? 2 * run->rounds.few : run->rounds.few;
	if (run->prepare)
		run->prepare(*iterations * (uint64_t)instances, run->arg);
	open_window(run, *iterations);
	return instances;
}

/* Code outside regions makes windows of any length: bounds the whole window while sizing.  Noise
 * may make a window look shorter than an empty one; that bounds nothing. */
static void bound_whole(struct benchi_run *run, double whole_ns, uint64_t iterations)
{
	struct benchi_engine *engine = &run->rounds.engine;
	double most = REGIONS_WHOLE * benchi_engine_enough_ns(engine) * (double)iterations / whole_ns;

	if (!benchi_engine_sized(engine) && whole_ns > 0
	    && (double)benchi_engine_iterations(engine) > most)
		benchi_engine_presize(engine, benchi_engine_arm(engine), most < 1 ? 1 : (uint64_t)most);
}

static void close_empty_loop(struct benchi_run *run, double ns)
{
	if (ns >= 0)
		run->rounds.empty_loop_ns = fmin(run->rounds.empty_loop_ns, ns / EMPTY_ITERATIONS);
	if (--run->loops.empty_left == 0) {
		run->phase = BENCHI_ROUNDS;
		if (isinf(run->rounds.empty_loop_ns))
			run->rounds.empty_loop_ns = run->rounds.timing.loop_ns;
	}
}

/* Keeps a loop's minimum time per iteration while it is sized: interruptions only add time. */
static void note_iteration(struct benchi_run *run, double iteration_ns)
{
	size_t arm = benchi_engine_arm(&run->rounds.engine);
	double *least = &run->loops.iteration_ns[run->rounds.kind[arm] == BENCHI_MANY];

	if (!(*least <= iteration_ns))
		*least = iteration_ns;
}

/* Adds a window of the body to the open round. */
static void total_window(struct benchi_run *run, double ns, uint64_t iterations)
{
	int many = run->rounds.kind[benchi_engine_arm(&run->rounds.engine)] == BENCHI_MANY;

	if (!(ns >= 0))
		return;
	run->round.ns += ns;
	run->round.done += (double)iterations * (run->rounds.few << many);
	run->round.stretched |= benchi_interrupted(ns,
		run->loops.iteration_ns[many] * (double)iterations);
}

void benchi_run_close(struct benchi_run *run, uint64_t left)
{
	struct benchi_recorded *rounds = &run->rounds;
	struct benchi_engine *engine = &rounds->engine;
	double whole_ns = benchi_window_close(&rounds->timing, run->window), ns = whole_ns;
	const struct benchi_regions *regions = &benchi_thread_self()->regions;
	uint64_t iterations = run->iterations;

	run->iterations = 0;
	if (run->phase == BENCHI_EMPTY_LOOP) {
		close_empty_loop(run, ns);
		return;
	}
	if (regions->count > 0) {
		rounds->regions = 1;
		ns = regions->ns;
		rounds->region_cost_ns = (double)regions->count * regions->cost_ns / (double)iterations;
	}
	benchi_thread_self()->counting.iterations += (double)(iterations - left)
		* (rounds->function ? 1 : rounds->few)
		* (rounds->kind[benchi_engine_arm(engine)] == BENCHI_MANY ? 2 : 1);
	rounds->unpaired |= regions->unpaired || (regions->open && left == 0);
	if (left > 0) {
		rounds->breaks++;
		ns = NAN;
	}
	if (!benchi_engine_sized(engine) && 2 * ns >= benchi_engine_enough_ns(engine))
		note_iteration(run, ns / (double)iterations);
	if (benchi_engine_sized(engine))
		total_window(run, ns, iterations);
	rounds->migrated |= benchi_processor_now() != run->processor;
	benchi_engine_store(engine, ns, iterations);
	if (regions->count > 0 && left == 0)
		bound_whole(run, whole_ns, iterations);
}
