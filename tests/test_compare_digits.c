/*
 * What comparing and picking give on a made-up core: the answer with all its numbers, and the time
 * that it took.
 *
 * SPDX-License-Identifier: MIT
 */
#include "made_rivals.h"

#include "measure/self_calibration.h"

static const struct compare_row {
	double noise;
	struct rival rival[2];
	bench_compare_options options;
	int real;                       /* the default clock, with cycles */
	struct digits expected;
} compared[] = {
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 1020 } }, { .rounds = 0 }, 0,
	  { "slower", 46, {
		0, 3, 1.02058872, 1.00788008, 1.03345761, 0.99, 0.005, 0.0001953125, 15,
		512, 71872, 1230367, 266.095995, 265.8953, 266.299955, NAN, NAN, NAN,
		265.773104, 265.791123, 266.34478, 0.2332686, 0.96484375, NAN, NAN, 15,
		1860, 512, 271.47287, 271.281211, 271.587712, NAN, NAN, NAN, 271.056444,
		271.151794, 271.849282, 0.125970888, 0.96484375, NAN, NAN, 15, 1860,
		512, 1230392.86, 1878 } } },
	{ 1 / 64.0, { { .ticks = 1000 }, { .ticks = 990 } }, { .seed = 9 }, 1,
	  { "faster", 46, {
		0, 2, 0.990329967, 0.989332351, 0.994255333, 0.99, 0.005, 0.0001953125, 377, 0,
		1980832, 25272667, 267.676317, 267.566921, 267.771052, 1000.56655, 1000.15762,
		1000.92066, 265.657607, 266.196, 268.938961, 0.596561913, 0.960752923, 3737.97187,
		NAN, 377, 46748, 0, 264.980673, 264.865106, 265.084802, 990.490302, 990.058318,
		990.879532, 263.076583, 263.678697, 266.345285, 0.571656932, 0.960752923,
		3737.97187, NAN, 377, 46748, 0, 29043851.8, 25554 } } },
	{ 1 / 64.0, { { .ticks = 1000 }, { .ticks = 1000 } }, { .rounds = 0 }, 1,
	  { "the same", 46, {
		0, 1, 1.00008161, 0.998492802, 1.00233605, 0.99, 0.005, 0.0001953125, 376, 0,
		1980768, 25314717, 267.66105, 267.554805, 267.767545, 1000.50948, 1000.11234,
		1000.90755, 265.651679, 266.194369, 268.939571, 0.579471757, 0.95584675,
		3737.97187, NAN, 376, 46624, 0, 267.676981, 267.572533, 267.772602, 1000.56902,
		1000.1786, 1000.92646, 265.745255, 266.359348, 269.066178, 0.605675557, 0.95584675,
		3737.97187, NAN, 376, 46624, 0, 29085901.1, 25539 } } },
	{ 1 / 64.0, { { .ticks = 1000 }, { .ticks = 1004 } }, { .time_ns = 10e6, .confidence = 0.9 }, 0,
	  { "not decided", 46, {
		0, 3, 1.00423427, 1.00202866, 1.00731637, 0.9, 0.005, 0.0001953125, 75, 512,
		380192, 5236839, 267.533464, 267.292289, 267.890488, NAN, NAN, NAN, 265.886257,
		266.18835, 269.024859, 0.577326097, 0.963045096, NAN, NAN, 75, 9300, 512,
		268.757802, 268.439041, 269.00235, NAN, NAN, NAN, 267.132766, 267.352848,
		270.17231, 0.665049937, 0.963045096, NAN, NAN, 75, 9300, 512, 5236864.84, 2598 } } },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 3000 } }, { .rounds = 50, .enough_ns = 40e3 }, 1,
	  { "fifty rounds", 46, {
		0, 3, 2.99997849, 2.97041371, 3.02923288, 0.99, 0.005, 7.8125e-05, 50, 0, 252960,
		8547385, 266.171451, 266.091062, 266.254912, 1000.24742, 999.945327, 1000.56106,
		265.711848, 265.849644, 266.499142, 0.157735105, 0.967160862, 3757.90649, NAN, 50,
		15300, 0, 798.454111, 798.272568, 798.60458, 3000.51588, 2999.83366, 3001.08133,
		797.206472, 797.672714, 799.275501, 0.386218045, 0.967160862, 3757.90649, NAN, 50,
		5200, 0, 11769514.5, 21549 } } },
	{ 1 / 256.0, { { .ticks = 30 }, { .ticks = 30.25 } }, { .margin = 0.001 }, 0,
	  { "a small margin", 46, {
		0, 3, 1.00852531, 1.00095246, 1.01615546, 0.99, 0.001, 0.0001953125, 28, 512,
		129216, 2068144, 7.98295853, 7.97982274, 7.98631764, NAN, NAN, NAN, 7.9719547,
		7.97481596, 7.99470084, 0.00378642985, 0.964301862, NAN, NAN, 28, 114352, 512,
		8.05141919, 8.0472594, 8.05464235, NAN, NAN, NAN, 8.03844347, 8.03893293,
		8.06137383, 0.00529944259, 0.964301862, NAN, NAN, 28, 114352, 512, 2068169.9, 2046 } } },
	{ 1 / 128.0, { { .ticks = 1000, .mode = 0.0625 }, { .ticks = 1010, .interrupted_every = 9 } },
	  { .time_ns = 20e6 }, 0, { "modes and interruptions", 46, {
		0, 2, 0.98071244, 0.978982998, 0.984673352, 0.99, 0.005, 0.0001953125, 133, 528,
		682320, 12260463, 274.968648, 274.849594, 275.103839, NAN, NAN, NAN, 274.063677,
		274.214938, 275.772348, 0.333279906, 0.96297149, NAN, NAN, 133, 16492, 512,
		269.501428, 269.39964, 269.652843, NAN, NAN, NAN, 268.503734, 268.82521,
		1076.04515, 0.412423426, 0.96297149, NAN, 1075.81648, 133, 16492, 528, 12260488.5,
		3297 } } },
	{ 1 / 256.0, { { .ticks = 100000, .cold = BENCH_COLD_DATA },
	    { .ticks = 110000, .cold = BENCH_COLD_DATA } }, { .time_ns = 30e6 }, 0,
	  { "cold", 46, {
		0, 3, 1.09936593, 1.09022567, 1.10858281, 0.99, 0.005, 0.00011739845,
		10, 512, 0, 1627784, 26612.75, 26596.5, 26629.5, NAN, NAN, NAN, 26589,
		26592.375, 26637.475, 8.5, 0.978515625, NAN, NAN, 10, 20, 512,
		29263.375, 29249, 29284.5, NAN, NAN, NAN, 29238, 29242.95, 29286.7,
		12.75, 0.978515625, NAN, NAN, 10, 20, 512, 1627809.35, 1936 } } },
};
enum { COMPARED = sizeof compared / sizeof *compared };

static void add_side(struct digits *d, const bench_summary *s)
{
	const double numbers[] = { s->ns, s->ns_low, s->ns_high, s->cycles, s->cycles_low,
		s->cycles_high, s->min_ns, s->p05_ns, s->p95_ns, s->mad_ns, s->confidence, s->mhz,
		s->mode_ns[1], (double)s->samples, (double)s->iterations, s->warnings };

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		digits_add(d, numbers[i]);
}

static void compare(const struct compare_row *row, struct digits *d)
{
	static char evicted[4096];
	bench_compare_options options = row->options;
	struct benchi_reference reference;
	bench_difference r;
	struct rival rival[2];
	bench_case c[2];

	memcpy(rival, row->rival, sizeof rival);
	set_up(rival, 2, row->noise, c);
	if (row->real)
		ck_assert_int_eq(benchi_self_reference(&reference), BENCH_OK);
	else
		options.clock = scripted_as_clock(&made_core.clock);
	bench_cold(evicted, sizeof evicted);
	digits_add(d, bench_compare(c, &options, &r));
	digits_add(d, r.answer);
	digits_add(d, r.ratio);
	digits_add(d, r.ratio_low);
	digits_add(d, r.ratio_high);
	digits_add(d, r.confidence);
	digits_add(d, r.margin);
	digits_add(d, r.resolution);
	digits_add(d, (double)r.rounds);
	digits_add(d, r.warnings);
	digits_add(d, rival[0].layouts + 2 * rival[1].layouts);
	digits_add(d, r.elapsed_ns);
	add_side(d, &r.side[0]);
	add_side(d, &r.side[1]);
	add_clock(d);
}

static const bench_value values[] = { { 1, 0.5 }, { 10, 0.2 }, { 100, 0.3 } };

static const struct pick_row {
	double noise;
	struct rival rival[RIVALS];
	size_t n;
	bench_pick_options options;
	struct digits expected;
} picked[] = {
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 1100 }, { .ticks = 900 } }, 3, { .rounds = 0 },
	  { "three", 28, {
		0, 2, 0, 0, 1.11097205, 1.10819937, 1.11357372, 239.577825, 2813620, 18402, 0, 0,
		337184, 1, 4, 1.11121713, 1.11024238, 1.11208848, 4, 1.22252719, 1.22128273,
		1.22335914, 1, 1, 1, 1, 2813645.4, 4808 } } },
	{ 1 / 64.0, { { .ticks = 904 }, { .ticks = 1000 }, { .ticks = 900 }, { .ticks = 901 } }, 4,
	  { .seed = 2 }, { "ties", 32, {
		0, 2, 3, 1, 1.00137396, 0.997526833, 1.00469396, 240.85768, 11101830, 66003, 0, 0,
		1152512, 1, 4, 1.00460935, 1.00212654, 1.00735908, 4, 1.11028088, 1.10820808,
		1.11456137, 1, 1, 1, 1, 2, 1.00109601, 0.998749792, 1.00408864, 11101855.8, 15392 } } },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 990, .mode = 0.125 }, { .ticks = 1005 },
	    { .ticks = 980 } }, 4, { .time_ns = 8e6, .confidence = 0.9 }, { "noise", 32, {
		0, 3, 0, 0, 1.02199534, 0.998074537, 1.03676903, 277.047431, 5138190, 17904, 0, 0,
		421600, 1, 4, 1.02046753, 0.996530403, 1.03436099, 4, 1.07369862, 1.04924253,
		1.10036407, 4, 1.0209701, 1.00596447, 1.04442984, 1, 1, 1, 1, 5138215.46, 6985 } } },
	{ 1 / 256.0, { { .ticks = 1000, .wrong = 1 }, { .ticks = 1100 }, { .ticks = 4e6 },
	    { .ticks = 1200, .first = 4e6 }, { .ticks = 1050 } }, 5, { .rounds = 0 },
	  { "wrong and slow ones", 36, {
		0, 4, 1, 0, 1.04757827, 1.0452055, 1.04889471, 279.493578, 8074736, 24002, 11, 0,
		0, 1, 6, NAN, NAN, NAN, 4, 1.04772925, 1.04684667, 1.04846705, 5, 3789.97927, NAN,
		NAN, 4, 1.14275538, 1.14215266, 1.14357164, 1, 1, 1, 1, 8074761.18, 5404 } } },
	{ 1 / 256.0, { { .ticks = 8e6 }, { .ticks = 9e6 }, { .ticks = 7e6 }, { .ticks = 8e7 },
	    { .ticks = 6e6 } }, 5, { .time_ns = 12e6 }, { "no time for all", 36, {
		0, 2, 0, 0, 1.14633348, NAN, NAN, 1859737.53, 27961428, 3, 110, 30559643.9, 0, 2,
		3, 1.14633348, NAN, NAN, 3, 1.29016428, NAN, NAN, 1, 1, NAN, NAN, 5, 11.4414369,
		NAN, NAN, 0, NAN, NAN, NAN, 27961453.8, 1696 } } },
	{ 1 / 256.0, { { .ticks = 8e6 }, { .ticks = 9e6 }, { .ticks = 7e6 }, { .ticks = 8e7 },
	    { .ticks = 6e6 } }, 5, { .time_ns = 12e6, .flags = BENCH_PICK_EXTEND },
	  { "time for all", 36, {
		0, 4, 2, 0, 1.16368102, NAN, NAN, 1598150.61, 29559629, 4, 10, 23642299.4, 0, 2, 3,
		1.33396651, NAN, NAN, 3, 1.50133969, NAN, NAN, 3, 1.16368102, NAN, NAN, 5,
		13.3141829, NAN, NAN, 1, 1, NAN, NAN, 29559654.2, 1698 } } },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 980 } }, 2, { .incumbent = "a" },
	  { "an incumbent that stays", 24, {
		0, 0, 1, 10, 0.979607735, 0.976983678, 0.98117107, 266.37496, 1505810, 11302, 0, 0,
		210752, 1, 1, 1, 1, 1, 2, 0.980146419, 0.978968726, 0.981059114, 1505835.19, 3312 } } },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 940 } }, 2,
	  { .incumbent = "a", .switch_margin = 0.01 }, { "an incumbent that leaves", 24, {
		0, 1, 0, 0, 1.06389289, 1.06276102, 1.06565377, 250.101306, 1598849, 10202, 0, 0,
		200448, 1, 4, 1.06377971, 1.0626887, 1.0647281, 1, 1, 1, 1, 1598874.32, 3310 } } },
	{ 1 / 256.0, { { .ticks = 100, .slope = 1 }, { .ticks = 120, .slope = 0.25 } }, 2,
	  { .values = values, .value_count = 3 }, { "a mixture", 24, {
		0, 1, 0, 0, 1.03423606, 1.03241674, 1.03613319, 34.1044376, 1716013, 11302, 0, 0,
		0, 1, 4, 1.03381827, 1.03356451, 1.03467533, 1, 1, 1, 1, 1716038.53, 3309 } } },
	{ 1 / 256.0, { { .ticks = 1000 } }, 1, { .rounds = 0 }, { "only one", 20, {
		0, 0, -1, 0, NAN, NAN, NAN, 266.280715, 97287, 1, 0, 0, 0, 3, 1, 1, NAN, NAN,
		97312.0299, 1690 } } },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 1010 } }, 2,
	  { .rounds = 6, .margin = 0.02, .enough_ns = 50e3 }, { "six rounds", 24, {
		0, 0, 1, 0, 1.01039025, 1.00893087, 1.01168688, 266.164066, 3859273, 602, 0, 0,
		17856, 2, 1, 1, 0, INFINITY, 3, 1.00921889, 0, INFINITY, 3859298.28, 1918 } } },
	{ 1 / 4.0, { { .ticks = 1000 }, { .ticks = 940 } }, 2,
	  { .incumbent = "a", .switch_margin = 0.01, .time_ns = 15e5 },
	  { "an incumbent and little time", 24, {
		0, 0, 1, 10, 0.962990313, 0.893699872, 1.01515039, 303.258303, 1602340, 7002, 0, 0,
		200400, 2, 1, 1, 1, 1, 2, 0.925543723, 0.873050504, 1.01240183, 1602365.08, 3237 } } },
	{ 1 / 16.0, { { .ticks = 1000 }, { .ticks = 1002 }, { .ticks = 998 }, { .ticks = 960,
	    .mode = 0.5 } }, 4, { .time_ns = 1e6 }, { "little time", 32, {
		0, 0, 1, 1, 1.00961792, 0.987725236, 1.00954782, 266.020292, 1201461, 3904, 0, 0,
		64032, 2, 1, 1, 1, 1, 3, 1.00961792, 0.987725236, 1.00954782, 3, 1.01283894,
		0.98984104, 1.01914019, 3, 1.19277385, 0.955779219, 1.44865556, 1201486.5, 2708 } } },
	{ 1 / 4.0, { { .ticks = 1000, .mode = 0.25 }, { .ticks = 995, .interrupted_every = 3 },
	    { .ticks = 1000 }, { .ticks = 990, .mode = 0.125 } }, 4, { .time_ns = 40e6, .seed = 4 },
	  { "changing leaders", 32, {
		0, 2, 3, 0, 1.11685516, 1.05621381, 1.1873296, 288.791838, 20986201, 22204, 0, 0,
		383008, 1, 4, 1.11192429, 1.01398763, 1.21115683, 4, 8.46902405, 4.11538126,
		17.9796726, 1, 1, 1, 1, 4, 1.04950733, 0.976577206, 1.11579674, 20986227, 7417 } } },
	{ 1 / 256.0, { { .ticks = 100000, .cold = BENCH_COLD_DATA },
	    { .ticks = 110000, .cold = BENCH_COLD_DATA }, { .ticks = 99000, .cold = BENCH_COLD_DATA } },
	  3, { .rounds = 0 }, { "cold ones", 28, {
		0, 2, 0, 0, 1.01079717, 1.00872203, 1.01210925, 26347, 3950788, 1403, 0, 0, 0, 1,
		4, 1.01034313, 1.00852822, 1.0110209, 4, 1.1111828, 1.1098999, 1.11283522, 1, 1, 1,
		1, 3950813.06, 2385 } } },
};
enum { PICKED = sizeof picked / sizeof *picked };

static void pick(const struct pick_row *row, struct digits *d)
{
	static char evicted[4096];
	bench_pick_options options = row->options;
	bench_candidate report[RIVALS];
	struct rival rival[RIVALS];
	bench_case c[RIVALS];
	bench_choice r;

	memcpy(rival, row->rival, sizeof rival);
	set_up(rival, row->n, row->noise, c);
	options.clock = scripted_as_clock(&made_core.clock);
	options.report = report;
	bench_cold(evicted, sizeof evicted);
	digits_add(d, bench_pick(c, row->n, &options, &r));
	digits_add(d, (double)r.index);
	digits_add(d, r.runner_up == BENCH_NONE ? -1 : (double)r.runner_up);
	digits_add(d, r.tie + 10 * r.kept);
	digits_add(d, r.lead);
	digits_add(d, r.lead_low);
	digits_add(d, r.lead_high);
	digits_add(d, r.ns);
	digits_add(d, r.elapsed_ns);
	digits_add(d, (double)(r.rounds * 100 + r.candidates));
	digits_add(d, (double)(r.wrong + 10 * r.slow + 100 * r.untried));
	digits_add(d, r.needed_ns);
	digits_add(d, rival[0].layouts);
	digits_add(d, r.end);
	for (size_t i = 0; i < row->n; i++) {
		digits_add(d, report[i].state);
		digits_add(d, report[i].ratio);
		digits_add(d, report[i].ratio_low);
		digits_add(d, report[i].ratio_high);
	}
	add_clock(d);
}

static const char all[COMPARED + PICKED];

START_TEST(comparing_gives_the_same_numbers)
{
	const struct digits *expected = _i < COMPARED ? &compared[_i].expected
	                              : &picked[_i - COMPARED].expected;
	struct digits found = { .name = expected->name };

	if (_i < COMPARED)
		compare(&compared[_i], &found);
	else
		pick(&picked[_i - COMPARED], &found);
	digits_same(&found, expected);
}
END_TEST

DIGITS_MAIN("compare", comparing_gives_the_same_numbers, all)
