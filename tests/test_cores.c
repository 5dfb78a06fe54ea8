/*
 * The clock, the references and the width of simulated cores: correct, or refused if there is only
 * noise.
 *
 * SPDX-License-Identifier: MIT
 */
#define CHECK_EXACT 1
#include "sound.h"

#include "made_core.h"

static const struct row {
	struct made_core core;
	double time_ns;
	const char *name;
	bool refused;
} rows[] = {
	{ { .tick_ns = 17.0 / 64, .slots = 8, .wide_more = 1, .odd_more = 1 }, 0, .name = "quiet" },
	{ { .tick_ns = 17.0 / 64, .noise = 1 / 64.0, .fixed_ticks = 24, .slots = 8, .wide_more = 1,
	    .odd_more = 1 }, 0, .name = "noise" },
	{ { .tick_ns = 5.0 / 16, .noise = 1 / 16.0, .slots = 4, .wide_more = 1, .odd_more = 1 }, 0,
	  .name = "more noise" },
	{ { .tick_ns = 5.0 / 16, .noise = 1, .slots = 16, .wide_more = 1.25, .odd_more = 1 }, 0,
	  .name = "much noise", .refused = true },
	{ { .tick_ns = 5.0 / 16, .noise = 4, .slots = 16, .wide_more = 1, .odd_more = 1 }, 20e6,
	  .name = "nothing but noise", .refused = true },
	{ { .tick_ns = 12.5, .noise = 1 / 256.0, .fixed_ticks = 3, .slots = 4, .wide_more = 1,
	    .odd_more = 1 }, 60e6, .name = "slow" },
	{ { .tick_ns = 6.5, .noise = 1 / 256.0, .slots = 4, .wide_more = 1, .odd_more = 1 }, 0,
	  .name = "150 MHz" },
	{ { .tick_ns = 1.5, .noise = 1 / 128.0, .slots = 4, .wide_more = 1, .odd_more = 1.0625 }, 30e6,
	  .name = "one broken" },
};

/* Expects the core's clock, at most half the noise slower, or a refusal. */
static void find_clock(const struct row *row)
{
	bench_options options = { .clock = scripted_as_clock(&made_core.clock), .time_ns = row->time_ns,
		.seed = 3 };
	double mhz = 1000 / made_core.tick_ns;
	bench_recording *recording;
	bench_cpu cpu;
	bench_status status = benchi_clock_find(&options, &recording, &cpu);

	ck_assert_msg((status != BENCH_OK) == row->refused, "%s: status %d", row->name, status);
	if (row->refused)
		ck_assert_msg(isnan(cpu.mhz), "%s: %g MHz", row->name, cpu.mhz);
	else
		ck_assert_msg(cpu.mhz < 1.005 * mhz && cpu.mhz > 0.99 * mhz / (1 + row->core.noise / 2)
			&& cpu.low <= cpu.mhz && cpu.mhz <= cpu.high && cpu.confidence > 0.99,
			"%s: %g MHz (%g to %g), confidence %g", row->name, cpu.mhz, cpu.low, cpu.high,
			cpu.confidence);
	ck_assert_uint_gt(bench_recording_windows(recording), 0);
	bench_recording_free(recording);
}

/* Expects the reference chain's tick and the core's width. */
static void find_reference(const struct row *row)
{
	bench_clock clock = scripted_as_clock(&made_core.clock);
	const struct benchi_reference *found;
	struct benchi_reference r;
	bench_timing timing;

	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
	ck_assert_msg((benchi_reference_default(&timing, &found) != BENCH_OK) == row->refused, "%s",
		row->name);
	if (row->refused)
		return;
	r = *found;
	ck_assert_msg(r.tick_ns > 0.995 * made_core.tick_ns
		&& benchi_tick_noted() > 0.995 * made_core.tick_ns
		&& r.tick_ns < 1.01 * made_core.tick_ns * (1 + row->core.noise / 2), "%s: a tick of %g ns",
		row->name, r.tick_ns);
	benchi_width_settle(&timing, &r);
	ck_assert_msg(r.high_ipc_ticks > 90 && r.high_ipc_ticks < 210, "%s: %g", row->name,
		r.high_ipc_ticks);
}

START_TEST(clock_reference_and_width_are_right_or_refused)
{
	const struct row *row = &rows[_i];

	made_core = row->core;
	made_core.clock = scripted_clock(1, 25);
	find_clock(row);
	find_reference(row);
}
END_TEST

ROWS_MAIN("core", clock_reference_and_width_are_right_or_refused, rows)
