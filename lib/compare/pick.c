/*
 * Which of several routines is the fastest on this machine, within a budget?
 *
 * Those that qualify (qualify.c) are sized and run in rounds (engine/engine.c), which a race
 * judges (race.c); losers leave.  At the end the chosen one meets the runner-up once more
 * (paired.c), for its lead.  The clock is read before each window, so that nothing begins when
 * the budget is over.
 * Worked: 8 candidates, windows of 3.5 us: sizing 0.2 ms; two rounds 56 us; eleven times
 * that to be sure of differences far above the noise: a millisecond in all.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "compare/paired_run.h"
#include "compare/selection.h"
#include "engine/engine.h"
#include "measure/layout.h"
#include "stats/order.h"
#include "timing/window.h"

static const double TIME_NS = 20e6, ZONE_SHARE = 0.25;

enum { DUEL_ROUNDS = 64 };

static size_t bytes_each(void)
{
	return sizeof(struct benchi_racer) + sizeof(struct benchi_sizing)
	     + 2 * sizeof(struct benchi_sample) + sizeof(size_t) + 2;
}

size_t bench_pick_size(size_t n)
{
	return n > SIZE_MAX / bytes_each() ? SIZE_MAX : n * bytes_each();
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
		field->ready[i] = 0;
	}
}

static bench_choice no_choice(bench_status status)
{
	const bench_choice none = { .index = BENCH_NONE, .runner_up = BENCH_NONE, .lead = NAN,
		.lead_low = NAN, .lead_high = NAN, .ns = NAN, .cycles = NAN, .elapsed_ns = NAN,
		.first_wrong = BENCH_NONE, .first_crashed = BENCH_NONE,
		.first_untried = BENCH_NONE, .status = status };

	return none;
}

/* Who is out of the race leaves the rounds. */
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
		.meaningless_ns = benchi_window_meaningless_ns(&field->stand.timing),
		.time_ns = INFINITY, .time_most_ns = INFINITY, .rounds_most = SIZE_MAX, .rounds_kept = 2,
		.seed = field->stand.seed };

	benchi_engine_begin(&field->engine, &plan, &field->memory);
	for (size_t i = 0; i < n; i++) {
		double iterations = field->window_ns / field->racer[i].iteration_ns;

		if (iterations > 1)
			benchi_engine_resize(&field->engine, i, iterations < 1e9
				? (uint64_t)iterations : 1000000000u);
	}
	drop(field);
}

/* All that take about as long as the quickest get the same iterations: what a loop costs is
 * then the same share of each. */
static void make_common(struct benchi_selection *field)
{
	uint64_t most = 0;

	for (size_t i = 0; i < field->question->n; i++)
		if (field->racer[i].state != BENCHI_OUT && field->memory.sizing[i].iterations > most)
			most = field->memory.sizing[i].iterations;
	for (size_t i = 0; i < field->question->n; i++)
		if (field->memory.sizing[i].iterations > most / 2)
			field->memory.sizing[i].iterations = most;
}

/* Two rounds that mirror each other are complete: the race judges them. */
static void judge(struct benchi_selection *field)
{
	size_t n = field->question->n;

	for (size_t i = 0; i < n; i++) {
		const struct benchi_sample *a = &field->memory.sample[i], *b = &field->memory.sample[n + i];

		if (field->racer[i].state != BENCHI_OUT)
			field->racer[i].iteration_ns =
				(a->ns + b->ns) / (double)(a->iterations + b->iterations);
	}
	field->running = benchi_race_running(&field->race);
	field->rounds++;
	benchi_race_round(&field->race, benchi_timing_context_elapsed(&field->stand));
	drop(field);
}

/* One window. */
static void step(struct benchi_selection *field, double now_ns)
{
	int was_sized = field->engine.sized, placement = 0;
	size_t arm = (size_t)benchi_engine_next(&field->engine, now_ns);
	uint64_t iterations;
	double ns;

	if (field->engine.sized && !was_sized)
		make_common(field);
	if (field->engine.sized)
		placement = benchi_layout_of(field->engine.rounds);
	iterations = benchi_engine_iterations(&field->engine);
	ns = benchi_timing_context_time(&field->stand, &field->question->c[arm], iterations, placement);
	benchi_engine_store(&field->engine, ns, iterations);
	if (!field->engine.sized && ns > 0)
		field->racer[arm].iteration_ns = ns / (double)iterations;
	if (benchi_engine_paired(&field->engine))
		judge(field);
}

/* Until the choice is sure or the time is over; one that is alone is only sized. */
static bench_status race(struct benchi_selection *field)
{
	const struct benchi_candidates *q = field->question;
	const struct benchi_race_plan plan = { q->n, field->stand.margin, field->stand.alpha,
		q->prefer,
		benchi_timing_context_block_ns(&field->stand),
		benchi_timing_context_settled_ns(&field->stand) };
	double now;

	benchi_race_begin(&field->race, &plan, field->racer);
	begin_engine(field);
	field->running = benchi_race_running(&field->race);
	while ((now = benchi_timing_context_elapsed(&field->stand)) < field->stand.budget_ns
	       && field->rounds < field->rounds_most) {
		if (field->race.over && field->memory.sizing[field->race.leader].done)
			break;
		if (field->engine.sized && benchi_clock_stopped(&field->stand.still, now))
			return benchi_clock_fail_stopped(&field->stand.timing.clock);
		step(field, now);
	}
	return BENCH_OK;
}

/* The chosen one against the runner-up, with what time is left; the race has waited long enough
 * for states of the processor to change. */
static void meet(struct benchi_selection *field)
{
	bench_choice *choice = field->choice;
	double x[DUEL_ROUNDS], ns[2][DUEL_ROUNDS], scratch[DUEL_ROUNDS],
		 tick_ns = benchi_timing_context_tick(&field->stand);
	struct benchi_paired_run paired = { .stand = &field->stand, .window_ns = field->window_ns,
		.until_ns = field->stand.budget_ns, .alpha = field->stand.alpha, .cuts = field->race.cuts,
		.x = x, .ns = { ns[0], ns[1] }, .scratch = scratch,
		.settled_ns = 0, .capacity = DUEL_ROUNDS };
	struct benchi_middle lead;

	choice->ns = field->racer[choice->index].iteration_ns;
	if (!field->memory.sizing[choice->index].done
	    && !(choice->ns > benchi_window_meaningless_ns(&field->stand.timing)))
		choice->ns = NAN;
	if (choice->runner_up != BENCH_NONE) {
		paired.c[0] = &field->question->c[choice->index];
		paired.c[1] = &field->question->c[choice->runner_up];
		benchi_paired_run_run(&paired);
	}
	if (paired.n > 0) {
		lead = benchi_paired_run_ratio(&paired);
		choice->lead = lead.median;
		choice->lead_low = lead.low;
		choice->lead_high = lead.high;
		benchi_sort(ns[0], paired.n);
		choice->ns = benchi_quantile(ns[0], paired.n, 0.5);
	}
	choice->cycles = choice->ns / tick_ns;
}

/* The interval of its time over the chosen one's, from the latest blocks. */
static void set_interval(const struct benchi_selection *field, size_t i, bench_candidate *to)
{
	const struct benchi_blocks *blocks = &field->racer[i].blocks;
	double x[BENCHI_RECENT], scratch[BENCHI_RECENT];
	double chosen = benchi_race_behind(&field->race, field->choice->index);
	struct benchi_proof proof = { benchi_bound_make(field->stand.alpha / 2), 1, 0, 0 };
	struct benchi_middle middle;
	size_t n = 0;

	to->ratio = exp(benchi_race_behind(&field->race, i) - chosen);
	for (size_t k = 0; k < blocks->n && k < BENCHI_RECENT; k++)
		if (!isnan(blocks->recent[(blocks->n - 1 - k) % BENCHI_RECENT])) {
			x[n++] = blocks->recent[(blocks->n - 1 - k) % BENCHI_RECENT] - chosen;
			benchi_bound_step(&proof.bound);
		}
	if (n == 0)
		return;
	middle = benchi_blocks_interval(x, n, scratch, &proof);
	to->ratio_low = exp(middle.low);
	to->ratio_high = exp(middle.high);
}

/* What became of each candidate. */
static void report(const struct benchi_selection *field)
{
	bench_candidate *to = field->question->options->report;

	for (size_t i = 0; i < field->question->n; i++) {
		const bench_candidate none = { field->racer[i].report, NAN, NAN, NAN, { 0 } };
		const struct benchi_racer *racer = &field->racer[i];

		to[i] = none;
		if (racer->report == BENCH_CANDIDATE_SLOW)
			to[i].ratio = exp(racer->behind - benchi_race_behind(&field->race,
				field->choice->index));
		if (racer->report != BENCH_CANDIDATE_OPEN)
			continue;
		set_interval(field, i, &to[i]);
		if (i == field->choice->index)
			to[i].state = BENCH_CANDIDATE_CHOSEN;
		else if (racer->state == BENCHI_OUT)
			to[i].state = BENCH_CANDIDATE_SLOWER;
		else if (field->race.over)
			to[i].state = BENCH_CANDIDATE_TIED;
	}
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
	meet(field);
	if (field->question->options && field->question->options->report)
		report(field);
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
			benchi_timing_context_take_down(&field->stand, &field->question->c[i]);
	return status;
}

/* Finds the memory, and picks. */
static bench_status pick_in_memory(struct benchi_selection *field)
{
	const bench_pick_options *options = field->question->options;
	size_t size = bench_pick_size(field->question->n);
	void *given = options ? options->memory : NULL, *memory = given;
	bench_status status;

	if (given && options->memory_bytes < size)
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.memory_bytes is %.0f, expected %.0f",
			(double)options->memory_bytes, (double)size);
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
		if (!question->c[i].body)
			return benchi_fail(BENCH_ERR_ARGUMENT, "the body of candidate %.0f is NULL", (double)i);
	if (question->options && question->options->flags & ~(BENCH_PICK_ISOLATE | BENCH_PICK_EXTEND))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.flags is 0x%x, expected BENCH_PICK_...",
			question->options->flags);
	return BENCH_OK;
}

static bench_status begin(struct benchi_selection *field)
{
	static const bench_pick_options defaults;
	const bench_pick_options *options = field->question->options;
	struct benchi_timing_wish wish;

	if (!options)
		options = &defaults;
	wish.clock = options->clock;
	wish.enough_ns = options->enough_ns;
	wish.time_ns = options->time_ns;
	wish.margin = options->margin;
	wish.alpha = options->alpha;
	wish.seed = options->seed;
	return benchi_timing_context_begin(&field->stand, &wish, TIME_NS);
}

bench_status benchi_candidates_pick(const struct benchi_candidates *question, bench_choice *choice)
{
	struct benchi_selection field = { .question = question, .choice = choice,
		.rounds_most = SIZE_MAX };
	bench_status status = benchi_candidates_check(question);

	*choice = no_choice(BENCH_OK);
	if (status == BENCH_OK)
		status = begin(&field);
	if (status == BENCH_OK) {
		field.stand.parameter = question->parameter;
		field.window_ns = benchi_timing_context_window(&field.stand, ZONE_SHARE);
		if (question->options && question->options->rounds > 0)
			field.rounds_most = question->options->rounds;
		status = pick_in_memory(&field);
		choice->elapsed_ns = benchi_timing_context_elapsed(&field.stand);
		if (question->extra_ns)
			*question->extra_ns += field.extra_ns;
		benchi_timing_context_end(&field.stand);
	}
	choice->status = status;
	return status;
}

bench_status bench_pick(const bench_case *c, size_t n, const bench_pick_options *options,
                        bench_choice *choice)
{
	const struct benchi_candidates question = { c, n, options, 0, BENCH_NONE, NULL };

	if (!choice)
		return benchi_fail(BENCH_ERR_ARGUMENT, "choice is NULL");
	return benchi_candidates_pick(&question, choice);
}
