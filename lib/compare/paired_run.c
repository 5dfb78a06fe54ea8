/*
 * Which of two is faster?
 *
 * Four windows a round: the first, the second, the second, the first, or the other way
 * round, by a coin: a steady drift of the core's speed cancels within the round, and on
 * identical code the coin alone makes each round fall on either side with the same
 * chance, whatever the machine does and whatever happened before.
 * A round's number is ln(second / first) of the sums; its median is what is looked for
 * (blocks.c).  An interruption spoils a round, not the median.
 * Both run the same number of iterations in a window if they take about the same time, so
 * that what the loop costs is the same share of both.
 * Worked: windows of 3.5 us, rounds of 14 us; of 20 rounds 18 are above 0.02 %: slower,
 * for sure at 1 %, after 0.3 ms.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "compare/paired_run.h"
#include "engine/engine.h"
#include "measure/layout.h"
#include "stats/order.h"
#include "timing/window.h"

static const double ROUNDING = 1e-12, FAR = 6;
static const double ALIKE = 2;      /* times that differ by less have the same iterations */

struct field {
	struct benchi_engine engine;
	struct benchi_sizing sizing[2];
	size_t order[2];
	struct benchi_sample sample[4];
	int common;                 /* iterations were made equal */
};

static void begin(struct field *field, const struct benchi_paired_run *paired)
{
	const struct benchi_engine_memory memory = { field->sizing, field->order, field->sample };
	const struct benchi_plan plan = { .arms = 2, .enough_ns = paired->window_ns,
		.meaningless_ns = benchi_window_meaningless_ns(&paired->stand->timing),
		.time_ns = INFINITY, .time_most_ns = INFINITY, .rounds_most = SIZE_MAX, .rounds_kept = 2,
		.seed = paired->stand->seed };

	benchi_engine_begin(&field->engine, &plan, &memory);
	for (size_t i = 0; i < 2; i++)
		if (paired->iterations[i] > 0)
			benchi_engine_presize(&field->engine, i, paired->iterations[i]);
	field->common = 0;
}

static void make_common(struct field *field)
{
	struct benchi_sizing *a = &field->sizing[0], *b = &field->sizing[1];
	double ratio = (double)a->iterations / (double)b->iterations;

	field->common = 1;
	if (ratio < ALIKE && ratio > 1 / ALIKE)
		a->iterations = b->iterations = a->iterations > b->iterations
			? a->iterations : b->iterations;
}

/* A case's time an iteration in the two rounds that are complete. */
static double pair_ns(const struct field *field, size_t arm, uint64_t *iterations)
{
	const struct benchi_sample *a = &field->sample[arm], *b = &field->sample[2 + arm];

	*iterations = a->iterations + b->iterations;
	return (a->ns + b->ns) / (double)*iterations;
}

/* A round and its mirror are complete. */
static void note(struct benchi_paired_run *paired, const struct field *field)
{
	uint64_t iterations[2];
	double a = pair_ns(field, 0, &iterations[0]), b = pair_ns(field, 1, &iterations[1]);

	if (!(a > 0) || !(b > 0))
		return;
	benchi_blocks_round(&paired->blocks, log(b / a));
	paired->ns[0][paired->n] = a;
	paired->ns[1][paired->n++] = b;
	paired->done[0] += iterations[0];
	paired->done[1] += iterations[1];
}

static void close_block(struct benchi_paired_run *paired, double now_ns)
{
	benchi_bound_step(&paired->proof.bound);
	paired->x[paired->kept++] = benchi_blocks_close(&paired->blocks, &paired->cuts);
	paired->opened_ns = now_ns;
	paired->proof.settled = now_ns - paired->first_ns >= paired->settled_ns;
}

static int proven(const struct benchi_paired_run *paired, enum benchi_claim claim)
{
	return benchi_blocks_prove(&paired->blocks, &paired->cuts, claim, &paired->proof);
}

bench_answer benchi_paired_run_answer(const struct benchi_paired_run *paired)
{
	if (proven(paired, BENCHI_ABOVE_LOW) && proven(paired, BENCHI_BELOW_HIGH))
		return BENCH_SAME;
	return proven(paired, BENCHI_FASTER) ? BENCH_FASTER
	     : proven(paired, BENCHI_SLOWER) ? BENCH_SLOWER : BENCH_UNSURE;
}

static int over(const struct benchi_paired_run *paired)
{
	if (paired->n >= paired->capacity)
		return 1;
	return !paired->patient && paired->blocks.rounds == 0 && paired->kept > 0
	    && benchi_paired_run_answer(paired) != BENCH_UNSURE;
}

static void begin_counting(struct benchi_paired_run *paired)
{
	static const struct benchi_blocks none;

	paired->n = paired->kept = 0;
	paired->stand->still.windows = 0;
	paired->done[0] = paired->done[1] = 0;
	paired->first_ns = NAN;
	paired->blocks = none;
	paired->proof.bound = benchi_bound_make(paired->alpha / 2);
	paired->proof.settled = 0;
	paired->proof.far = FAR;
	paired->proof.independent = 0;
}

void benchi_paired_run_run(struct benchi_paired_run *paired)
{
	struct field field;
	double now;

	begin_counting(paired);
	begin(&field, paired);
	while (!over(paired)
		&& (now = benchi_timing_context_elapsed(paired->stand)) < paired->until_ns) {
		int arm = benchi_engine_next(&field.engine, now);
		int placement;
		uint64_t iterations;

		paired->stopped = field.engine.sized && benchi_clock_stopped(&paired->stand->still, now);
		if (paired->stopped)
			break;
		if (field.engine.sized && !field.common)
			make_common(&field);
		if (field.engine.sized && isnan(paired->first_ns))
			paired->first_ns = paired->opened_ns = now;
		if (paired->blocks.rounds > 0 && now - paired->opened_ns >= paired->block_ns)
			close_block(paired, now);
		placement = field.engine.sized ? benchi_layout_of(field.engine.rounds) : 0;
		iterations = benchi_engine_iterations(&field.engine);
		benchi_engine_store(&field.engine,
			benchi_timing_context_time(paired->stand, paired->c[arm], iterations, placement),
				iterations);
		if (benchi_engine_paired(&field.engine))
			note(paired, &field);
	}
	if (paired->blocks.rounds > 0 && (paired->kept == 0 || paired->block_ns <= 0))
		close_block(paired, benchi_timing_context_elapsed(paired->stand));
	paired->iterations[0] = field.sizing[0].iterations;
	paired->iterations[1] = field.sizing[1].iterations;
}

/* The interval's ends and what was proven while it ran agree. */
struct benchi_middle benchi_paired_run_ratio(const struct benchi_paired_run *paired)
{
	struct benchi_middle ln = benchi_blocks_interval(paired->x, paired->kept, paired->scratch,
		&paired->proof);
	const struct benchi_thresholds *cuts = &paired->cuts;

	if (proven(paired, BENCHI_SLOWER))
		ln.low = fmax(ln.low, cuts->slower + ROUNDING);
	if (proven(paired, BENCHI_FASTER))
		ln.high = fmin(ln.high, cuts->faster - ROUNDING);
	if (benchi_paired_run_answer(paired) == BENCH_SAME) {
		ln.low = fmax(ln.low, cuts->low + ROUNDING);
		ln.high = fmin(ln.high, cuts->high - ROUNDING);
	}
	ln.low = exp(ln.low);
	ln.median = exp(ln.median);
	ln.high = exp(ln.high);
	return ln;
}
