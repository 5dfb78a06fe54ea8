/*
 * Routines to compare on the simulated core; times are given in ticks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_RIVALS_H
#define TESTS_MADE_RIVALS_H

#include "check_main.h"
#include "made_core.h"
#include "made_sweep.h"

enum { RIVALS = 6 };

/* A routine; times in ticks per iteration. */
struct rival {
	double ticks, slope;            /* slope: added per unit of the parameter */
	double mode;                    /* two of every four calls take this share longer */
	double first;                   /* ticks added to the first call */
	unsigned slow_calls;            /* number of first calls that take 20 times as long */
	unsigned interrupted_every;     /* one of this number of calls takes 100 us longer; 0: none */
	int wrong;                      /* its check fails */
	int unchecked;                  /* it has no check */
	unsigned cold;                  /* memory to evict per iteration; see bench_case.cold */
	/* step of the clock; read from the first routine only; 0: default */
	double clock_step_ns;
	unsigned calls;
	double layouts;
};

static inline void work(uint64_t n, void *arg)
{
	struct rival *r = arg;
	double ticks = (double)n * (r->ticks + r->slope * (double)bench_parameter());

	r->layouts += (double)bench_layout();
	ticks *= 1 + (r->calls & 2 ? r->mode : 0);
	ticks *= r->calls < r->slow_calls ? 20 : 1;
	if (r->calls++ == 0)
		ticks += r->first;
	made_core_spend(ticks);
	if (r->interrupted_every > 0 && r->calls % r->interrupted_every == 0)
		made_core.clock.ns += 1e5;
}

static inline int check(void *arg)
{
	made_core.clock.ns += 5e4;
	return !((struct rival *)arg)->wrong;
}

/* Another function than the simulated core's clock, so that the default clock never reads a
 * real one. */
static uint64_t default_now(void *ctx)
{
	return scripted_now(ctx);
}

bench_clock bench_clock_default(void)
{
	bench_clock clock = { "made", default_now, &made_core.clock };

	return clock;
}

static inline void set_up(struct rival *rival, size_t n, double noise, bench_case *c)
{
	made_core_begin();
	made_core.tick_ns = 17.0 / 64;
	made_core.slots = 8;
	made_core.noise = noise;
	if (rival->clock_step_ns > 0)
		made_core.clock.step_ns = rival->clock_step_ns;
	for (size_t i = 0; i < n; i++) {
		const bench_case one = { .body = work, .arg = &rival[i],
			.verify = rival[i].unchecked ? NULL : check,
			.name = &"a\0b\0c\0d\0e\0f"[2 * i], .cold = rival[i].cold };

		c[i] = one;
	}
}

#endif
