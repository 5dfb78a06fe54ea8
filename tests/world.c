/*
 * Simulates recordings of a processor, compiler and clock, with disturbances.
 *
 * Method: the ticks of a chain are the sum of published latencies along its longest dependence, for
 * one of three compilers: plain, with scaled adds, or with variables in memory.  Up to two chains
 * are broken: folded away, renamed or overlapped.  The time of a window is its ticks times the
 * core's tick, which drifts, plus the effects of a real run: the loop's part on in-order cores,
 * jitter, preemption, a neighbour on the core, clock steps of random phase, and an inexact
 * correction for the clock's reading time.  Random numbers are from splitmix64 (Steele, Lea and
 * Flood 2014), so that a seed gives the same recording everywhere.
 *
 * Wrong if the real errors of chains are correlated in other ways.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "world.h"

uint64_t world_bits(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

double world_uniform(uint64_t *state)
{
	return (double)(world_bits(state) >> 11) / 9007199254740992.0;
}

static double between(uint64_t *state, double low, double high)
{
	return low + (high - low) * world_uniform(state);
}

static double log_between(uint64_t *state, double low, double high)
{
	return low * pow(high / low, world_uniform(state));
}

static double normal(uint64_t *state)
{
	double u = world_uniform(state) + 1e-18, v = world_uniform(state);

	return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static double pick(uint64_t *state, const double *from, int n)
{
	return from[world_bits(state) % (uint64_t)n];
}

static void chain(struct world *w, const char *name, double ticks, double operations)
{
	w->names[w->chains] = name;
	w->rate[w->chains] = operations / ticks;
	w->ticks[w->chains++] = ticks;
}

/* The paper's nine expressions. */
static void nine(struct world *w, int scaled)
{
	const struct processor *p = w->processor;
	double add = p->add, twice = add + add, thrice = 2 * add + add;

	if (scaled && p->isa == 'a')
		twice = p->scaled;
	if (scaled && p->isa != 'o')
		thrice = p->scaled + add;
	chain(w, "p = *p", p->load, 1);
	chain(w, "a ^= a + a", twice, 2);
	chain(w, "a ^= a + a + a", thrice, 3);
	chain(w, "a >>= b", p->shift_by, 1);
	chain(w, "a >>= a + a", add + p->shift_by, 2);
	chain(w, "a ^= a << b", add + p->shift_by, 2);
	chain(w, "a ^= a + b", 2 * add, 2);
	chain(w, "a += (a + b) & 7", 3 * add, 3);
	chain(w, "a ^= n; b ^= a; a |= b", 3 * add, 3);
}

/* The chains added by the library; some may be missing from a build. */
static void more(struct world *w, int scaled)
{
	const struct processor *p = w->processor;
	double fold = scaled && p->isa == 'a' ? p->scaled : p->add + p->shift;
	double share = world_uniform(&w->state) < 0.2 ? 0.5 : 1;
	const struct { const char *name; double ticks, operations; } all[] = {
		{ "a = a * b ^ n", p->multiply + p->add, 2 }, { "p = ring[p]", p->load, 1 },
		{ "x += y", p->fadd, 1 }, { "x *= y", p->fmul, 1 }, { "a ^= a << 7", fold, 2 },
		{ "a = (a | b) - n", 2 * p->add, 2 }, { "a += b", p->add, 1 },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (world_uniform(&w->state) < share)
			chain(w, all[i].name, all[i].ticks, all[i].operations);
}

/* Chains with variables that the compiler kept in memory: each iteration loads and stores. */
static void through_memory(struct world *w)
{
	double trip = w->processor->load + (double)(world_bits(&w->state) % 2);

	for (int i = 0; i < w->chains; i++)
		w->ticks[i] += trip;
}

static int common(int a, int b)
{
	return b ? common(b, a % b) : a;
}

static void break_chains(struct world *w)
{
	static const double places[] = { 0.03, 0.04, 0.17, 0.33, 0.5, 1.07, 2.5 };
	int whole[CHAINS_MOST], divisor = 0;
	double u = world_uniform(&w->state);

	for (int i = 0; i < w->chains; i++)
		whole[i] = (int)w->ticks[i];
	w->broken = u < 0.4 ? 0 : u < 0.75 ? 1 : 2;
	for (int i = 0; i < w->broken; i++) {
		int which = (int)(world_bits(&w->state) % (uint64_t)w->chains);

		if (i == 0 && world_uniform(&w->state) < 0.4)
			which = 1 - (int)(world_bits(&w->state) % 2);
		w->ticks[which] = world_uniform(&w->state) < 0.8 ? pick(&w->state, places, 7)
		                                                 : between(&w->state, 0.1, 3.5);
		w->rate[which] = 3;
		whole[which] = 0;
	}
	for (int i = 0; i < w->chains; i++)
		divisor = common(divisor, whole[i]);
	w->decidable = divisor == 1;
}

/* On in-order cores an iteration of the loop adds to each of its 100 operations; on some, long
 * operations hide it. */
static void add_loop(struct world *w)
{
	double part = w->processor->turn * between(&w->state, 0.5, 1.5) / 100;
	int hide = world_bits(&w->state) % 2 == 0;

	part = fmin(floor(100 * part + 0.5) / 100, 0.06);
	for (int i = 0; i < w->chains; i++)
		if (!(hide && w->rate[i] < 0.4))
			w->ticks[i] += part;
}

/* A recording from elsewhere: names have no meaning. */
static void rename_chains(struct world *w)
{
	static const char *const plain[CHAINS_MOST] = { "e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8",
		"e9", "e10", "e11", "e12", "e13", "e14", "e15", "e16" };

	for (int i = 0; i < w->chains; i++)
		w->names[i] = plain[i];
}

static void make_run(struct world *w)
{
	static const double steps[] = { 1, 1, 1, 10, 10, 41.667, 100, 1000 };
	static const double preempted[] = { 0, 0.005, 0.02, 0.1, 0.1 };
	static const double drifts[] = { 0, 0.002, 0.005, 0.01, 0.01 };
	uint64_t *s = &w->state;

	w->step_ns = pick(s, steps, 8);
	w->window_ns = fmax(between(s, 10e3, 30e3), w->step_ns * log_between(s, 60, 400));
	w->read_error_ns = normal(s) * (2 + 0.1 * w->step_ns);
	w->jitter = log_between(s, 0.0002, 0.005);
	w->preempted = pick(s, preempted, 5);
	w->drift = pick(s, drifts, 5) * (world_bits(s) % 2 ? 1 : -1);
	w->drift_shape = (int)(world_bits(s) % 3);
	w->neighbour = world_uniform(s) < 0.3 ? between(s, 0, 0.3) : 0;
	w->rounds = (int)log_between(s, 20, 600);
}

void world_make(struct world *world, const struct processor *processor, uint64_t seed)
{
	static const struct world empty;
	double compiler;

	*world = empty;
	world->state = seed;
	world->processor = processor;
	world->mhz = log_between(&world->state, processor->mhz_low, processor->mhz_high);
	compiler = world_uniform(&world->state);
	nine(world, compiler < 0.6);
	more(world, compiler < 0.6);
	if (compiler > 0.92)
		through_memory(world);
	break_chains(world);
	add_loop(world);
	make_run(world);
	if (world_uniform(&world->state) < 0.15)
		rename_chains(world);
}

/* The core's tick relative to its mean, at a moment from 0 to 1 of the run. */
static double wander(const struct world *w, double moment)
{
	if (w->drift_shape == 0)
		return 1 + w->drift * (moment - 0.5);
	if (w->drift_shape == 1)
		return 1 + w->drift / 2 * sin(6.283185307179586 * moment);
	return 1 + w->drift * (moment < 0.3 ? -0.7 : 0.3);
}

static double window(struct world *w, int i, double operations, double moment, int busy)
{
	uint64_t *s = &w->state;
	double ns = operations * w->ticks[i] * 1000 / w->mhz * wander(w, moment), start;

	ns *= 1 - w->jitter * log(world_uniform(s) + 1e-18) * (world_bits(s) % 4 ? 0.5 : 1.5);
	if (busy)
		ns *= 1 + 0.02 * fmin(w->rate[i], 2);
	if (world_uniform(s) < w->preempted)
		ns += log_between(s, 2e3, 5e6);
	start = world_uniform(s) * w->step_ns;
	ns = floor((start + ns) / w->step_ns) * w->step_ns + w->read_error_ns;
	return floor(fmax(ns, 0) * 1000 + 0.5) / 1000;
}

bench_recording *world_record(struct world *world)
{
	bench_recording *recording = bench_recording_new();
	double operations[CHAINS_MOST];
	bench_status status = BENCH_OK;

	for (int i = 0; i < world->chains; i++) {
		double iterations = world->window_ns * world->mhz / 1000 / world->ticks[i] / 100;

		operations[i] = 100 * fmax(1, floor(iterations));
	}
	for (int round = 0; recording && round < world->rounds; round++) {
		double moment = (round + 0.5) / world->rounds;
		int busy = world_uniform(&world->state) < world->neighbour;
		int first = (int)(world_bits(&world->state) % (uint64_t)world->chains);

		for (int k = 0; k < world->chains && status == BENCH_OK; k++) {
			int i = (first + k) % world->chains;

			status = bench_recording_add(recording, world->names[i], operations[i],
			                             window(world, i, operations[i], moment, busy));
		}
	}
	if (status != BENCH_OK) {
		bench_recording_free(recording);
		return NULL;
	}
	return recording;
}
