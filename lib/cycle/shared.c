/*
 * Detects whether another workload shares this core now.
 *
 * Three parallel chains of dependent steps take as long as a single one while the core is free, and
 * longer if its other hardware thread takes slots. The two are timed alternately, fifteen times: no
 * calibration, no memory, 30 us. Measured on x86-64, medians: free 1.010, on an Intel core 1.024;
 * shared 1.03 to 1.48.
 *
 * Wrong if the neighbour begins after the test, or keeps the ratio steady at a multiple of a half,
 * such as 1.5: that is taken for a free core too narrow for three operations per tick.
 *
 * SPDX-License-Identifier: MIT
 */
#include "clock/clock.h"
#include "cycle/chain.h"
#include "stats/stats.h"
#include "timing/timing.h"

static const double FREE_MOST = 1.035, STEP_MOST_NS = 100;
static const double STEADY = 0.01, WHOLE = 0.02;    /* ratios of a narrow core are 1.5 or 3 */
enum { PAIRS = 15, ITERATIONS = 100 };  /* 3200 ticks in all */

#define FOUR(x) x x x x

/* Kept small, because every pick contains these chains. A step is two operations. */
static void chain_single(word n)
{
	register word a = one, k = one, m = one;

	for (; n > 0; n--) {
		FOUR(FOUR(a += k; a ^= m;))
	}
	BENCH_KEEP(a);
}

/* Three parallel chains, each as long as the single one. */
static void chain_triple(word n)
{
	register word a = one, b = one, c = one, k = one, m = one;

	for (; n > 0; n--) {
		FOUR(FOUR(a += k; b += k; c += k; a ^= m; b ^= m; c ^= m;))
	}
	BENCH_KEEP(a + b + c);
}

int benchi_shared_of(double *ratio, size_t n)
{
	double middle, quartiles;

	benchi_sort(ratio, n);
	middle = benchi_quantile(ratio, n, 0.5);
	quartiles = benchi_quantile(ratio, n, 0.75) - benchi_quantile(ratio, n, 0.25);
	if (quartiles < STEADY && fabs(2 * middle - floor(2 * middle + 0.5)) < WHOLE)
		return 0;
	return middle > FREE_MOST;
}

int benchi_core_shared(const bench_clock *clock, double step_ns)
{
	double ratio[PAIRS];

	if (!benchi_clock_is_default(clock) || !(step_ns <= STEP_MOST_NS))
		return 0;
	for (size_t i = 0; i < PAIRS; i++) {
		uint64_t began = clock->now_ns(clock->ctx), between;

		chain_single(ITERATIONS);
		between = clock->now_ns(clock->ctx);
		chain_triple(ITERATIONS);
		ratio[i] = benchi_elapsed_ns(clock, between) / fmax(1, (double)(between - began));
	}
	return benchi_shared_of(ratio, PAIRS);
}
