/*
 * Parts of a benchmark program whose effects few command lines show: medians of processes and
 * conclusions from them, the core's clock, the environment of children, counts.
 *
 * SPDX-License-Identifier: MIT
 */

#include "made_report.h"
#include "program/program.h"

#include "golden.h"

#include <unistd.h>

/* A row with the windows ns[k] in process k; a nanosecond is three cycles. */
static benchi_result *row_of(const char *name, const double (*ns)[3], size_t processes)
{
	const made_row made = { name, 10, .1, 1, processes, 0, 0, 0, 0 };
	benchi_result *r = made_add(&report, &made);

	for (size_t i = 0; i < 3 * processes; i++) {
		benchi_reading reading = { ns[i / 3][i % 3], 3 * ns[i / 3][i % 3], 10, (uint32_t)(i / 3),
			(uint32_t)(i % 3) };

		if (reading.ns > 0)
			ck_assert_int_eq(benchi_result_add(r, &reading), BENCH_OK);
	}
	return r;
}

static void begin(void)
{
	memset(&report, 0, sizeof report);
}

static void end(void)
{
	benchi_report_free(&report);
}

/* Returns what follows the table and the names of wrong rows when the report is shown. */
static const char *shown(void)
{
	static char text[4000];
	const benchi_settings quiet = { .program = "test", .quiet = true };
	const benchi_context nothing = { .n = 0 };
	FILE *file = check_file();
	const int out = check_output_to(file);
	const char *after;

	ck_assert_int_eq(benchi_finish_show(&quiet, &report, &nothing), 0);
	check_output_back(out);
	check_contents(file, text, sizeof text);
	after = strstr(text, "scope: process: ");
	ck_assert_ptr_nonnull(after);
	do
		after = strchr(after, '\n') + 1;
	while (!strncmp(after, "do not use", 10));
	return after;
}

TEST(values_of_a_file_count_by_their_runs)
{
	double x[] = { 5, 1, 3, 8, 6 };
	uint32_t run[] = { 4, 4, 4, 7, 7 };
	benchi_set set = { .x = x, .n = 5 };

	benchi_set_medians(&set);
	ck_assert(set.n == 5 && x[0] == 5 && x[4] == 6);
	set.run = run;
	benchi_set_medians(&set);
	ck_assert(set.n == 2 && x[0] == 3 && x[1] == 7 && run[0] == 4 && run[1] == 7);
}

/* Only processes that both rows have are compared, by their ratios. */
TEST(ratios_are_of_processes_that_both_have)
{
	/* a process counts by the median of its windows */
	static const double base[][3] = { { 10, 1, 30 }, { 20, 90, 1 }, { 0, 0, 0 }, { 10, 10, 10 },
		{ 10, 10, 10 } }, other[][3] = { { 50, 11, 2 }, { 44, 45, 3 }, { 1, 1, 1 },
		{ 0, 0, 0 }, { 15, 1, 90 } };
	benchi_relative *found;
	benchi_result *r;

	row_of("base", base, 5);
	row_of("other", other, 5);
	row_of("one", other, 1);
	row_of("skipped", other, 5)->skipped = calloc(1, 1);
	ck_assert(benchi_relative_baseline(&report, "base", &report.result[1]) == report.result
		&& !benchi_relative_baseline(&report, "bas", &report.result[1]));
	ck_assert_int_eq(benchi_relative_find(&report, "base", 0, &found), BENCH_OK);
	benchi_relative_free(found);
	r = report.result;
	ck_assert(r[1].relative_low <= 1.1 && r[1].relative_high >= 2.2);
	/* the median of 1.1, 2.2 and 1.5 */
	ck_assert(r[1].relative >= 1.5 && r[1].relative <= 1.6);
	CHECK_NUMBERS({ r[0].relative, 0 }, { r[2].relative, 0 }, { r[3].relative, 0 });
}

/* Returns the answer about a row whose processes have these ratios to the baseline, and its
 * outcomes. */
static const char *against_base(const double *ratio, size_t n, double margin,
                                benchi_outcomes *outcomes)
{
	static char text[1000];
	double base[20][3], other[20][3];
	FILE *out = check_file();
	benchi_relative *found;

	for (size_t i = 0; i < n; i++)
		for (int w = 0; w < 3; w++) {
			base[i][w] = 10 + (double)(i % 5);
			other[i][w] = base[i][w] * ratio[i];
		}
	benchi_report_free(&report);
	begin();
	row_of("base", (const double (*)[3])base, n);
	row_of("r", (const double (*)[3])other, n)->row.benchmark = "base";
	memset(outcomes, 0, sizeof *outcomes);
	ck_assert_int_eq(benchi_relative_find(&report, "base", margin, &found), BENCH_OK);
	benchi_relative_print(&(benchi_answers){ .out = out }, found, NULL, outcomes);
	benchi_relative_free(found);
	check_contents(out, text, sizeof text);
	for (char *c = text; *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	return text;
}

/* Each kind of answer, with the exit status for --fail-on. */
TEST(what_a_baseline_shows)
{
	static const double rows[][8] = {
		{ 1.001, .999, 1.002, .998, 1.001, 1, .999, 1.0005 },
		{ 1.031, 1.029, 1.032, 1.028, 1.031, 1.03, 1.029, 1.0305 },
		{ .751, .749, .752, .748, .751, .75, .749, .7505 },
		{ 1.8, 1.1, 1.02, 1.004, 1.2, 1.05, .999, 1.0005 },
		{ 1.1, .9, 1.08, .89, 1.11, .92, 1.05, .95 },
	};
	static const char *const words[] = { "r is the same as base within 1 %", "r is 3.0",
		"r is 2", "inconclusive: r against base ", "r against base differs by layout: -11 % to" };
	static const int status[][2] = { { 0, 0 }, { 1, 1 }, { 0, 0 }, { 0, 3 }, { 0, 3 } };
	benchi_outcomes outcomes;

	for (size_t i = 0; i < 5; i++) {
		const char *text = against_base(rows[i], 8, 0, &outcomes);

		ck_assert_msg(strstr(text, words[i]) != NULL, "%s", text);
		ck_assert_int_eq(benchi_outcomes_status(&outcomes, BENCHI_FAIL_NEVER), 0);
		ck_assert_int_eq(benchi_outcomes_status(&outcomes, BENCHI_FAIL_SLOWER), status[i][0]);
		ck_assert_int_eq(benchi_outcomes_status(&outcomes, BENCHI_FAIL_UNDECIDED), status[i][1]);
	}
	ck_assert(strstr(against_base(rows[1], 8, 0, &outcomes), "slower than base (95 % CI 2."));
	ck_assert(strstr(against_base(rows[2], 8, 0, &outcomes), "faster than base (95 % CI 24."));
	ck_assert(strstr(against_base(rows[1], 8, .05, &outcomes), "the same as base within 5 %"));
	ck_assert(strstr(against_base(rows[1], 1, 0, &outcomes), "inconclusive: r: only one process"));
}

/* Returns a fact of the report's context. */
static double fact(const char *key)
{
	benchi_context facts;
	double value;

	ck_assert_int_eq(benchi_finish_context(&report, &facts), BENCH_OK);
	value = benchi_context_value(&facts, key);
	benchi_context_free(&facts);
	return value;
}

TEST(the_clock_is_the_middle_of_the_rows)
{
	static const double ns[][3] = { { 1, 1, 1 } };

	for (int i = 0; i <= 20; i++)
		row_of("a", ns, 1)->answer.summary.mhz = i == 20 ? (double)NAN : 3000 + (i * 7 % 20) * 10;
	CHECK_NUMBERS({ fact("mhz"), 3095, 1e-9 }, { fact("mhz_low"), 3000 + .05 * 190, 1e-9 },
		{ fact("mhz_high"), 3000 + .95 * 190, 1e-9 }, { fact("mhz_confidence"), NAN });
	benchi_report_free(&report);
	row_of("a", ns, 1);
	row_of("b", ns, 1)->answer.summary.mhz = 2990; /* its windows show a clock of 3 GHz */
	CHECK_NUMBERS({ fact("mhz"), 2990 }, { fact("mhz_low"), 2990 },
		{ fact("mhz_high"), 3000, 1e-9 });
}

#ifdef BENCHI_HAVE_PROCESSES
TEST(children_have_what_replaces_and_no_calibration)
{
	char a[] = "PARTS_A=new", b[] = "PARTS_B=", *variable[] = { a, b }, **all;
	int seen[5] = { 0 };

	setenv("PARTS_A", "old", 1);
	setenv("PARTS_AB", "kept", 1);
	setenv("PARTS_B", "old", 1);
	setenv(BENCHI_CALIBRATION_VARIABLE, "old", 1);
	setenv(BENCHI_TASK, "old", 1);
	all = benchi_child_environment("results", "a b", variable, 2);
	ck_assert_ptr_nonnull(all);
	for (size_t i = 0; all[i]; i++) {
		ck_assert_ptr_null(strstr(all[i], "=old"));
		seen[0] += all[i] == a;
		seen[1] += all[i] == b;
		seen[2] += !strcmp(all[i], "PARTS_AB=kept");
		seen[3] += !strncmp(all[i], BENCHI_CALIBRATION_VARIABLE,
			strlen(BENCHI_CALIBRATION_VARIABLE));
		seen[4] += !strcmp(all[i], "BENCH_TASK=results a b");
	}
	CHECK_NUMBERS({ seen[0], 1 }, { seen[1], 1 }, { seen[2], 1 }, { seen[3], 0 }, { seen[4], 1 });
	free(all);
	seen[4] = 0;
	all = benchi_child_environment(NULL, NULL, variable, 2);
	for (size_t i = 0; all[i]; i++)
		/* a parent's variable must not be removed */
		seen[4] += !strcmp(all[i], "BENCH_TASK=old");
	ck_assert_int_eq(seen[4], 1);
	free(all);
	unsetenv(BENCHI_TASK);
}

TEST(padding_has_every_length)
{
	benchi_fresh fresh = { .random = 1 };
	size_t least = SIZE_MAX, most = 0;

	for (size_t i = 0; i < 5000; i++) {
		char **all = benchi_fresh_environment(&fresh, i, NULL, NULL), **at = all;
		size_t n;

		while (strncmp(*at, "BENCH_PADDING=", 14))
			at++;
		n = strlen(*at);
		ck_assert_uint_eq(strspn(*at + 14, "x"), n - 14);
		free(all);
		least = n < least ? n : least;
		most = n > most ? n : most;
	}
	CHECK_ALL(least < 24, most > 4096);
}
#endif

/* A slow row may use a quarter of the time of the others in addition; after an interruption the
 * time is at most 10 ms. */
TEST(shares_of_the_time_left)
{
	struct benchi_share share = benchi_budget_share(1e9, 2);

	CHECK_NUMBERS({ share.time_ns, 5e8, 1e-3 }, { share.most_ns, 5e8 + 498e6 / 4, 1e-3 });
	share = benchi_budget_share(1e9, 11);
	CHECK_NUMBERS({ share.most_ns, 1e9 / 11 + (1e10 / 11 - 10 * 2e6) / 4, 1e-3 });
	share = benchi_budget_share(3e7, 15);
	CHECK_NUMBERS({ share.time_ns, 2e6, 1e-3 }, { share.most_ns, 2e6 + 7.5e6, 1e-3 });
}

/* With slow rows, six processes fit into five seconds, but no seventh. */
TEST(six_processes_of_slow_rows)
{
	const struct benchi_processes_budget budget = { .time_ns = 266e6, .processes = 20, .least = 6,
		.least_ns = 5e9 };

	ck_assert_double_ge(benchi_budget_process(&budget, 5 * 0.35e9, 5), 1e6);
	ck_assert_double_lt(benchi_budget_process(&budget, 6 * 0.35e9, 6), 0);
	ck_assert_double_ge(benchi_budget_process(&budget, 4e9, 4), 1e6);
	ck_assert_double_lt(benchi_budget_process(&budget, 4.4e9, 4), 0);
}

/* A burst of load took most of a stated second: six processes run, but no seventh. */
TEST(six_processes_of_a_stated_time)
{
	const struct benchi_processes_budget budget = { .time_ns = 1e9, .processes = 400, .least = 6,
		.least_ns = 1.5e9 };

	ck_assert_double_ge(benchi_budget_process(&budget, 1.1e9, 5), 1e6);
	ck_assert_double_lt(benchi_budget_process(&budget, 1.1e9, 6), 0);
	ck_assert_double_lt(benchi_budget_process(&budget, 1.4e9, 5), 0);
}

/* Calls of 10 ns are too short for any clock. Some processes may time them because their first
 * calls were slow; those of 1 s, which some processes had no time for, count. */
TEST(percentiles_of_short_calls_are_refused_always)
{
	static const double windows[6][3] = { { 10, 10, 10 }, { 10, 10, 10 }, { 10, 10, 10 },
		{ 10, 10, 10 }, { 10, 10, 10 }, { 10, 10, 10 } };
	const benchi_show show = { { { "mean_ns", true, 0 }, { "p50_ns", false, .5 },
		{ "p99_ns", false, .99 } }, 3 };

	for (int i = 0; i < 3; i++) {
		benchi_result *r = row_of("", windows, 6);

		r->answer.summary.ns = i < 2 ? 10 : 1e9;
		r->each.n = 6;
		for (uint32_t p = 0; p < 6; p++) {
			ck_assert_int_eq(benchi_metric_add(r, "mean_ns", p, 10), BENCH_OK);
			if (p < (i == 1 ? 6 : 5))
				ck_assert_int_eq(benchi_metric_add(r, "p50_ns", p, 10), BENCH_OK);
		}
	}
	ck_assert_int_eq(benchi_show_finish(&show, &report), BENCH_OK);
	CHECK_NUMBERS({ report.result[0].metrics, 1 }, { report.result[1].metrics, 2 },
		{ report.result[2].metrics, 2 });
	for (int i = 0; i < 3; i++)
		report.result[i].each.n = 0;
}

/* The times of two words' rows do not follow any order. */
TEST(what_grows_like_nothing_has_no_line)
{
	static const double ns[] = { 10, 90, 200, 3, 4, 700, 80, 1 };
	struct benchi_space space;

	ck_assert_int_eq(benchi_space_read("n=1..8 x2; alg=a,b", BENCHI_RANGE_MOST, &space), BENCH_OK);
	for (size_t i = 0; i < space.rows; i++) {
		const double windows[][3] = { { ns[i], ns[i], ns[i] } };
		benchi_result *r = row_of("", windows, 1);

		r->row.parameters = malloc(sizeof *r->row.parameters);
		benchi_space_row(&space, i, r->row.parameters);
		r->row.benchmark = "sort";
		r->row.has_parameter = 1;
		r->row.parameter = (uint64_t)1 << i / 2;
		r->answer.summary.ns = r->answer.summary.ns_low = r->answer.summary.ns_high = ns[i];
	}
	ck_assert_str_eq(shown(), "");
}

/* 8 ns an item; a neighbour took the core from one row, which the table says not to use. */
TEST(growth_is_found_from_rows_that_may_be_used)
{
	static const double windows[][3] = { { 1, 1, 1 } };

	for (size_t i = 0; i < 6; i++) {
		benchi_result *r = row_of("", windows, 1);
		bench_summary *s = &r->answer.summary;

		r->row.benchmark = "sum";
		r->row.has_parameter = true;
		r->row.parameter = (uint64_t)64 << i;
		s->ns = s->ns_low = s->ns_high = 8 * (double)r->row.parameter;
		if (i == 4) {
			s->ns *= 3;
			s->ns_high = 9 * s->ns;
		}
	}
	ck_assert_str_eq(shown(), "\nsum grows like O(n): 0 ns + 8 ns * n, 0 % off\n");
}

/* The compiler removed a loop over an array: it takes the same time for all lengths. */
TEST(lost_work_is_named)
{
	static const double ns[][3] = { { 2, 2, 2 } };

	for (int i = 0; i < 2; i++) {
		benchi_result *r = row_of(i ? "sum/1000" : "sum/100", ns, 1);

		r->row.benchmark = "sum";
		r->row.has_parameter = true;
		r->row.parameter = i ? 1000 : 100;
		r->row.items = (double)r->row.parameter;
		r->answer.summary.ns = 2 + .1 * i;
		r->answer.summary.cycles = 8 + .4 * i;
	}
	ck_assert_str_eq(shown(), "\n"
		"sum/1000 takes no longer than sum/100, with 10 times the work: the compiler may have\n"
		"removed it; bench_keep(3)\n");
	report.result[1].answer.summary.ns = 2.3;
	ck_assert_str_eq(shown(), "");
	report.result[1].answer.summary.ns = 2;
	report.result[1].answer.summary.cycles = 130;     /* slow enough to contain the work */
	ck_assert_str_eq(shown(), "");
	report.result[1].answer.summary.cycles = 8;
	report.result[0].row.items = 251;              /* the lengths are too similar */
	ck_assert_str_eq(shown(), "");
	report.result[1].row.items = 1025;             /* 128 per cycle, plus one */
	report.result[0].row.items = 300;
	ck_assert_str_eq(shown(), "\n"
		"sum/1000 does more per cycle than a core can load: the compiler may have\n"
		"removed the work; bench_keep(3)\n");
	report.result[1].row.items = 1024;
	ck_assert_str_eq(shown(), "");
}

/* Only columns that some row has; counts that are not exact have three digits. */
TEST(counts_in_a_table)
{
	static const double ns[][3] = { { 1, 1, 1 } };
	benchi_result *r;

	row_of("plain", ns, 1);
	r = row_of("exactly", ns, 1);
	r->counted = 7u;
	r->count[BENCHI_COUNT_INSTRUCTIONS] = 1234567;
	r->count[BENCHI_COUNT_ALLOCATED_BYTES] = 24;
	r = row_of("by the processor", ns, 1);
	r->counted = 1u << BENCHI_COUNT_INSTRUCTIONS | 1u << BENCHI_COUNT_MIGRATIONS
		| 1u << BENCHI_COUNT_PAGE_FAULTS;
	r->count[BENCHI_COUNT_INSTRUCTIONS] = 1234567;
	r->count[BENCHI_COUNT_PAGE_FAULTS] = .0012345;
	strcpy(r->uncounted, "over the limit");
	ck_assert_str_eq(shown(),
		"\n"
		"count             instructions  allocated_bytes  page_faults\n"
		"exactly                1234567               24\n"
		"by the processor       1234567                       0.00123\n"
		"by the processor: no exact count: over the limit\n");
	report.result[1].counted = report.result[2].counted = 0;
	ck_assert_str_eq(shown(),
		"by the processor: no exact count: over the limit\n");
}

/* The number of processes is that of the row with most; compiler and flags are those that the
 * program states. */
TEST(what_results_belong_to)
{
	static const double ns[][3] = { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } };
	benchi_context of;

	bench_build("a compiler", "its flags");
	row_of("a", ns, 1);
	row_of("b", ns, 3);
	row_of("c", ns, 2);
	report.program = "the program";
	report.seed = 7;
	ck_assert_int_eq(benchi_finish_context(&report, &of), BENCH_OK);
	ck_assert_double_eq(benchi_context_value(&of, "processes"), 3);
	ck_assert_str_eq(benchi_context_word(&of, "scope"), "processes");
	ck_assert_str_eq(benchi_context_word(&of, "compiler"), "a compiler");
	ck_assert_str_eq(benchi_context_word(&of, "flags"), "its flags");
	ck_assert_str_eq(benchi_context_word(&of, "program"), "the program");
	ck_assert_str_eq(benchi_context_word(&of, "seed"), "7");
	benchi_context_free(&of);
}

CHECK_SUITE_BETWEEN("program_parts", begin, end)
