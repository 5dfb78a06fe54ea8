/*
 * START and STOP: time code that takes less time than reading the clock.
 *
 * Fences surround each reading of the clock: earlier code cannot overlap it, and the timed code
 * cannot begin before it ends.  So START and STOP cost the same whatever code surrounds them.
 * Two equations give that cost, as for a loop:
 * regions of one chain and of two, R1 = cost + chain, R2 = cost + 2 chains, so cost =
 * 2 R1 - R2.  (An empty region costs half a nanosecond more: real work overlaps the call of
 * STOP.)  The cost is a mean, because a clock with steps of 10 ns reads 20 or
 * 30 for 25; so is the sum over a window's many regions.  Calibration waits for varying times
 * between regions, so that they do not stay in phase with the clock's steps.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/calibration_text.h"
#include "clock/fence.h"
#include "measure/regions.h"
#include "measure/thread.h"
#include "stats/order.h"
#include "timing/calibrate.h"

enum { BLOCKS = 11, REGIONS = 256 };

static volatile uint64_t factor = 0x9e3779b97f4a7c15u;

/* A chain of some sixty cycles, which no compiler folds. */
#define STEP x = (x * k) ^ m;
#define CHAIN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP

/* The mean time of regions of one chain, or of two. */
static double mean_region_ns(struct benchi_regions *regions, int chains)
{
	uint64_t x = factor, k = factor, m = factor;

	regions->ns = 0;
	for (int i = 0; i < REGIONS; i++) {
		for (int wait = i % 13; wait > 0; wait--)
			STEP
		for (int wait = i % 3; wait > 0; wait--)
			regions->clock.now_ns(regions->clock.ctx);
		bench_start();
		CHAIN
		BENCH_KEEP(x);
		if (chains == 2) {
			CHAIN
			BENCH_KEEP(x);
		}
		bench_stop();
	}
	return regions->ns / REGIONS;
}

static double find_cost_ns(struct benchi_regions *regions)
{
	double cost[BLOCKS];

	for (int i = 0; i < BLOCKS; i++)
		cost[i] = 2 * mean_region_ns(regions, 1) - mean_region_ns(regions, 2);
	benchi_sort(cost, BLOCKS);
	return benchi_quantile(cost, BLOCKS, 0.5);
}

/* The cost that a parent process found for this clock. */
static int cost_given(const bench_clock *clock, double *cost_ns)
{
	struct benchi_calibration stated;
	bench_timing timing;

	if (!benchi_calibration_given(&stated) || isnan(stated.region_ns)
	    || !benchi_timing_adopt(clock, &timing))
		return 0;
	*cost_ns = stated.region_ns;
	return 1;
}

void benchi_regions_use(const bench_clock *clock)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions, fresh = { .clock = *clock };

	if (regions->clock.now_ns == clock->now_ns && regions->clock.ctx == clock->ctx)
		return;
	*regions = fresh;
	if (!cost_given(clock, &fresh.cost_ns))
		fresh.cost_ns = find_cost_ns(regions);
	*regions = fresh;
}

void bench_start(void)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	if (!regions->clock.now_ns) {
		bench_clock clock = bench_clock_default();

		if (!clock.now_ns)
			return;
		benchi_regions_use(&clock);
	}
	regions->unpaired |= regions->open;
	regions->open = 1;
	benchi_clock_fence();
	/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): benchi_regions_use set the clock */
	regions->opened = regions->clock.now_ns(regions->clock.ctx);
	benchi_clock_fence();
}

double bench_stop(void)
{
	struct benchi_regions *regions;
	uint64_t now;
	double ns;

	benchi_clock_fence();
	regions = &benchi_thread_self()->regions;
	if (!regions->clock.now_ns)
		return NAN;
	now = regions->clock.now_ns(regions->clock.ctx);
	if (!regions->open) {
		regions->unpaired = 1;
		return NAN;
	}
	regions->open = 0;
	ns = now >= regions->opened ? (double)(now - regions->opened) - regions->cost_ns : (double)NAN;
	regions->ns += ns;
	regions->count++;
	return ns < 0 ? 0 : ns;
}
