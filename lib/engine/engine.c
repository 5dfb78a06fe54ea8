/*
 * Chooses the next arm and decides when to stop.
 *
 * First each arm is sized on its own. Then rounds follow. A round is one window of every arm, in
 * random order; the next round runs in reverse order (ABBA). So a steady drift of the core's speed
 * affects every arm equally over two rounds, and random orders keep a periodic disturbance from
 * hitting always the same arm. Rounds are discarded until the lead arm takes the same time, to
 * 1 %, as in the round before, within a time limit: caches fill, the core wakes up, its clock
 * ramps. If the caller knows the lead's time, already the first round can take the same.
 *
 * The caller may drop an arm between rounds; the others keep their order. If windows turn out far
 * shorter than requested, arms are sized again: data that were cold during sizing are warm in
 * rounds (a ring of 128 KiB, sized to 4 iterations in 16 us, soon took 1 us).
 *
 * The engine stops when the time is up and rounds_least are complete, at rounds_most, or, for very
 * long windows, after time_most. If time_most is over before the first round, the last sizing
 * window of an arm is its only sample.
 *
 * SPDX-License-Identifier: MIT
 */

#include "engine/engine.h"

/*
 * Finds how many iterations make a window long enough.
 *
 * The rules are the paper's (Staelin and McVoy 1998, section 6.4). A time too short to be
 * meaningful multiplies the iterations by ten. Otherwise the number of iterations is computed from
 * the time, plus 2 %. A window of at least 95 % of the requested length suffices. Worked: enough
 * is 16 us; 1, 10 and 100 iterations take under 0.3 us; 1000 take 2.1 us, so 16/2.1 * 1000 * 1.02
 * = 7772 iterations are next.
 *
 * Beyond the paper: two such windows in a row are required, because an interrupted window looks
 * long enough with any number of iterations. And for a body that takes no time at all (the
 * compiler removed it), the number of iterations is limited.
 */

static const double ITERATIONS_A_NS = 20;   /* no processor runs a loop faster */
static const double LONG_NS = 1e8;     /* one window this long suffices */

struct benchi_sizing benchi_sizing_begin(double enough_ns, double meaningless_ns)
{
	struct benchi_sizing sizing = { enough_ns, meaningless_ns, 0, 1, 0, 0 };
	double most = enough_ns * ITERATIONS_A_NS;

	most = fmin(most, sizeof(size_t) < 8 ? (double)(size_t)-1 : 1e15);
	sizing.most = most < 1 ? 1 : (uint64_t)most;
	return sizing;
}

void benchi_sizing_step(struct benchi_sizing *sizing, double ns)
{
	if (ns >= 0.95 * sizing->enough_ns && ns > 0) {
		sizing->passed++;
		sizing->done = sizing->passed == 2 || ns > LONG_NS;
		return;
	}
	sizing->passed = 0;
	if (sizing->iterations == sizing->most) {
		sizing->done = 1;
	} else {
		double needed = (double)sizing->iterations;

		needed = !(ns > sizing->meaningless_ns) ? 10 * needed
		         : needed * sizing->enough_ns / ns * 1.02 + 1;
		sizing->iterations = needed >= (double)sizing->most ? sizing->most : (uint64_t)needed;
	}
}

/* arms are sized again if windows are shorter than requested by this factor ... */
static const double SHORT_WINDOW = 4;

static const double STEADY = 0.01;     /* the lead's times differ by less, as a share */

enum { AGAIN_MOST = 4 };                /* ... but at most this many times */

void benchi_engine_begin(struct benchi_engine *engine, const struct benchi_plan *plan,
                         const struct benchi_engine_memory *memory)
{
	memset(engine, 0, sizeof *engine);
	engine->plan = *plan;
	engine->sizing = memory->sizing;
	engine->order = memory->order;
	engine->sample = memory->sample;
	engine->random = plan->seed;
	engine->last_arm = plan->arms;
	engine->running = plan->arms;
	for (size_t i = 0; i < plan->arms; i++) {
		memory->sizing[i] = benchi_sizing_begin(plan->enough_ns, plan->meaningless_ns);
		memory->order[i] = i;
	}
}

void benchi_engine_expect(struct benchi_engine *engine, double iteration_ns)
{
	engine->before_ns = iteration_ns;
}

uint64_t benchi_engine_iterations(const struct benchi_engine *engine)
{
	return engine->sizing[engine->arm].iterations;
}

int benchi_engine_paired(const struct benchi_engine *engine)
{
	return engine->sized && engine->position == engine->running && engine->begun % 2 == 0;
}

struct benchi_sample *benchi_engine_sample(const struct benchi_engine *engine, size_t round,
                                           size_t arm)
{
	return &engine->sample[round % engine->plan.rounds_kept * engine->plan.arms + arm];
}

void benchi_engine_presize(struct benchi_engine *engine, size_t arm, uint64_t iterations)
{
	engine->sizing[arm].iterations = iterations;
	engine->sizing[arm].done = 1;
}

void benchi_engine_resize(struct benchi_engine *engine, size_t arm, uint64_t iterations)
{
	engine->sizing[arm] = benchi_sizing_begin(engine->plan.enough_ns, engine->plan.meaningless_ns);
	engine->sizing[arm].iterations = iterations;
	engine->sized = 0;
	engine->arm = engine->position = 0;
}

int benchi_engine_size_again(struct benchi_engine *engine, size_t from)
{
	int complete = engine->position == engine->running;
	size_t n = engine->rounds + (size_t)complete;
	bool too_short = false;     /* were windows too short in the last two rounds, n - 2 and n -
	                               1? */

	if (!engine->steady || engine->resized == AGAIN_MOST || n < 2 || (n & (n - 1)) != 0)
		return 0;
	for (size_t i = 0; i < engine->running && !too_short; i++) {
		size_t arm = engine->order[i];

		too_short = arm >= from && SHORT_WINDOW * fmax(benchi_engine_sample(engine, n - 2, arm)->ns,
			benchi_engine_sample(engine, n - 1, arm)->ns) < engine->plan.enough_ns;
	}
	if (!too_short)
		return 0;
	for (size_t i = 0; i < engine->running; i++)
		if (engine->order[i] >= from)
			benchi_engine_resize(engine, engine->order[i],
				engine->sizing[engine->order[i]].iterations);
	engine->resized++;
	engine->rounds = 0;
	if (complete)
		engine->ordered = 0;
	return 1;
}

void benchi_engine_drop(struct benchi_engine *engine, const unsigned char *out)
{
	size_t *order = engine->order, to = 0;
	int complete = engine->position == engine->running;

	for (size_t i = 0; i < engine->running; i++)
		if (out[order[i]])
			engine->sizing[order[i]].done = 1;
		else
			order[to++] = order[i];
	engine->running = to;
	if (complete)
		engine->position = to;
}

void benchi_engine_drop_last(struct benchi_engine *engine)
{
	engine->running = --engine->plan.arms;
	engine->begun = engine->position = 0;
	engine->ordered = 0;
	for (size_t i = 0; i < engine->plan.arms; i++)
		engine->order[i] = i;
}

/* Sets the order of the next round: a random one, or the reverse of the last. */
static void shuffle(struct benchi_engine *engine)
{
	size_t *order = engine->order, n = engine->running;
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

int benchi_engine_next(struct benchi_engine *engine, double elapsed_ns)
{
	if (!engine->sized) {
		while (engine->arm < engine->plan.arms && engine->sizing[engine->arm].done)
			engine->arm++;
		if (engine->arm < engine->plan.arms)
			return (int)engine->arm;
		engine->sized = 1;
		engine->steady = elapsed_ns >= engine->plan.warm_ns;
		engine->spent = elapsed_ns >= engine->plan.time_most_ns;
	}
	for (;;) {
		if (engine->position == engine->running) {
			/* A complete round counts unless the engine is still warming up. The round that ends
			 * the warm-up counts if its mirror is next, so that rounds 2i and 2i + 1 mirror each
			 * other. */
			engine->position = 0;
			engine->ordered = 0;
			if (engine->steady) {
				engine->rounds++;
			} else {
				/* does the lead arm take the same time as in the round before? */
				double before = engine->before_ns;
				double now = benchi_sample_iteration_ns(benchi_engine_sample(engine,
					engine->rounds, engine->plan.lead));

				engine->before_ns = now;
				engine->steady = fabs(now - before) < STEADY * before
					|| elapsed_ns >= engine->plan.warm_ns;
				if (engine->steady)
					engine->rounds = engine->begun % 2;
			}
		}
		if (engine->position == 0) {
			if (engine->rounds >= engine->plan.rounds_most
			    || (engine->rounds >= engine->plan.rounds_least
			        && elapsed_ns >= engine->plan.time_ns)
			    || (engine->rounds > 0 && elapsed_ns >= engine->plan.time_most_ns))
				return -1;
			if (!engine->ordered)
				shuffle(engine);
		}
		engine->arm = engine->order[engine->position];
		if (!engine->spent || engine->arm != engine->last_arm)
			return (int)engine->arm;
		/* Sizing this arm used up the time: that window is its only sample. */
		*benchi_engine_sample(engine, engine->rounds, engine->arm) = engine->last;
		engine->position++;
	}
}

void benchi_engine_store(struct benchi_engine *engine, double ns, uint64_t iterations)
{
	struct benchi_sample sample = { iterations, ns };

	if (!engine->sized) {
		engine->last_arm = engine->arm;
		engine->last = sample;
		benchi_sizing_step(&engine->sizing[engine->arm], sample.ns);
		return;
	}
	*benchi_engine_sample(engine, engine->rounds, engine->arm) = sample;
	engine->position++;
}
