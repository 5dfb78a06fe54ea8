/*
 * The clock, the references and the width of made-up cores, to the digit and the nanosecond.
 *
 * All that these cores take is a sum of few powers of two: no system rounds it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "digits.h"

#include "made_core.h"

static const struct row {
	struct made_core core;
	double time_ns;
	struct digits expected;
} rows[] = {
	{ { .tick_ns = 17.0 / 64, .slots = 8, .wide_more = 1, .odd_more = 1 }, 0,
	  { "quiet", 21, {
		0, 3764.70585, 3755.06369, 3774.37277, 0.999995454, 10, 26923050, 18536890.5,
		22258, 0, 0.265610561, 21205201, 41438, 0.265610561, 57600, 57800, 576, 1,
		100.183007, 21758195.3, 41512 } } },
	{ { .tick_ns = 17.0 / 64, .noise = 1 / 64.0, .fixed_ticks = 24, .slots = 8, .wide_more = 1,
	    .odd_more = 1 }, 0, { "noise", 21, {
		0, 3733.80502, 3723.855, 3743.78163, 0.999994086, 10, 26741450, 18598595.7, 22318,
		0, 0.267656766, 21235167.8, 41498, 0.267656766, 57000, 57000, 553, 1, 100.307368,
		21780008.7, 41572 } } },
	{ { .tick_ns = 5.0 / 16, .noise = 1 / 16.0, .slots = 4, .wide_more = 1, .odd_more = 1 }, 0,
	  { "more noise", 21, {
		0, 3105.3805, 3090.9198, 3119.9088, 0.99716348, 10, 20296980, 18586472, 22285, 0,
		0.32075908, 23912991, 41972, 0.32075908, 47700, 47000, 239, 0, 196.58605, 31647450,
		42983 } } },
	{ { .tick_ns = 5.0 / 16, .noise = 1 / 4.0, .slots = 16, .wide_more = 1.25, .odd_more = 1 }, 0,
	  { "much noise", 21, {
		0, 2847.5272, 2817.2134, 2878.1672, 0.99617063, 10, 99652420, 1.0552048e+08, 38352, 0,
		0.31620462, 4.0599102e+08, 113325, 0.31620462, 47100, 47600, 953, 0, 45.951307,
		4.1415255e+08, 114336 } } },
	{ { .tick_ns = 5.0 / 16, .noise = 4, .slots = 16, .wide_more = 1, .odd_more = 1 }, 20e6,
	  { "nothing but noise", 13, {
		9, NAN, NAN, NAN, NAN, 0, 3535440, 27246290.1, 21921, 9, NAN, 353303269, 76373 } } },
	{ { .tick_ns = 12.5, .noise = 1 / 256.0, .fixed_ticks = 3, .slots = 4, .wide_more = 1,
	    .odd_more = 1 }, 60e6, { "slow", 21, {
		0, 79.6781003, 79.4731024, 79.8836271, 0.99968694, 10, 551000, 18517321, 21893, 0,
		12.5255556, 46271448.2, 45410, 12.5255556, 1500, 1400, 7, 1, 200.119268, 50170087.2,
		45844 } } },
	{ { .tick_ns = 6.5, .noise = 1 / 256.0, .slots = 4, .wide_more = 1, .odd_more = 1 }, 0,
	  { "150 MHz", 21, {
		0, 153.579225, 153.184574, 153.974892, 0.999686107, 10, 1099810, 18595295.4, 22163,
		0, 6.50703704, 21353752.3, 41300, 6.50703704, 2400, 2400, 12, 1, 200.143192,
		24742639.1, 41734 } } },
	{ { .tick_ns = 1.5, .noise = 1 / 128.0, .slots = 4, .wide_more = 1, .odd_more = 1.0625 }, 30e6,
	  { "one broken", 21, {
		0, 664.351344, 662.622466, 666.084732, 0.99973301, 9, 3883880,
		15504645.4, 21638, 0, 1.50064815, 18216552, 40790, 1.50064815, 10500,
		10200, 51, 1, 199.823846, 22140716, 41296 } } },
};

static void add_clock(struct digits *d, const struct made_core *core)
{
	digits_add(d, core->clock.ns - 1e9);
	digits_add(d, (double)core->clock.readings);
}

static void find_clock(struct digits *d, double time_ns)
{
	bench_options options = { .time_ns = time_ns, .seed = 3 };
	bench_recording *recording;
	bench_cpu cpu;
	double windows = 0;

	options.clock = scripted_as_clock(&made_core.clock);
	digits_add(d, benchi_clock_find(&options, &recording, &cpu));
	digits_add(d, cpu.mhz);
	digits_add(d, cpu.low);
	digits_add(d, cpu.high);
	digits_add(d, cpu.confidence);
	digits_add(d, (double)cpu.chains);
	for (size_t i = 0; i < bench_recording_windows(recording); i++)
		windows += bench_recording_window(recording, i).operations;
	digits_add(d, windows);
	add_clock(d, &made_core);
	bench_recording_free(recording);
}

static void find_reference(struct digits *d)
{
	bench_clock clock = scripted_as_clock(&made_core.clock);
	const struct benchi_reference *found;
	struct benchi_reference r;
	bench_timing timing;

	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
	digits_add(d, benchi_reference_default(&timing, &found));
	digits_add(d, benchi_tick_noted());
	add_clock(d, &made_core);
	if (isnan(benchi_tick_noted()))
		return;
	r = *found;
	digits_add(d, r.tick_ns);
	digits_add(d, r.low_ipc_ticks * (double)r.low_ipc_iterations);
	digits_add(d, r.other.ticks * (double)r.other.iterations);
	digits_add(d, (double)r.high_ipc_iterations);
	benchi_width_settle(&timing, &r);
	digits_add(d, r.width_sure);
	digits_add(d, r.high_ipc_ticks);
	add_clock(d, &made_core);
}

START_TEST(cores_give_the_same_numbers)
{
	struct digits found = { .name = rows[_i].expected.name };

	made_core = rows[_i].core;
	made_core.clock = scripted_clock(1, 25);
	find_clock(&found, rows[_i].time_ns);
	find_reference(&found);
	digits_same(&found, &rows[_i].expected);
}
END_TEST

DIGITS_MAIN("core", cores_give_the_same_numbers, rows)
