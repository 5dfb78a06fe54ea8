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
		0, 1, 28, 81570406, 1, 0, 1, 9.11736459, 9.10105813, 9.12788511, 122, 1, 902,
		2.80155414, 2.79630069, 2.80722463, 4149, 2, 100000, 6.08435613, 6.07739914,
		6.10062869, 81570431.8, 125835 } } },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 1 } }, 2, 4, 2000,
	  { .seed = 5 }, { "two ranges", 29, {
		0, 1, 15, 70016092, 4, 0, 4, 7.22583704, 7.1445692, 7.26554684, 121, 1, 2000,
		3.34815793, 3.33720071, 3.38064686, 70016117.8, 104463, 0, 120, 120, 121,
		1.73472348e-19, 85, 242, 1, 16458458, 86474600.7, 119749 } } },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.5 } }, 2, 100, 1500,
	  { .time_ns = 20e6, .margin = 0.02, .confidence = 0.9 }, { "little time", 29, {
		0, 2, 11, 21101830, 100, 0, 100, 1.71024792, 1.68894478, 1.72648878, 798, 1, 1500,
		1.06818819, 1.05590369, 1.09284245, 21101855.8, 41511, 0, 717, 717, 727,
		0.000863536873, 373, 3, 2, 18464626, 39566506.2, 57937 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 4 }, { .ticks = 100, .slope = 1 } }, 2, 1, 30,
	  { .rounds = 0 }, { "few values", 29, {
		0, 1, 9, 26231575, 1, 0, 1, 2.29530443, 2.29293298, 2.29806617, 21, 1, 30, 1.23010182,
		1.22820063, 1.23311897, 26231600, 43653, 0, 21, 20, 21, 3.38813179e-20, 34, 364, 1,
		17013364, 43244989.9, 59118 } } },
	{ 1 / 16.0, { { .ticks = 400, .slope = 0.0625 }, { .ticks = 401 } }, 2, 1, 200,
	  { .time_ns = 30e6 }, { "alike at first", 29, {
		0, 2, 14, 31401299, 1, 10, 2, 1.00512857, 0.98274664, 1.02197004, 34, 1, 200,
		1.04370129, 1.00194964, 1.06057336, 31401324.5, 58967, 0, 13, 12, 30, 0.0013794554,
		226, 3, 2, 29170773, 60572122.4, 85406 } } },
	{ 1 / 64.0, { { .ticks = 400, .slope = 0.25, .cold = BENCH_COLD_DATA },
	    { .ticks = 9000, .cold = BENCH_COLD_DATA } }, 2, 1000, 90000, { .time_ns = 90e6 },
	  { "cold sizes", 29, {
		0, 1, 14, 68782015, 1000, 0, 1000, 13.8450488, 13.7672414, 13.9102933, 35029, 1,
		90000, 2.54089201, 2.52104829, 2.56513609, 68782041, 178119, 0, 34518, 34518, 34825,
		0, 640, 3, 2, 26730030, 95512095.3, 244255 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 1 }, { .ticks = 100, .slope = 4 } }, 2, 7, 9000,
	  { .time_ns = 60e6 }, { "never", 23, {
		0, 1, 12, 11857783, 7, 0, 9000, 3.99383042, 3.98610251, 4.00115118, 11857808.4, 31253,
		0, 9001, 9001, 9001, 0, 122, 161, 1, 16962533, 28820366.5, 39983 } } },
	{ 1 / 4.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3.75 } }, 2, 10, 90000,
	  { .seed = 4 }, { "slight and noisy", 29, {
		0, 2, 25, 202501430, 10, 0, 10, 5.40159873, 4.73694803, 5.78986334, 1467, 1, 76357,
		1.07456333, 0.935741612, 1.13871297, 202501455, 156200, 0, 1406, 885, 1406,
		0.000284820941, 640, 3, 2, 85848961, 288350441, 193033 } } },
	{ 1 / 8.0, { { .ticks = 400, .slope = 4 }, { .ticks = 4000, .slope = 2 } }, 2, 100, 90000,
	  { .seed = 8 }, { "noisy", 29, {
		0, 2, 17, 201703134, 100, 0, 100, 5.28971647, 5.15805495, 5.51581549, 1844, 1, 90000,
		1.98846968, 1.91553351, 2.0651811, 201703160, 167016, 0, 1799, 1799, 1873,
		3.98312987e-05, 611, 3, 2, 65038710, 266741895, 193009 } } },
	{ 1 / 32.0, { { .ticks = 40, .slope = 4 }, { .ticks = 400, .slope = 3 } }, 2, 10, 3000,
	  { .seed = 1 }, { "slight", 29, {
		0, 1, 15, 90688489, 10, 0, 10, 5.40343295, 5.27444864, 5.41385138, 369, 1, 3000,
		1.27740699, 1.2576033, 1.29329601, 90688514.3, 128329, 0, 360, 355, 361,
		6.38736861e-05, 206, 20, 1, 16068020, 106756560, 142960 } } },
	{ 1 / 4.0, { { .ticks = 4e5, .slope = 40 }, { .ticks = 42e4, .slope = 20 } }, 2, 10, 9000,
	  { .seed = 3 }, { "long and noisy", 29, {
		0, 2, 16, 201694962, 10, 0, 159, 1.07641921, 0, INFINITY, 1355, 1, 9000, 1.25336886,
		0, INFINITY, 201694987, 31775, 0, 1142, 809, 1356, 0.00412582906, 40, 3, 2, 77435900,
		279130912, 34684 } } },
	{ 1 / 64.0, { { .ticks = 40, .slope = 4, .clock_step_ns = 40 }, { .ticks = 400, .slope = 3 } },
	  2, 10, 3000, { .seed = 1 }, { "a coarser clock", 29, {
		0, 1, 17, 189399520, 10, 0, 10, 5.37386422, 5.33441847, 5.41019244, 369, 1, 3000,
		1.28058017, 1.27474804, 1.29056283, 189399536, 71130, 0, 360, 359, 363,
		4.36692542e-20, 110, 5, 1, 24755280, 214154841, 77667 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 100, .slope = 1 } }, 2, 1, 100,
	  { .rounds = 0 }, { "from two on", 29, {
		0, 1, 8, 14816075, 1, 0, 1, 1.26275013, 1.26186551, 1.26498493, 2, 1, 100, 20.1999935,
		20.1536758, 20.2542758, 14816100.4, 29338, 0, 2, 2, 2, 0, 35, 547, 1, 19152797,
		33968922.3, 46641 } } },
	{ 1 / 256.0, { { .ticks = 40, .slope = 40 }, { .ticks = 230, .slope = 1 } }, 2, 4, 6,
	  { .rounds = 0 }, { "one value between", 29, {
		0, 1, 3, 14248048, 4, 0, 4, 1.16996777, 1.16819562, 1.17124627, 5, 1, 6, 1.18635675,
		1.18423679, 1.18931307, 14248073.1, 20926, 0, 5, 5, 5, 0, 3, 547, 1, 17379705,
		31627803.7, 36918 } } },
	{ 1 / 8.0, { { .ticks = 800, .slope = 40 }, { .ticks = 1003 } }, 2, 5, 40,
	  { .time_ns = 20e6 }, { "uncertain at the first value", 29, {
		0, 2, 6, 14192749, 5, 10, 5, 1.0041513, 0.976250827, 1.02549951, 6, 1, 40, 2.39965857,
		2.31137763, 2.54288099, 14192774.7, 25497, 0, 6, 5, 6, 0, 39, 260, 2, 10825974,
		25018773.1, 35313 } } },
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
