/*
 * Which of two is faster?
 *
 * Four windows a round: the first, the second, the second, the first, or the other way
 * round, by a coin: a steady drift of the core's speed cancels within the round, and on
 * identical code the coin alone makes each round fall on either side with the same
 * chance, whatever the machine does and whatever happened before.
 * A round's number is ln(second / first) of the sums; its median over rounds is what is
 * looked for (tally.c).  An interruption spoils a round, not the median.
 * Both run the same number of turns in a window if they take about the same time, so
 * that what the loop costs is the same share of both.
 * Worked: windows of 3.5 us, rounds of 14 us; of 20 rounds 18 are above 0.02 %: slower,
 * for sure at 1 %, after 0.3 ms.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "decide/duel.h"
#include "engine/engine.h"
#include "measure/placement.h"
#include "stats/order.h"
#include "timing/window.h"

static const double ALIKE = 2;      /* times that differ by less have the same turns */

struct field {
	struct benchi_engine engine;
	struct benchi_sizing sizing[2];
	size_t order[2];
	struct benchi_sample sample[4];
	int common;                 /* turns were made equal */
};

static void begin(struct field *field, const struct benchi_duel *duel)
{
	const struct benchi_engine_memory memory = { field->sizing, field->order, field->sample };
	const struct benchi_plan plan = { .lanes = 2, .enough_ns = duel->window_ns,
		.meaningless_ns = benchi_window_meaningless_ns(&duel->stand->timing),
		.time_ns = INFINITY, .time_most_ns = INFINITY, .rounds_most = SIZE_MAX, .rounds_kept = 2,
		.seed = duel->stand->seed };

	benchi_engine_begin(&field->engine, &plan, &memory);
	for (size_t i = 0; i < 2; i++)
		if (duel->turns[i] > 0)
			benchi_engine_presize(&field->engine, i, duel->turns[i]);
	field->common = 0;
}

static void make_common(struct field *field)
{
	struct benchi_sizing *a = &field->sizing[0], *b = &field->sizing[1];
	double ratio = (double)a->turns / (double)b->turns;

	field->common = 1;
	if (ratio < ALIKE && ratio > 1 / ALIKE)
		a->turns = b->turns = a->turns > b->turns ? a->turns : b->turns;
}

/* A case's time a turn in the two rounds that are complete. */
static double pair_ns(const struct field *field, size_t lane, uint64_t *turns)
{
	const struct benchi_sample *a = &field->sample[lane], *b = &field->sample[2 + lane];

	*turns = a->turns + b->turns;
	return (a->ns + b->ns) / (double)*turns;
}

static void note(struct benchi_duel *duel, const struct field *field)
{
	uint64_t turns[2];
	double a = pair_ns(field, 0, &turns[0]), b = pair_ns(field, 1, &turns[1]);

	if (!(a > 0) || !(b > 0))
		return;
	duel->x[duel->n] = log(b / a);
	duel->ns[0][duel->n] = a;
	duel->ns[1][duel->n] = b;
	duel->done[0] += turns[0];
	duel->done[1] += turns[1];
	benchi_tally_add(&duel->tally, &duel->cuts, duel->x[duel->n++]);
	benchi_bound_step(&duel->bound);
}

static int over(const struct benchi_duel *duel)
{
	size_t wins = duel->bound.wins;

	if (duel->n >= duel->room)
		return 1;
	return !duel->patient && (benchi_tally_same(&duel->tally, wins)
	                          || benchi_tally_differs(&duel->tally, wins));
}

void benchi_duel_run(struct benchi_duel *duel)
{
	static const struct benchi_tally none;
	struct field field;
	double now;

	duel->n = 0;
	duel->stand->still.windows = 0;
	duel->done[0] = duel->done[1] = 0;
	duel->tally = none;
	duel->bound = benchi_bound_make(duel->alpha / 2);
	begin(&field, duel);
	while (!over(duel) && (now = benchi_stand_elapsed(duel->stand)) < duel->until_ns) {
		int lane = benchi_engine_next(&field.engine, now);
		int placement;
		uint64_t turns;

		duel->stopped = field.engine.sized && benchi_clock_stopped(&duel->stand->still, now);
		if (duel->stopped)
			break;
		if (field.engine.sized && !field.common)
			make_common(&field);
		placement = field.engine.sized ? benchi_placement_of(field.engine.rounds) : 0;
		turns = benchi_engine_turns(&field.engine);
		benchi_engine_store(&field.engine,
			benchi_stand_time(duel->stand, duel->c[lane], turns, placement), turns);
		if (benchi_engine_paired(&field.engine))
			note(duel, &field);
	}
	duel->turns[0] = field.sizing[0].turns;
	duel->turns[1] = field.sizing[1].turns;
}

struct benchi_middle benchi_duel_ratio(struct benchi_duel *duel)
{
	struct benchi_middle ln;

	benchi_sort(duel->x, duel->n);
	ln = benchi_middle_of(duel->x, duel->n, duel->bound.wins);
	ln.low = exp(ln.low);
	ln.median = exp(ln.median);
	ln.high = exp(ln.high);
	return ln;
}
