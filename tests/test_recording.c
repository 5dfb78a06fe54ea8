/*
 * Recordings return what was added, refuse invalid windows, and are reduced to undisturbed times.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "cycle/cycle.h"
#include "cycle/reduce.c"

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
	ck_assert_str_eq(bench_detail(), "expression: control character 9 at byte 2");
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

TEST(the_densest_stretch_is_found)
{
	const double x[] = { 1, 5, 5.1, 5.2, 5.3, 7, 7.1, 90 };
	double spread;
	size_t count;

	ck_assert_double_eq_tol(densest(x, 8, 0.5, &spread, &count), 5.15, 1e-12);
	CHECK_NUMBERS({ count, 4 }, { spread, sqrt(0.0125), 1e-12 });
	ck_assert_double_eq(densest(x, 1, 0.5, &spread, &count), 1);
	ck_assert_double_eq(densest(x, 8, 0.01, &spread, &count), 1);
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

/* Finds the times of the recording's chains; frees the recording. */
static struct benchi_reduced reduce(bench_recording *r, struct benchi_time *times)
{
	struct benchi_reduced reduced = { times, 0, 0, 0 };

	ck_assert_int_eq(reduce_recording(r, &reduced), BENCH_OK);
	bench_recording_free(r);
	return reduced;
}

TEST(times_are_undisturbed)
{
	static const struct { int rounds; double ramp, step, within; } cases[] = {
		{ 400, 0, 0, 0.0005 }, { 400, 0.02, 0, 0.003 }, { 400, 0, 130, 0.0015 },
		{ 40, 0, 10, 0.003 }, { 3, 0, 0, 0.0001 }, { 1, 0, 1, 0.15 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct benchi_time times[2];
		struct benchi_reduced reduced = reduce(disturbed(cases[i].rounds, cases[i].ramp,
			cases[i].step), times);

		ck_assert(times[0].sigma > 0 && times[0].sigma < 0.05);
		CHECK_NUMBERS({ times[0].ns / 3, 1, cases[i].within },
			{ times[1].ns / 7, 1, cases[i].within }, { reduced.rounds, cases[i].ramp > 0 });
	}
}

/* Returns the time of a chain with these windows of 1000 operations. */
static struct benchi_time time_by(const double *ns, size_t n)
{
	bench_recording *r = bench_recording_new();
	struct benchi_time time;

	for (size_t i = 0; i < n; i++)
		ck_assert_int_eq(bench_recording_add(r, "a", 1000, 1000 * ns[i]), BENCH_OK);
	reduce(r, &time);
	return time;
}

/* Only windows within 1 % count if they are the majority; otherwise the median of all is used. */
TEST(few_windows_count_if_they_agree)
{
	static const double agree[] = { 130, 100, 100.9 }, not[] = { 160, 100, 100.5, 150, 101.3 };
	struct benchi_time time = time_by(agree, 3);

	ck_assert_double_eq_tol(time.ns, 100.45, 1e-9);
	ck_assert_double_eq_tol(time.sigma, 1.5 * 0.45 / sqrt(2) + 0.003 * 100.45 / 3, 1e-9);
	ck_assert(isnan(time.half[0]) && isnan(time.half[1]));
	time = time_by(not, 5);
	CHECK_NUMBERS({ time.ns, 101.3, 1e-9 }, { time.sigma, 1.5 * 60 + 0.003 * 101.3 / 5, 1e-9 });
}

/* If at least eight windows differ by a step (10) or two of the clock, they are averaged; 0.3
 * of a step is uncertain. */
TEST(a_step_of_the_clock_is_averaged)
{
	static const double x[] = { 100, 100, 110, 100, 100, 100, 110, 100 },
		two[] = { 100, 100, 110, 100, 100, 120, 110, 100 };
	struct benchi_time time = time_by(x, 8), few = time_by(x, 7);
	const double spread = sqrt(75 / 4.0);

	CHECK_NUMBERS({ time.ns, 102.5, 1e-9 }, { time.half[0], 105, 1e-9 },
		{ time.half[1], 100, 1e-9 },
		{ time.sigma, (1.5 * spread + 3) / sqrt(8) + 0.003 * 102.5 / 8, 1e-9 },
		{ few.ns, 100, 1e-9 });
	ck_assert_double_eq_tol(time_by(two, 8).ns, 105, 1e-9);
}

TEST(halves_differ_at_most_by_what_they_may)
{
	double x[8] = { 100, 98, 100, 98, 100, 98, 100, 98 };
	struct benchi_time time = time_by(x, 8);

	ck_assert_double_eq_tol(time.ns, 99, 1e-9);     /* the clock's step is 2 */
	ck_assert_double_eq_tol(time.sigma, fmax((1.5 + 0.6) / sqrt(8) + 0.003 * 99 / 8, 0.7), 1e-9);
}

/* A common level needs four blocks of 25 windows. */
TEST(few_windows_have_no_level)
{
	static const struct { int rounds, levels; } cases[] = { { 49, 0 }, { 50, 1 }, { 90, 1 } };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct benchi_time times[2];
		struct benchi_reduced reduced = reduce(disturbed(cases[i].rounds, 0.2, 0), times);

		ck_assert_int_eq(reduced.rounds, cases[i].levels);
		ck_assert_int_eq(reduced.drift > 0.1, cases[i].levels);
	}
}

TEST(an_empty_or_senseless_recording_has_no_estimate)
{
	bench_recording *r = bench_recording_new();
	bench_cpu cpu;

	ck_assert_int_eq(bench_recording_estimate(NULL, &cpu), BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_recording_estimate(r, NULL), BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_recording_estimate(r, &cpu), BENCH_ERR_NO_TICK);
	ck_assert(isnan(cpu.mhz) && cpu.chains == 0);
	ck_assert_int_eq(bench_recording_add(r, "zero", 1, 0), BENCH_OK);
	ck_assert_int_eq(bench_recording_add(r, "huge", 1e-300, 1e300), BENCH_OK);
	ck_assert_int_eq(bench_recording_add(r, "tiny", 1e300, 1e-300), BENCH_OK);
	ck_assert_int_eq(bench_recording_estimate(r, &cpu), BENCH_ERR_NO_TICK);
	ck_assert(isnan(bench_recording_chain(r, 0).ticks));
	bench_recording_free(r);
}

/* Ten chains of whole ticks; every other window is shorter by this share. */
static bench_status halved(double share)
{
	const double ticks[] = { 1, 2, 2, 3, 4, 3, 5, 1, 2, 4 };
	bench_recording *r = bench_recording_new();
	bench_status status;
	bench_cpu cpu;

	for (int i = 0; i < 200; i++)
		for (int k = 0; k < 10; k++)
			add_numbered(r, k, 1000, 1000 * ticks[k] * (i % 2 ? 1 - share : 1));
	status = bench_recording_estimate(r, &cpu);
	ck_assert_int_eq(isnan(cpu.mhz) || isnan(cpu.low) || isnan(cpu.confidence), status != BENCH_OK);
	bench_recording_free(r);
	return status;
}

TEST(halves_that_disagree_are_busy)
{
	ck_assert_int_eq(halved(0.03), BENCH_ERR_BUSY);
	ck_assert_int_eq(halved(0.0102), BENCH_ERR_BUSY);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "even and odd windows disagree by 1.0 %"));
	ck_assert_int_eq(halved(0.0098), BENCH_OK);
}

/* Chains without a common tick; the two windows of the first `blurred` chains differ by this
 * share. */
static const char *scattered(double share, int blurred)
{
	const double ns[] = { 1, 1.37, 1.81, 2.23, 2.71, 3.13, 3.83, 4.61, 5.87, 7.19 };
	bench_recording *r = bench_recording_new();
	bench_cpu cpu;

	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 10; k++)
			add_numbered(r, k, 1000, 1000 * ns[k] * (i && k < blurred ? 1 + share : 1));
	ck_assert_int_ne(bench_recording_estimate(r, &cpu), BENCH_OK);
	bench_recording_free(r);
	return bench_detail();
}

/* With two windows a time's error is 1.5 times their distance from the mean, plus 0.15 %. */
TEST(times_of_2_percent_error_are_no_times)
{
	ck_assert_str_eq(scattered(0.0126, 5), "windows of one chain scatter by more than 2 %");
	ck_assert_ptr_null(strstr(scattered(0.0122, 5), "scatter"));
	ck_assert_ptr_null(strstr(scattered(0.0126, 4), "scatter"));
}

CHECK_SUITE("recording")
