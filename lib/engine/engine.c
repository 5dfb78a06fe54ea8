/*
 * Which arm is next, and when is it enough?
 *
 * First each arm is sized by itself (sizing.c).  Then come rounds.  A round is one
 * window of every arm in random order; the round behind it runs the same order
 * backwards (ABBA), so that a steady drift of the core's speed hits every arm
 * alike within two rounds, and random orders keep a periodic disturbance from
 * falling on one arm.  The first rounds are thrown away until the lead arm takes
 * the same time, to 1 %, three times in a row, within a bound: caches fill, the core
 * wakes up, its clock ramps.
 *
 * A arm may be left out between rounds: the others keep their order.
 *
 * It stops when the time is over and rounds_least are in, or at rounds_most, or,
 * for very long windows, when time_most is over; if that is so before the first round,
 * the window that a arm was sized with is all that is taken of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/random.h"
#include "engine/engine.h"

void benchi_engine_begin(struct benchi_engine *engine, const struct benchi_plan *plan,
                         const struct benchi_engine_memory *memory)
{
	engine->plan = *plan;
	engine->memory = *memory;
	engine->random = plan->seed;
	engine->arm = engine->place = engine->begun = engine->rounds = 0;
	engine->before_ns[0] = engine->before_ns[1] = 0;
	engine->sized = engine->steady = engine->spent = engine->ordered = 0;
	engine->last_arm = plan->arms;
	engine->running = plan->arms;
	for (size_t i = 0; i < plan->arms; i++) {
		memory->sizing[i] = benchi_sizing_begin(plan->enough_ns, plan->meaningless_ns);
		memory->order[i] = i;
	}
}

void benchi_engine_presize(struct benchi_engine *engine, size_t arm, uint64_t iterations)
{
	engine->memory.sizing[arm].iterations = iterations;
	engine->memory.sizing[arm].done = 1;
}

void benchi_engine_resize(struct benchi_engine *engine, size_t arm, uint64_t iterations)
{
	engine->memory.sizing[arm] = benchi_sizing_begin(engine->plan.enough_ns,
		engine->plan.meaningless_ns);
	engine->memory.sizing[arm].iterations = iterations;
	engine->sized = 0;
	engine->arm = engine->place = 0;
}

void benchi_engine_drop_last(struct benchi_engine *engine)
{
	engine->running = --engine->plan.arms;
	engine->begun = engine->place = 0;
	engine->ordered = 0;
	for (size_t i = 0; i < engine->plan.arms; i++)
		engine->memory.order[i] = i;
}

void benchi_engine_drop(struct benchi_engine *engine, const unsigned char *out)
{
	size_t *order = engine->memory.order, to = 0;
	int complete = engine->place == engine->running;

	for (size_t i = 0; i < engine->running; i++)
		if (out[order[i]])
			engine->memory.sizing[order[i]].done = 1;
		else
			order[to++] = order[i];
	engine->running = to;
	if (complete)
		engine->place = to;
}

int benchi_engine_paired(const struct benchi_engine *engine)
{
	return engine->sized && engine->place == engine->running && engine->begun % 2 == 0;
}

uint64_t benchi_engine_iterations(const struct benchi_engine *engine)
{
	return engine->memory.sizing[engine->arm].iterations;
}

struct benchi_sample *benchi_engine_sample(const struct benchi_engine *engine, size_t round,
                                           size_t arm)
{
	return &engine->memory.sample[round % engine->plan.rounds_kept * engine->plan.arms + arm];
}

/* The order of the round that begins: a new one, or the last one backwards. */
static void shuffle(struct benchi_engine *engine)
{
	size_t *order = engine->memory.order, n = engine->running;
	int mirror = engine->begun++ % 2 != 0;

	engine->ordered = 1;
	for (size_t i = 0; i < n; i++) {
		size_t j, keep = order[i];

		if (mirror && i >= n / 2)
			break;
		j = mirror ? n - 1 - i : i + (size_t)benchi_random_below(&engine->random, n - i);
		order[i] = order[j];
		order[j] = keep;
	}
}

static int stop(const struct benchi_engine *engine, double elapsed_ns)
{
	const struct benchi_plan *plan = &engine->plan;

	if (engine->rounds >= plan->rounds_most)
		return 1;
	if (engine->rounds >= plan->rounds_least && elapsed_ns >= plan->time_ns)
		return 1;
	return engine->rounds > 0 && elapsed_ns >= plan->time_most_ns;
}

/* Has the lead come to take the same time, three rounds running? */
static int settled(struct benchi_engine *engine)
{
	double *before = engine->before_ns;
	double now = benchi_engine_sample(engine, engine->rounds, engine->plan.lead)->ns;
	double low = fmin(now, fmin(before[0], before[1]));
	double high = fmax(now, fmax(before[0], before[1]));

	before[0] = before[1];
	before[1] = now;
	return low > 0 && high <= 1.01 * low;
}

/* A round is complete: it counts, unless things are still warming up, which ends behind a mirror,
 * so that round 2i and its mirror 2i + 1 belong together. */
static void close_round(struct benchi_engine *engine, double elapsed_ns)
{
	engine->place = 0;
	engine->ordered = 0;
	if (engine->steady)
		engine->rounds++;
	else if (settled(engine) || elapsed_ns >= engine->plan.warm_ns)
		engine->steady = engine->begun % 2 == 0;
}

/* A arm so slow that the time was over when it was sized is not run again: the window
 * that sized it is its only one. */
static int filled(struct benchi_engine *engine)
{
	if (!engine->spent || engine->arm != engine->last_arm)
		return 0;
	*benchi_engine_sample(engine, engine->rounds, engine->arm) = engine->last;
	engine->place++;
	return 1;
}

/* The next arm to be sized, or -1 when all are. */
static int next_unsized(struct benchi_engine *engine)
{
	while (engine->arm < engine->plan.arms && engine->memory.sizing[engine->arm].done)
		engine->arm++;
	return engine->arm < engine->plan.arms ? (int)engine->arm : -1;
}

int benchi_engine_next(struct benchi_engine *engine, double elapsed_ns)
{
	if (!engine->sized) {
		if (next_unsized(engine) >= 0)
			return (int)engine->arm;
		engine->sized = 1;
		engine->steady = elapsed_ns >= engine->plan.warm_ns;
		engine->spent = elapsed_ns >= engine->plan.time_most_ns;
	}
	do {
		if (engine->place == engine->running)
			close_round(engine, elapsed_ns);
		if (engine->place == 0) {
			if (stop(engine, elapsed_ns))
				return -1;
			if (!engine->ordered)
				shuffle(engine);
		}
		engine->arm = engine->memory.order[engine->place];
	} while (filled(engine));
	return (int)engine->arm;
}

void benchi_engine_store(struct benchi_engine *engine, double ns, uint64_t iterations)
{
	struct benchi_sample sample = { iterations, ns };

	if (!engine->sized) {
		engine->last_arm = engine->arm;
		engine->last = sample;
		benchi_sizing_step(&engine->memory.sizing[engine->arm], sample.ns);
		return;
	}
	*benchi_engine_sample(engine, engine->rounds, engine->arm) = sample;
	engine->place++;
}
