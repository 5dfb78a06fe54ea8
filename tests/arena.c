/*
 * Implements the simulated machine of arena.h.
 *
 * The disturbances (drift, preemption, jitter, clock steps) are those of the recordings in
 * world.c. Here they act on a clock, so that the whole path from bench_pick to the clock reading
 * is tested without any real time passing.
 *
 * SPDX-License-Identifier: MIT
 */
#include "arena.h"

#include "made_thread.h"
#include "world.h"

static uint64_t now(void *ctx)
{
	struct arena *a = ctx;
	double shown;

	a->readings++;
	a->ns += a->reading_ns;
	shown = a->stops_ns > 0 ? fmin(a->ns, a->stops_ns) : a->ns;
	return (uint64_t)(floor(shown / a->step_ns) * a->step_ns);
}

double arena_uniform(struct arena *a)
{
	return benchi_random_share(&a->random);
}

struct arena arena_quiet(double step_ns, double reading_ns)
{
	struct arena a = { .ns = 1e9, .step_ns = step_ns, .reading_ns = reading_ns, .random = 1 };

	made_thread.cpu_ns = isnan(made_thread.cpu_ns) ? 0 : made_thread.cpu_ns;
	return a;
}

struct arena arena_of(uint64_t number)
{
	static const size_t n = sizeof processors / sizeof *processors;
	struct arena a = arena_quiet(10, 25);
	struct world world;

	world_make(&world, &processors[number % n], number);
	a.step_ns = fmin(world.step_ns, 100);
	a.reading_ns = 20;
	a.tick_ns = 1e3 / world.mhz;
	a.jitter = world.jitter;
	a.preempted = world.preempted;
	a.drift = world.drift;
	a.drift_ns = 1e6 * (1 + (double)(number % 50));
	a.neighbour = world.neighbour;
	a.random = number;
	return a;
}

/* Whether a neighbour is active during this millisecond. */
static int disturbed(const struct arena *a)
{
	uint64_t block = (uint64_t)(a->ns / 1e6);

	return (double)(benchi_random(&block) >> 40) / 16777216.0 < a->neighbour;
}

static void run(uint64_t n, void *arg)
{
	struct rival *r = arg;
	struct arena *a = r->arena;
	double ns = (double)n * (r->ns + r->slope_ns * (double)bench_parameter());

	if (r->iterations < r->cold)
		ns *= 20;
	if (r->rare > 0)
		ns += r->burst_ns * (double)((r->iterations + n) / r->rare - r->iterations / r->rare);
	r->iterations += n;
	if (r->calls++ == 0)
		ns += r->first_ns;
	if (a->ns < r->state_ns)
		ns *= 1 + r->state;
	if (r->paged > 0) {
		uintptr_t page = (uintptr_t)&ns / 4096;

		r->page = r->page ? r->page : page;
		ns *= page == r->page ? 1 + r->paged : 1;
	}
	if (a->drift != 0)
		ns *= 1 + a->drift * sin(6.283185307179586 * a->ns / a->drift_ns);
	if (disturbed(a))
		ns *= 1.02;
	if (r->mode > 0 && arena_uniform(a) < r->mode)
		ns *= 1.05;
	if (a->jitter > 0)
		ns *= 1 - a->jitter * log(arena_uniform(a) + 1e-18);
	if (a->preempted > 0 && arena_uniform(a) < a->preempted) {
		double pause = 2e3 * pow(2500, arena_uniform(a));

		made_thread.preemptions++;
		made_thread.steady_ns += pause;
		a->ns += pause;
	}
	if (!(a->stops_ns > 0 && a->ns > a->stops_ns)) {
		made_thread.cpu_ns += ns;
		made_thread.steady_ns += ns;
	}
	a->ns += ns;
}

static void set_up(void *arg)
{
	struct rival *r = arg;

	r->ups++;
	if (r->skips)
		bench_skip("not here");
}

static void take_down(void *arg)
{
	((struct rival *)arg)->downs++;
}

static int check(void *arg)
{
	struct rival *r = arg;

	r->arena->ns += r->check_ns;
	return r->verdict;
}

bench_clock arena_clock(struct arena *arena)
{
	bench_clock clock = { "arena", now, arena };

	return clock;
}

bench_case arena_case(struct rival *rival)
{
	bench_case c = { .body = run, .setup = set_up, .teardown = take_down, .arg = rival,
		.verify = check };

	return c;
}

void arena_rivals(struct arena *arena, struct rival *rival, bench_case *c, size_t n,
                  const double *ns, const double *slope_ns)
{
	*arena = arena_quiet(10, 20);
	arena->jitter = 0.001;
	for (size_t i = 0; i < n; i++) {
		rival[i] = (struct rival){ .arena = arena, .ns = ns ? ns[i] : 0,
			.slope_ns = slope_ns ? slope_ns[i] : 0, .verdict = 1 };
		c[i] = arena_case(&rival[i]);
	}
}

struct trial arena_pick(uint64_t number)
{
	struct arena a = arena_of(number);
	struct rival rival[ARENA_MOST] = { { 0 } };
	bench_case c[ARENA_MOST];
	const bench_pick_options options = { .time_ns = 20e6, .clock = arena_clock(&a) };
	struct trial trial = { .n = 2 + number % (ARENA_MOST - 1), .best_ns = INFINITY };
	static const double spreads[] = { 0, 0.002, 0.01, 0.05, 0.5 };
	double spread = spreads[number / 8 % 5], ticks = 50 + 4000 * arena_uniform(&a);

	for (size_t i = 0; i < trial.n; i++) {
		rival[i].arena = &a;
		rival[i].ns = ticks * a.tick_ns * (1 + spread * arena_uniform(&a));
		rival[i].mode = number % 3 == 0 ? 0.3 * arena_uniform(&a) : 0;
		rival[i].verdict = 1;
		trial.best_ns = fmin(trial.best_ns, rival[i].ns);
		c[i] = arena_case(&rival[i]);
	}
	if (bench_pick(c, trial.n, &options, &trial.choice) != BENCH_OK)
		trial.choice.index = BENCH_NONE;
	trial.chosen_ns = trial.choice.index < trial.n ? rival[trial.choice.index].ns : (double)NAN;
	return trial;
}
