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
		3.3258619, 3.3912805, 65539269, 98799, 0, 120, 120, 121, 0, 85, 242, 1, 16526184,
		82065478, 114085 } } },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.5 } }, 2, 100, 1500,
	  { .time_ns = 20e6, .margin = 0.02, .confidence = 0.9 }, { "little time", 29, {
		0, 1, 10, 16057996, 100, 0, 100, 1.702674, 1.6994952, 1.7228, 779, 1, 1500, 1.0710251,
		1.0514141, 1.0842495, 16058021, 33093, 0, 709, 705, 713, 0.00073218299, 409, 5, 1,
		18770461, 34828507, 49950 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 4 }, { .ticks = 100, .slope = 1 } }, 2, 1, 30,
	  { .rounds = 0 }, { "few values", 29, {
		0, 1, 9, 27203616, 1, 0, 1, 2.2943901, 2.2904283, 2.2962925, 21, 1, 30, 1.2305368,
		1.2287897, 1.2322676, 27203641, 44309, 0, 21, 21, 21, 0, 35, 364, 1, 21114468, 48318135,
		62705 } } },
	{ 1 / 16.0, { { .ticks = 400, .slope = 0.0625 }, { .ticks = 401 } }, 2, 1, 200,
	  { .time_ns = 30e6 }, { "alike at first", 29, {
		0, 2, 14, 31403297, 1, 10, 14, 1.006967, 0.97228375, 1.0260454, 45, 1, 200, 1.0250952,
		1.0012586, 1.0486697, 31403322, 59045, 0, 16, 5, 54, 0.0018714763, 337, 3, 2, 29235636,
		60638984, 86872 } } },
	{ 1 / 64.0, { { .ticks = 400, .slope = 0.25, .cold = BENCH_COLD_DATA },
	    { .ticks = 9000, .cold = BENCH_COLD_DATA } }, 2, 1000, 90000, { .time_ns = 90e6 },
	  { "cold sizes", 29, {
		0, 1, 14, 62093016, 1000, 0, 1000, 13.869549, 13.750957, 13.933295, 35029, 1, 90000,
		2.5399246, 2.5196362, 2.5726817, 62093042, 171348, 0, 34410, 34399, 34410,
		0.00079939014, 613, 3, 2, 24175872, 86268939, 228352 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 1 }, { .ticks = 100, .slope = 4 } }, 2, 7, 9000,
	  { .time_ns = 60e6 }, { "never", 23, {
		0, 1, 12, 10473316, 7, 0, 9000, 3.9933568, 3.9837394, 3.9995173, 10473341, 28808, 0,
		9001, 9001, 9001, 0, 122, 161, 1, 16962085, 27435452, 37538 } } },
	{ 1 / 4.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.75 } }, 2, 10, 90000,
	  { .seed = 4 }, { "slight and noisy", 29, {
		0, 2, 26, 2.0260498e+08, 10, 0, 10, 5.4694259, 4.9804628, 6.1767723, 1614, 1, 5004,
		1.0703691, 1.00125, 1.1139558, 2.0260501e+08, 157368, 0, 2813, 1116, 22504,
		0.0029747585, 640, 3, 2, 68515331, 2.7112037e+08, 183987 } } },
	{ 1 / 8.0, { { .ticks = 400, .slope = 4 }, { .ticks = 4000, .slope = 2 } }, 2, 100, 90000,
	  { .seed = 8 }, { "noisy", 29, {
		0, 2, 17, 2.0170136e+08, 100, 0, 100, 5.3154885, 5.0787481, 5.4896344, 1844, 1, 90000,
		1.9890502, 1.8767185, 2.1272793, 2.0170139e+08, 165672, 0, 1950, 1950, 1950, 0, 608, 3,
		2, 64453134, 2.6615455e+08, 189074 } } },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3 } }, 2, 10, 3000,
	  { .seed = 1 }, { "slight", 29, {
		0, 1, 16, 1.6153186e+08, 10, 0, 10, 5.359238, 5.2599542, 5.455542, 369, 1, 3000,
		1.279116, 1.2658707, 1.2955212, 1.6153188e+08, 221044, 0, 366, 361, 368, 0.00045235196,
		475, 5, 1, 20225992, 1.817579e+08, 240779 } } },
	{ 1 / 4.0, { { .ticks = 4e5, .slope = 40 }, { .ticks = 42e4, .slope = 20 } }, 2, 10, 9000,
	  { .seed = 3 }, { "long and noisy", 29, {
		0, 2, 16, 2.0163848e+08, 10, 0, 159, 1.0859867, 0, INFINITY, 1723, 1, 9000, 1.2453484,
		0, INFINITY, 2.0163851e+08, 31703, 0, 1356, 242, 1356, 0.00081933909, 40, 3, 2,
		77546724, 2.7918526e+08, 34612 } } },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4, .clock_step_ns = 40 }, { .ticks = 400, .slope = 3 } },
	  2, 10, 3000, { .seed = 1 }, { "a coarser clock", 29, {
		0, 1, 15, 1.1882896e+08, 10, 0, 10, 5.3715512, 5.3308745, 5.4156735, 369, 1, 3000,
		1.2808704, 1.2701654, 1.2894946, 1.1882898e+08, 51574, 0, 361, 361, 364, 4.8843977e-05,
		115, 5, 1, 25980240, 1.4480925e+08, 58337 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 100, .slope = 1 } }, 2, 1, 100,
	  { .rounds = 0 }, { "from two on", 29, {
		0, 1, 8, 14565032, 1, 0, 1, 1.2622255, 1.2601521, 1.2644133, 2, 1, 100, 20.205713,
		20.178899, 20.265863, 14565057, 28200, 0, 2, 2, 2, 0, 35, 547, 1, 19107592, 33672674,
		45503 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 230, .slope = 1 } }, 2, 4, 6,
	  { .rounds = 0 }, { "one value between", 29, {
		0, 1, 3, 14248671, 4, 0, 4, 1.1695898, 1.167322, 1.1717941, 5, 1, 6, 1.1869226,
		1.185762, 1.1876056, 14248697, 20917, 0, 5, 5, 5, 0, 3, 547, 1, 17379650, 31628371,
		36909 } } },
	{ 1 / 8.0, { { .ticks = 800, .slope = 40 }, { .ticks = 1003 } }, 2, 5, 40,
	  { .time_ns = 20e6 }, { "uncertain at the first value", 29, {
		0, 2, 6, 14484147, 5, 10, 5, 1.0019312, 0.97648837, 1.0246588, 6, 1, 40, 2.4076215,
		2.255956, 2.5176462, 14484172, 26318, 0, 5, 5, 6, 0, 43, 132, 1, 15418125, 29902323,
		39521 } } },
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
