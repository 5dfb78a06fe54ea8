/*
 * What bench_measure gives on a made-up core behind a made-up default clock, and what a body sees
 * of it: rounds, iterations, layouts, counters, regions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "digits.h"

#include "made_core.h"
#include "made_sweep.h"
#include "made_thread.h"
#include "measure/measure.h"

MADE_CORE_CLOCK

enum { TWICE = 1, REGIONS = 2, CALL = 4, SINK = 8, COUNT = 16, NESTED = 32, INTERRUPTED = 64,
	OPEN = 128, LAYOUT_MATTERS = 256 };

/* The body's work, and sums over its windows. */
static struct work {
	double ticks, longer_ns;        /* longer_ns: every eighth window, if it is interrupted */
	unsigned how;
	unsigned windows, wrong;
	double rounds, iterations, layouts, prepared;
	double taken, ns, cycles, of_windows;   /* what the sink got */
} work;

static void body(uint64_t n, void *arg);

/* A run of its own within a window. */
static void nested(void)
{
	bench_options options = { .rounds = 3 };
	struct work outer = work;
	uint64_t round = bench_round(), iteration = bench_iteration();
	size_t layout = bench_layout();
	bench_summary s;

	work.how = COUNT;
	work.ticks = 50;
	ck_assert_int_eq(bench_measure(body, NULL, &options, &s), BENCH_OK);
	work = outer;
	work.wrong += bench_round() != round || bench_iteration() != iteration
		|| bench_layout() != layout;
}

static void regions(uint64_t n)
{
	for (; n > 0; n--) {
		made_core_spend(1000);
		BENCH_START;
		made_core_spend(work.ticks);
		BENCH_STOP;
	}
}

static void body(uint64_t n, void *arg)
{
	double ticks = work.ticks + (work.how & LAYOUT_MATTERS ? (double)bench_layout() / 256 : 0);

	work.rounds += (double)bench_round();
	work.iterations += (double)bench_iteration();
	work.layouts += (double)bench_layout();
	if (work.how & COUNT) {
		bench_count("probes", 3 * (double)n);
		bench_count_rate("bytes", 64 * (double)n);
		bench_count_value("load", 1.5 + (work.windows & 1));
	}
	if (work.how & REGIONS)
		regions(n);
	else
		made_core_spend((double)n * ticks);
	if (++work.windows == 9 && work.how & NESTED)
		nested();
	if (work.how & OPEN && work.windows == 30)
		BENCH_START;
	if (work.how & INTERRUPTED && work.windows % 8 == 0)
		made_core.clock.ns += work.longer_ns;
}

static void call(void *arg, uint64_t value)
{
	work.wrong += value != 0;
	made_core_spend(work.ticks);
}

static void prepare(uint64_t n, void *arg)
{
	work.prepared += (double)n;
	made_core.clock.ns += 77;
}

static void take(void *to, double ns, double cycles, double iterations)
{
	struct work *w = to;

	w->taken++;
	w->ns += ns;
	w->cycles += cycles;
	w->of_windows += iterations;
}

static const struct row {
	double ticks, noise;
	unsigned how;
	double longer_ns;
	bench_options options;
	struct digits expected;
} rows[] = {
	{ 40, 1 / 256.0, 0, 0, { .rounds = 0 }, { "plain", 46, {
		0, 10.646938, 10.641185, 10.653264, 39.988305, 39.950564, 40.025148, 10.64986,
		0.0029222836, 10.62587, 10.62867, 10.664245, 0.0098009893, 0.96869821, 3756.6162, NAN, NAN,
		NAN, 7.9881905, 7.9943648, 5049939, NAN, NAN, 10.64661, 10.6381922, 10.6550278, 105, 0,
		149940, 0, 114, 0, 6441, 8730273, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0, 8664641.5,
		37361 } } },
	{ 40, 1 / 64.0, TWICE | COUNT, 0, { .time_ns = 3e6, .prepare = prepare },
	  { "prepared and counted", 46, {
		0, 10.716717, 10.696381, 10.736687, 40.039878, 39.914758, 40.147152, 10.723434,
		0.0067171741, 10.631741, 10.644906, 10.78529, 0.043617823, 0.96365682, 3736.6814, NAN, NAN,
		NAN, 7.9909074, 8.0242175, 3040686, NAN, NAN, 10.7137614, 10.6766311, 10.7508916, 59, 0,
		83839, 0, 70, 0, 2415, 3149280, 0, 95318, 0, 0, 0, 0, 3, 5.9719782e+09, 2, 0, 10206108,
		37421 } } },
	{ 40, 1 / 256.0, TWICE | CALL, 0, { .rounds = 20, .prepare = prepare }, { "calls", 46, {
		0, 15.950683, 15.938361, 15.962603, 59.921348, 59.806929, 60.045059, 15.95464,
		0.0039568041, 15.93431, 15.936288, 15.970914, 0.0088685868, 0.95861054, 3756.6614, NAN,
		NAN, NAN, 7.9854201, 7.9943648, 1165084, NAN, NAN, 15.9582464, 15.9529302, 15.9635626, 20,
		0, 19180, 0, 0, 0, 0, 0, 0, 25045, 0, 0, 0, 0, NAN, NAN, NAN, 0, 7785900.4, 36990 } } },
	{ 100, 1 / 64.0, REGIONS, 0, { .time_ns = 5e6 }, { "regions", 46, {
		0, 32.079874, 32.060535, 32.10718, 119.76767, 119.31424, 120.453, 57.079665, 24.99979,
		32.052411, 32.056394, 32.111216, 0.01572327, 0.95861054, 3733.1145, NAN, NAN, NAN,
		7.978954, 8.0242175, 5171119, NAN, NAN, 32.0818484, 32.0455373, 32.1181594, 20, 0, 9540, 0,
		28, 0, 378, 155312, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0, 9328143, 61265 } } },
	{ 100, 1 / 64.0, REGIONS | OPEN, 0, { .rounds = 15 }, { "a region left open", 46, {
		0, 32.079665, 32.054244, 32.111374, 119.65049, 119.11324, 120.40559, 57.075472, 24.995807,
		32.052411, 32.055346, 32.11174, 0.016771489, 0.96484375, 3729.1519, NAN, NAN, NAN,
		7.9816762, 8.0242175, 4171617, NAN, NAN, 32.081761, 32.0383449, 32.1251771, 15, 0, 7155, 0,
		23, 0, 253, 100402, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0, 8328640.1, 56450 } } },
	{ 40, 1 / 256.0, LAYOUT_MATTERS, 0, { .vary_layout = 1 }, { "layouts", 46, {
		0, 11.004912, 10.724499, 11.710719, 41.3477, 40.284589, 44.001502, 10.885154, -0.11975795,
		10.627272, 10.642675, 13.874123, 0.25069207, 0.97265987, 3757.0451, 10.733708, 13.331752,
		3.2230406, 7.9869999, 7.9943648, 12039297, 0.76095618, 0.23904382, 11.5195392, 10.724138,
		12.3149403, 251, 0, 358428, 20, 260, 0, 33670, 47004027, 213392, 0, 0, 0, 0, 0, NAN, NAN,
		NAN, 0, 15653999, 38667 } } },
	{ 40, 1 / 64.0, SINK, 0, { .rounds = 700 }, { "many rounds", 46, {
		0, 10.709087, 10.700274, 10.718698, 40.000172, 39.961793, 40.046819, 10.712132,
		0.0030446406, 10.626008, 10.633701, 10.784516, 0.040321798, 0.95492259, 3735.7306, NAN,
		NAN, NAN, 7.9837988, 8.0242175, 32299373, NAN, NAN, 10.7104429, 10.696973, 10.7239128, 700,
		0, 998200, 0, 709, 0, 250986, 3.5495987e+08, 0, 0, 700, 7497.1709, 28005.661, 998200, NAN,
		NAN, NAN, 0, 36456397, 42562 } } },
	{ 40, 1 / 64.0, SINK | COUNT | NESTED, 0, { .rounds = 12 }, { "a run within", 46, {
		0, 10.725608, 10.703781, 10.756572, 40.155194, 39.917387, 40.395149, 10.725456,
		-0.0001519997, 10.638666, 10.649467, 10.788207, 0.022096319, 0.96142578, 3746.756, NAN,
		NAN, NAN, 7.9904762, 8.0242175, 4201975, NAN, NAN, 160.062193, 0, 478.310169, 12, 0, 17112,
		8192, 21, 0, 210, 220188, 0, 0, 12, 128.68773, 481.70823, 17112, 3, 5.9670278e+09,
		1.9761905, 0, 8358998.1, 37069 } } },
	{ 3000, 1 / 64.0, SINK | COUNT | NESTED, 0, { .cold = BENCH_COLD_DATA, .prepare = prepare },
	  { "cold", 46, {
		0, 808.4093, 805.17733, 811.65988, 3031.3811, 3007.7795, 3053.2083, 833.42442,
		25.015116, 807.30233, 807.61221, 809.12442, 0.31395349, 0.95562908, 3749.8098, NAN, NAN,
		NAN, NAN, NAN, 12087518, NAN, NAN, NAN, NAN, NAN, 8083, 1, 8083, 0, 8088, 0, 32695741,
		32703828, 0, 16176, 94, 75989.618, 284889.11, 8084, 3, 79167817, 2, 0, 16244541,
		69368 } } },
	{ 90, 1 / 4.0, TWICE | INTERRUPTED, 1e6,
	  { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 },
	  { "cold and interrupted", 46, {
		0, 32.462513, 29.116379, 35.772727, 118.77766, 106.53443, 130.88946, 57.462513, 25,
		32.241379, 32.265517, 32.628977, 0.12271421, 0.875, 3658.9176, NAN, NAN, NAN, NAN, NAN,
		50067117, NAN, NAN, NAN, NAN, NAN, 350, 50, 350, 288, 404, 0, 81003, 81406, 0, 0, 0, 0,
		0, 0, NAN, NAN, NAN, 0, 1.123354e+08, 47806 } } },
	{ 3000, 1 / 64.0, REGIONS, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 },
	  { "cold regions", 46, {
		0, 808.43056, 804.875, 811.95833, 3008.0969, 2988.7664, 3030.7546, 833.33333, 24.902778,
		804.16667, 806.16667, 810.5, 1, 0.96621183, 3720.9095, NAN, NAN, NAN, NAN, NAN, 1003503,
		NAN, NAN, NAN, NAN, NAN, 708, 0, 708, 0, 712, 0, 252405, 253116, 0, 0, 0, 0, 0, 0, NAN,
		NAN, NAN, 0, 5160526.9, 40617 } } },
	{ 300, 1 / 4.0, INTERRUPTED, 560, { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 },
	  { "cold, seven times longer", 46, {
		0, 164.27854, 159.97089, 167.97431, 578.2662, 563.10313, 591.27546, 189.23288,
		24.954338, 162.80822, 162.9137, 171.40685, 0.58219178, 0.96142578, 3520.035, NAN, NAN,
		NAN, NAN, NAN, 247368, NAN, NAN, NAN, NAN, NAN, 876, 0, 876, 0, 880, 0, 385881, 386760,
		0, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0, 51420720, 48036 } } },
	{ 300, 1 / 4.0, INTERRUPTED, 1200, { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 },
	  { "cold, fifteen times longer", 46, {
		0, 94.928075, 90.46875, 99.1875, 334.15015, 318.45316, 349.14347, 120.03137, 25.103299,
		93.59375, 93.602344, 95.976562, 0.69246032, 0.875, 3520.035, NAN, NAN, NAN, NAN, NAN,
		317768, NAN, NAN, NAN, NAN, NAN, 766, 110, 766, 288, 880, 0, 385881, 386760, 0, 0, 0,
		0, 0, 0, NAN, NAN, NAN, 0, 51491120, 48036 } } },
	{ 8e6, 1 / 64.0, 0, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 },
	  { "a very long cold iteration", 46, {
		0, 2140790.5, 2127661.9, 2150376.1, 8032308.7, 7983049.8, 8068274.3, 2140815.5, 25,
		2127665, 2130189.8, 2149646.5, 4851.5, 0.96875, 3752.0293, NAN, NAN, NAN, NAN, NAN,
		21409652, NAN, NAN, NAN, NAN, NAN, 6, 0, 6, 0, 10, 0, 36, 45, 0, 0, 0, 0, 0, 0, NAN,
		NAN, NAN, 0, 25566675, 36259 } } },
	{ 4e6, 1 / 64.0, 0, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 },
	  { "a long cold iteration", 46, {
		0, 1071056, 1068880.9, 1073739.1, 4018370.5, 4010209.9, 4028437, 1070805, -251, 1063836,
		1066360, 1074463, 1796, 0.98828125, 3751.7837, NAN, NAN, NAN, NAN, NAN, 16070088, NAN,
		NAN, NAN, NAN, NAN, 11, 0, 11, 0, 15, 0, 91, 105, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0,
		20227112, 36284 } } },
};

static void add_summary(struct digits *d, const bench_summary *s)
{
	digits_add(d, s->status);
	for (size_t i = 0; i < benchi_members_count; i++)
		digits_add(d, benchi_member_value(s, &benchi_members[i]));
	digits_add(d, (double)s->samples);
	digits_add(d, (double)s->dropped);
	digits_add(d, (double)s->iterations);
	digits_add(d, s->warnings & ~(unsigned)BENCH_WARN_MIGRATED);
}

/* What the body and the sink saw, and what the thread knows afterwards. */
static void add_seen(struct digits *d)
{
	const double seen[] = { work.windows, work.wrong, work.rounds, work.iterations, work.layouts,
		work.prepared, work.taken, work.ns, work.cycles, work.of_windows,
		bench_counted("probes"), bench_counted("bytes"), bench_counted("load"),
		(double)(bench_round() + bench_iteration() + bench_layout()) };

	for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
		digits_add(d, seen[i]);
}

START_TEST(measuring_gives_the_same_numbers)
{
	static char evicted[4096];
	const struct row *row = &rows[_i];
	struct digits found = { .name = row->expected.name };
	const struct benchi_round_sink sink = { .take = take, .to = &work };
	const bench_case body_case = { .body = body }, call_case = { .call = call };
	struct benchi_reference reference;
	bench_summary s;

	made_core_begin();
	made_core.tick_ns = 17.0 / 64;
	made_core.slots = 8;
	made_core.noise = row->noise;
	made_core.fixed_ticks = 20;
	if (row->how & TWICE)
		ck_assert_int_eq(benchi_self_reference(&reference), BENCH_OK);
	work.ticks = row->ticks;
	work.how = row->how;
	work.longer_ns = row->longer_ns;
	bench_cold(evicted, sizeof evicted);
	(void)benchi_measure_rounds(row->how & CALL ? &call_case : &body_case, &row->options,
		row->how & SINK ? &sink : NULL, &s);
	add_summary(&found, &s);
	add_seen(&found);
	digits_add(&found, made_core.clock.ns - 1e9);
	digits_add(&found, (double)made_core.clock.readings);
	digits_same(&found, &row->expected);
}
END_TEST

DIGITS_MAIN("measure", measuring_gives_the_same_numbers, rows)
