/*
 * Limits on ramps and results, for each metric.
 *
 * SPDX-License-Identifier: MIT
 */
#include "golden.h"

#include "program/program.h"
#include "load/load.h"

/* Expects that the call writes this text to `out`. */
#define EXPECT(text, call) \
	do { \
		FILE *out = check_file(); \
		char *got; \
		call; \
		got = golden_contents(out); \
		ck_assert_str_eq(got, text); \
		free(got); \
	} while (0)

static benchi_bound bound_of(const char *text, const char *const *metrics)
{
	benchi_bound bound;

	ck_assert_msg(benchi_bound_read(text, metrics, &bound) == BENCH_OK, "%s", bench_detail());
	return bound;
}

/* Two steps; each figure has a different value. The first step's error is 5 %. */
static benchi_step steps[2];

static benchi_ramp two_steps(void)
{
	benchi_ramp ramp;

	memset(&ramp, 0, sizeof ramp);
	memset(steps, 0, sizeof steps);
	for (size_t i = 0; i < 2; i++) {
		benchi_step *s = &steps[i];

		s->workers = 1 + i;
		s->throughput_hz = 1000 * (double)(1 + i);
		s->error_hz = i ? 0 : 50;
		s->bytes_hz = i ? 3e6 : (double)NAN;
		s->mean_ns = 1.5e6;
		s->p50_ns = 1e6;
		s->p90_ns = 2e6;
		s->p99_ns = 3e6;
		s->p999_ns = 4e6;
		s->max_ns = 5e6;
		s->cpu_ns = 12345;
		s->wall_ns = 500;
	}
	ramp.step = steps;
	ramp.n = 2;
	ramp.best = 0;
	return ramp;
}

TEST(expectations_of_a_ramp)
{
	static const struct {
		const char *bound, *answer;
	} of[] = {
		{ "mean_ns=1e6..2e6", "as expected: mean_ns is 1.5 ms" },
		{ "p50_ns<1e6", "more than expected: p50_ns is 1 ms" },
		{ "p90_ns>2e6", "less than expected: p90_ns is 2 ms" },
		{ "p99_ns<=3e6", "as expected: p99_ns is 3 ms" },
		{ "p999_ns>=4e6", "as expected: p999_ns is 4 ms" },
		{ "max_ns<4e6", "more than expected: max_ns is 5 ms" },
		{ "cpu_ns<1", "more than expected: cpu_ns is 12.3 us" },
		{ "wall_ns<1", "more than expected: wall_ns is 500 ns" },
	};
	benchi_ramp ramp = two_steps();
	benchi_bound bound;
	char text[200];

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		bound = bound_of(of[i].bound, benchi_ramp_metrics);
		snprintf(text, sizeof text, "%s at 1 worker; expected %s\n", of[i].answer, of[i].bound);
		EXPECT(text, benchi_ramp_expectation(out, &ramp, &bound));
	}
	bound = bound_of("bytes/s>1", benchi_ramp_metrics);
	EXPECT("expected bytes/s>1: not measured\n", benchi_ramp_expectation(out, &ramp, &bound));
	ramp.best = SIZE_MAX; /* without an answer the last step is used */
	EXPECT("as expected: bytes/s is 3.00 MB/s at 2 workers; expected bytes/s>1\n",
	       benchi_ramp_expectation(out, &ramp, &bound));
	bound = bound_of("operations/s>1", benchi_ramp_metrics);
	ramp.step[1].throughput_hz = 0;
	EXPECT("less than expected: operations/s is 0 at 2 workers; expected operations/s>1\n",
	       benchi_ramp_expectation(out, &ramp, &bound));
	ramp.n = 0;
	EXPECT("", benchi_ramp_expectation(out, &ramp, &bound));
}

/* A rate exceeds a limit if it does so by two standard errors; a rate above 0 is always above
 * 0. */
TEST(limits_of_a_ramp)
{
	benchi_ramp ramp = two_steps();
	benchi_bound below = bound_of("operations/s<910", benchi_ramp_metrics);
	benchi_bound near = bound_of("operations/s<908", benchi_ramp_metrics);
	benchi_bound above = bound_of("operations/s>1101", benchi_ramp_metrics);
	benchi_bound bytes = bound_of("bytes/s<1", benchi_ramp_metrics);

	EXPECT("impossible: operations/s is 2 000 at 2 workers, the limit operations/s<910\n",
	       ck_assert(benchi_ramp_judge(out, &ramp, &below)));
	EXPECT("impossible: operations/s is 1 000 at 1 worker, the limit operations/s<908\n"
	       "impossible: operations/s is 2 000 at 2 workers, the limit operations/s<908\n",
	       ck_assert(benchi_ramp_judge(out, &ramp, &near)));
	EXPECT("impossible: operations/s is 1 000 at 1 worker, the limit operations/s>1101\n",
	       ck_assert(benchi_ramp_judge(out, &ramp, &above)));
	above = bound_of("operations/s>1099", benchi_ramp_metrics);
	EXPECT("", ck_assert(!benchi_ramp_judge(out, &ramp, &above)));
	EXPECT("impossible: bytes/s is 3.00 MB/s at 2 workers, the limit bytes/s<1\n",
	       ck_assert(benchi_ramp_judge(out, &ramp, &bytes)));
	ramp.step[1].error_hz = 2000;
	EXPECT("impossible: bytes/s is 3.00 MB/s at 2 workers, the limit bytes/s<1\n",
	       ck_assert(benchi_ramp_judge(out, &ramp, &bytes)));
}

/* The workers' own processor time limits a ramp if it is at least nine tenths of the
 * processors. */
TEST(the_client_as_the_limit)
{
	static const struct { double busy; const char *said; bool best; } of[] = {
		{ .9, "at 1 worker, the workers' own processor time is 90 % of ", true },
		{ 1.2, " is 100 % of ", true }, { .89, NULL, true }, { 1, NULL, false } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		benchi_ramp ramp = two_steps();
		FILE *file = check_file();
		benchi_ramp_writer w = { .out = file, .form = BENCHI_FORMAT_TEXT };
		char *text;

		steps[0].busy = of[i].busy;
		ramp.best = of[i].best ? ramp.best : SIZE_MAX;
		ck_assert_int_eq(benchi_ramp_writer_add(&w, &ramp, ""), BENCH_OK);
		text = golden_contents(file);
		for (char *at = text; (at = strchr(at, '\n')); at++)
			*at = ' ';
		ck_assert_int_eq(strstr(text, "The client may be the limit") != NULL, of[i].said != NULL);
		if (of[i].said)
			ck_assert_ptr_nonnull(strstr(text, of[i].said));
		free(text);
	}
}

/* A rate is 1e-6 to 1e6 starts per second; a step takes at most 1e6 s, a run 1e5 s. */
TEST(rates_and_times)
{
	static const struct { const char *value; int taken; } of[] = { { "--rate=1e6", 1 },
		{ "--rate=1.5e6", 0 }, { "--rate=1e-6", 1 }, { "--rate=7e-7", 0 },
		{ "--step-time=1e6s", 1 }, { "--step-time=1.5e6s", 0 }, { "--time=100000s", 1 },
		{ "--time=100001s", 0 } };
	char name[] = "test", ramp[] = "--ramp=8", word[40], *argv[] = { name, ramp, word, NULL };
	benchi_settings settings;

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		strcpy(word, of[i].value);
		ck_assert_int_eq(!benchi_settings_read(3, argv, &settings), of[i].taken);
	}
}

/* Each metric is compared with the figure of its name, for limits 1 % above and below it. */
TEST(limits_of_every_figure)
{
	static const struct {
		const char *metric;
		double value;
	} of[] = { { "ns", 10 }, { "cycles", 40 }, { "bytes/s", 64 / 20e-9 }, { "items/s", 3 / 20e-9 },
		{ "iterations/s", 1 / 20e-9 }, { "cpu_ns", 12 }, { "wall_ns", 20 }, { "min_ns", 9 },
		{ "p05_ns", 9.5 }, { "p95_ns", 13 }, { "mhz", 4000 } };
	benchi_settings settings = { .limit.n = 1 };
	benchi_result r;
	benchi_report report = { .result = &r, .n = 1 };
	char text[80];

	memset(&r, 0, sizeof r);
	r.row.name = text;
	r.row.threads = r.answer.processes = 1;
	r.row.bytes = 64;
	r.row.items = 3;
	r.answer.cpu_ns = 12;
	r.answer.wall_ns = 20;
	r.answer.summary = (bench_summary){ .ns = 10, .ns_low = 10, .ns_high = 10, .cycles = 40,
		.cycles_low = 40, .cycles_high = 40, .min_ns = 9, .p05_ns = 9.5, .p95_ns = 13,
		.mhz = 4000 };
	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		for (int k = 0; k < 4; k++) {
			snprintf(text, sizeof text, "%s%c%.17g", of[i].metric, k % 2 ? '>' : '<',
			         of[i].value * (k < 2 ? 1.01 : .99));
			ck_assert_int_eq(benchi_bound_read(text, benchi_limit_metrics, settings.limits),
				BENCH_OK);
			ck_assert_msg(!benchi_finish_judge(&settings, 0, &report) == (k == 0 || k == 3),
				"%s", text);
			free(r.impossible);
			r.impossible = NULL;
		}
}

CHECK_SUITE("bounds")
