/*
 * What bench_measure gives on a made-up core behind a made-up default clock, and what a body sees
 * of it: rounds, iterations, layouts, counters, regions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "digits.h"

#include "made_core.h"
#include "measure/rounds.h"
#include "measure/self_calibration.h"
#include "measure/summary.h"

bench_clock bench_clock_default(void)
{
	return scripted_as_clock(&made_core.clock);
}

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
		bench_start();
		made_core_spend(work.ticks);
		bench_stop();
	}
}

static void body(uint64_t n, void *arg)
{
	double ticks = work.ticks + (work.how & LAYOUT_MATTERS ? (double)bench_layout() / 256 : 0);

	(void)arg;
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
		bench_start();
	if (work.how & INTERRUPTED && work.windows % 8 == 0)
		made_core.clock.ns += work.longer_ns;
}

static void call(void *arg, uint64_t value)
{
	(void)arg;
	work.wrong += value != 0;
	made_core_spend(work.ticks);
}

static void prepare(uint64_t n, void *arg)
{
	(void)arg;
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
	{ 40, 1 / 256.0, 0, 0, { .rounds = 0 }, { "plain", 43, {
		0, 10.6468478, 10.6404849, 10.653264, 40.0012879, 39.9638302, 40.0384238,
		10.6502101, 0.00336231423, 10.6258647, 10.6286706, 10.6657806, 0.00945172891,
		0.964676317, 3756.82496, NAN, NAN, NAN, 7.98406969, 7.99436479, 5730327, NAN, NAN,
		120, 0, 171360, 0, 129, 0, 8256, 11259498, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0,
		9345029.57, 37271 } } },
	{ 40, 1 / 64.0, TWICE | COUNT, 0, { .time_ns = 3e6, .prepare = prepare },
	  { "prepared and counted", 43, {
		0, 10.716717, 10.6963809, 10.7366872, 40.0398782, 39.914758, 40.1471525,
		10.7234342, 0.00671717408, 10.6317409, 10.6449064, 10.7852901, 0.0436178225,
		0.96365682, 3736.68144, NAN, NAN, NAN, 7.99090743, 8.02421755, 3040686, NAN, NAN,
		59, 0, 83839, 0, 70, 0, 2415, 3149280, 0, 95318, 0, 0, 0, 0, 3, 5.97197816e+09, 2,
		0, 10206108.4, 37421 } } },
	{ 40, 1 / 256.0, TWICE | CALL, 0, { .rounds = 20, .prepare = prepare }, { "calls", 43, {
		0, 15.9506834, 15.9383615, 15.9626031, 59.9213482, 59.8069289, 60.0450593,
		15.9546403, 0.00395680408, 15.9343102, 15.9362878, 15.9709144, 0.00886858679,
		0.958610535, 3756.66136, NAN, NAN, NAN, 7.98542007, 7.99436479, 1165084, NAN, NAN,
		20, 0, 19180, 0, 0, 0, 0, 0, 0, 25045, 0, 0, 0, 0, NAN, NAN, NAN, 0, 7785900.44,
		36990 } } },
	{ 100, 1 / 64.0, REGIONS, 0, { .time_ns = 5e6 }, { "regions", 43, {
		0, 32.0798742, 32.0605345, 32.1071803, 119.767673, 119.314237, 120.453001,
		57.0796646, 24.9997904, 32.0524109, 32.0563941, 32.1112159, 0.0157232704,
		0.958610535, 3733.11449, NAN, NAN, NAN, 7.97895396, 8.02421755, 5171119, NAN, NAN,
		20, 0, 9540, 0, 28, 0, 378, 155312, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0, 9328142.96,
		61265 } } },
	{ 100, 1 / 64.0, REGIONS | OPEN, 0, { .rounds = 15 }, { "a region left open", 43, {
		0, 32.0796646, 32.0542444, 32.111374, 119.650486, 119.113242,
		120.405588, 57.0754717, 24.9958071, 32.0524109, 32.0553459, 32.11174,
		0.0167714885, 0.96484375, 3729.15195, NAN, NAN, NAN, 7.98167616,
		8.02421755, 4171617, NAN, NAN, 15, 0, 7155, 0, 23, 0, 253, 100402, 0, 0,
		0, 0, 0, 0, NAN, NAN, NAN, 0, 8328640.06, 56450 } } },
	{ 40, 1 / 256.0, LAYOUT_MATTERS, 0, { .vary_layout = 1 }, { "layouts", 43, {
		0, 11.0060996, 10.7265925, 11.7135154, 41.3426304, 40.3110624, 42.2205579,
		10.8865546, -0.119544936, 10.6265671, 10.6402275, 13.8762234, 0.254899224,
		0.972659866, 3756.95555, 10.733014, 13.3331517, 3.23354244, 7.98486625, 7.99436479,
		12035086, 0.760956175, 0.239043825, 251, 0, 358428, 20, 260, 0, 33670, 47004027,
		213392, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0, 15649788.8, 38449 } } },
	{ 40, 1 / 64.0, SINK, 0, { .rounds = 700 }, { "many rounds", 43, {
		0, 10.7090872, 10.7002741, 10.718698, 40.0001723, 39.9617933, 40.0468193,
		10.7121318, 0.00304464064, 10.6260085, 10.6337006, 10.7845158, 0.0403217976,
		0.954922587, 3735.73059, NAN, NAN, NAN, 7.98379882, 8.02421755, 32299373, NAN, NAN,
		700, 0, 998200, 0, 709, 0, 250986, 354959868, 0, 0, 700, 7497.17088, 28005.6607,
		998200, NAN, NAN, NAN, 0, 36456396.6, 42562 } } },
	{ 40, 1 / 64.0, SINK | COUNT | NESTED, 0, { .rounds = 12 }, { "a run within", 43, {
		0, 10.7256078, 10.7037811, 10.7565723, 40.155194, 39.9173871,
		40.3951486, 10.7254558, -0.000151999703, 10.6386661, 10.6494665,
		10.7882067, 0.0220963195, 0.961425781, 3746.75601, NAN, NAN, NAN,
		7.99047622, 8.02421755, 4201975, NAN, NAN, 12, 0, 17112, 0, 21, 0, 210,
		220188, 0, 0, 12, 128.687732, 481.708229, 17112, 3, 5.9670278e+09,
		1.97619048, 0, 8358998.09, 37069 } } },
	{ 3000, 1 / 64.0, SINK | COUNT | NESTED, 0, { .cold = BENCH_COLD_DATA, .prepare = prepare },
	  { "cold", 43, {
		0, 808.409302, 805.177326, 811.659884, 3031.3811, 3007.77952, 3053.20829,
		833.424419, 25.0151163, 807.302326, 807.612209, 809.124419, 0.313953488,
		0.95562908, 3749.80977, NAN, NAN, NAN, NAN, NAN, 12087518, NAN, NAN, 8083, 1, 8083,
		0, 8088, 0, 32695741, 32703828, 0, 16176, 94, 75989.6179, 284889.107, 8084, 3,
		79167817.4, 2, 0, 16244541.4, 69368 } } },
	{ 90, 1 / 4.0, TWICE | INTERRUPTED, 1e6,
	  { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 },
	  { "cold and interrupted", 43, {
		0, 32.3333333, 29.0568182, 35.7045455, 97.9815185, 88.0525104, 108.197492,
		57.3333333, 25, 32.1818182, 32.1976489, 32.5495102, 0.0987460815, 0.875,
		3030.35624, NAN, NAN, NAN, NAN, NAN, 50069822, NAN, NAN, 350, 50, 350, 288, 404, 0,
		81003, 81406, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0, 128080987, 49826 } } },
	{ 3000, 1 / 64.0, REGIONS, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 },
	  { "cold regions", 43, {
		0, 808.430556, 804.875, 811.958333, 3008.09693, 2988.76639, 3030.75457, 833.333333,
		24.9027778, 804.166667, 806.166667, 810.5, 1, 0.966211825, 3720.9095, NAN, NAN,
		NAN, NAN, NAN, 1003503, NAN, NAN, 708, 0, 708, 0, 712, 0, 252405, 253116, 0, 0, 0,
		0, 0, 0, NAN, NAN, NAN, 0, 5160526.92, 40617 } } },
	{ 300, 1 / 4.0, INTERRUPTED, 560, { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 },
	  { "cold, seven times longer", 43, {
		0, 164.732877, 160.861301, 168.577055, 594.238739, 580.272856,
		608.105792, 189.636986, 24.9041096, 163.520548, 163.520548, 171.426712,
		0.760273973, 0.961425781, 3607.28684, NAN, NAN, NAN, NAN, NAN, 247451,
		NAN, NAN, 876, 0, 876, 0, 880, 0, 385881, 386760, 0, 0, 0, 0, 0, 0, NAN,
		NAN, NAN, 0, 59215283.3, 49046 } } },
	{ 300, 1 / 4.0, INTERRUPTED, 1200, { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 },
	  { "cold, fifteen times longer", 43, {
		0, 95.2835648, 91.53125, 99.296875, 343.71515, 330.179474, 358.192311,
		120.28125, 24.9976852, 94.125, 94.3006944, 96.40625, 0.5859375,
		0.961425781, 3607.28684, NAN, NAN, NAN, NAN, NAN, 317851, NAN, NAN, 766,
		110, 766, 32, 880, 0, 385881, 386760, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN,
		0, 59285683.3, 49046 } } },
	{ 8e6, 1 / 64.0, 0, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 },
	  { "a very long cold iteration", 43, {
		0, 2140790.5, 2127661.88, 2150376.12, 8032308.74, 7983049.75,
		8068274.29, 2140815.5, 25, 2127665, 2130189.75, 2149646.5, 4851.5,
		0.96875, 3752.02933, NAN, NAN, NAN, NAN, NAN, 21409652, NAN, NAN, 6, 0,
		6, 0, 10, 0, 36, 45, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0, 25566675.2,
		36259 } } },
	{ 4e6, 1 / 64.0, 0, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 },
	  { "a long cold iteration", 43, {
		0, 1071056, 1068880.88, 1073739.12, 4018370.47, 4010209.87, 4028436.98,
		1070805, -251, 1063836, 1066360, 1074463, 1796, 0.98828125, 3751.78373,
		NAN, NAN, NAN, NAN, NAN, 16070088, NAN, NAN, 11, 0, 11, 0, 15, 0, 91,
		105, 0, 0, 0, 0, 0, 0, NAN, NAN, NAN, 0, 20227111.5, 36284 } } },
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
