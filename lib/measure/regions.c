/*
 * START and STOP: timing code that takes less time than reading the clock.
 *
 * Fences surround each reading of the clock. So earlier code cannot overlap the reading, the timed
 * code cannot begin before it ends, and START and STOP cost the same whatever code surrounds them.
 * Two equations give that cost, as for a loop. Regions of one chain and of two take R1 = cost +
 * chain and R2 = cost + 2 chains, so cost = 2 R1 - R2. (An empty region costs half a nanosecond
 * more, because real work overlaps the call of STOP.) The cost is a mean, because a clock with
 * steps of 10 ns reads 20 or 30 for 25; so is the sum over a window's many regions. Calibration
 * waits for varying times between regions, so that they do not stay in phase with the clock's
 * steps.
 *
 * After other code has run for long, START and STOP are cold and cost more. So START first runs
 * three empty regions: two warm the code, and the third shows what a region costs here and now. On
 * a clock with steps longer than that cost, one region shows nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/clock.h"
#include "measure/measure.h"
#include "stats/stats.h"

enum { BLOCKS = 5, REGIONS = 256, EMPTY_REGIONS = 3 };

static const struct regions_policy {
	/* Pause after which the cost is found again. After 15 us a region cost 47 ns instead of 41,
	 * after 0.4 ms 54, after 1.5 ms 73, and 54 after two empty ones. */
	double pause_ns;
	double most;    /* an empty region that takes this many times the usual cost was interrupted */
} policy = { 1e4, 4 };

static volatile uint64_t factor = 0x9e3779b97f4a7c15u;

/* A chain of some sixty cycles that no compiler folds. */
#define STEP x = (x * k) ^ m;
#define CHAIN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP

/* Returns the mean time of regions with one chain, or with two. */
static double mean_region_ns(struct benchi_regions *regions, int chains)
{
	uint64_t x = factor, k = factor, m = factor;

	regions->ns = 0;
	for (int i = 0; i < REGIONS; i++) {
		for (int wait = i % 13; wait > 0; wait--)
			STEP
		for (int wait = i % 3; wait > 0; wait--)
			regions->clock.now_ns(regions->clock.ctx);
		(void)bench_region(1);
		CHAIN
		BENCH_KEEP(x);
		if (chains == 2) {
			CHAIN
			BENCH_KEEP(x);
		}
		bench_region(0);
	}
	return regions->ns / REGIONS;
}

/* Sets the cost: from the parent process if it found the cost for this clock, or measured in
 * 0.3 ms. */
static void find_cost(struct benchi_regions *regions)
{
	struct benchi_regions before = *regions;
	struct benchi_calibration stated;
	bench_timing timing;
	double cost[BLOCKS];

	/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): its callers set the clock */
	uint64_t began = before.clock.now_ns(before.clock.ctx);

	if (benchi_calibration_given(&stated) && !isnan(stated.region_ns)
	    && benchi_timing_adopt(&before.clock, &timing)) {
		before.cost_ns = stated.region_ns;
	} else {
		regions->cost_ns = 0;
		for (int i = 0; i < BLOCKS; i++)
			cost[i] = 2 * mean_region_ns(regions, 1) - mean_region_ns(regions, 2);
		before.cost_ns = benchi_median(cost, BLOCKS);
	}
	*regions = before;
	regions->finding_ns += benchi_elapsed_ns(&before.clock, began);
}

/* Makes regions read this clock; their cost is unknown if they read another one before. */
static void choose_clock(struct benchi_regions *regions, const bench_clock *clock)
{
	if (regions->clock.now_ns != clock->now_ns || regions->clock.ctx != clock->ctx)
		*regions = (struct benchi_regions){ .clock = *clock, .cost_ns = NAN,
			.use = benchi_regions_use };
}

void benchi_regions_begin(const bench_timing *timing)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	choose_clock(regions, &timing->clock);
	regions->step_ns = (float)timing->step_ns;
}

void benchi_regions_use(const bench_clock *clock)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	choose_clock(regions, clock);
	if (isnan(regions->cost_ns))
		find_cost(regions);
}

/* Returns the cost of START and STOP now, after a pause. */
static double cost_after_pause_ns(struct benchi_regions *regions)
{
	const struct benchi_regions before = *regions;
	double ns = NAN;

	regions->probes = regions->open = 0;
	regions->cost_ns = 0;
	for (int i = 0; i < EMPTY_REGIONS; i++) {
		(void)bench_region(1);
		ns = bench_region(0);
	}
	*regions = before;
	return ns < policy.most * before.cost_ns ? ns : before.cost_ns;
}

/* Reads the clock between fences. Returns the time since the reading before. */
static inline uint64_t read_clock(struct benchi_regions *regions)
{
	uint64_t before = regions->read;

	benchi_clock_fence();
	/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): choose_clock set the clock */
	regions->read = regions->clock.now_ns(regions->clock.ctx);
	benchi_clock_fence();
	return regions->read - before;
}

double bench_region(int opens)
{
	struct benchi_regions *regions;
	uint64_t now;
	double ns;

	benchi_clock_fence();
	regions = &benchi_thread_self()->regions;
	if (opens && !regions->clock.now_ns) {      /* outside of runs: the default clock */
		bench_clock clock = bench_clock_default();

		if (clock.now_ns)
			choose_clock(regions, &clock);
	}
	if (!regions->clock.now_ns)
		return NAN;
	if (opens) {
		if (isnan(regions->cost_ns))
			find_cost(regions);
		regions->unpaired |= regions->open;
		regions->open = 1;
		regions->open_cost_ns = regions->cost_ns;
		if ((double)read_clock(regions) > policy.pause_ns && regions->probes
		    && !((double)regions->step_ns > regions->cost_ns)) {
			regions->open_cost_ns = cost_after_pause_ns(regions);
			(void)read_clock(regions);
		}
		return NAN;
	}
	now = regions->clock.now_ns(regions->clock.ctx);
	if (!regions->open) {
		regions->unpaired = 1;
		return NAN;
	}
	regions->open = 0;
	ns = now >= regions->read ? (double)(now - regions->read) - regions->open_cost_ns
		: (double)NAN;
	regions->read = now;
	regions->ns += ns;
	regions->count++;
	return ns < 0 ? 0 : ns;
}

void bench_time_ns(double ns)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	regions->ns += ns >= 0 && isfinite(ns) ? ns : (double)NAN;
	regions->stated = 1;
}
