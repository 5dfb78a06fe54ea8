/*
 * START and STOP: what does the code between them take, when it takes less than
 * reading the clock?
 *
 * Both read the clock next to the code: START last thing, and a fence behind the
 * reading, so that the code cannot begin while the reading still runs; STOP first
 * thing.  An empty region measured in the same way is their own cost, and comes
 * off.  It is a mean, because a clock that steps in 10 ns says 20 or 30 for 25; and
 * so is the sum over a window's many regions.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "clock/fence.h"
#include "measure/thread.h"
#include "stats/order.h"

enum { BLOCKS = 15, REGIONS = 64 };

static double empty_region_ns(struct benchi_regions *regions)
{
	double mean[BLOCKS];

	for (int i = 0; i < BLOCKS; i++) {
		regions->ns = 0;
		for (int j = 0; j < REGIONS; j++) {
			bench_start();
			bench_stop();
		}
		mean[i] = regions->ns / REGIONS;
	}
	benchi_sort(mean, BLOCKS);
	return benchi_quantile(mean, BLOCKS, 0.5);
}

void benchi_regions_use(const bench_clock *clock)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions, fresh = { .clock = *clock };

	if (regions->clock.now_ns == clock->now_ns && regions->clock.ctx == clock->ctx)
		return;
	*regions = fresh;
	fresh.cost_ns = empty_region_ns(regions);
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
	regions->open = 1;
	regions->opened = regions->clock.now_ns(regions->clock.ctx);
	benchi_clock_fence();
}

double bench_stop(void)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;
	uint64_t now;
	double ns;

	if (!regions->clock.now_ns)
		return NAN;
	now = regions->clock.now_ns(regions->clock.ctx);
	if (!regions->open)
		return NAN;
	regions->open = 0;
	ns = now >= regions->opened ? (double)(now - regions->opened) - regions->cost_ns : NAN;
	regions->ns += ns;
	regions->count++;
	return ns < 0 ? 0 : ns;
}
