/*
 * What picking for ranges of a parameter gives on a made-up core, and the threshold between two.
 *
 * SPDX-License-Identifier: MIT
 */
#include "made_rivals.h"

static const struct range_row {
	double noise;
	struct rival rival[3];
	size_t n;                       /* 2: the threshold as well */
	uint64_t low, high;
	bench_pick_options options;
	const char *name;
} ranged[] = {
	{ 1 / 256.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 1 },
	    { .ticks = 4000, .slope = 0.125 } }, 3, 1, 100000, { .rounds = 0 }, "three ranges" },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 1 } }, 2, 4, 2000,
	  { .seed = 5 }, "two ranges" },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.5 } }, 2, 100, 1500,
	  { .time_ns = 20e6, .margin = 0.02, .confidence = 0.9 }, "little time" },
	{ 1 / 256.0, { { .ticks = 40, .slope = 4 }, { .ticks = 100, .slope = 1 } }, 2, 1, 30,
	  { .rounds = 0 }, "few values" },
	{ 1 / 16.0, { { .ticks = 400, .slope = 0.0625 }, { .ticks = 401 } }, 2, 1, 200,
	  { .time_ns = 30e6 }, "alike at first" },
	{ 1 / 64.0, { { .ticks = 400, .slope = 0.25, .cold = BENCH_COLD_DATA },
	    { .ticks = 9000, .cold = BENCH_COLD_DATA } }, 2, 1000, 90000, { .time_ns = 90e6 },
	  "cold sizes" },
	{ 1 / 256.0, { { .ticks = 40, .slope = 1 }, { .ticks = 100, .slope = 4 } }, 2, 7, 9000,
	  { .time_ns = 60e6 }, "never" },
	{ 1 / 4.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.75 } }, 2, 10, 90000,
	  { .seed = 4 }, "slight and noisy" },
	{ 1 / 8.0, { { .ticks = 400, .slope = 4 }, { .ticks = 4000, .slope = 2 } }, 2, 100, 90000,
	  { .seed = 8 }, "noisy" },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3 } }, 2, 10, 3000,
	  { .seed = 1 }, "slight" },
	{ 1 / 4.0, { { .ticks = 4e5, .slope = 40 }, { .ticks = 42e4, .slope = 20 } }, 2, 10, 9000,
	  { .seed = 3 }, "long and noisy" },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4, .clock_step_ns = 40 }, { .ticks = 400, .slope = 3 } },
	  2, 10, 3000, { .seed = 1 }, "a coarser clock" },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 100, .slope = 1 } }, 2, 1, 100,
	  { .rounds = 0 }, "from two on" },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 230, .slope = 1 } }, 2, 4, 6,
	  { .rounds = 0 }, "one value between" },
	{ 1 / 8.0, { { .ticks = 800, .slope = 40 }, { .ticks = 1003 } }, 2, 5, 40,
	  { .time_ns = 20e6 }, "uncertain at the first value" },
};
static void pick_ranges(const struct range_row *row, struct digits *d)
{
	static char evicted[4096];
	bench_pick_options options = row->options;
	struct rival rival[3];
	bench_range range[5];
	bench_case c[3];
	bench_ranges r = { .low = row->low, .high = row->high, .range = range, .capacity = 5 };
	bench_crossover x = { .low = row->low, .high = row->high };

	memcpy(rival, row->rival, sizeof rival);
	set_up(rival, row->n, row->noise, c);
	options.clock = scripted_as_clock(&made_core.clock);
	bench_cold(evicted, sizeof evicted);
	digits_add(d, bench_pick_ranges(c, row->n, &options, &r));
	digits_add(d, r.end);
	digits_add(d, (double)r.probes);
	digits_add(d, r.elapsed_ns);
	for (size_t i = 0; i < r.n && i < 5; i++) {
		digits_add(d, (double)range[i].low);
		digits_add(d, (double)range[i].index + 10 * range[i].tie);
		digits_add(d, (double)range[i].at);
		digits_add(d, range[i].lead);
		digits_add(d, range[i].lead_low);
		digits_add(d, range[i].lead_high);
	}
	add_clock(d);
	if (row->n > 2)
		return;
	digits_add(d, bench_threshold(c, &options, &x));
	digits_add(d, (double)x.at);
	digits_add(d, (double)x.at_low);
	digits_add(d, (double)x.at_high);
	digits_add(d, x.loss);
	digits_add(d, (double)x.values);
	digits_add(d, x.end);
	digits_add(d, x.elapsed_ns);
	add_clock(d);
}

START_TEST(ranges_give_the_same_numbers)
{
	struct digits found = { .name = ranged[_i].name };

	pick_ranges(&ranged[_i], &found);
	digits_golden(&found);
}
END_TEST

DIGITS_MAIN("ranges", ranges_give_the_same_numbers, ranged)
