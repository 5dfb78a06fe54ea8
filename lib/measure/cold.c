/*
 * The time of one iteration that finds nothing in the caches.
 *
 * Windows come in pairs. Before each window, prepare is called and memory is evicted. One window
 * runs the body for one iteration, the other an empty body. The cost of the clock, the call and
 * the window's cold code is in both, so the difference of their means is the time of the
 * iteration. Means are needed because a clock with steps of 10 ns shows 20 or 30 for 25. Windows
 * ten times as long as usual were interrupted and do not count. Each block of pairs gives one
 * difference of means, and the result is the median over blocks, with its interval. If the body
 * marks a region, the region's time without the cost of START and STOP replaces the difference.
 *
 * Wrong by what the processor overlaps with reading the clock: fences on both sides leave an
 * uncertainty of a few ns, which the interval includes (benchi_window_uncertainty_ns). An
 * iteration shorter than that is reported as BELOW_RESOLUTION.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "measure/measure.h"
#include "stats/stats.h"

enum { BLOCKS = 128, BLOCKS_LEAST = 11, PILOT = 4, TICKS = 8 };

static const struct cold_policy {
	double longest;         /* time limit, in multiples of the stated time */
	double interrupted;     /* windows longer than this many medians were interrupted */
} policy = { .longest = 20, .interrupted = 10 };

struct cold {
	const struct benchi_beginning *beginning;
	const bench_case *item;
	bench_timing timing;
	struct benchi_reference reference;
	struct benchi_cold_window how;
	uint64_t began;
	double time_ns, most_ns;
	size_t most;                     /* number of blocks at most */
	int given;                       /* nonzero: the caller stated this number */
	size_t pairs;                    /* pairs per block, and the size of each window array */
	double *window[2];               /* times with the body, and with the empty body */
	double raw_ns[BLOCKS], ns[BLOCKS], cycles[BLOCKS], scratch[BLOCKS];
	double tick_ns;                  /* latest; NaN: unknown */
	size_t blocks, kept, dropped;
	int regions, unpaired;           /* the body marks regions; the marks are not paired */
};

static void cold_prepare(const struct cold *c)
{
	if (c->beginning->options->prepare)
		c->beginning->options->prepare(1, c->beginning->arg);
}

/* Times a window of the body, or takes the time of its regions; then a window of the empty body.
 * Each has its own call site, so that the processor predicts the target. */
static void one_pair(struct cold *c, size_t i)
{
	struct benchi_regions *regions = benchi_regions_clear();
	double whole;

	cold_prepare(c);
	whole = benchi_cold_window_time(&c->how, &c->timing, c->item);
	c->unpaired |= benchi_regions_unpaired(regions);
	c->regions |= benchi_regions_marked(regions);
	c->window[0][i] = benchi_regions_marked(regions) ? regions->ns : whole;
	benchi_thread_self()->round++;
	benchi_counting_ran(1);
	cold_prepare(c);
	c->window[1][i] = benchi_cold_window_empty(&c->how, &c->timing, c->item);
}

/* Returns the mean of a block's windows that were not interrupted, NaN if all were. which: 0 for
 * the body, 1 for the empty one. Sorts the windows. */
static double mean_of(struct cold *c, int which)
{
	double *x = c->window[which], sum = 0, most;
	size_t n = 0, whole = 0;

	for (size_t i = 0; i < c->pairs; i++)
		if (!isnan(x[i]))
			x[n++] = x[i];
	most = policy.interrupted * fmax(benchi_median(x, n), 0) + c->timing.step_ns;
	for (; whole < n && x[whole] <= most; whole++)
		sum += x[whole];
	if (which == 0) {
		c->kept += whole;
		c->dropped += c->pairs - whole;
	}
	return whole ? sum / (double)whole : (double)NAN;
}

static bench_status fail_still(const struct cold *c)
{
	return benchi_fail(BENCH_ERR_CLOCK_STILL, "clock '%.40s' did not move during windows",
		c->timing.clock.name);
}

/* Sizes blocks, times them until the time is up, and stores the time per iteration of each. At
 * regular intervals also finds the core's tick. A block without an undisturbed window of each kind
 * leaves no number. A clock that stands still ends the run, and so do BLOCKS blocks without a
 * number. */
static bench_status cold_run(struct cold *c)
{
	const struct benchi_reference *reference = &c->reference;
	double elapsed = 0, last = 0, least = INFINITY, raw, empty, space[2];

	/* The number of pairs in a block follows from the time of a few pairs, which do not count. */
	c->window[0] = &space[0];
	c->window[1] = &space[1];
	for (int i = 0; i < PILOT; i++) {
		uint64_t since = c->timing.clock.now_ns(c->timing.clock.ctx);

		one_pair(c, 0);
		least = fmin(least, benchi_elapsed_ns(&c->timing.clock, since));
	}
	if (!(least > 0))
		return fail_still(c);
	c->pairs = (size_t)fmax(1, fmin(c->time_ns / (double)BLOCKS / fmax(least, 1), 1e6));
	c->window[0] = malloc(2 * c->pairs * sizeof *c->window[0]);
	if (!c->window[0])
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for %.0f windows",
			2 * (double)c->pairs);
	c->window[1] = c->window[0] + c->pairs;

	for (size_t failed = 0; c->blocks < c->most && failed < BLOCKS
	     && !benchi_round_sink_stopped(c->beginning->sink);) {
		elapsed = benchi_elapsed_ns(&c->timing.clock, c->began);
		if ((elapsed > c->time_ns && c->blocks >= BLOCKS_LEAST && !c->given)
		    || (elapsed > c->most_ns && c->blocks > 0))
			break;
		if (elapsed <= last)
			return fail_still(c);
		last = elapsed;
		if (reference->low_ipc && c->blocks % (BLOCKS / TICKS) == 0) {
			double ns = benchi_chain_time(&c->timing, reference->low_ipc,
				reference->low_ipc_iterations);

			if (ns > 0)
				c->tick_ns = benchi_chain_tick_ns(ns, (double)reference->low_ipc_iterations,
					reference->low_ipc_ticks);
		}
		for (size_t i = 0; i < c->pairs; i++)
			one_pair(c, i);
		raw = mean_of(c, 0);
		empty = mean_of(c, 1);
		if (c->regions) {
			empty = benchi_thread_self()->regions.cost_ns;
			raw += empty;
		}
		if (isnan(raw - empty)) {
			failed++;
			continue;
		}
		c->raw_ns[c->blocks] = raw;
		c->ns[c->blocks] = raw - empty;
		c->cycles[c->blocks++] = (raw - empty) / c->tick_ns;
	}
	return c->blocks ? BENCH_OK : benchi_fail(BENCH_ERR_NO_SAMPLES, "every window failed");
}

static bench_summary summary_of(struct cold *c)
{
	struct benchi_measured m = { .method = "cold", .samples = c->kept, .iterations = c->kept,
		.dropped = c->dropped, .ns_raw = benchi_median(c->raw_ns, c->blocks),
		.tick_ns = (double)NAN, .warnings = benchi_warnings_trend(c->ns, c->blocks),
		.elapsed_ns = benchi_elapsed_ns(&c->timing.clock, c->began) };

	m.ns = benchi_estimate_series(c->ns, c->blocks, c->scratch);
	m.cycles = benchi_estimate_series(c->cycles, isnan(c->tick_ns) ? 0 : c->blocks, c->scratch);
	if (fabs(m.ns.centre) > 0)
		m.reach.share = benchi_window_uncertainty_ns(&c->timing) / fabs(m.ns.centre);
	m.warnings |= (10 * c->dropped > c->kept + c->dropped ? BENCH_WARN_PREEMPTED : 0)
		| (c->unpaired ? BENCH_WARN_UNPAIRED : 0)
		| (c->beginning->empty ? BENCH_WARN_ELIDED : 0);
	return benchi_summary_of(&m);
}

void benchi_cold_measure(const bench_case *item, const struct benchi_beginning *beginning,
                         bench_summary *summary)
{
	const struct benchi_round_sink *sink = beginning->sink;
	const bench_options *options = beginning->options;
	struct benchi_thread_state outer;
	struct cold *c = calloc(1, sizeof *c);
	bench_status status = BENCH_ERR_MEMORY;

	if (c) {
		benchi_thread_save(&outer);
		benchi_thread_self()->round = 0;
		status = benchi_plan_check(beginning);
	} else {
		benchi_no_memory("a cold measurement");
	}
	if (status == BENCH_OK)
		status = benchi_timing_choose(options, &c->timing);
	if (status == BENCH_OK)
		status = benchi_cold_window_begin(&c->how, options->cold, &c->timing);
	if (status == BENCH_OK) {
		if (benchi_self_reference(&c->reference) == BENCH_OK && options->clock.now_ns)
			benchi_reference_fit(&c->timing, &c->reference);
		c->beginning = beginning;
		c->item = item;
		c->time_ns = options->time_ns > 0 ? options->time_ns : BENCHI_PLAN_TIME_NS;
		c->most_ns = sink && sink->most_ns > 0 ? sink->most_ns : policy.longest * c->time_ns;
		c->given = options->rounds > 0;
		c->most = c->given && options->rounds < BLOCKS ? options->rounds : BLOCKS;
		c->tick_ns = NAN;
		benchi_regions_use(&c->timing.clock);
		c->began = c->timing.clock.now_ns(c->timing.clock.ctx);
		status = cold_run(c);
	}
	for (size_t i = 0; status == BENCH_OK && sink && sink->take && i < c->blocks; i++)
		sink->take(sink->to, c->ns[i], c->cycles[i], (double)c->pairs);
	*summary = status == BENCH_OK ? summary_of(c) : benchi_summary_none(status);
	if (c) {
		benchi_thread_restore(&outer, &c->timing.clock);
		benchi_sweep_end(&c->how.sweep);
		if (c->pairs)
			free(c->window[0]);
	}
	free(c);
	benchi_summary_store(summary, beginning->result);
}

/*
 * bench_evict: evicts memory named by the caller.
 */

bench_status bench_evict(const void *memory, size_t bytes)
{
	if (!memory && bytes > 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "memory is NULL");
	if (!benchi_evict_lines_known())
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "no instruction evicts memory from the caches");
	benchi_evict_lines(memory, bytes);
	return BENCH_OK;
}
