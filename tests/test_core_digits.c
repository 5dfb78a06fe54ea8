/*
 * The clock, the references and the width of made-up cores, to the digit and the nanosecond.
 *
 * All that these cores take is a sum of few powers of two: no system rounds it.
 *
 * SPDX-License-Identifier: MIT
 */
#define CHECK_EXACT 1
#include "digits.h"

#include "made_core.h"

static const struct row {
	struct made_core core;
	double time_ns;
	const char *name;
} rows[] = {
	{ { .tick_ns = 17.0 / 64, .slots = 8, .wide_more = 1, .odd_more = 1 }, 0, "quiet" },
	{ { .tick_ns = 17.0 / 64, .noise = 1 / 64.0, .fixed_ticks = 24, .slots = 8, .wide_more = 1,
	    .odd_more = 1 }, 0, "noise" },
	{ { .tick_ns = 5.0 / 16, .noise = 1 / 16.0, .slots = 4, .wide_more = 1, .odd_more = 1 }, 0,
	  "more noise" },
	{ { .tick_ns = 5.0 / 16, .noise = 1 / 4.0, .slots = 16, .wide_more = 1.25, .odd_more = 1 }, 0,
	  "much noise" },
	{ { .tick_ns = 5.0 / 16, .noise = 4, .slots = 16, .wide_more = 1, .odd_more = 1 }, 20e6,
	  "nothing but noise" },
	{ { .tick_ns = 12.5, .noise = 1 / 256.0, .fixed_ticks = 3, .slots = 4, .wide_more = 1,
	    .odd_more = 1 }, 60e6, "slow" },
	{ { .tick_ns = 6.5, .noise = 1 / 256.0, .slots = 4, .wide_more = 1, .odd_more = 1 }, 0,
	  "150 MHz" },
	{ { .tick_ns = 1.5, .noise = 1 / 128.0, .slots = 4, .wide_more = 1, .odd_more = 1.0625 }, 30e6,
	  "one broken" },
};

static void add_clock(struct digits *d, const struct made_core *core)
{
	digits_add(d, core->clock.ns - 1e9);
	digits_add(d, (double)core->clock.readings);
}

static void find_clock(struct digits *d, double time_ns)
{
	bench_options options = { .clock = scripted_as_clock(&made_core.clock), .time_ns = time_ns,
		.seed = 3 };
	bench_recording *recording;
	bench_cpu cpu;
	double windows = 0;

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
	struct digits found = { .name = rows[_i].name };

	made_core = rows[_i].core;
	made_core.clock = scripted_clock(1, 25);
	find_clock(&found, rows[_i].time_ns);
	find_reference(&found);
	digits_golden(&found);
}
END_TEST

DIGITS_MAIN("core", cores_give_the_same_numbers, rows)
