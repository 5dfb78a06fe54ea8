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
		0, 1, 28, 56831435, 1, 0, 1, 9.1152941, 9.0909207, 9.1272116, 122, 1, 902, 2.8027009,
		2.7979954, 2.81193, 4149, 2, 100000, 6.0800853, 6.0695169, 6.0949246, 56831461, 94462 } } },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 1 } }, 2, 4, 2000,
	  { .seed = 5 }, { "two ranges", 29, {
		0, 1, 15, 60725789, 4, 0, 4, 7.2081147, 7.1593367, 7.244974, 121, 1, 2000, 3.3458376,
		3.336248, 3.3649699, 60725815, 93568, 0, 121, 120, 121, 6.8666138e-19, 86, 242, 1,
		19082114, 79807953, 110036 } } },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.5 } }, 2, 100, 1500,
	  { .time_ns = 20e6, .margin = 0.02, .confidence = 0.9 }, { "little time", 29, {
		0, 1, 10, 15967284, 100, 0, 100, 1.6941681, 1.6848634, 1.7269026, 779, 1, 1500,
		1.0735117, 1.0456659, 1.0868809, 15967309, 31538, 0, 750, 750, 804, 1.6653345e-17, 322,
		3, 2, 21428055, 37395389, 48001 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 4 }, { .ticks = 100, .slope = 1 } }, 2, 1, 30,
	  { .rounds = 0 }, { "few values", 29, {
		0, 1, 9, 17901840, 1, 0, 1, 2.2959053, 2.2919217, 2.2994377, 21, 1, 30, 1.2304659,
		1.2285147, 1.2324918, 17901866, 33958, 0, 21, 20, 21, 3.7947076e-19, 35, 364, 1,
		21098808, 39000699, 51737 } } },
	{ 1 / 16.0, { { .ticks = 400, .slope = 0.0625 }, { .ticks = 401 } }, 2, 1, 200,
	  { .time_ns = 30e6 }, { "alike at first", 29, {
		0, 2, 13, 31300598, 1, 0, 2, 1.0055878, 0.98652296, 1.0260328, 44, 1, 200, 1.0295627,
		1.0047678, 1.0506676, 31300624, 57251, 0, 29, 4, 29, 0.0023123842, 384, 3, 2, 31209246,
		62509895, 84762 } } },
	{ 1 / 64.0, { { .ticks = 400, .slope = 0.25, .cold = BENCH_COLD_DATA },
	    { .ticks = 9000, .cold = BENCH_COLD_DATA } }, 2, 1000, 90000, { .time_ns = 90e6 },
	  { "cold sizes", 29, {
		0, 1, 13, 26200020, 1000, 0, 1000, 13.848142, 13.811625, 13.925699, 35029, 1, 90000,
		2.5438162, 2.5181668, 2.5627994, 26200045, 86610, 0, 35765, 35765, 35765,
		7.5633944e-17, 640, 3, 2, 25351403, 51551473, 147654 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 1 }, { .ticks = 100, .slope = 4 } }, 2, 7, 9000,
	  { .time_ns = 60e6 }, { "never", 23, {
		0, 1, 12, 9221626, 7, 0, 9000, 3.9961275, 3.9888114, 4.0013836, 9221651.7, 27911, 0,
		9001, 9001, 9001, 1.110223e-16, 122, 161, 1, 16923431, 26145107, 36037 } } },
	{ 1 / 4.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.75 } }, 2, 10, 90000,
	  { .seed = 4 }, { "slight and noisy", 29, {
		0, 2, 25, 202504125, 10, 0, 10, 5.6253545, 4.9386028, 5.7382342, 1503, 1, 76357,
		1.0962871, 0.94450189, 1.2217235, 202504151, 155103, 0, 1880, 1772, 1880, 0.0042095163,
		640, 3, 2, 77227140, 279731315, 184503 } } },
	{ 1 / 8.0, { { .ticks = 400, .slope = 4 }, { .ticks = 4000, .slope = 2 } }, 2, 100, 90000,
	  { .seed = 8 }, { "noisy", 29, {
		0, 2, 17, 193922600, 100, 0, 100, 5.2484584, 5.0912984, 5.5823086, 1844, 1, 90000,
		1.9948322, 1.8238301, 2.0588395, 193922626, 157064, 0, 1765, 1765, 1794, 0.0043021935,
		640, 3, 2, 62914042, 256836692, 180061 } } },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3 } }, 2, 10, 3000,
	  { .seed = 1 }, { "slight", 29, {
		0, 1, 15, 97987186, 10, 0, 10, 5.396518, 5.3027298, 5.4429314, 369, 1, 3000, 1.2821958,
		1.2619538, 1.3041309, 97987212, 134519, 0, 364, 364, 366, 0.00031211474, 504, 3, 2,
		21049607, 119036843, 152865 } } },
	{ 1 / 4.0, { { .ticks = 4e5, .slope = 40 }, { .ticks = 42e4, .slope = 20 } }, 2, 10, 9000,
	  { .seed = 3 }, { "long and noisy", 29, {
		0, 2, 15, 201506790, 10, 0, 159, 1.0524697, 0, INFINITY, 1355, 1, 9000, 1.2364766, 0,
		INFINITY, 201506815, 30007, 0, 990, 745, 1128, 0.015298551, 120, 3, 2, 223421505,
		424928345, 35052 } } },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4, .clock_step_ns = 40 }, { .ticks = 400, .slope = 3 } },
	  2, 10, 3000, { .seed = 1 }, { "a coarser clock", 29, {
		0, 1, 15, 104967920, 10, 0, 10, 5.3544909, 5.3148698, 5.4096311, 369, 1, 3000,
		1.2808194, 1.2689695, 1.2905448, 104967960, 47875, 0, 364, 356, 366, 0.00075582488,
		449, 5, 2, 98833840, 203801837, 66223 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 100, .slope = 1 } }, 2, 1, 100,
	  { .rounds = 0 }, { "from two on", 29, {
		0, 1, 8, 15056797, 1, 0, 1, 1.2627391, 1.2597761, 1.2655426, 2, 1, 100, 20.208802,
		20.154822, 20.255373, 15056822, 28665, 0, 2, 2, 2, 0, 35, 547, 1, 19085890, 34142738,
		45194 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 230, .slope = 1 } }, 2, 4, 6,
	  { .rounds = 0 }, { "one value between", 29, {
		0, 1, 3, 11252272, 4, 0, 4, 1.1700456, 1.1672502, 1.170971, 5, 1, 6, 1.1867409,
		1.183996, 1.1890827, 11252297, 17435, 0, 5, 5, 5, 0, 3, 547, 1, 17364375, 28616698,
		32835 } } },
	{ 1 / 8.0, { { .ticks = 800, .slope = 40 }, { .ticks = 1003 } }, 2, 5, 40,
	  { .time_ns = 20e6 }, { "uncertain at the first value", 29, {
		0, 2, 6, 14098579, 5, 10, 5, 0.99564974, 0.97635417, 1.0159069, 6, 1, 40, 2.3758052,
		2.2507015, 2.4969271, 14098605, 24930, 0, 6, 5, 6, 0, 43, 130, 1, 15439203, 29537832,
		37654 } } },
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
