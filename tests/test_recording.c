/*
 * Recordings return what was added, refuse invalid windows, and are reduced to undisturbed times.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "cycle/cycle.h"

TEST(windows_and_chains_are_kept_in_order)
{
	bench_recording *r = bench_recording_new();
	char name[] = "second";

	ck_assert_int_eq(bench_recording_add(r, "first", 100, 25.5), BENCH_OK);
	ck_assert_int_eq(bench_recording_add(r, name, 200, 60), BENCH_OK);
	ck_assert_int_eq(bench_recording_add(r, "first", 300, 75), BENCH_OK);
	name[0] = 'X';
	ck_assert_str_eq(bench_recording_window(r, 1).expression, "second");
	CHECK_NUMBERS({ bench_recording_windows(r), 3 }, { bench_recording_chains(r), 2 },
		{ bench_recording_window(r, 2).operations, 300 }, { bench_recording_window(r, 0).ns, 25.5 },
		{ bench_recording_window(r, 3).expression == NULL, true });
	ck_assert_ptr_eq(bench_recording_window(r, 2).expression, bench_recording_chain(r, 0).name);
	ck_assert(isnan(bench_recording_chain(r, 0).ns) && isnan(bench_recording_chain(r, 0).ticks));
	ck_assert_ptr_eq(bench_recording_chain(r, 2).name, NULL);
	bench_recording_free(r);
	bench_recording_free(NULL);
	ck_assert_uint_eq(bench_recording_windows(NULL) + bench_recording_chains(NULL), 0);
}

TEST(what_is_no_window_is_refused)
{
	bench_recording *r = bench_recording_new();
	char name[300];

	memset(name, 'x', sizeof name);
	name[256] = '\0';
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_recording_add(NULL, "a", 1, 1),
		bench_recording_add(r, NULL, 1, 1), bench_recording_add(r, "", 1, 1),
		bench_recording_add(r, name, 1, 1));
	ck_assert_int_eq(bench_recording_add(r, "a\tb", 1, 1), BENCH_ERR_ARGUMENT);
	ck_assert_str_eq(bench_detail(), "expression has control character 9 at byte 2");
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_recording_add(r, "a", 0, 1),
		bench_recording_add(r, "a", INFINITY, 1), bench_recording_add(r, "a", 1, -1),
		bench_recording_add(r, "a", 1, NAN));
	ck_assert_uint_eq(bench_recording_windows(r) + bench_recording_chains(r), 0);
	name[255] = '\0';
	ck_assert_int_eq(bench_recording_add(r, name, 1e-300, 0), BENCH_OK);
	bench_recording_free(r);
}

/* Adds a window of chain number `chain`. */
static void add_numbered(bench_recording *r, int chain, double operations, double ns)
{
	char name[16];

	snprintf(name, sizeof name, "chain %d", chain);
	ck_assert_int_eq(bench_recording_add(r, name, operations, ns), BENCH_OK);
}

TEST(hundreds_of_chains_are_reported_apart)
{
	bench_recording *r = bench_recording_new();

	for (int i = 0; i < 20000; i++)
		add_numbered(r, i % 700, 1 + i % 700, i);
	ck_assert_uint_eq(bench_recording_chains(r), 700);
	for (size_t i = 0; i < 20000; i++)
		ck_assert_str_eq(bench_recording_window(r, i).expression,
		                 bench_recording_chain(r, i % 700).name);
	bench_recording_free(r);
}

/* Rounds of two chains of 3 and 7 ns. The level rises by `ramp` overall, one window in ten is
 * preempted, one in fifty is too short, and the clock has steps. */
static bench_recording *disturbed(int rounds, double ramp, double step)
{
	bench_recording *r = bench_recording_new();
	const double ns[] = { 3, 7 };

	for (int i = 0; i < rounds; i++)
		for (int k = 0; k < 2; k++) {
			double time = 1000 * ns[k] * (1 + ramp * (i - rounds / 2.0) / rounds);
			double phase = fmod(i * 0.6180339887, 1) * step;

			if ((i * 7 + k * 3) % 10 == 0)
				time += 300 + 50 * (i % 13);
			else if ((i * 11 + k) % 50 == 1)
				time *= 0.9;
			time = step > 0 ? floor((time + phase) / step) * step : time;
			ck_assert_int_eq(bench_recording_add(r, k ? "b" : "a", 1000, time), BENCH_OK);
		}
	return r;
}

/* Finds the times of the recording's first two chains; frees the recording. */
static void times(bench_recording *r, double ns[2])
{
	bench_cpu cpu;

	bench_recording_estimate(r, &cpu);
	for (size_t i = 0; i < 2; i++)
		ns[i] = bench_recording_chain(r, i).ns;
	bench_recording_free(r);
}

/* Levels of blocks are divided out if there are at least four blocks of 25 windows. */
TEST(times_are_undisturbed)
{
	static const struct { int rounds; double ramp, step, within; bool met; } cases[] = {
		{ 400, 0, 0, 0.0005, true }, { 400, 0.02, 0, 0.003, true }, { 400, 0, 130, 0.0015, true },
		{ 40, 0, 10, 0.003, true }, { 3, 0, 0, 0.0001, true }, { 1, 0, 1, 0.15, true },
		{ 49, 0.2, 0, 0.02, false }, { 50, 0.2, 0, 0.02, true }, { 90, 0.2, 0, 0.02, true },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		double ns[2];

		times(disturbed(cases[i].rounds, cases[i].ramp, cases[i].step), ns);
		ck_assert_int_eq(fabs(ns[0] / 3 - 1) <= cases[i].within
			&& fabs(ns[1] / 7 - 1) <= cases[i].within, cases[i].met);
	}
}

/* Fewer than eight windows count if the majority is within 1 %; otherwise their median is used. Of
 * more, the densest stretch counts. Windows that differ by a step (10) or two of the clock are
 * averaged. */
TEST(a_chain_takes_the_mean_of_windows_that_agree)
{
	static const struct { size_t n; double x[8], ns; } of[] = {
		{ 3, { 130, 100, 100.9 }, 100.45 }, { 5, { 160, 100, 100.5, 150, 101.3 }, 101.3 },
		{ 8, { 100, 100, 110, 100, 100, 100, 110, 100 }, 102.5 },
		{ 7, { 100, 100, 110, 100, 100, 100, 110 }, 100 },
		{ 8, { 100, 100, 110, 100, 100, 120, 110, 100 }, 105 },
		{ 8, { 100, 98, 100, 98, 100, 98, 100, 98 }, 99 },
		{ 8, { 110.3, 100, 100.1, 110, 110.1, 100.2, 110.2, 100.3 }, 100.15 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		bench_recording *r = bench_recording_new();
		double ns[2];

		for (size_t k = 0; k < of[i].n; k++)
			ck_assert_int_eq(bench_recording_add(r, "a", 1000, 1000 * of[i].x[k]), BENCH_OK);
		times(r, ns);
		CHECK_NUMBERS({ ns[0], of[i].ns, 1e-9 });
	}
}

TEST(an_empty_or_senseless_recording_has_no_estimate)
{
	bench_recording *r = bench_recording_new();
	bench_cpu cpu;

	ck_assert_int_eq(bench_recording_estimate(NULL, &cpu), BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_recording_estimate(r, NULL), BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_recording_estimate(r, &cpu), BENCH_ERR_NO_TICK);
	ck_assert(isnan(cpu.mhz) && cpu.chains == 0 && r->candidates == 0);
	ck_assert_int_eq(bench_recording_add(r, "zero", 1, 0), BENCH_OK);
	ck_assert_int_eq(bench_recording_add(r, "huge", 1e-300, 1e300), BENCH_OK);
	ck_assert_int_eq(bench_recording_add(r, "tiny", 1e300, 1e-300), BENCH_OK);
	ck_assert_int_eq(bench_recording_estimate(r, &cpu), BENCH_ERR_NO_TICK);
	ck_assert(isnan(bench_recording_chain(r, 0).ticks));
	bench_recording_free(r);
}

/* Ten chains of whole ticks; every other window is shorter by this share, and all get longer by
 * `ramp`. */
static bench_status halved(double share, double ramp, bench_cpu *cpu)
{
	const double ticks[] = { 1, 2, 2, 3, 4, 3, 5, 1, 2, 4 };
	bench_recording *r = bench_recording_new();
	bench_status status;

	for (int i = 0; i < 200; i++)
		for (int k = 0; k < 10; k++)
			add_numbered(r, k, 1000, 1000 * ticks[k] * (i % 2 ? 1 - share : 1)
				* (1 + ramp * i / 200));
	status = bench_recording_estimate(r, cpu);
	ck_assert_int_eq(isnan(cpu->mhz) || isnan(cpu->low) || isnan(cpu->confidence),
		status != BENCH_OK);
	bench_recording_free(r);
	return status;
}

TEST(halves_that_disagree_are_busy)
{
	bench_cpu cpu;

	ck_assert_int_eq(halved(0.03, 0, &cpu), BENCH_ERR_BUSY);
	ck_assert_int_eq(halved(0.0102, 0, &cpu), BENCH_ERR_BUSY);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "even and odd windows disagree by 1.0 %"));
	ck_assert_int_eq(halved(0.0098, 0, &cpu), BENCH_OK);
}

/* The interval holds a tenth of the drift, which is 0.8 of the ramp. */
TEST(drift_widens_the_interval)
{
	bench_cpu still, drifts;

	ck_assert_int_eq(halved(0, 0, &still) + halved(0, 0.05, &drifts), BENCH_OK);
	CHECK_NUMBERS({ log(drifts.high / drifts.low) - log(still.high / still.low),
		2 * 1.96 * 0.1 * 0.8 * 0.05, 0.002 });
}

/* Chains without a common tick. Of the `blurred` first ones, every other `period` windows are
 * longer by this share. Returns why there is no answer. */
static const char *scattered(int windows, int period, double share, int blurred)
{
	const double ns[] = { 1, 1.37, 1.81, 2.23, 2.71, 3.13, 3.83, 4.61, 5.87, 7.19 };
	bench_recording *r = bench_recording_new();
	bench_cpu cpu;

	for (int i = 0; i < windows; i++)
		for (int k = 0; k < 10; k++)
			add_numbered(r, k, 1000,
				1000 * ns[k] * (i / period % 2 && k < blurred ? 1 + share : 1));
	ck_assert_int_ne(bench_recording_estimate(r, &cpu), BENCH_OK);
	bench_recording_free(r);
	return bench_detail();
}

/* The error of a time: of two windows 1.5 times their distance from the mean, plus 0.15 %; of eight
 * a third of it, plus a tenth of the clock's step; or a third of what even and odd windows differ
 * by. */
TEST(times_of_2_percent_error_are_no_times)
{
	static const struct { int windows, period; double share; int blurred; bool scatter; } of[] = {
		{ 2, 1, .0126, 5, true }, { 2, 1, .0122, 5, false }, { 2, 1, .0126, 4, false },
		{ 8, 2, .0540, 5, false }, { 8, 2, .0550, 5, true },
		{ 16, 1, .0580, 5, false }, { 16, 1, .0600, 5, true } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		ck_assert_msg(!strcmp(scattered(of[i].windows, of[i].period, of[i].share, of[i].blurred),
			"windows of one chain scatter by more than 2 %") == of[i].scatter, "row %d: %s", (int)i,
			bench_detail());
}

CHECK_SUITE("recording")
