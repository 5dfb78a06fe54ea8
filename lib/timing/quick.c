/*
 * Calibrates a clock for a short run: verifies that the clock advances and never runs backwards,
 * and finds its step, the cost of a reading, and the time of an empty window.
 *
 * Method: read the clock back to back and sort the increments. On a fine clock every reading shows
 * a new value. If the step is shorter than a reading, increments fall on neighbouring multiples of
 * the step (20 and 30 ns on a clock with steps of 10 ns). The widest gap between neighbours in the
 * middle nine tenths is then the step; values outside are interruptions. On a coarse clock most
 * increments are 0, and the step is the median of the others.
 *
 * Uses constant memory. Gives up after 2^22 readings without an edge, so a clock that stands still
 * costs a fraction of a second and is reported.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/clock.h"
#include "stats/stats.h"
#include "timing/timing.h"

enum {
	EDGES = 8,              /* edges seen on a coarse clock */
	EDGES_REFUSED = 3,      /* edges that suffice to reject a clock as too coarse */
	EDGES_MOST = 32,        /* edges that decide if they look irregular */
	PATIENCE = 1 << 22,     /* readings without an edge after which the clock stands still */
	EMPTY_BLOCKS = 21,      /* of EMPTY_BLOCK empty windows each */
	EMPTY_BLOCK = 16,
	EMPTY_EDGES = 15,       /* empty windows on a coarse clock */
	COARSE_STEPS = 30       /* steps of a coarse clock that these take */
};

/* The error at the end of a window grows with the step, because readings take longer, or are
 * interrupted, while another workload shares the core. So windows have many steps, and the
 * length of a step is limited. */
static const double STEP_MOST_NS = 20e3, WINDOW_STEPS = 20, DISPLACED_STEPS = 100;

static const double LONG_ENOUGH_NS = 2e6;  /* a slow clock need not be read as often */
static const int FEW_READINGS = 64;

/* Waits for the next edge of a coarse clock: number of readings and nanoseconds since the
 * previous edge. */
static bench_status next_edge(const bench_clock *clock, uint64_t *at, double *readings, double *ns)
{
	uint64_t now = *at, count;

	for (count = 1; count <= PATIENCE && now == *at; count++)
		now = clock->now_ns(clock->ctx);
	if (now == *at)
		return benchi_fail(BENCH_ERR_CLOCK_STILL, "clock '%s' showed the same %.0f ns in %d "
			"readings", clock->name, (double)now, PATIENCE);
	if (now < *at)
		return benchi_fail(BENCH_ERR_CLOCK_BACKWARD, "clock '%s' went back by %.0f ns",
			clock->name, (double)(*at - now));
	*readings = (double)(count - 1);
	*ns = (double)(now - *at);
	*at = now;
	return BENCH_OK;
}

/* The fullest step of a regular clock holds at most this many times the usual number of readings.
 * Above that, the clock moves its edges at random. (32 regular steps: at most 1.1; in Chromium: 1.5
 * and more.) */
static const double REGULAR = 1.3, REGULAR_OF_FEW = 1.15;

/* For a coarse clock: the step is the median distance of edges. A clock is rejected if even its
 * shortest step is too long: interruptions can lengthen some steps but not all. The time of a
 * reading comes from the largest numbers of readings between two edges, because interruptions only
 * reduce them.
 *
 * Browsers displace each edge at random by up to a step. The time since an edge then cannot be
 * found by counting readings. Such a clock is no vernier, and windows must be long enough for an
 * error of two steps. */
static bench_status find_coarse(bench_timing *timing, double most_ns)
{
	size_t n = 0, edges = EDGES;
	double spent = 0, least = INFINITY;
	uint64_t at = timing->clock.now_ns(timing->clock.ctx);
	double readings = 1, ns = 0, step[EDGES_MOST], reading[EDGES_MOST];
	bench_status status = next_edge(&timing->clock, &at, &readings, &ns);

	while (n < edges && status == BENCH_OK && !(n >= EDGES_REFUSED && spent >= most_ns)) {
		status = next_edge(&timing->clock, &at, &readings, &ns);
		step[n] = ns;
		reading[n++] = ns / readings;
		spent += ns;
		least = fmin(least, ns);
		if (status == BENCH_OK && n >= EDGES_REFUSED && least > STEP_MOST_NS)
			status = benchi_fail(BENCH_ERR_CLOCK_COARSE, "clock '%.40s' steps in %.6g us, expected "
				"at most %.6g us: a window of many longer steps may hide interruptions",
				timing->clock.name ? timing->clock.name : "", least / 1e3, STEP_MOST_NS / 1e3);
		if (n == EDGES) {
			benchi_sort(reading, n);
			if (benchi_quantile(reading, n, 0.5) > REGULAR_OF_FEW * reading[0])
				edges = EDGES_MOST;
		}
	}
	if (status != BENCH_OK)
		return status;
	benchi_sort(step, n);
	benchi_sort(reading, n);
	timing->step_ns = benchi_quantile(step, n, 0.5);
	timing->reading_ns = benchi_quantile(reading, n, 0.25);
	timing->vernier = timing->step_ns > 2 * timing->reading_ns;
	if (n > EDGES && benchi_quantile(reading, n, 0.5) > REGULAR * reading[0]) {
		timing->reading_ns = benchi_quantile(reading, n, 0.5);
		timing->vernier = 0;
	}
	return BENCH_OK;
}

bench_status benchi_step_find(bench_timing *timing, double most_ns, uint32_t *scratch)
{
	/* too large for a small stack */
	uint32_t *own = scratch ? NULL : malloc(BENCHI_STEP_READINGS * sizeof *own);
	uint32_t *increment = scratch ? scratch : own;
	const bench_clock *clock = &timing->clock;
	size_t count = 0, moved = 0;    /* increments, and those above 0 */
	uint64_t first, before, now;
	bench_status status = BENCH_OK;

	if (!increment)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the readings of a clock");
	first = before = clock->now_ns(clock->ctx);
	for (; count < BENCHI_STEP_READINGS && status == BENCH_OK; before = now) {
		now = clock->now_ns(clock->ctx);
		if (now < before)
			status = benchi_fail(BENCH_ERR_CLOCK_BACKWARD, "clock '%s' went back by %.0f ns",
				clock->name, (double)(before - now));
		moved += now > before;
		increment[count++] = now - before < UINT32_MAX ? (uint32_t)(now - before) : UINT32_MAX;
		if (count >= (size_t)FEW_READINGS && (double)(now - first) > LONG_ENOUGH_NS
		    && moved > count / 2)
			break;
	}
	if (status == BENCH_OK && 2 * moved < count) {
		status = find_coarse(timing, most_ns);
	} else if (status == BENCH_OK) {
		/* Step: widest gap between neighbours in the middle nine tenths, at least 1 ns. Time of
		 * a reading: their mean. */
		uint32_t widest = 1;
		uint64_t sum = 0;
		size_t cut = count / 20;

		/* Shell's sort, on integers. */
		for (size_t gap = count / 2; gap > 0; gap /= 2)
			for (size_t i = gap; i < count; i++) {
				uint32_t value = increment[i];
				size_t hole = i;

				for (; hole >= gap && increment[hole - gap] > value; hole -= gap)
					increment[hole] = increment[hole - gap];
				increment[hole] = value;
			}

		for (size_t i = cut; i < count - cut; i++) {
			if (i > cut && increment[i] - increment[i - 1] > widest)
				widest = increment[i] - increment[i - 1];
			sum += increment[i];
		}
		timing->step_ns = widest;
		timing->reading_ns = (double)sum / (double)(count - 2 * cut);
		/* edges are useful if a step is longer than two readings */
		timing->vernier = timing->step_ns > 2 * timing->reading_ns;
	}
	free(own);
	return status;
}

double benchi_window_least_ns(const bench_timing *timing)
{
	if (timing->step_ns > 2 * timing->reading_ns)
		return (timing->vernier ? WINDOW_STEPS : DISPLACED_STEPS) * timing->step_ns;
	return 0;
}

double benchi_readings_time(const bench_timing *timing, uint64_t readings)
{
	uint64_t opened = benchi_window_open(timing);

	for (uint64_t i = 0; i < readings; i++)
		timing->clock.now_ns(timing->clock.ctx);
	return benchi_window_close(timing, opened);
}

bench_status benchi_empty_find(bench_timing *timing)
{
	double mean[EMPTY_BLOCKS];
	int blocks = timing->vernier ? EMPTY_EDGES : EMPTY_BLOCKS;
	int windows = timing->vernier ? 1 : EMPTY_BLOCK;

	timing->empty_ns = 0;
	for (int i = 0; i < blocks; i++) {
		double sum = 0;

		for (int j = 0; j < windows; j++)
			sum += benchi_readings_time(timing, 0);
		if (isnan(sum))
			return benchi_fail(BENCH_ERR_CLOCK_BACKWARD,
				"clock '%s' went back or stood still between two readings", timing->clock.name);
		mean[i] = sum / windows;
	}
	timing->empty_ns = benchi_median(mean, (size_t)blocks);
	return BENCH_OK;
}

bench_status benchi_clock_take(const bench_clock *clock, bench_timing *timing)
{
	memset(timing, 0, sizeof *timing);
	timing->clock = clock ? *clock : bench_clock_default();
	if (!timing->clock.now_ns)
		return clock ? benchi_fail(BENCH_ERR_ARGUMENT, "clock.now_ns is NULL")
		             : benchi_fail(BENCH_ERR_CLOCK_MISSING, "no clock works on this system");
	if (!timing->clock.name)
		timing->clock.name = "unnamed";
	return BENCH_OK;
}

bench_status benchi_timing_quick(const bench_options *options, double budget_ns,
                                 uint32_t *scratch, bench_timing *timing)
{
	const bench_clock *clock = options && options->clock.now_ns ? &options->clock : NULL;
	struct benchi_environment given;
	bench_status status = benchi_clock_take(clock, timing);

	if (status == BENCH_OK)
		status = benchi_environment_read(&given);
	if (status == BENCH_OK)
		status = benchi_step_find(timing, budget_ns / 10, scratch);
	if (status == BENCH_OK && !(timing->vernier && COARSE_STEPS * timing->step_ns > budget_ns / 10))
		status = benchi_empty_find(timing);
	if (status != BENCH_OK)
		return status;
	timing->enough_ns = fmax(given.enough_ns, BENCHI_READINGS_LEAST * timing->reading_ns);
	timing->enough_ns = fmax(timing->enough_ns, benchi_window_least_ns(timing));
	if (!isnan(given.empty_ns))
		timing->empty_ns = given.empty_ns;
	return BENCH_OK;
}
