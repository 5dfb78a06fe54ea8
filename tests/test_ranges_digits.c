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
		0, 1, 28, 59052446, 1, 0, 1, 9.1055112, 9.0937529, 9.1299343, 122, 1, 902, 2.8010144,
		2.7967968, 2.8077279, 4149, 2, 100000, 6.0849287, 6.0714183, 6.0989526, 59052472,
		96928 } } },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 1 } }, 2, 4, 2000,
	  { .seed = 5 }, { "two ranges", 29, {
		0, 1, 15, 65539244, 4, 0, 4, 7.2023091, 7.1430745, 7.2659515, 121, 1, 2000, 3.3505583,
		3.3258619, 3.3912805, 65539269, 98799, 0, 120, 120, 121, 0, 87, 161, 1, 15592709,
		81132003, 112597 } } },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.5 } }, 2, 100, 1500,
	  { .time_ns = 20e6, .margin = 0.02, .confidence = 0.9 }, { "little time", 29, {
		0, 1, 10, 16057996, 100, 0, 100, 1.702674, 1.6994952, 1.7228, 779, 1, 1500, 1.0710251,
		1.0514141, 1.0842495, 16058021, 33093, 0, 724, 718, 724, 0.00076895811, 408, 5, 1,
		18971372, 35029418, 48379 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 4 }, { .ticks = 100, .slope = 1 } }, 2, 1, 30,
	  { .rounds = 0 }, { "few values", 29, {
		0, 1, 9, 27203616, 1, 0, 1, 2.2943901, 2.2904283, 2.2962925, 21, 1, 30, 1.2305368,
		1.2287897, 1.2322676, 27203641, 44309, 0, 20, 20, 21, 0, 35, 364, 1, 21075446, 48279113,
		62088 } } },
	{ 1 / 16.0, { { .ticks = 400, .slope = 0.0625 }, { .ticks = 401 } }, 2, 1, 200,
	  { .time_ns = 30e6 }, { "alike at first", 29, {
		0, 2, 14, 31403297, 1, 10, 14, 1.006967, 0.97228375, 1.0260454, 45, 1, 200, 1.0250952,
		1.0012586, 1.0486697, 31403322, 59045, 0, 16, 9, 23, 0.001186555, 331, 3, 2, 31134151,
		62537499, 86188 } } },
	{ 1 / 64.0, { { .ticks = 400, .slope = 0.25, .cold = BENCH_COLD_DATA },
	    { .ticks = 9000, .cold = BENCH_COLD_DATA } }, 2, 1000, 90000, { .time_ns = 90e6 },
	  { "cold sizes", 29, {
		0, 1, 14, 62093016, 1000, 0, 1000, 13.869549, 13.750957, 13.933295, 35029, 1, 90000,
		2.5399246, 2.5196362, 2.5726817, 62093042, 171348, 0, 34518, 34213, 34518, 3.4477629e-18,
		621, 3, 2, 26065726, 88158792, 233658 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 1 }, { .ticks = 100, .slope = 4 } }, 2, 7, 9000,
	  { .time_ns = 60e6 }, { "never", 23, {
		0, 1, 12, 10473316, 7, 0, 9000, 3.9933568, 3.9837394, 3.9995173, 10473341, 28808, 0, 9001,
		9001, 9001, 0, 122, 161, 1, 16923323, 27396690, 36934 } } },
	{ 1 / 4.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.75 } }, 2, 10, 90000,
	  { .seed = 4 }, { "slight and noisy", 29, {
		0, 2, 26, 2.0260498e+08, 10, 0, 10, 5.4694259, 4.9804628, 6.1767723, 1614, 1, 5004,
		1.0703691, 1.00125, 1.1139558, 2.0260501e+08, 157368, 0, 1566, 1266, 1566, 0.015689283,
		612, 3, 2, 70075853, 2.7268089e+08, 185922 } } },
	{ 1 / 8.0, { { .ticks = 400, .slope = 4 }, { .ticks = 4000, .slope = 2 } }, 2, 100, 90000,
	  { .seed = 8 }, { "noisy", 29, {
		0, 2, 17, 2.0170136e+08, 100, 0, 100, 5.3154885, 5.0787481, 5.4896344, 1844, 1, 90000,
		1.9890502, 1.8767185, 2.1272793, 2.0170139e+08, 165672, 0, 1813, 1783, 1836, 0.0028084179,
		640, 5, 1, 62505473, 2.6420689e+08, 190736 } } },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3 } }, 2, 10, 3000,
	  { .seed = 1 }, { "slight", 29, {
		0, 1, 16, 1.6153186e+08, 10, 0, 10, 5.359238, 5.2599542, 5.455542, 369, 1, 3000, 1.279116,
		1.2658707, 1.2955212, 1.6153188e+08, 221044, 0, 358, 358, 370, 0, 490, 3, 2, 22179368,
		1.8371127e+08, 240129 } } },
	{ 1 / 4.0, { { .ticks = 4e5, .slope = 40 }, { .ticks = 42e4, .slope = 20 } }, 2, 10, 9000,
	  { .seed = 3 }, { "long and noisy", 29, {
		0, 2, 16, 2.0163848e+08, 10, 0, 159, 1.0859867, 0, INFINITY, 1723, 1, 9000, 1.2453484, 0,
		INFINITY, 2.0163851e+08, 31703, 0, 573, 573, 2700, 0.0039385955, 120, 3, 2, 2.2624753e+08,
		4.2788606e+08, 36748 } } },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4, .clock_step_ns = 40 }, { .ticks = 400, .slope = 3 } },
	  2, 10, 3000, { .seed = 1 }, { "a coarser clock", 29, {
		0, 1, 15, 1.1882896e+08, 10, 0, 10, 5.3715512, 5.3308745, 5.4156735, 369, 1, 3000,
		1.2808704, 1.2701654, 1.2894946, 1.1882898e+08, 51574, 0, 362, 356, 364, 0.00020406246,
		101, 5, 1, 24251400, 1.4308041e+08, 57262 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 100, .slope = 1 } }, 2, 1, 100,
	  { .rounds = 0 }, { "from two on", 29, {
		0, 1, 8, 14565032, 1, 0, 1, 1.2622255, 1.2601521, 1.2644133, 2, 1, 100, 20.205713,
		20.178899, 20.265863, 14565057, 28200, 0, 2, 2, 2, 0, 35, 547, 1, 19119750, 33684833,
		44729 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 230, .slope = 1 } }, 2, 4, 6,
	  { .rounds = 0 }, { "one value between", 29, {
		0, 1, 3, 14248671, 4, 0, 4, 1.1695898, 1.167322, 1.1717941, 5, 1, 6, 1.1869226, 1.185762,
		1.1876056, 14248697, 20917, 0, 5, 5, 5, 0, 3, 547, 1, 17364302, 31613023, 36317 } } },
	{ 1 / 8.0, { { .ticks = 800, .slope = 40 }, { .ticks = 1003 } }, 2, 5, 40,
	  { .time_ns = 20e6 }, { "uncertain at the first value", 29, {
		0, 2, 6, 14484147, 5, 10, 5, 1.0019312, 0.97648837, 1.0246588, 6, 1, 40, 2.4076215,
		2.255956, 2.5176462, 14484172, 26318, 0, 6, 6, 6, 0, 43, 132, 1, 15435135, 29919333,
		38927 } } },
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
