/*
 * The recordings of eight machines give the right clock, or are refused for the right reason.
 *
 * To judge a change of the method use tests/simulate, which has thousands of recordings.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sound.h"

#include "cycle/cycle.h"

static const struct replay {
	const char *name;
	double mhz;             /* within 0.1 %; NaN: refused with this detail */
	const char *detail;
	double least;           /* minimum confidence */
} replays[] = {
	{ "cortex-a55", 1093.35, "", 0.999 },
	{ "emulator", NAN, "take a multiple of 2", 0 },
	{ "emulator-busy", 3690.07, "", 0.999 },
	{ "golden-cove", 2893.55, "", 0.98 },
	{ "haswell", 2187.98, "", 0.99 },
	{ "pa-7100", 69.105, "", 0.97 },
	{ "power9", 3008.62, "", 0.998 },
	{ "undecidable", NAN, "the best tick has a confidence of only 0.83", 0 },
};

/* Reads a file with expressions, operations and nanoseconds, separated by tabs. */
static bench_recording *read_recording(const char *name)
{
	bench_recording *recording = bench_recording_new();
	FILE *file = check_source("tests/data/%s.mhz", name);
	char line[512];

	while (fgets(line, sizeof line, file)) {
		char *tab = strchr(line, '\t'), *end;
		double operations;

		if (*line == '#' || !tab)
			continue;
		*tab = '\0';
		operations = strtod(tab + 1, &end);
		ck_assert_int_eq(bench_recording_add(recording, line, operations, strtod(end, NULL)),
			BENCH_OK);
	}
	fclose(file);
	return recording;
}

/* Expects a plausible number of ticks for each chain. */
static void check_ticks(const char *name, const bench_recording *recording)
{
	for (size_t i = 0; i < bench_recording_chains(recording); i++) {
		double ticks = bench_recording_chain(recording, i).ticks;

		ck_assert_msg(isnan(ticks) || (ticks > 0 && ticks < 400), "%s: chain %u: %g ticks", name,
			(unsigned)i, ticks);
	}
}

START_TEST(recordings_have_their_clock)
{
	const struct replay *r = &replays[_i];
	bench_recording *recording = read_recording(r->name);
	bench_cpu cpu = { 0 };
	bench_status status = bench_recording_estimate(recording, &cpu);

	if (isnan(r->mhz))
		ck_assert_msg(status != BENCH_OK && isnan(cpu.mhz) && strstr(bench_detail(), r->detail),
			"%s: %g MHz, %s", r->name, cpu.mhz, bench_detail());
	else
		ck_assert_msg(status == BENCH_OK && fabs(cpu.mhz / r->mhz - 1) < 0.001
			&& cpu.low < cpu.mhz && cpu.mhz < cpu.high && cpu.high / cpu.low < 1.02
			&& cpu.confidence >= r->least && cpu.confidence <= 1, "%s: %g MHz (%g to %g), %g",
			r->name, cpu.mhz, cpu.low, cpu.high, cpu.confidence);
	check_ticks(r->name, recording);
	bench_recording_free(recording);
}
END_TEST

ROWS_MAIN("replay", recordings_have_their_clock, replays)
