/*
 * Subtraction of one case's time from another's: errors add up, per process.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "program/program.h"

enum { PIPE, SWITCH, ROWS };

static char names[ROWS][8] = { "pipe", "switch" };
static benchi_result row[ROWS];
static benchi_report report;

static void begin(void)
{
	memset(row, 0, sizeof row);
	memset(&report, 0, sizeof report);
	for (int i = 0; i < ROWS; i++) {
		row[i].row.name = names[i];
		row[i].row.benchmark = names[i];
		row[i].row.threads = 1;
		row[i].row.parts = 1;
	}
	row[SWITCH].row.overhead = "pipe";
	row[SWITCH].row.parts = 2;
	report.result = row;
	report.n = ROWS;
}

static void end(void)
{
	for (int i = 0; i < ROWS; i++) {
		free(row[i].reading);
		free(row[i].each.part);
		free(row[i].skipped);
	}
}

/* ns +- error; a nanosecond is four cycles. */
static bench_summary taking(double ns, double error)
{
	bench_summary s = benchi_summary_none(BENCH_OK);

	s.ns = s.ns_raw = s.min_ns = ns;
	s.ns_low = ns - error;
	s.ns_high = ns + error;
	s.cycles = 4 * ns;
	s.cycles_low = 4 * s.ns_low;
	s.cycles_high = 4 * s.ns_high;
	s.confidence = 0.95;
	return s;
}

static void read_once(benchi_result *result, uint32_t process, double ns)
{
	benchi_reading reading = { ns, 4 * ns, 10, process, 0 };

	ck_assert_int_eq(benchi_result_add(result, &reading), BENCH_OK);
}

/* Subtracts in one process. */
static bench_status take_off(void)
{
	for (int i = 0; i < ROWS; i++)
		ck_assert(!row[i].n || benchi_parts_add(&row[i], BENCHI_TIMED));
	return benchi_parts_combine(&report);
}

TEST(in_one_process_the_errors_of_the_parts_add)
{
	const bench_summary *s = &row[SWITCH].answer.summary;

	row[PIPE].seen.summary = taking(100, 3);
	row[SWITCH].seen.summary = taking(500, 7);
	row[SWITCH].seen.wall_ns = 500;
	row[PIPE].seen.wall_ns = 100;
	row[SWITCH].seen.cpu_ns = (double)NAN;
	read_once(&row[PIPE], 0, 101);
	read_once(&row[SWITCH], 0, 502);
	ck_assert_int_eq(take_off(), BENCH_OK);
	CHECK_NUMBERS({ s->ns, 200 }, { s->ns_low, 195 }, { s->ns_high, 205 }, { s->cycles, 800 },
		{ s->cycles_low, 780 }, { s->cycles_high, 820 }, { s->min_ns, 200 }, { s->overhead_ns, 50 },
		{ row[SWITCH].answer.wall_ns, 200 }, { row[SWITCH].answer.cpu_ns, NAN },
		{ row[SWITCH].reading[0].ns, 201 }, { row[SWITCH].reading[0].cycles, 804 },
		{ row[PIPE].answer.summary.ns, 100 }, { s->warnings, 0 });
}

TEST(what_is_not_longer_than_its_overhead_is_at_most)
{
	row[PIPE].seen.summary = taking(100, 3);
	row[SWITCH].seen.summary = taking(101, 3);
	row[PIPE].seen.summary.warnings = BENCH_WARN_NEIGHBOUR;
	read_once(&row[PIPE], 0, 100);
	read_once(&row[SWITCH], 0, 101);
	ck_assert_int_eq(take_off(), BENCH_OK);
	ck_assert_uint_eq(row[SWITCH].answer.summary.warnings,
		BENCH_WARN_BELOW_RESOLUTION | BENCH_WARN_NOISY | BENCH_WARN_NEIGHBOUR);
}

/* A result is noisy if both errors together exceed 5 % of the difference. */
TEST(a_wide_interval_of_the_difference_is_noisy)
{
	for (int i = 0; i < 2; i++) {
		end();
		begin();
		row[PIPE].seen.summary = taking(100, 3);
		row[SWITCH].seen.summary = taking(500, i ? 7.5 : 7);
		read_once(&row[PIPE], 0, 100);
		read_once(&row[SWITCH], 0, 500);
		ck_assert_int_eq(take_off(), BENCH_OK);
		ck_assert_uint_eq(row[SWITCH].answer.summary.warnings, i ? BENCH_WARN_NOISY : 0);
	}
}

/* What two rows share within a process cancels: the last process is slower in both. */
TEST(each_process_has_its_own_overhead)
{
	benchi_observed pipes[] = { { taking(100, 1), 100, 100, .process = 0 },
		{ taking(160, 1), 160, 160, .process = 2 } };
	benchi_observed switches[] = { { taking(300, 1), 300, 300, .process = 0 },
		{ taking(900, 1), 900, 900, .process = 1 }, { taking(360, 1), 360, 360, .process = 2 } };

	for (uint32_t i = 0; i < 3; i++)
		read_once(&row[SWITCH], i, switches[i].summary.ns);
	row[PIPE].each = (struct benchi_parts){ .part = pipes, .n = 2 };
	row[SWITCH].each = (struct benchi_parts){ .part = switches, .n = 3 };
	ck_assert_int_eq(benchi_parts_combine(&report), BENCH_OK);
	row[PIPE].each.part = row[SWITCH].each.part = NULL;    /* not allocated by malloc */
	CHECK_NUMBERS({ row[SWITCH].each.n, 2 }, { switches[1].process, 2 },
		{ switches[0].summary.ns, 100 }, { switches[1].summary.ns, 100 }, { row[SWITCH].n, 2 },
		{ row[SWITCH].reading[1].ns, 100 }, { row[SWITCH].reading[1].process, 2 });
}

TEST(without_the_overhead_there_is_no_result)
{
	row[SWITCH].seen.summary = taking(101, 3);
	read_once(&row[SWITCH], 0, 101);
	ck_assert_int_eq(take_off(), BENCH_OK);
	ck_assert_str_eq(row[SWITCH].skipped, "its overhead 'pipe' has no result");
}

static void nothing(uint64_t n, void *arg)
{
}

/* An overhead is another case, and has no overhead itself. */
TEST(invalid_tables_are_refused)
{
	static const char *const of_pipe[] = { "switch", "pipes" };
	char program[] = "test", *arguments[] = { program, NULL };

	for (size_t i = 0; i < 2; i++) {
		const bench_case cases[] = { { .name = "pipe", .body = nothing, .overhead = of_pipe[i] },
			{ .name = "switch", .body = nothing, .overhead = "pipe" } };

		ck_assert_int_eq(bench_program(1, arguments, cases, 2), BENCHI_EXIT_MISUSE);
	}
}

/* A filter that selects a row selects its overhead too, with the same parameter. */
TEST(filters_select_overheads_too)
{
	static const bench_case cases[] = {
		{ .name = "copy", .body = nothing, .range = "1,2" },
		{ .name = "other", .body = nothing },
		{ .name = "sort", .body = nothing, .range = "1,2", .overhead = "copy" } };
	static const char *const selected[] = { "copy/2", "sort/2" };
	const benchi_settings one = { .filter = { { "sort/2" }, 1 } };
	benchi_report made;

	memset(&made, 0, sizeof made);
	ck_assert_int_eq(benchi_rows_make(&one, cases, 3, &made), 0);
	ck_assert_uint_eq(made.n, 2);
	for (size_t i = 0; i < 2; i++)
		ck_assert_str_eq(made.result[i].row.name, selected[i]);
	benchi_report_free(&made);
}

TEST(parts_divide_without_an_overhead_too)
{
	row[PIPE].row.parts = 4;
	row[PIPE].seen.summary = taking(100, 2);
	read_once(&row[PIPE], 0, 104);
	ck_assert_int_eq(take_off(), BENCH_OK);
	CHECK_NUMBERS({ row[PIPE].answer.summary.ns, 25 }, { row[PIPE].answer.summary.ns_high, 25.5 },
		{ row[PIPE].answer.summary.cycles_low, 98 }, { row[PIPE].answer.summary.confidence, 0.95 },
		{ row[PIPE].reading[0].ns, 26 });
}

CHECK_SUITE_BETWEEN("overhead", begin, end)
