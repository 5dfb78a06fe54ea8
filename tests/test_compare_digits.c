/*
 * What comparing and picking give on a made-up core: the answer with all its numbers, and the time
 * that it took.
 *
 * SPDX-License-Identifier: MIT
 */
#include "made_rivals.h"
#include "made_thread.h"

#include "measure/measure.h"

static const struct compare_row {
	double noise;
	struct rival rival[2];
	bench_compare_options options;
	int real;                       /* the default clock, with cycles */
	struct digits expected;
} compared[] = {
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 1020 } }, { .rounds = 0 }, 0,
	  { "slower", 46, {
		0, 3, 1.0200418, 1.00939, 1.0307763, 0.99, 0.005, 0.0001953125, 75, 512, 380192,
		5247943, 266.10347, 266.04229, 266.19632, NAN, NAN, NAN, 265.68464, 265.76819, 266.4676,
		0.14787506, 0.9630451, NAN, NAN, 75, 9300, 512, 271.46531, 271.37504, 271.53324, NAN,
		NAN, NAN, 271.04406, 271.10285, 271.82149, 0.17311445, 0.9630451, NAN, NAN, 75, 9300,
		512, 5247968.8, 2598 } } },
	{ 1 / 64.0, { { .ticks = 1000 }, { .ticks = 990 } }, { .seed = 9 }, 1,
	  { "faster", 46, {
		0, 2, 0.99032997, 0.98933235, 0.99425533, 0.99, 0.005, 0.0001953125, 377, 0,
		1980832, 25272667, 267.67632, 267.56692, 267.77105, 1000.5666, 1000.1576, 1000.9207,
		265.65761, 266.196, 268.93896, 0.59656191, 0.96075292, 3737.9719, NAN, 377, 46748,
		0, 264.98067, 264.86511, 265.0848, 990.4903, 990.05832, 990.87953, 263.07658,
		263.6787, 266.34528, 0.57165693, 0.96075292, 3737.9719, NAN, 377, 46748, 0,
		29043852, 25554 } } },
	{ 1 / 64.0, { { .ticks = 1000 }, { .ticks = 1000 } }, { .rounds = 0 }, 1,
	  { "the same", 46, {
		0, 1, 1.0000816, 0.9984928, 1.0023361, 0.99, 0.005, 0.0001953125, 376, 0, 1980768,
		25314717, 267.66105, 267.5548, 267.76754, 1000.5095, 1000.1123, 1000.9076,
		265.65168, 266.19437, 268.93957, 0.57947176, 0.95584675, 3737.9719, NAN, 376, 46624,
		0, 267.67698, 267.57253, 267.7726, 1000.569, 1000.1786, 1000.9265, 265.74525,
		266.35935, 269.06618, 0.60567556, 0.95584675, 3737.9719, NAN, 376, 46624, 0,
		29085901, 25539 } } },
	{ 1 / 64.0, { { .ticks = 1000 }, { .ticks = 1004 } }, { .time_ns = 10e6, .confidence = 0.9 }, 0,
	  { "not decided", 46, {
		0, 3, 1.0042343, 1.0020287, 1.0073164, 0.9, 0.005, 0.0001953125, 75, 512, 380192,
		5236839, 267.53346, 267.29229, 267.89049, NAN, NAN, NAN, 265.88626, 266.18835,
		269.02486, 0.5773261, 0.9630451, NAN, NAN, 75, 9300, 512, 268.7578, 268.43904,
		269.00235, NAN, NAN, NAN, 267.13277, 267.35285, 270.17231, 0.66504994, 0.9630451,
		NAN, NAN, 75, 9300, 512, 5236864.8, 2598 } } },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 3000 } }, { .rounds = 50, .enough_ns = 40e3 }, 1,
	  { "fifty rounds", 46, {
		0, 3, 2.9999785, 2.9704137, 3.0292329, 0.99, 0.005, 7.8125e-05, 50, 0, 252960,
		8547385, 266.17145, 266.09106, 266.25491, 1000.2474, 999.94533, 1000.5611,
		265.71185, 265.84964, 266.49914, 0.1577351, 0.96716086, 3757.9065, NAN, 50, 15300,
		0, 798.45411, 798.27257, 798.60458, 3000.5159, 2999.8337, 3001.0813, 797.20647,
		797.67271, 799.2755, 0.38621805, 0.96716086, 3757.9065, NAN, 50, 5200, 0, 11769514,
		21549 } } },
	{ 1 / 256.0, { { .ticks = 30 }, { .ticks = 30.25 } }, { .margin = 0.001 }, 0,
	  { "a small margin", 46, {
		0, 3, 1.0083792, 1.0011014, 1.0155669, 0.99, 0.001, 0.0001953125, 185, 512, 969392,
		12429573, 7.9833564, 7.9819484, 7.985139, NAN, NAN, NAN, 7.9711473, 7.9727905,
		7.9948866, 0.0042683183, 0.96075642, NAN, NAN, 185, 755540, 512, 8.050861, 8.0495742,
		8.0522577, NAN, NAN, NAN, 8.0369481, 8.039995, 8.0612664, 0.0042661824, 0.96075642, NAN,
		NAN, 185, 755540, 512, 12429598, 3936 } } },
	{ 1 / 128.0, { { .ticks = 1000, .mode = 0.0625 }, { .ticks = 1010, .interrupted_every = 9 } },
	  { .time_ns = 20e6 }, 0, { "modes and interruptions", 46, {
		0, 3, 1.6210907, 1.52851, 1.7129111, 0.99, 0.005, 0.0001953125, 133, 8720, 682320,
		12260463, 274.96865, 274.84959, 275.10384, NAN, NAN, NAN, 274.06368, 274.21494,
		275.77235, 0.33327991, 0.96297149, NAN, NAN, 133, 16492, 512, 269.50143, 269.39964,
		269.65284, NAN, NAN, NAN, 268.50373, 268.82521, 1076.0451, 0.41242343, 0.96297149, NAN,
		1075.8165, 133, 16492, 8720, 12260488, 3297 } } },
	{ 1 / 256.0, { { .ticks = 100000, .cold = BENCH_COLD_DATA },
	    { .ticks = 110000, .cold = BENCH_COLD_DATA } }, { .time_ns = 30e6 }, 0,
	  { "cold", 46, {
		0, 3, 1.0998817, 1.0861931, 1.1143094, 0.99, 0.005, 0.00011739845, 45, 512, 0, 5560049,
		26616.3, 26608, 26622.5, NAN, NAN, NAN, 26577, 26580.1, 26646, 12, 0.9643022, NAN, NAN,
		45, 90, 512, 29269.5, 29261, 29281, NAN, NAN, NAN, 29224.5, 29233.6, 29311.8, 16.5,
		0.9643022, NAN, NAN, 45, 90, 512, 5560074, 2636 } } },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 1005 } }, { .seed = 5 }, 0,
	  { "the default time", 46, {
		0, 0, 1.0041472, 0.99440019, 1.008292, 0.99, 0.005, 0.0001953125, 2161, 512,
		11378880, 1.5000534e+08, 282.10698, 281.72066, 282.54447, NAN, NAN, NAN, 265.85676,
		271.05064, 293.4756, 4.8901956, 0.95221658, NAN, NAN, 2161, 263642, 512, 283.62935,
		283.25137, 283.95898, NAN, NAN, NAN, 267.24159, 272.37589, 294.58804, 4.7469597,
		0.95221658, NAN, NAN, 2161, 263642, 512, 1.5000537e+08, 27628 } } },
	{ 1 / 8.0, { { .ticks = 10 }, { .ticks = 10.03 } }, { .time_ns = 4e5 }, 0,
	  { "less than a millisecond", 46, {
		0, 0, 0.99028688, 0.95711462, 1.0335501, 0.99, 0.005, 0.00125, 22, 512, 99552,
		402715, 2.8456994, 2.773502, 2.8913743, NAN, NAN, NAN, 2.7046999, 2.7054535,
		2.9343044, 0.044974115, 0.98309946, NAN, NAN, 22, 41976, 512, 2.8134717, 2.7731938,
		2.8671283, NAN, NAN, NAN, 2.7006627, 2.7098997, 2.9452245, 0.044243303, 0.98309946,
		NAN, NAN, 22, 41976, 512, 402740.08, 1978 } } },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 1003 } }, { .time_ns = 2e6 }, 0,
	  { "two milliseconds", 46, {
		0, 0, 1.005452, 0.97475599, 1.0426372, 0.99, 0.005, 0.0003125, 42, 512, 210944,
		2010772, 280.69556, 278.2501, 283.86679, NAN, NAN, NAN, 268.88162, 270.28453,
		290.32475, 3.9188625, 0.95644148, NAN, NAN, 42, 3192, 512, 283.4605, 280.5058,
		285.29107, NAN, NAN, NAN, 269.96662, 271.6798, 294.24458, 6.4319556, 0.95644148,
		NAN, NAN, 42, 3192, 512, 2010797.2, 2203 } } },
	{ 1 / 64.0, { { .ticks = 4e6 }, { .ticks = 5e6 } }, { .time_ns = 60e6 }, 0,
	  { "long ones", 46, {
		0, 3, 1.2503364, 1.2402368, 1.255269, 0.99, 0.005, 0.0001953125, 10, 512, 42304,
		54182528, 1070214.7, 1067126.3, 1072974.1, NAN, NAN, NAN, 1064698.7, 1065791.1,
		1073625.1, 2090.0816, 0.97851562, NAN, NAN, 10, 20, 512, 1337865.6, 1330929,
		1341315.8, NAN, NAN, NAN, 1330670.9, 1330787.1, 1342284.8, 2959.9588, 0.97851562,
		NAN, NAN, 10, 20, 512, 54182553, 1812 } } },
	{ 1 / 64.0, { { .ticks = 1000, .clock_step_ns = 40 }, { .ticks = 1010 } }, { .rounds = 0 }, 0,
	  { "by a coarser clock", 46, {
		0, 3, 1.0103003, 1.0086909, 1.0114178, 0.99, 0.005, 0.00109375, 373, 512, 1948720,
		25264600, 267.56565, 267.44185, 267.70433, NAN, NAN, NAN, 265.6102, 266.18793,
		269.08423, 0.66934558, 0.95102752, NAN, NAN, 373, 46252, 512, 270.30797, 270.19785,
		270.43168, NAN, NAN, NAN, 268.37695, 268.94524, 271.80324, 0.63766139, 0.95102752,
		NAN, NAN, 373, 46252, 512, 25264609, 6186 } } },
	{ 1 / 16.0, { { .ticks = 1000 }, { .ticks = 1000 } }, { .time_ns = 80e9, .margin = 1e-5 }, 0,
	  { "all rounds", 46, {
		0, 0, 0.99992581, 0.99971889, 1.00014, 0.99, 1e-05, 6.25e-05, 262144, 512,
		1.3809746e+09, 5.4940594e+10, 273.93505, 273.91938, 273.95119, NAN, NAN, NAN,
		265.64571, 268.24996, 279.61669, 2.4424618, 0.95034132, NAN, NAN, 262144,
		1.0013901e+08, 512, 273.91627, 273.90098, 273.93238, NAN, NAN, NAN, 265.65278,
		268.24235, 279.59353, 2.4288673, 0.95034132, NAN, NAN, 262144, 1.0013901e+08, 512,
		5.4940594e+10, 3147423 } } },
	{ 1 / 2.0, { { .ticks = 1000, .mode = .25 }, { .ticks = 1100 } }, { .rounds = 9 }, 0,
	  { "little and noisy", 46, {
		0, 0, 1.057368, 0, INFINITY, 0.99, 0.005, 0.0001953125, 9, 516, 42144, 940074,
		353.31512, 324.52779, 393.3654, NAN, NAN, NAN, 321.31695, 322.60129, 396.48342,
		27.700507, 0.9609375, NAN, NAN, 9, 990, 516, 362.31783, 334.41516, 374.64787, NAN,
		NAN, NAN, 327.01718, 329.97637, 397.5866, 14.074729, 0.9609375, NAN, NAN, 9, 990,
		516, 940099.44, 1803 } } },
	{ 1 / 256.0, { { .ticks = 1000, .first = 4e6 }, { .ticks = 1010, .first = 4e6 } },
	  { .rounds = 0 }, 0, { "first calls that are slow", 46, {
		0, 3, 1.0100213, 1.0033114, 1.0167891, 0.99, 0.005, 0.0001953125, 77, 512, 389392,
		7518522, 266.15873, 266.08567, 266.21345, NAN, NAN, NAN, 265.70074, 265.8149, 266.43069,
		0.15236451, 0.96046047, NAN, NAN, 77, 9548, 512, 268.79919, 268.73541, 268.87365, NAN,
		NAN, NAN, 268.36176, 268.44208, 269.13857, 0.14524488, 0.96046047, NAN, NAN, 77, 9548,
		512, 7518547.8, 2634 } } },
	{ 1 / 64.0, { { .ticks = 1000, .slow_calls = 12, .unchecked = 1 },
	    { .ticks = 1010, .slow_calls = 12 } }, { .rounds = 0 }, 0,
	  { "windows that are sized anew", 46, {
		0, 3, 1.0106711, 1.0093227, 1.0119089, 0.99, 0.005, 0.0001953125, 381, 512,
		2033008, 25838198, 267.69024, 267.5881, 267.77784, NAN, NAN, NAN, 265.92534,
		266.33991, 269.00959, 0.57372163, 0.9597039, NAN, NAN, 381, 46482, 512, 270.39231,
		270.20566, 270.51508, NAN, NAN, NAN, 268.55632, 268.99073, 271.88418, 0.72582351,
		0.9597039, NAN, NAN, 381, 46482, 512, 25838224, 6390 } } },
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
	double deadline_ns;             /* of a challenge; -1: none; 0: it is a pick */
	struct digits expected;
} picked[] = {
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 1100 }, { .ticks = 900 } }, 3, { .rounds = 0 },
	  0, { "three", 29, {
		0, 2, 0, 0, 1.1103826, 1.1088378, 1.1131509, 239.70942, 4936278, 38002, 0, -1, 0, 154560,
		1, 4, 1.1111203, 1.1096814, 1.1121558, 4, 1.2221373, 1.2217515, 1.2223999, 1, 1, 1, 1,
		4936303.2, 7283 } } },
	{ 1 / 64.0, { { .ticks = 904 }, { .ticks = 1000 }, { .ticks = 900 }, { .ticks = 901 } }, 4,
	  { .seed = 2 }, 0, { "ties", 33, {
		0, 2, 3, 1, 1.001542, 0.99886376, 1.0044962, 240.9227, 13547130, 84702, 0, -1, 0, 1039584,
		1, 4, 1.0038984, 1.0014476, 1.0072634, 4, 1.1119117, 1.1089132, 1.1147989, 1, 1, 1, 1, 2,
		1.0009778, 1.0000472, 1.0031405, 13547156, 18431 } } },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 990, .mode = 0.125 }, { .ticks = 1005 },
	    { .ticks = 980 } }, 4, { .time_ns = 8e6, .confidence = 0.9 }, 0, { "noise", 33, {
		0, 3, 2, 0, 1.0243148, 1.007241, 1.0366496, 277.49027, 8202375, 33804, 0, -1, 0, 590112,
		2, 3, 1.0259589, 1.0051165, 1.0413056, 3, 1.0710103, 1.0451755, 1.0878925, 3, 1.0243148,
		1.007241, 1.0366496, 1, 1, 1, 1, 8202400.9, 10203 } } },
	{ 1 / 256.0, { { .ticks = 1000, .wrong = 1 }, { .ticks = 1100 }, { .ticks = 4e6 },
	    { .ticks = 1200, .first = 4e6 }, { .ticks = 1050 } }, 5, { .rounds = 0 },
	  0, { "wrong and slow ones", 37, {
		0, 4, 1, 0, 1.0471169, 1.04577, 1.0492649, 279.46332, 6707691, 8702, 11, -1, 0, 0, 1, 6,
		NAN, NAN, NAN, 4, 1.0477227, 1.0471395, 1.0490572, 5, 3811.2432, NAN, NAN, 4, 1.1431945,
		1.1420214, 1.1440549, 1, 1, 1, 1, 6707716.4, 3975 } } },
	{ 1 / 256.0, { { .ticks = 8e6 }, { .ticks = 9e6 }, { .ticks = 7e6 }, { .ticks = 8e7 },
	    { .ticks = 6e6 } }, 5, { .time_ns = 12e6 }, 0, { "no time for all", 37, {
		0, 0, 2, 0, 0.8723465, NAN, NAN, 2131879.4, 27961628, 3, 110, 4, 30559644, 0, 2, 1, 1,
		NAN, NAN, 3, 1.1254703, NAN, NAN, 3, 0.8723465, NAN, NAN, 5, 9.9808974, NAN, NAN, 0,
		NAN, NAN, NAN, 27961654, 1704 } } },
	{ 1 / 256.0, { { .ticks = 8e6 }, { .ticks = 9e6 }, { .ticks = 7e6 }, { .ticks = 8e7 },
	    { .ticks = 6e6 } }, 5, { .time_ns = 12e6, .flags = BENCH_PICK_EXTEND },
	  0, { "time for all", 37, {
		0, 4, 2, 0, 1.1674281, NAN, NAN, 1597219.8, 58786193, 4, 10, -1, 0, 0, 2, 3, 1.3345558,
		NAN, NAN, 3, 1.5008734, NAN, NAN, 3, 1.1674281, NAN, NAN, 5, 13.306965, NAN, NAN, 1, 1,
		NAN, NAN, 58786219, 1705 } } },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 980 } }, 2, { .incumbent = "a" },
	  0, { "an incumbent that stays", 25, {
		0, 0, 1, 10, 0.97983209, 0.97900024, 0.98150656, 265.98343, 2123526, 11302, 0, -1, 0,
		210752, 1, 1, 1, 1, 1, 2, 0.98024083, 0.9796264, 0.98105999, 2123551.4, 4010 } } },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 940 } }, 2,
	  { .incumbent = "a", .switch_margin = 0.01 }, 0, { "an incumbent that leaves", 25, {
		0, 1, 0, 0, 1.0638204, 1.0609937, 1.065542, 250.16956, 2252478, 10202, 0, -1, 0, 200448,
		1, 4, 1.0638176, 1.062927, 1.0642151, 1, 1, 1, 1, 2252503.6, 4013 } } },
	{ 1 / 256.0, { { .ticks = 100, .slope = 1 }, { .ticks = 120, .slope = 0.25 } }, 2,
	  { .values = values, .value_count = 3 }, 0, { "a mixture", 25, {
		0, 1, 0, 0, 1.0346298, 1.0329816, 1.036032, 34.106877, 2192011, 11302, 0, -1, 0, 0, 1, 4,
		1.0342556, 1.0336584, 1.0346848, 1, 1, 1, 1, 2192036.3, 3896 } } },
	{ 1 / 256.0, { { .ticks = 1000 } }, 1, { .rounds = 0 }, 0, { "only one", 21, {
		0, 0, -1, 0, NAN, NAN, NAN, 266.38331, 97605, 1, 0, -1, 0, 0, 3, 1, 1, NAN, NAN,
		97630.876, 1692 } } },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 1010 } }, 2,
	  { .rounds = 6, .margin = 0.02, .enough_ns = 50e3 }, 0, { "six rounds", 25, {
		0, 0, 1, 1, 1.0106883, 1.0081518, 1.0120038, 266.20388, 3865450, 602, 0, -1, 0, 17856,
		2, 1, 1, 0, INFINITY, 3, 1.0084931, 0, INFINITY, 3865475.3, 1924 } } },
	{ 1 / 4.0, { { .ticks = 1000 }, { .ticks = 940 } }, 2,
	  { .incumbent = "a", .switch_margin = 0.01, .time_ns = 15e5 },
	  0, { "an incumbent and little time", 25, {
		0, 1, 0, 0, 1.0597057, 1.0117807, 1.1632979, 282.93542, 1370254, 6602, 0, -1, 0, 171280,
		1, 4, 1.0583409, 0.97994569, 1.14585, 1, 1, 1, 1, 1370279.7, 3059 } } },
	{ 1 / 16.0, { { .ticks = 1000 }, { .ticks = 1002 }, { .ticks = 998 }, { .ticks = 960,
	    .mode = 0.5 } }, 4, { .time_ns = 1e6 }, 0, { "little time", 33, {
		0, 0, 1, 1, 0.99813699, 0.98764662, 1.0178301, 274.92564, 1201783, 3904, 0, -1, 0, 67136,
		2, 1, 1, 1, 1, 3, 0.99813699, 0.98764662, 1.0178301, 3, 1.0036392, 0.98773467, 1.0286083,
		3, 1.1746429, 0.94997195, 1.4475681, 1201808.8, 2722 } } },
	{ 1 / 4.0, { { .ticks = 1000, .mode = 0.25 }, { .ticks = 995, .interrupted_every = 3 },
	    { .ticks = 1000 }, { .ticks = 990, .mode = 0.125 } }, 4, { .time_ns = 40e6, .seed = 4 },
	  0, { "changing leaders", 33, {
		0, 2, 3, 0, 1.0381307, 1.0010608, 1.0999174, 300.01045, 22235348, 22604, 0, -1, 0, 393376,
		1, 4, 1.1320402, 1.0882194, 1.169732, 4, 9.185931, 4.3157947, 20.008021, 1, 1, 1, 1, 4,
		1.0682226, 0.99217015, 1.1632928, 22235374, 9053 } } },
	{ 1 / 256.0, { { .ticks = 100000, .cold = BENCH_COLD_DATA },
	    { .ticks = 110000, .cold = BENCH_COLD_DATA }, { .ticks = 99000, .cold = BENCH_COLD_DATA } },
	  3, { .rounds = 0 }, 0, { "cold ones", 29, {
		0, 2, 0, 0, 1.0098652, 1.0080528, 1.0108192, 26355.25, 5374610, 2602, 0, -1, 0, 0, 1, 4,
		1.009676, 1.0081669, 1.0109782, 4, 1.1105481, 1.1093181, 1.1123001, 1, 1, 1, 1, 5374635.9,
		2654 } } },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 1004 }, { .ticks = 998 } }, 3, { .seed = 6 },
	  0, { "a pick without a decision", 29, {
		0, 2, 1, 0, 1.0064711, 0.98603566, 1.0153223, 284.40353, 20150241, 114503, 0, -1, 0,
		2008864, 2, 3, 1.0082683, 0.9823451, 1.0142779, 3, 1.0064711, 0.98603566, 1.0153223, 1, 1,
		1, 1, 20150267, 23481 } } },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 14.8e6 }, { .ticks = 15.2e6 } }, 3,
	  { .time_ns = 10e6 }, 0, { "slow ones that are repeated", 29, {
		0, 0, -1, 0, NAN, NAN, NAN, 266.38331, 12118951, 1, 20, -1, 4486985, 0, 2, 1, 1, NAN,
		NAN, 5, 14798.617, NAN, NAN, 5, 15159.683, NAN, NAN, 12118976, 1697 } } },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 22.2e6 } }, 2,
	  { .time_ns = 10e6 }, 0, { "a slow one that is not", 25, {
		0, 0, -1, 0, NAN, NAN, NAN, 264.52643, 6066142, 1, 10, -1, 6576044.4, 0, 2, 1, 1, NAN,
		NAN, 5, 22373.718, NAN, NAN, 6066167.2, 1696 } } },
	{ 1 / 1024.0, { { .ticks = 1000 }, { .ticks = 992 } }, 2, { .rounds = 0 },
	  -1, { "a challenge", 25, {
		0, 1, 0, 0, 1.0078609, 1.0075732, 1.0087009, 263.65912, 2248452, 11302, 0, -1, 0, 224832,
		1, 4, 1.0080212, 1.0077821, 1.0082733, 1, 1, 1, 1, 2248477.3, 4141 } } },
	{ 1 / 1024.0, { { .ticks = 1000 }, { .ticks = 996.5 } }, 2, { .rounds = 0 },
	  -1, { "a challenge in vain", 25, {
		0, 0, 1, 10, 0.99649021, 0.9958205, 0.99728303, 265.67257, 2125670, 12402, 0, -1, 0,
		225376, 1, 1, 1, 1, 1, 2, 0.99650245, 0.99626699, 0.9966689, 2125695.7, 4222 } } },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 993 } }, 2, { .rounds = 0 },
	  1e12, { "a challenge that is not decided", 25, {
		0, 0, 1, 10, 0.98777657, 0.97408004, 1.0037946, 285.11093, 20101476, 172302, 0, -1, 0,
		3020480, 2, 1, 1, 1, 1, 3, 0.98777657, 0.97408004, 1.0037946, 20101527, 24117 } } },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 993 } }, 2, { .rounds = 0 },
	  1, { "a challenge that is late", 17, {
		0, 0, 1, 10, NAN, NAN, NAN, NAN, 0, 0, 200, 0, 0, 0, 2, 25, 1 } } },
	{ 1 / 256.0, { { .ticks = 1000, .clock_step_ns = 40 }, { .ticks = 1010 }, { .ticks = 999 } }, 3,
	  { .rounds = 0 }, 0, { "picked by a coarser clock", 29, {
		0, 0, 2, 1, 0.99945502, 0.9984299, 1.0017338, 266.0493, 11921440, 16502, 0, -1, 0, 314400,
		1, 1, 1, 1, 1, 4, 1.0092386, 1.0075688, 1.0103852, 2, 0.99879314, 0.99794597, 1.00048,
		11921471, 4314 } } },
	{ 1 / 256.0, { { .ticks = 10000, .cold = BENCH_COLD_DATA, .clock_step_ns = 40, .unchecked = 1 },
	    { .ticks = 10300, .cold = BENCH_COLD_DATA }, { .ticks = 9900, .cold = BENCH_COLD_DATA } },
	  3, { .rounds = 0 }, 0, { "cold ones by a coarser clock", 29, {
		0, 2, 0, 0, 1.0120259, 1.0075853, 1.0152091, 2633.3333, 11384920, 11002, 0, -1, 0, 0, 1,
		4, 1.0104298, 1.0050761, 1.0139417, 4, 1.0417986, 1.0391414, 1.0455696, 1, 1, 1, 1,
		11384956, 18663 } } },
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
	if (row->deadline_ns > 0 || row->deadline_ns < 0)
		digits_add(d, bench_challenge(c, &options, (uint64_t)fmax(0, row->deadline_ns), &r));
	else
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
	digits_add(d, r.first_untried == BENCH_NONE ? -1 : (double)r.first_untried);
	digits_add(d, r.needed_ns);
	digits_add(d, rival[0].layouts);
	digits_add(d, r.end);
	for (size_t i = 0; i < row->n && r.untried < row->n; i++) {
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
