/*
 * What recordings of eight machines give, to seven digits: every constant of the model, of the
 * reduction and of the estimate that matters moves one of these numbers.
 *
 * When a change of the method is meant, judge the new numbers with tests/simulate.
 *
 * SPDX-License-Identifier: MIT
 */
#include "digits.h"

#include "cycle/cycle.h"

static const char *const replays[][2] = {     /* and the detail of one without a clock */
	{ "cortex-a55", "" },
	{ "emulator", "take a multiple of 2" },
	{ "emulator-busy", "" },
	{ "golden-cove", "" },
	{ "haswell", "" },
	{ "pa-7100", "" },
	{ "power9", "" },
	{ "undecidable", "best tick 0.83" },
};

/* A file of expressions, operations and nanoseconds, separated by tabs. */
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

/* The ticks of all chains that fit, weighted by their places. */
static double sum_of_ticks(const bench_recording *recording)
{
	double sum = 0;

	for (size_t i = 0; i < bench_recording_chains(recording); i++)
		if (!isnan(bench_recording_chain(recording, i).ticks))
			sum += (double)(i + 1) * bench_recording_chain(recording, i).ticks;
	return sum;
}

START_TEST(recordings_give_the_same_numbers)
{
	bench_recording *recording = read_recording(replays[_i][0]);
	struct digits found = { .name = replays[_i][0] };
	bench_cpu cpu = { 0 };

	if (bench_recording_estimate(recording, &cpu) != BENCH_OK)
		ck_assert_msg(strstr(bench_detail(), replays[_i][1]) != NULL, "%s: %s", replays[_i][0],
			bench_detail());
	digits_add(&found, cpu.mhz);
	digits_add(&found, cpu.low);
	digits_add(&found, cpu.high);
	digits_add(&found, cpu.confidence);
	digits_add(&found, (double)recording->candidates);
	digits_add(&found, recording->candidates ? recording->candidate[0].ns : (double)NAN);
	digits_add(&found, sum_of_ticks(recording));
	digits_golden(&found);
	bench_recording_free(recording);
}
END_TEST

DIGITS_MAIN("replay", recordings_give_the_same_numbers, replays)
