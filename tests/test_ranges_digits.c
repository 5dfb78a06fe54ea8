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
	struct digits expected;
} ranged[] = {
	{ 1 / 256.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 1 },
	    { .ticks = 4000, .slope = 0.125 } }, 3, 1, 100000, { .rounds = 0 },
	  { "three ranges", 24, {
		0, 1, 28, 60994897, 1, 0, 1, 9.1097256, 9.09459508, 9.14155517, 122, 1, 902,
		2.80181937, 2.79576932, 2.80805696, 4149, 2, 100000, 6.08492974, 6.07119474,
		6.09992814, 60994922.4, 98948 } } },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 1 } }, 2, 4, 2000,
	  { .seed = 5 }, { "two ranges", 29, {
		0, 1, 15, 62429155, 4, 0, 4, 7.22924319, 7.17555806, 7.29355044, 121, 1, 2000,
		3.3544177, 3.32920465, 3.38535906, 62429180.8, 94940, 0, 121, 120, 121,
		7.95081593e-19, 86, 242, 1, 19015042, 81444247.3, 111408 } } },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.5 } }, 2, 100, 1500,
	  { .time_ns = 20e6, .margin = 0.02, .confidence = 0.9 }, { "little time", 29, {
		0, 1, 10, 16166853, 100, 0, 100, 1.70029522, 1.67954766, 1.70944699, 779, 1, 1500,
		1.06637801, 1.05052207, 1.08400886, 16166878.4, 32162, 0, 723, 700, 728,
		0.00129424126, 421, 3, 2, 21451136, 37618039.2, 49050 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 4 }, { .ticks = 100, .slope = 1 } }, 2, 1, 30,
	  { .rounds = 0 }, { "few values", 29, {
		0, 1, 9, 18845122, 1, 0, 1, 2.29506683, 2.28999415, 2.29807478, 21, 1, 30,
		1.23084721, 1.22930184, 1.23344995, 18845147.5, 35156, 0, 21, 20, 21, 0, 34, 364,
		1, 16974808, 35819980.9, 50011 } } },
	{ 1 / 16.0, { { .ticks = 400, .slope = 0.0625 }, { .ticks = 401 } }, 2, 1, 200,
	  { .time_ns = 30e6 }, { "alike at first", 29, {
		0, 2, 13, 31302345, 1, 0, 4, 1.00562437, 0.982265137, 1.02727084, 28, 1, 200,
		1.02467751, 1.00328893, 1.06485404, 31302370.4, 57202, 0, 68, 16, 68,
		0.00314371093, 249, 3, 2, 30982744, 62285139.6, 83742 } } },
	{ 1 / 64.0, { { .ticks = 400, .slope = 0.25, .cold = BENCH_COLD_DATA },
	    { .ticks = 9000, .cold = BENCH_COLD_DATA } }, 2, 1000, 90000, { .time_ns = 90e6 },
	  { "cold sizes", 29, {
		0, 1, 13, 30305102, 1000, 0, 1000, 13.8713383, 13.8291563, 13.9166667, 35029, 1,
		90000, 2.54176225, 2.52646816, 2.55646003, 30305127.1, 107866, 0, 34379, 34364,
		34400, 0.000700938041, 360, 5, 1, 15241060, 45546212.4, 143278 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 1 }, { .ticks = 100, .slope = 4 } }, 2, 7, 9000,
	  { .time_ns = 60e6 }, { "never", 23, {
		0, 1, 12, 9773695, 7, 0, 9000, 3.99487097, 3.98469271, 4.00317472, 9773720.12,
		28399, 0, 9001, 9001, 9001, 0, 122, 161, 1, 16904674, 26678419.8, 36523 } } },
	{ 1 / 4.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.75 } }, 2, 10, 90000,
	  { .seed = 4 }, { "slight and noisy", 29, {
		0, 2, 26, 2.0260188e+08, 10, 0, 10, 5.5085437, 4.8721341, 6.079765, 1653, 1, 18447,
		1.0864533, 0.97357366, 1.1585398, 2.0260191e+08, 164577, 0, 1772, 885, 4465,
		0.00067989788, 640, 3, 2, 82512259, 2.851142e+08, 192843 } } },
	{ 1 / 8.0, { { .ticks = 400, .slope = 4 }, { .ticks = 4000, .slope = 2 } }, 2, 100, 90000,
	  { .seed = 8 }, { "noisy", 29, {
		0, 2, 17, 1.9288463e+08, 100, 0, 100, 5.308743, 5.0498662, 5.630444, 1844, 1, 50688,
		1.9454921, 1.7853879, 2.0482037, 1.9288466e+08, 156563, 0, 1786, 1781, 1832,
		0.0043184046, 520, 5, 1, 52020875, 2.4490556e+08, 176480 } } },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3 } }, 2, 10, 3000,
	  { .seed = 1 }, { "slight", 29, {
		0, 1, 16, 1.4714762e+08, 10, 0, 10, 5.3615248, 5.298128, 5.4486938, 369, 1, 3000,
		1.2839975, 1.2629635, 1.3088447, 1.4714765e+08, 201824, 0, 359, 355, 364,
		0.00072164966, 395, 5, 1, 16569475, 1.6371715e+08, 216581 } } },
	{ 1 / 4.0, { { .ticks = 4e5, .slope = 40 }, { .ticks = 42e4, .slope = 20 } }, 2, 10, 9000,
	  { .seed = 3 }, { "long and noisy", 29, {
		0, 2, 16, 2.0162307e+08, 10, 0, 589, 1.0663308, 0, INFINITY, 2497, 1, 9000,
		1.2002869, 0, INFINITY, 2.016231e+08, 31474, 0, 1356, 171, 1611, 0.0034020016, 120,
		3, 2, 2.2328993e+08, 4.2491305e+08, 36519 } } },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4, .clock_step_ns = 40 }, { .ticks = 400, .slope = 3 } },
	  2, 10, 3000, { .seed = 1 }, { "a coarser clock", 29, {
		0, 1, 15, 1.127518e+08, 10, 0, 10, 5.3862533, 5.33568, 5.401935, 369, 1, 3000,
		1.2809308, 1.2730657, 1.2901625, 1.1275183e+08, 49272, 0, 361, 358, 364,
		0.00034093264, 110, 5, 1, 24785720, 1.3753757e+08, 55094 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 100, .slope = 1 } }, 2, 1, 100,
	  { .rounds = 0 }, { "from two on", 29, {
		0, 1, 8, 15786254, 1, 0, 1, 1.2626583, 1.2605387, 1.2642198, 2, 1, 100, 20.193014,
		20.157534, 20.235986, 15786279, 30494, 0, 2, 2, 2, 0, 35, 547, 1, 19085275,
		34871579, 47023 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 230, .slope = 1 } }, 2, 4, 6,
	  { .rounds = 0 }, { "one value between", 29, {
		0, 1, 3, 12251791, 4, 0, 4, 1.1699186, 1.1678627, 1.1724503, 5, 1, 6, 1.1858637,
		1.1840396, 1.188943, 12251816, 19169, 0, 5, 5, 5, 0, 3, 547, 1, 17432275, 29684116,
		34569 } } },
	{ 1 / 8.0, { { .ticks = 800, .slope = 40 }, { .ticks = 1003 } }, 2, 5, 40,
	  { .time_ns = 20e6 }, { "uncertain at the first value", 29, {
		0, 2, 6, 14265445, 5, 10, 5, 1.0011712, 0.98032881, 1.0305632, 6, 1, 40, 2.4166731,
		2.2629982, 2.5269056, 14265470, 26171, 0, 6, 5, 6, 0, 43, 134, 1, 15428135,
		29693630, 38994 } } },
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
	digits_add(d, (double)x.passes);
	digits_add(d, x.end);
	digits_add(d, x.elapsed_ns);
	add_clock(d);
}

START_TEST(ranges_give_the_same_numbers)
{
	struct digits found = { .name = ranged[_i].expected.name };

	pick_ranges(&ranged[_i], &found);
	digits_same(&found, &ranged[_i].expected);
}
END_TEST

DIGITS_MAIN("ranges", ranges_give_the_same_numbers, ranged)
