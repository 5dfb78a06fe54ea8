/*
 * What BENCH gives on scripted machines: every member of the summary, the time that the run took,
 * and the readings of its clock.
 *
 * SPDX-License-Identifier: MIT
 */
#include "digits.h"

#include "measure/summary.h"
#include "run_machine.h"

enum { NO_REFERENCE = 1, FUNCTION = 2, FIXED = 4, UNSURE = 8, SINK = 16 };

static const struct row {
	struct machine machine;         /* its clock's step, or 1 ns, and its pauses count */
	bench_options options;          /* no time: 12 ms */
	int how;
	struct digits expected;
} rows[] = {
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 0 }, 0,
	  { "quiet", 29, {
		0, 10.6250622, 10.622379, 10.627621, 40.000025, 39.9913876, 40.0086124, 11.0231343,
		0.398072139, 10.6238806, 10.6246269, 10.6253731, 0, 0.957226055, 3764.66651, NAN,
		NAN, NAN, 4, 4, 2774838, NAN, NAN, 60, 0, 120600, 0, 3663613.45, 36007 } } },
	{ { .work_ticks = 40, .loop_ticks = 3, .tick_ns = 0.3125, .clock = { .step_ns = 10 } },
	  { .precision = 0.0005 }, 0,
	  { "precise", 29, {
		0, 12.4965947, 12.4919301, 12.5080699, 40.0080694, 39.995508, 40.0258292,
		12.9684764, 0.471881689, 12.4956217, 12.4956217, 12.5043783, 0, 0.972659866,
		3200.94843, NAN, NAN, NAN, 4, 4, 5434070, NAN, NAN, 120, 0, 205560, 0, 6322844.06,
		36367 } } },
	{ { .work_ticks = 1, .turn_floor = 2 }, { .rounds = 0 }, 0,
	  { "short", 29, {
		0, 0.265626989, 0.265562604, 0.265688481, 1.00000226, 0.999796472, 1.00020761,
		0.265616862, -1.01276665e-05, 0.2655995, 0.2655995, 0.265634223, 0, 0.957226055,
		3764.6862, NAN, NAN, NAN, 4, 4, 2844938, NAN, NAN, 60, 0, 5183820, 0, 3733713.94,
		36013 } } },
	{ { .work_ticks = 3, .loop_ticks = 1, .merged = 1 }, { .rounds = 0 }, 0,
	  { "merged", 29, {
		0, 1.06249566, 0.796787161, 1.06260416, 3.99995445, 2.99955789, 4.00051762,
		1.06249566, 0, 1.06249566, 1.06249566, 1.06253038, 0, 0.960756424, 3764.65294, NAN,
		NAN, NAN, 4, 4, 12059190, NAN, NAN, 185, 0, 5328370, 0, 12947965.9, 37311 } } },
	{ { .loop_ticks = 1 }, { .rounds = 0 }, 0,
	  { "elided", 29, {
		0, 0, 0, 0, 0, 0, 0, 0.132814263, 0.132814263, 0, 0, 8.68010347e-06, 0,
		0.952558873, 3764.65527, 0, 0, NAN, 4, 4, 12073728, 0.225806452, 0.774193548, 372,
		0, 64284948, 1, 12962503.7, 37884 } } },
	{ { .work_ticks = 90, .loop_ticks = 1 }, { .rounds = 0 }, 0,
	  { "ninety loops", 29, {
		0, 23.9053628, 23.9004612, 23.9102643, 89.9985422, 89.9753833, 90.0179366,
		24.0394322, 0.134069401, 23.9053628, 23.9053628, 23.9085174, 0, 0.957226055,
		3764.6862, NAN, NAN, NAN, 4, 4, 2816610, NAN, NAN, 60, 0, 57060, 0, 3705385.64,
		36007 } } },
	{ { .work_ticks = 110, .loop_ticks = 1 }, { .rounds = 0 }, 0,
	  { "one hundred and ten loops", 29, {
		0, 29.219332, 29.2117592, 29.2256204, 110.000466, 109.977133, 110.029316,
		29.4836224, 0.264290302, 29.2157996, 29.2177264, 29.2196532, 0, 0.957226055,
		3764.70588, NAN, NAN, NAN, 4, 4, 2788100, NAN, NAN, 60, 0, 46710, 0, 3676875.83,
		35998 } } },
	{ { .work_ticks = 19000, .loop_ticks = 1 }, { .rounds = 0 }, 0,
	  { "nineteen thousand loops", 29, {
		0, 5046.8125, 5045.96882, 5047.78118, 19000, 18996.9336, 19003.0665, 5047.25,
		0.4375, 5046.75, 5046.75, 5047, 0, 0.957226055, 3764.6862, NAN, NAN, NAN, 4, 4,
		3325379, NAN, NAN, 60, 0, 360, 0, 4214154.89, 35995 } } },
	{ { .work_ticks = 21000, .loop_ticks = 1 }, { .rounds = 0 }, 0,
	  { "twenty-one thousand loops", 29, {
		0, 5578.33333, 5577.29167, 5579.375, 21000.7739, 20996.2039, 21005.3647,
		5578.33333, 0, 5578.33333, 5578.33333, 5578.66667, 0, 0.957226055, 3764.66651, NAN,
		NAN, NAN, 4, 4, 1745350, NAN, NAN, 30, 0, 90, 0, 2634125.83, 35887 } } },
	{ { .work_ticks = 4e6, .loop_ticks = 1 }, { .rounds = 0 }, 0,
	  { "a millisecond", 29, {
		0, 1062500.4, 1062496.87, 1062504.13, 4000005.05, 3999970.51,
		4000033.25, 1062500, -0.4, 1062500, 1062500, 1062501, 0, 0.98828125,
		3764.70922, NAN, NAN, NAN, 4, 4, 21497607, NAN, NAN, 11, 0, 11, 0,
		22386382.6, 35712 } } },
	{ { .work_ticks = 4e8, .loop_ticks = 1 }, { .enough_ns = 110e6 }, 0,
	  { "a tenth of a second", 29, {
		0, 106250000, NAN, NAN, 400000013, NAN, NAN, 106250000, 0, 106250000, 106250000,
		106250000, 0, 0, 3764.70601, NAN, NAN, NAN, 3.99999969, 4, 235124028, NAN, NAN, 1,
		0, 1, 256, 236012804, 35583 } } },
	{ { .work_ticks = 4e8, .loop_ticks = 1 }, { .enough_ns = 60e6 }, 0,
	  { "less than a tenth of a second", 29, {
		0, 106250000, 106249997, 106250004, 400000003, 399999966, 400000029,
		106250000, -0.333333328, 106250000, 106250000, 106250001, 0, 0.984375,
		3764.7059, NAN, NAN, NAN, 4, 4, 1.00809381e+09, NAN, NAN, 7, 0, 7, 0,
		1.00898259e+09, 35637 } } },
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 0 }, NO_REFERENCE,
	  { "no reference", 29, {
		0, 10.6251244, 10.622379, 10.627621, NAN, NAN, NAN, 11.0231343, 0.39800995,
		10.6238806, 10.6238806, 10.6253731, 0, 0.957226055, NAN, NAN, NAN, NAN, NAN, NAN,
		1653963, NAN, NAN, 60, 0, 120600, 512, 2542738.45, 35797 } } },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = 4,
	    .clock = { .pause_every = 16, .pause_ns = 40 } },
	  { .rounds = 0 }, 0, { "a neighbour at times", 29, {
		0, 10.6250591, 10.6226335, 10.6277212, 40.0065893, 39.9983062, 40.0149523,
		10.7564716, 0.13141253, 10.5971631, 10.6248227, 10.6340426, 1.77635684e-15,
		0.971040726, 3765.34575, NAN, NAN, NAN, 4, 4, 2957190, NAN, NAN, 52, 8, 109980, 0,
		3937877.28, 36031 } } },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = 2 },
	  { .seed = 5 }, 0, { "a neighbour in half of the rounds", 29, {
		0, 10.6250485, 10.6222713, 10.6273731, 39.9998403, 39.9909822, 40.0101888,
		10.757468, 0.132419501, 10.6244666, 10.6244666, 10.625889, 0.000711237553,
		0.965310335, 3764.69515, NAN, NAN, NAN, 4, 4, 3130950, NAN, NAN, 46, 14, 97014, 0,
		4019725.77, 36059 } } },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = 1 },
	  { .rounds = 0 }, 0, { "a neighbour always", 29, {
		0, 10.6251778, 8.4981603, 10.6273731, 39.9994145, 31.9918774, 40.0076789,
		10.757468, 0.132290185, 10.6244666, 10.6244666, 10.625889, 0.000711237553,
		0.964462538, 3764.67863, NAN, NAN, NAN, 3.20008031, 4, 36015068, NAN, NAN, 284, 0,
		598956, 128, 36903843, 40680 } } },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -80 },
	  { .rounds = 50 }, 0, { "fifty rounds, six clean", 29, {
		0, 10.624822, 10.622272, 10.628084, 40.000585, 39.988473, 40.012866, 10.758179,
		0.13335704, 10.624467, 10.624467, 10.625889, 0.00035561878, 0.96875, 3764.7059, NAN,
		NAN, NAN, 4, 4, 28507370, NAN, NAN, 12, 88, 25308, 128, 29396145, 39589 } } },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -80 },
	  { .rounds = 100 }, 0, { "a hundred rounds, six clean", 29, {
		0, 10.625049, 8.4969418, 10.627373, 39.999384, 31.989514, 40.007678, 10.758179,
		0.13313074, 10.624467, 10.624467, 10.625889, 0.00071123755, 0.9647998, 3764.8133,
		NAN, NAN, NAN, 3.1998795, 4, 32574824, NAN, NAN, 200, 0, 421800, 128, 33463600,
		40189 } } },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -120 },
	  { .rounds = 30 }, 0, { "thirty rounds, four clean", 29, {
		0, 10.625237, 8.4980951, 10.628084, 40.000265, 31.991532, 40.010357, 10.757468,
		0.13223092, 10.624467, 10.624467, 10.625889, 0.00071123755, 0.95722606, 3764.7256,
		NAN, NAN, NAN, 3.2000602, 4, 26900235, NAN, NAN, 60, 0, 126540, 128, 27789010,
		39346 } } },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -3 },
	  { .rounds = 0 }, 0, { "a third of the rounds", 29, {
		0, 10.625178, 10.622983, 10.627373, 39.999415, 39.99115, 40.007679, 10.757468,
		0.13229019, 10.624467, 10.624467, 10.625889, 0.00071123755, 0.95719278, 3764.6844,
		NAN, NAN, NAN, 4, 4, 32885660, NAN, NAN, 216, 374, 455544, 0, 33774436, 40727 } } },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 1, .neighbour_every = 1 },
	  { .rounds = 40 }, UNSURE, { "a width that is not certain", 29, {
		0, 10.625127, 2.65334271, 10.6273731, 39.9994025, 9.99017555, 40.0076789,
		10.757468, 0.132340988, 10.6244666, 10.6244666, 10.625889, 0, 0.961522692,
		3764.72276, NAN, NAN, NAN, 1.99993725, 8, 4241794, NAN, NAN, 80, 0, 168720, 128,
		5130569.83, 36120 } } },
	{ { .work_ticks = 40, .loop_ticks = 1, .neighbour_until = 1e9 + 20e6 },
	  { .rounds = 0 }, 0, { "a neighbour that leaves", 29, {
		0, 10.625, 10.6191954, 10.6308046, 40, 39.9794023, 40.0205975, 10.7578125,
		0.1328125, 10.6235795, 10.6235795, 10.6264205, 0.00142045455, 0.957226055,
		3764.70588, NAN, NAN, NAN, 4, 4, 21029705, NAN, NAN, 60, 0, 63360, 0, 21918480.7,
		37987 } } },
	{ { .work_ticks = 40, .loop_ticks = 1, .neighbour_until = 1e9 + 20e6 },
	  { .time_ns = 6e6 }, SINK, { "a neighbour and little patience", 29, {
		0, 21.25, 10.6202825, 21.2543841, 80.0001477, 39.9796566, 80.0190148, 21.515625,
		0.265625, 21.25, 21.25, 21.25, 0, 0.96365682, 3764.71283, NAN, NAN, NAN,
		1.99993725, 4, 9053314, NAN, NAN, 118, 0, 124608, 128, 9942089.66, 36664 } } },
	{ { .work_ticks = 40, .loop_ticks = 3, .first_ns = 1e6 }, { .rounds = 0 }, 0,
	  { "a slow first window", 29, {
		0, 10.6250622, 10.622379, 10.627621, 40.000025, 39.9913876, 40.0086124, 11.0231343,
		0.398072139, 10.6238806, 10.6246269, 10.6253731, 0, 0.957226055, 3764.6862, NAN,
		NAN, NAN, 4, 4, 3774902, NAN, NAN, 60, 0, 120600, 0, 4663677.03, 36010 } } },
	{ { .work_ticks = 400, .loop_ticks = 3, .cold = 150 }, { .rounds = 0 }, 0,
	  { "cold at first", 29, {
		0, 106.251166, 106.223065, 106.273439, 400.008571, 399.911145, 400.10079,
		107.048951, 0.797785548, 106.244755, 106.244755, 106.258741, 0, 0.957226055,
		3764.82399, NAN, NAN, NAN, 4, 4, 3587782, NAN, NAN, 60, 0, 12870, 0, 4476557.25,
		36137 } } },
	{ { .work_ticks = 400, .loop_ticks = 3, .cold = 1500, .cold_times = 3 }, { .rounds = 0 }, 0,
	  { "three times longer at first", 29, {
		0, 106.25, 106.185377, 106.314623, 400, 399.744166, 400.255835, 107.041667,
		0.791666667, 106.229167, 106.229167, 106.270833, 0, 0.958610535, 3764.7295, NAN,
		NAN, NAN, 4, 4, 2212491, NAN, NAN, 40, 20, 2880, 32, 3101266.89, 35995 } } },
	{ { .work_ticks = 400, .loop_ticks = 3, .cold = 750, .cold_times = 6 }, { .rounds = 0 }, 0,
	  { "six times longer at first", 29, {
		0, 106.25, 106.223065, 106.273438, 399.997909, 399.911148, 400.100787, 107.048951,
		0.798951049, 106.244755, 106.244755, 106.258741, 0.00699300699, 0.957226055,
		3764.62715, NAN, NAN, NAN, 4, 4, 4123067, NAN, NAN, 60, 0, 12870, 0, 5011842.97,
		36233 } } },
	{ { .work_ticks = 40, .loop_ticks = 3, .interrupted_every = 7 }, { .rounds = 0 }, 0,
	  { "interruptions", 29, {
		0, 10.6250415, 10.6223792, 10.6276208, 40.0000166, 39.9913882,
		40.0111217, 11.0238806, 0.398839138, 10.6238806, 10.6246269, 10.6253731,
		0, 0.973396301, 3764.71901, NAN, NAN, NAN, 4, 4, 3874838, NAN, NAN, 42,
		18, 84420, 32, 4763613.45, 36007 } } },
	{ { .work_ticks = 40, .loop_ticks = 3, .interrupted_every = 3 }, { .rounds = 30 }, 0,
	  { "many interruptions", 29, {
		0, 11.0235075, 10.6224022, 11.0262127, 41.5002634, 39.9889183, 41.5117498,
		11.0235075, 0, 11.0231343, 11.0231343, 11.0238806, 0.000373134328, 0.978515625,
		3764.70588, NAN, NAN, NAN, 4, 4, 5376030, NAN, NAN, 20, 40, 40200, 32, 6264805.64,
		36009 } } },
	{ { .work_ticks = 40, .loop_ticks = 3, .mode = 0.0625 }, { .time_ns = 4e6 }, 0,
	  { "two modes", 29, {
		0, 10.9792507, 10.6232496, 11.2910155, 41.3333779, 39.9921555, 42.5086858,
		11.7118156, 0.732564841, 10.6246398, 10.6246398, 11.2896254, 0.00144092219,
		0.964302196, 3764.77675, 10.6246398, 11.2889049, NAN, 4, 4, 4080070, 0.488888889,
		0.511111111, 90, 0, 187380, 20, 4968845.64, 36189 } } },
	{ { .work_ticks = 40, .grow = 1.0 / 4096 }, { .time_ns = 4e6 }, FUNCTION,
	  { "slower and slower", 29, {
		0, 10.7507986, 10.646441, 10.8549479, 40.4734679, 40.0819766, 40.8644046,
		10.7506944, -0.000104166667, 10.6486111, 10.6582292, 10.8425347, 0.0520833333, 0.5,
		3764.74132, NAN, NAN, NAN, 4, 4, 4060496, NAN, NAN, 80, 0, 115200, 256, 4949271.35,
		36332 } } },
	{ { .work_ticks = 40, .loop_ticks = 3, .clock = { .pause_every = 4, .pause_ns = 300 } },
	  { .rounds = 0 }, 0, { "noise", 29, {
		0, 10.6252059, 10.6216693, 10.6301609, 40.197678, 40.1838098, 40.2115463,
		10.9947383, 0.369532394, 10.4780381, 10.5038616, 10.8090959, 0.00292825769,
		0.959776436, 3783.1916, NAN, NAN, NAN, 4, 4, 8339193, NAN, NAN, 108, 12, 442584, 0,
		18733940.5, 104612 } } },
	{ { .work_ticks = 40, .loop_ticks = 3, .clock = { .step_ns = 1000 } },
	  { .rounds = 0 }, 0, { "a coarse clock", 29, {
		0, 10.6231231, 10.620861, 10.6253853, 39.9772752, 39.9530786, 40.0328388,
		11.0172673, 0.394144144, 10.6043544, 10.6043544, 10.6418919, 0, 0.957226055,
		3762.73844, NAN, NAN, NAN, 4, 4, 2935000, NAN, NAN, 60, 0, 119880, 0, 3914098.36,
		46411 } } },
	{ { .work_ticks = 40, .loop_ticks = 3, .clock = { .step_ns = 1e6 } },
	  { .rounds = 0 }, 0, { "a very coarse clock", 29, {
		0, 10.6249159, 10.6245455, 10.625174, 39.9934329, 39.9669423,
		40.0320527, 11.0233902, 0.39847431, 10.6245793, 10.6245793, 10.6251402,
		0.000280457707, 0.98828125, 3764.11543, NAN, NAN, NAN, 4, 4, 135000000,
		NAN, NAN, 22, 0, 2941620, 0, 276000051, 9427173 } } },
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 0 }, FUNCTION | FIXED,
	  { "a function", 29, {
		0, 11.4157602, 11.4133669, 11.4187749, 42.9986928, 42.9646247, 43.031954,
		11.4216418, 0.0058816363, 11.4156977, 11.4156977, 11.4164444, 3.72947856e-07,
		0.957226055, 3766.56854, NAN, NAN, NAN, 4, 4, 1676184, NAN, NAN, 30, 0, 40200, 0,
		2564959.08, 35883 } } },
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 7, .enough_ns = 100e3 }, FIXED,
	  { "seven rounds", 29, {
		0, 10.6250187, 10.6244948, 10.6253932, 40.0202077, 40.0018342,
		40.0377442, 11.023399, 0.398380355, 10.6248321, 10.6248321, 10.625056,
		0, 0.984375, 3766.62762, NAN, NAN, NAN, 4, 4, 4425854, NAN, NAN, 14, 0,
		187572, 0, 5314629.39, 35730 } } },
};

static bench_summary bench_row(const struct row *row)
{
	const double step_ns = row->machine.clock.step_ns;
	struct machine m = row->machine;
	struct benchi_reference reference;
	double patience_ns = 3e6;
	const struct benchi_round_sink sink = { .patience_ns = &patience_ns, .most_ns = 7e6 };
	struct benchi_beginning beginning = { .loops = !(row->how & FUNCTION),
		.function = (row->how & FUNCTION) != 0 };
	bench_options options = row->options;

	m.tick_ns = m.tick_ns > 0 ? m.tick_ns : 17.0 / 64;
	m.clock = scripted_clock(step_ns > 0 ? step_ns : 1, 25);
	m.clock.pause_every = row->machine.clock.pause_every;
	m.clock.pause_ns = row->machine.clock.pause_ns;
	the_machine = m;
	reference = machine_reference();
	if (row->how & FIXED)
		reference.fixed_ticks = 30;
	reference.width_sure = !(row->how & UNSURE);
	if (!(row->how & NO_REFERENCE))
		beginning.reference = &reference;
	if (row->how & SINK)
		beginning.sink = &sink;
	return bench_begun(beginning, options);
}

START_TEST(runs_give_the_same_numbers)
{
	struct digits found = { .name = rows[_i].expected.name };
	bench_summary s = bench_row(&rows[_i]);

	digits_add(&found, s.status);
	for (size_t i = 0; i < benchi_members_count; i++)
		digits_add(&found, benchi_member_value(&s, &benchi_members[i]));
	digits_add(&found, (double)s.samples);
	digits_add(&found, (double)s.dropped);
	digits_add(&found, (double)s.iterations);
	digits_add(&found, s.warnings & ~(unsigned)BENCH_WARN_MIGRATED);
	digits_add(&found, the_machine.clock.ns - 1e9);
	digits_add(&found, (double)the_machine.clock.readings);
	digits_same(&found, &rows[_i].expected);
}
END_TEST

DIGITS_MAIN("run", runs_give_the_same_numbers, rows)
