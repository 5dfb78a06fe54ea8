/*
 * Picks the fastest of several routines on this machine, within a budget.
 *
 * Candidates that qualify (qualify.c) are sized and run in rounds (engine/engine.c), which a race
 * evaluates (race.c); slower ones leave.  At the end a paired run of the choice against the
 * runner-up measures its lead (paired_run.c).  The clock is read before each window, so that
 * none begins after the budget.
 * Worked: 8 candidates, windows of 3.5 us: sizing 0.2 ms; two rounds 56 us; eleven times
 * that to prove differences far above the noise: one millisecond in all.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "compare/choice.h"
#include "compare/qualify.h"
#include "compare/report.h"
#include "compare/runoff.h"
#include "compare/selection.h"
#include "engine/engine.h"
#include "measure/calls.h"
#include "measure/layout.h"
#include "timing/step.h"
#include "timing/window.h"

static const double TIME_NS = 20e6, ZONE_SHARE = 0.25, SWITCH_MARGIN = 0.03;

static size_t bytes_each(void)
{
	return sizeof(struct benchi_racer) + sizeof(struct benchi_sizing)
	     + 2 * sizeof(struct benchi_sample) + sizeof(size_t) + 2;
}

size_t bench_pick_size(size_t n)
{
	size_t least = n > 0 ? BENCHI_STEP_READINGS * sizeof(double) : 0;

	if (n > SIZE_MAX / bytes_each())
		return SIZE_MAX;
	return n * bytes_each() < least ? least : n * bytes_each();
}

static void lay_out(struct benchi_selection *field, void *memory)
{
	size_t n = field->question->n;

	field->racer = memory;
	field->memory.sizing = (struct benchi_sizing *)(void *)(field->racer + n);
	field->memory.sample = (struct benchi_sample *)(void *)(field->memory.sizing + n);
	field->memory.order = (size_t *)(void *)(field->memory.sample + 2 * n);
	field->ready = (unsigned char *)(field->memory.order + n);
	field->out = field->ready + n;
	for (size_t i = 0; i < n; i++) {
		field->racer[i].state = BENCHI_OUT;
		field->racer[i].report = BENCH_CANDIDATE_UNTRIED;
		field->racer[i].iteration_ns = NAN;
		field->racer[i].behind = INFINITY;
		field->racer[i].calls = 0;
		field->ready[i] = 0;
	}
}

/* Drops candidates that left the race from the rounds. */
static void drop(struct benchi_selection *field)
{
	for (size_t i = 0; i < field->question->n; i++)
		field->out[i] = field->racer[i].state == BENCHI_OUT;
	benchi_engine_drop(&field->engine, field->out);
}

static void begin_engine(struct benchi_selection *field)
{
	size_t n = field->question->n;
	const struct benchi_plan plan = { .arms = n, .enough_ns = field->window_ns,
		.meaningless_ns = benchi_window_meaningless_ns(&field->context.timing),
		.time_ns = INFINITY, .time_most_ns = INFINITY, .rounds_most = SIZE_MAX, .rounds_kept = 2,
		.seed = field->context.seed };

	benchi_engine_begin(&field->engine, &plan, &field->memory);
	for (size_t i = 0; i < n; i++) {
		double iterations = field->window_ns / field->racer[i].iteration_ns;

		if (iterations > 1)
			benchi_engine_resize(&field->engine, i, iterations < 1e9
				? (uint64_t)iterations : 1000000000u);
	}
	drop(field);
}

/* Gives all candidates about as fast as the fastest the same iterations, so that the loop's cost
 * is the same share of each. */
static void make_common(struct benchi_selection *field)
{
	uint64_t most = 0;

	for (size_t i = 0; i < field->question->n; i++)
		if (field->racer[i].state != BENCHI_OUT && benchi_engine_size(&field->engine, i) > most)
			most = benchi_engine_size(&field->engine, i);
	for (size_t i = 0; i < field->question->n; i++)
		if (benchi_engine_size(&field->engine, i) > most / 2)
			benchi_engine_set_size(&field->engine, i, most);
}

/* Passes a round and its mirror to the race, which begins again if windows must be longer. */
static void judge(struct benchi_selection *field)
{
	size_t n = field->question->n;

	if (benchi_engine_size_anew(&field->engine, 0)) {
		benchi_race_begin(&field->race, &field->race.plan, field->racer);
		field->rounds = 0;
		return;
	}
	for (size_t i = 0; i < n; i++) {
		const struct benchi_sample *a = benchi_engine_sample(&field->engine, 0, i);
		const struct benchi_sample *b = benchi_engine_sample(&field->engine, 1, i);

		if (field->racer[i].state != BENCHI_OUT)
			field->racer[i].iteration_ns =
				(a->ns + b->ns) / (double)(a->iterations + b->iterations);
	}
	field->running = benchi_race_running(&field->race);
	field->rounds++;
	benchi_race_round(&field->race, benchi_timing_context_elapsed(&field->context));
	drop(field);
}

/* Times one window. */
static void step(struct benchi_selection *field, double now_ns)
{
	int was_sized = benchi_engine_sized(&field->engine), layout = 0;
	size_t arm = (size_t)benchi_engine_next(&field->engine, now_ns);
	uint64_t iterations;
	double ns;

	if (benchi_engine_sized(&field->engine) && !was_sized)
		make_common(field);
	if (benchi_engine_sized(&field->engine))
		layout = benchi_layout_of(benchi_engine_rounds(&field->engine));
	iterations = benchi_engine_iterations(&field->engine);
	ns = benchi_timing_context_time(&field->context, &field->question->c[arm], iterations, layout);
	benchi_engine_store(&field->engine, ns, iterations);
	if (!benchi_engine_sized(&field->engine) && ns > 0)
		benchi_racer_saw(&field->racer[arm], fmax(ns,
			benchi_window_meaningless_ns(&field->context.timing)) / (double)iterations);
	if (benchi_engine_paired(&field->engine))
		judge(field);
}

/* Runs until the choice is certain or the time is over; a single candidate is only sized. */
static bench_status race(struct benchi_selection *field)
{
	const struct benchi_candidates *q = field->question;
	const struct benchi_race_plan plan = { q->n, field->context.margin, field->context.alpha,
		field->stated,
		benchi_timing_context_block_ns(&field->context),
		benchi_timing_context_settled_ns(&field->context) };
	double now;

	benchi_race_begin(&field->race, &plan, field->racer);
	begin_engine(field);
	field->running = benchi_race_running(&field->race);
	while (field->rounds < field->rounds_most) {
		now = benchi_timing_context_elapsed(&field->context);
		if (benchi_budget_left(&field->context.budget, now) <= 0)
			break;
		if (field->race.over && benchi_engine_arm_sized(&field->engine, field->race.leader))
			break;
		if (benchi_clock_stopped(&field->context.still, benchi_engine_sized(&field->engine), now))
			return benchi_clock_fail_stopped(&field->context.timing.clock, &field->context.still);
		step(field, now);
	}
	return BENCH_OK;
}

static bench_status choose(struct benchi_selection *field)
{
	bench_choice *choice = field->choice;
	struct benchi_race_choice found = benchi_race_choice(&field->race);

	if (found.index == BENCH_NONE)
		return benchi_fail(BENCH_ERR_NO_SAMPLES, "none of %.0f candidates is left: %.0f wrong, "
			"%.0f crashed", (double)field->question->n, (double)choice->wrong,
			(double)choice->crashed);
	choice->index = found.index;
	choice->runner_up = found.runner_up;
	choice->tie = found.tie;
	choice->rounds = field->rounds;
	choice->candidates = field->running;
	choice->end = BENCH_PICK_END_BUDGET;
	if (field->race.over && choice->untried == 0 && field->unsure == 0)
		choice->end = field->rounds > 0 ? BENCH_PICK_END_SURE : BENCH_PICK_END_ONLY_ONE;
	choice->lead = found.lead;
	if (!benchi_selection_keep(field, field->incumbent, field->switch_margin))
		benchi_selection_run_off(field);
	if (field->question->options && field->question->options->report)
		benchi_selection_report(field);
	return BENCH_OK;
}

static bench_status pick(struct benchi_selection *field)
{
	bench_status status = benchi_selection_qualify(field);

	if (status == BENCH_OK)
		status = race(field);
	if (status == BENCH_OK)
		status = choose(field);
	for (size_t i = field->question->n; i-- > 0;)
		if (field->ready[i])
			benchi_timing_context_take_down(&field->context, &field->question->c[i]);
	return status;
}

/* Allocates memory, and picks. */
static bench_status pick_in_memory(struct benchi_selection *field)
{
	const bench_pick_options *options = field->question->options;
	size_t size = bench_pick_size(field->question->n);
	void *given = options ? options->memory : NULL, *memory = given;
	bench_status status;

	if (!given)
		memory = malloc(size);
	if (!memory)
		return benchi_fail(BENCH_ERR_MEMORY, "for %.0f candidates", (double)field->question->n);
	lay_out(field, memory);
	status = pick(field);
	if (!given)
		free(memory);
	return status;
}

bench_status benchi_candidates_check(const struct benchi_candidates *question)
{
	if (!question->c || question->n == 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no candidates");
	for (size_t i = 0; i < question->n; i++)
		if (benchi_case_check(&question->c[i]) != BENCH_OK)
			return benchi_fail(BENCH_ERR_ARGUMENT, "candidate %.0f: expected either body or call",
				(double)i);
	for (size_t i = 1; i < question->n; i++)
		if (question->c[i].cold != question->c[0].cold)
			return benchi_fail(BENCH_ERR_ARGUMENT, "candidate %.0f: .cold is %u, expected %u as "
				"of the first", (double)i, question->c[i].cold, question->c[0].cold);
	if (question->options && question->options->flags & ~(BENCH_PICK_ISOLATE | BENCH_PICK_EXTEND))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.flags is 0x%x, expected BENCH_PICK_...",
			question->options->flags);
	return BENCH_OK;
}

static bench_status begin(struct benchi_selection *field)
{
	static const bench_pick_options defaults;
	const struct benchi_candidates *q = field->question;
	const bench_pick_options *options = q->options ? q->options : &defaults;
	struct benchi_timing_request request = benchi_pick_request(options);
	struct benchi_mixture mixture;
	bench_status status;

	if (options->memory && options->memory_bytes < bench_pick_size(q->n))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.memory_bytes is %.0f, expected %.0f",
			(double)options->memory_bytes, (double)bench_pick_size(q->n));
	if (!(options->switch_margin >= 0) || isinf(options->switch_margin))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.switch_margin is %g, expected 0 or more",
			options->switch_margin);
	field->switch_margin = options->switch_margin > 0 ? options->switch_margin : SWITCH_MARGIN;
	field->incumbent = q->incumbent > 0 ? q->incumbent - 1
	                 : options->incumbent ? benchi_candidate_find(q->c, q->n, options->incumbent)
	                 : BENCH_NONE;
	request.punctual = q->punctual;
	status = benchi_mixture_make(options, &mixture);
	if (status == BENCH_OK)
		status = benchi_timing_context_begin(&field->context, &request, TIME_NS);
	field->context.mixture = mixture;
	return status;
}

bench_status benchi_candidates_pick(const struct benchi_candidates *question, bench_choice *choice)
{
	struct benchi_selection field = { .question = question, .choice = choice,
		.rounds_most = SIZE_MAX };
	bench_status status = benchi_candidates_check(question);

	*choice = benchi_choice_none(BENCH_OK);
	if (status == BENCH_OK)
		status = begin(&field);
	if (status == BENCH_OK) {
		field.context.parameter = question->parameter;
		field.window_ns = benchi_timing_context_window(&field.context, ZONE_SHARE);
		if (question->options && question->options->rounds > 0)
			field.rounds_most = question->options->rounds;
		status = pick_in_memory(&field);
		if (field.context.mixture.n > 0) {
			choice->ns /= field.context.mixture.calls;
			choice->cycles /= field.context.mixture.calls;
		}
		choice->elapsed_ns = benchi_timing_context_elapsed(&field.context);
		choice->warnings = field.context.unpaired[0] ? BENCH_WARN_UNPAIRED : 0;
		if (question->whole) {
			question->whole->excluded_ns += field.context.budget.excluded_ns;
			question->whole->own_excluded_ns += field.context.budget.own_excluded_ns;
		}
		benchi_timing_context_end(&field.context);
	}
	choice->status = status;
	return status;
}
