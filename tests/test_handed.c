/*
 * Data that a process leaves for another: lines of JSON, marks for a tracer, and its calibration,
 * on a simulated core and default clock.
 *
 * SPDX-License-Identifier: MIT
 */

#include "made_core.h"
#include "made_files.h"
#include "measure/measure.h"

MADE_CORE_CLOCK

static char path[100];

/* Sets the task and its file. */
static void ask(const char *task, const char *file)
{
	char text[200];

	snprintf(text, sizeof text, "%s %s", task, file);
	ck_assert_int_eq(setenv(BENCHI_TASK, text, 1), 0);
}

static void set_up(void)
{
	begin();
	made_core_begin();
	snprintf(path, sizeof path, "%s/results", made_root);
	ask("results", path);
}

/* Systems without POSIX write no lines and set no marks. */
#ifdef HAVE_UNISTD_H

/* Returns the contents of the results file; "" if it does not exist. */
static const char *written(void)
{
	static char text[8192];

	return check_get(path, text, sizeof text);
}

static bench_summary result(void)
{
	bench_summary s = benchi_summary_none(BENCH_OK);

	s.ns = 1.5;
	s.cycles = 5.25;
	s.iterations = 1000;
	s.warnings = 4;
	s.method = "loops";
	s.ns_high = INFINITY;
	return s;
}

TEST(a_result_is_one_line)
{
	bench_summary s = result();

	bench_at("file.c:7");
	benchi_publish(&s);
	s.cycles = NAN;
	s.method = NULL;
	benchi_publish(&s);
	bench_at("a\nb\tc\033\"d\\");
	benchi_publish(&s);
	ck_assert_str_eq(written(),
		"{\"benchmark\": \"file.c:7\", \"ns\": 1.5, \"ns_high\": \"1e999\", \"cycles\": 5.25, "
		"\"confidence\": 0, \"iterations\": 1000, \"warnings\": 4, \"method\": \"loops\"}\n"
		"{\"benchmark\": \"bench_measure\", \"ns\": 1.5, \"ns_high\": \"1e999\", "
		"\"confidence\": 0, \"iterations\": 1000, \"warnings\": 4}\n"
		"{\"benchmark\": \"a b c \\\"d\\\\\", \"ns\": 1.5, \"ns_high\": \"1e999\", "
		"\"confidence\": 0, \"iterations\": 1000, \"warnings\": 4}\n");
}

/* The longest possible line fits. */
TEST(a_long_name_is_cut)
{
	char name[2 * BENCHI_ROW_NAME], text[BENCHI_ROW_TEXT], *end;
	bench_summary s = result();

	memset(name, '"', sizeof name);
	name[sizeof name - 1] = '\0';
	for (size_t i = 0; i < benchi_members_count; i++)
		benchi_member_set(&s, &benchi_members[i], -1.2345678901234567e-300);
	s.iterations = s.samples = s.dropped = SIZE_MAX;
	end = benchi_row_text(text, name, &s);
	ck_assert(!*end && end - text > 2 * BENCHI_ROW_NAME && end - text < BENCHI_ROW_TEXT - 2);
	bench_at(name);
	benchi_publish(&s);
	ck_assert(!strncmp(written(), text, (size_t)(end - text)));
	ck_assert_str_eq(written() + (end - text), "}\n");
}

TEST(what_failed_or_is_not_asked_for_is_not_written)
{
	bench_summary s = result();

	s.status = BENCH_ERR_BUSY;
	bench_at("failed");
	benchi_publish(&s);
	ck_assert_str_eq(written(), "");
	s.status = BENCH_OK;
	ask("results", "");
	benchi_publish(&s);
	ck_assert_int_eq(setenv(BENCHI_TASK, "results", 1), 0);
	benchi_publish(&s);
	ask("resultsx", path);
	benchi_publish(&s);
	ck_assert_int_eq(unsetenv(BENCHI_TASK), 0);
	benchi_publish(&s);
	benchi_publish(NULL);
	ask("results", "none/such/file");
	benchi_publish(&s);
	ask("count", path);
	benchi_publish(&s);
	ck_assert_str_eq(written(), "");
	benchi_publish(NULL);
	/* it does not report "failed" */
	ck_assert_str_eq(written(), "{\"benchmark\": \"bench_measure\"}\n");
}

TEST(a_tracer_sees_the_name_first)
{
	bench_at("file.c:8");
	ck_assert_int_eq(benchi_stepped_begin(), 0);
	ask("count", "");
	ck_assert_int_eq(benchi_stepped_begin(), 0);
	ck_assert_str_eq(written(), "");
	ask("count", path);
	ck_assert_int_eq(benchi_stepped_begin(), 1);
	ck_assert_str_eq(written(), "{\"benchmark\": \"file.c:8\"}\n");
}

static volatile sig_atomic_t signals;

static void count_signal(int number)
{
	signals += number == SIGURG;
}

/* Windows of 1 and 2 iterations, three times; the last two windows are marked. Then windows of the
 * empty loop, or none. */
TEST(the_last_windows_are_marked)
{
	static const uint64_t iterations[] = { 1, 2, 1, 2, 1, 2, 1, 2, 0 };
	static const int marks[] = { 0, 0, 0, 0, 1, 2, 3, 4, 5 };

	ck_assert(signal(SIGURG, count_signal) != SIG_ERR);
	for (int i = 0; i < 9; i++) {
		ck_assert_uint_eq(benchi_stepped_iterations(i, 1), iterations[i]);
		benchi_stepped_mark(i);
		ck_assert_int_eq(signals, marks[i]);
	}
	ck_assert_uint_eq(benchi_stepped_iterations(5, 0), 2);
	ck_assert_uint_eq(benchi_stepped_iterations(6, 0), 0);
	ck_assert_int_eq(signals, 5 + 4);
}

/* A loop of BENCH first runs the windows of 1 and 2 iterations, with one instance, then the empty
 * loop. */
TEST(a_loop_is_stepped_through)
{
	static const int marks[] = { 0, 0, 0, 0, 1, 3, 5, 7, 8 };
	bench_run run;
	int windows = 0;

	ck_assert(signal(SIGURG, count_signal) != SIG_ERR);
	ask("count", path);
	ck_assert_uint_eq(bench_begin(&run, 0), 0);
	while (bench_next(&run, 0)) {
		if (windows < 9)
			ck_assert_int_eq(signals, marks[windows]);
		if (windows < 8) {
			CHECK_NUMBERS({ run.iterations, 1 + windows % 2 }, { run.instances, windows < 6 });
		}
		windows++;
		made_core_spend(40 * (double)run.iterations * run.instances);
	}
	ck_assert_int_gt(windows, 20);
	CHECK_NUMBERS({ signals, 8 }, { bench_last()->cycles, 40, 0.02 });
}

/* The number of signals before each window of a function, and its iterations. */
static int seen[6], steps;

static void stepped_body(uint64_t n, void *arg)
{
	if (steps < 6) {
		ck_assert_uint_eq(n, 1 + (uint64_t)steps % 2);
		seen[steps++] = signals;
	}
	made_core_spend((double)n * 40);
}

TEST(a_function_is_stepped_through)
{
	static const int marks[] = { 0, 0, 0, 0, 1, 3 };
	bench_summary s;

	ck_assert(signal(SIGURG, count_signal) != SIG_ERR);
	ask("count", path);
	ck_assert_int_eq(bench_measure(stepped_body, NULL, NULL, &s), BENCH_OK);
	ck_assert_int_eq(steps, 6);
	for (int i = 0; i < 6; i++)
		ck_assert_int_eq(seen[i], marks[i]);
	ck_assert_int_eq(signals, 8);
}

#endif

TEST(a_clock_that_stands_still_has_no_calibration)
{
	char text[BENCHI_CALIBRATION_TEXT];

	made_core.clock.stops_ns = made_core.clock.ns + 1;
	ck_assert_uint_eq(benchi_calibration_text(text, sizeof text), 0);
}

TEST(a_calibration_is_handed_down_whole)
{
	char text[BENCHI_CALIBRATION_TEXT];
	struct benchi_calibration c;
	char name[sizeof c.processor];
	struct benchi_reference r;
	const bench_timing *timing;

	ck_assert_uint_gt(benchi_calibration_text(text, sizeof text), 100);
	ck_assert_int_eq(benchi_calibration_read(text, &c), 1);
	ck_assert_int_eq(benchi_timing_default(&timing), BENCH_OK);
	ck_assert_int_eq(benchi_self_reference(&r), BENCH_OK);
	ck_assert(c.step_ns == 1 && c.reading_ns == 25 && c.vernier == 0);
	ck_assert(c.enough_ns == timing->enough_ns && c.loop_ns == 0);
	ck_assert_double_eq_tol(c.region_ns, 25, 1);
	CHECK_TEXTS({ c.clock, "scripted" }, { c.low, "d + k" }, { c.other, "(a * k) ^ m" },
		{ c.high, "nop" });
	benchi_processor_name(name, sizeof name);
	ck_assert_str_eq(c.processor, name);
	ck_assert(c.low_ticks == 300 && c.other_ticks == 200);
	CHECK_NUMBERS({ c.low_iterations, (double)r.low_ipc_iterations },
		{ c.other_iterations, (double)r.other.iterations },
		{ c.high_iterations, (double)r.high_ipc_iterations }, { c.high_ticks, 801.5 / 12, 0.1 },
		{ c.width_sure, 1 }, { c.tick_ns, 0.27, 0.0003 });
	ck_assert_uint_eq(benchi_calibration_text(text, 20), 0);
}

TEST(a_coarse_clocks_calibration_says_so)
{
	char text[BENCHI_CALIBRATION_TEXT];
	struct benchi_calibration c;

	made_core.clock = scripted_clock(1000, 25);
	ck_assert_uint_gt(benchi_calibration_text(text, sizeof text), 100);
	ck_assert_int_eq(benchi_calibration_read(text, &c), 1);
	ck_assert(c.step_ns == 1000 && c.vernier == 1);
}

static void chain_body(uint64_t n, void *arg)
{
	made_core_spend((double)n * 40);
}

/* On this core the exact values are known: nanoseconds, cycles, clock and width. */
TEST(a_measurement_is_exact_on_a_made_up_core)
{
	bench_summary s;

	ck_assert_int_eq(bench_measure(chain_body, NULL, NULL, &s), BENCH_OK);
	ck_assert(s.cycles_low <= 40 && 40 <= s.cycles_high);
	CHECK_NUMBERS({ s.cycles, 40, 0.01 },
		{ s.ns, 40 * 0.27, 0.004 },   /* the constant 16 ticks of a window are subtracted */
		{ s.mhz, 1000 / 0.27, 4 }, { s.width, 12, 0.05 }, { s.width_full, 12, 0.05 },
		{ s.warnings & ~(unsigned)BENCH_WARN_MIGRATED, 0 }, { s.dropped, 0 });
}

CHECK_SUITE_BETWEEN("handed", set_up, end)
