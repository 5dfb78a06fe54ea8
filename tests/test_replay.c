/*
 * What recordings of eight machines give, to seven digits: every constant of the model, of the
 * reduction and of the estimate that matters moves one of these numbers.
 *
 * The numbers are the library's own.  When a change of the method is meant, run this program with
 * REPLAY_PRINT=1 and judge the new ones with tests/simulate before they take the place of these.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "cycle/cycle.h"

static const struct replay {
	const char *name, *detail;
	double mhz, low, high, confidence, candidates, first_tick, ticks;
} replays[] = {
	{ "cortex-a55", "", 1093.35291, 1088.65947, 1098.06658,
		0.999055056, 1, 0.914203219, 201 },
	{ "emulator", "take a multiple of 2", NAN, NAN, NAN,
		NAN, 1, 0.136208853, 0 },
	{ "emulator-busy", "", 3690.06788, 3677.28001, 3702.90022,
		0.999261074, 1, 0.270979936, 981 },
	{ "golden-cove", "", 2893.54728, 2883.7577, 2903.37008,
		0.982527969, 2, 0.345596565, 117 },
	{ "haswell", "", 2187.97569, 2180.88082, 2195.09365,
		0.993595085, 2, 0.457043468, 217 },
	{ "pa-7100", "", 69.1051275, 68.850699, 69.3604962,
		0.97100686, 2, 14.4707033, 93 },
	{ "power9", "", 3008.62492, 2998.87897, 3018.40253,
		0.998356366, 2, 0.3323779, 358 },
	{ "undecidable", "best tick 0.83", NAN, NAN, NAN,
		NAN, 2, 58.485736, 0 },
};

/* A file of expressions, operations and nanoseconds, separated by tabs. */
static bench_recording *read_recording(const char *name)
{
	const char *top = getenv("top_srcdir");
	bench_recording *recording = bench_recording_new();
	char path[512], line[512];
	FILE *file;

	snprintf(path, sizeof path, "%s/tests/data/%s.mhz", top ? top : ".", name);
	file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
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

static void same(const char *name, const char *what, double found, double expected)
{
	ck_assert_msg((isnan(found) && isnan(expected)) || fabs(found - expected)
		<= 2e-7 * fabs(expected), "%s: %s is %.9g, expected %.9g", name, what, found, expected);
}

START_TEST(recordings_give_the_same_numbers)
{
	const struct replay *r = &replays[_i];
	bench_recording *recording = read_recording(r->name);
	struct replay found = { .name = r->name };
	bench_cpu cpu;

	if (bench_recording_estimate(recording, &cpu) != BENCH_OK)
		ck_assert_msg(strstr(bench_detail(), r->detail) != NULL, "%s: %s", r->name, bench_detail());
	found.mhz = cpu.mhz;
	found.low = cpu.low;
	found.high = cpu.high;
	found.confidence = cpu.confidence;
	found.candidates = (double)recording->candidates;
	found.first_tick = recording->candidates ? recording->candidate[0].ns : (double)NAN;
	found.ticks = sum_of_ticks(recording);
	if (getenv("REPLAY_PRINT")) {
		fprintf(stderr, "\t{ \"%s\", %.9g, %.9g, %.9g,\n\t\t%.9g, %g, %.9g, %g },\n", r->name,
			found.mhz, found.low, found.high, found.confidence, found.candidates,
			found.first_tick, found.ticks);
		bench_recording_free(recording);
		return;
	}
	same(r->name, "mhz", found.mhz, r->mhz);
	same(r->name, "low", found.low, r->low);
	same(r->name, "high", found.high, r->high);
	same(r->name, "confidence", found.confidence, r->confidence);
	same(r->name, "the number of candidates", found.candidates, r->candidates);
	same(r->name, "the first candidate", found.first_tick, r->first_tick);
	same(r->name, "the sum of ticks", found.ticks, r->ticks);
	bench_recording_free(recording);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("replay");
	TCase *tcase = tcase_create("replay");
	SRunner *runner;
	int failed;

	tcase_set_timeout(tcase, 600);
	tcase_add_loop_test(tcase, recordings_give_the_same_numbers, 0,
		(int)(sizeof replays / sizeof *replays));
	suite_add_tcase(suite, tcase);
	runner = srunner_create(suite);
	srunner_set_tap(runner, "-");
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
