/*
 * Two runs, and two cases of one run, compared by their processes: A against A is the same, an
 * artificial difference is found, and one process is never enough.
 *
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>

#include "check_main.h"

#include "program/program.h"

enum { ROWS = 8, PROCESSES = 20, WINDOWS = 3 };

static int trials(void)
{
	return check_trials(60, 150);
}

static uint64_t random_state = 5;
static char printed[8192];

static double normal(void)
{
	return benchi_normal_quantile(benchi_draw_unit(&random_state));
}

static char names[ROWS][100];
static const char *tail = "";       /* end of each name */

/* Rows with this number of processes. The processes' medians scatter by `spread`; all times are
 * multiplied by factor. `clock` changes the nanoseconds but not the cycles. */
static void make(benchi_report *report, size_t processes, double spread, double factor,
                 double clock)
{
	memset(report, 0, sizeof *report);
	for (size_t i = 0; i < ROWS; i++) {
		benchi_result *r = benchi_report_add(report);

		ck_assert_ptr_nonnull(r);
		snprintf(names[i], sizeof names[i], "row%zu%s", i, tail);
		r->row.name = strcpy(malloc(sizeof names[i]), names[i]);
		r->row.benchmark = names[i];
		r->answer.processes = processes;
		r->row.threads = 1;
		r->answer.summary.cycles = 1;
		for (uint32_t p = 0; p < processes; p++) {
			double median = 100 * factor * exp(spread * normal());

			for (uint32_t w = 0; w < WINDOWS; w++) {
				benchi_reading x = { clock * median, median + w - 1, 1, p, w };

				ck_assert_int_eq(benchi_result_add(r, &x), BENCH_OK);
			}
		}
	}
}

/* Adds the sets that reading a saved run would give: times, or cycles. */
static void save(const benchi_report *report, benchi_rows *rows, bool cycles)
{
	for (size_t i = 0; i < report->n; i++) {
		const benchi_word unit = benchi_word_of(cycles ? "cycles" : "ns");
		size_t set = benchi_rows_set(rows, benchi_word_of(report->result[i].row.name), unit, unit);

		for (size_t k = 0; k < report->result[i].n; k++) {
			const benchi_reading *x = &report->result[i].reading[k];
			benchi_mark mark = { .run = x->process, .has_run = true };

			benchi_set_add(&rows->set[set], cycles ? x->cycles : x->ns, &mark);
		}
	}
}

static size_t count(const char *word)
{
	size_t n = 0;

	for (const char *at = printed; (at = strstr(at, word)); at++)
		n++;
	return n;
}

/* Keeps what was printed, as a single line. */
static void take(FILE *file)
{
	char *to = printed;

	check_contents(file, printed, sizeof printed);
	for (const char *at = printed; *at; at++)
		if (!isspace((unsigned char)*at))
			*to++ = *at;
		else if (to > printed && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
}

/* Mean times of both runs as multiples of the first run's median; half: half-width of the
 * second's interval; 0: unknown. */
static struct {
	double before, now, half;
	bool rare;           /* the second run warns of rare work */
} total;

/* Compares two runs; returns the number of slower rows. */
static size_t compare(size_t processes, double spread, double factor, double clock)
{
	benchi_report before, now;
	benchi_rows saved;
	benchi_outcomes outcomes = { .worse = 0 };
	FILE *file = tmpfile();

	make(&before, PROCESSES, spread, 1, 1);
	make(&now, processes, spread, factor, clock);
	for (size_t i = 0; i < ROWS; i++) {
		bench_summary *s = &now.result[i].answer.summary;

		s->mean_ns = 100 * total.now;
		s->mean_ns_low = 100 * (total.now - total.half);
		s->mean_ns_high = 100 * (total.now + total.half);
		s->warnings = total.rare ? BENCH_WARN_RARE : 0;
	}
	memset(&saved, 0, sizeof saved);
	for (size_t i = 0; i < ROWS && total.before > 0; i++) {
		static const char *const key[] = { "mean_ns", "mean_ns_low", "mean_ns_high" };

		for (int k = 0; k < 3; k++) {
			char metric[40];
			size_t set;

			snprintf(metric, sizeof metric, BENCHI_SUMMARY "%s", key[k]);
			set = benchi_rows_set(&saved, benchi_word_of(names[i]), benchi_word_of(metric),
				benchi_word_of(""));
			benchi_set_add(&saved.set[set], 100 * (total.before + total.half
				* (const double[]){ 0, -1, 1 }[k]), NULL);
		}
	}
	save(&before, &saved, false);
	save(&before, &saved, true);
	ck_assert_int_eq(benchi_saved_run_compare(&(benchi_answers){ .out = file }, &now, &saved,
		"file", 0, &outcomes), BENCH_OK);
	take(file);
	benchi_rows_free(&saved);
	benchi_report_free(&before);
	benchi_report_free(&now);
	return outcomes.worse;
}

TEST(a_run_of_the_same_program_is_not_different)
{
	size_t different = 0;

	for (int trial = 0; trial < trials(); trial++) {
		compare(PROCESSES, 0.02, 1, 1.03);   /* the core's clock changed by 3 % */
		different += count(" % slower than") + count(" % faster than") > 0 || count("row0") == 0;
	}
	ck_assert_uint_le(different, (size_t)trials() * 5 / 100);
}

TEST(a_percent_is_found)
{
	size_t found = 0;

	for (int trial = 0; trial < trials(); trial++)
		found += compare(PROCESSES, 0.003, 1.01, 1);
	ck_assert_uint_ge(found, (size_t)trials() * ROWS * 9 / 10);
}

/* The medians are 40 % lower, but work that few windows see makes up for it. */
TEST(with_rare_work_total_times_decide)
{
	total.before = 1;
	total.half = .002;
	total.rare = true;
	total.now = 1.25;
	ck_assert_uint_eq(compare(PROCESSES, 0.003, 0.6, 1), ROWS);
	ck_assert_uint_eq(count(" % slower than"), ROWS);
	ck_assert_uint_eq(count(", by total times"), ROWS);
	total.now = 1.001;
	compare(PROCESSES, 0.003, 0.6, 1);
	ck_assert_uint_eq(count("is the same as"), ROWS);
	total.before = 0;       /* a file without mean times */
	ck_assert_uint_eq(compare(PROCESSES, 0.003, 0.6, 1) + count(" % faster than"), 0);
	ck_assert_uint_eq(count("inconclusive: "), ROWS);
	memset(&total, 0, sizeof total);
}

/* Without the warning, mean times must only not contradict the medians by more than the margin. */
TEST(total_times_can_keep_an_answer_open)
{
	total.before = 1;
	total.half = .005;
	total.now = 1.03;
	compare(PROCESSES, 0.003, 0.97, 1);
	ck_assert_uint_eq(count("inconclusive: "), ROWS);
	compare(PROCESSES, 0.001, 1, 1);
	ck_assert_uint_eq(count("inconclusive: "), ROWS);
	total.now = 1.005;
	compare(PROCESSES, 0.001, 1, 1);
	ck_assert_uint_eq(count("is the same as"), ROWS);
	total.now = .95;
	compare(PROCESSES, 0.003, 0.97, 1);
	ck_assert_uint_eq(count(" % faster than"), ROWS);
	/* how much faster is between both */
	ck_assert_uint_eq(count(" % to 6."), ROWS);
	/* uncertain ones that may have changed as the medians did: only if they are far away */
	total.half = .04;
	total.now = 1.02;
	compare(PROCESSES, 0.003, 0.98, 1);
	ck_assert_uint_eq(count(" % faster than"), ROWS);
	total.now = 1.06;
	compare(PROCESSES, 0.003, 0.98, 1);
	ck_assert_uint_eq(count("inconclusive: "), ROWS);
	memset(&total, 0, sizeof total);
}

/* Based on the interval's width: proving a difference of this size takes about twice as many
 * processes. */
TEST(an_inconclusive_row_says_what_would_decide_it)
{
	size_t told = 0, unsure = 0;

	for (int trial = 0; trial < trials(); trial++) {
		int processes;

		compare(PROCESSES, 0.01, 1.007, 1);
		unsure += count("inconclusive: ");
		ck_assert_uint_eq(count("more runs"), 0);
		for (const char *at = printed; (at = strstr(at, "--processes ")); at++, told++) {
			ck_assert_int_eq(sscanf(at, "--processes %d", &processes), 1);
			CHECK_NUMBERS({ processes > PROCESSES, true }, { processes % 10, 0 });
		}
	}
	ck_assert_uint_gt(unsure, (size_t)trials() / 2);
	ck_assert_uint_gt(told, unsure / 2);
	compare(PROCESSES, 0.0001, 1, 1);
	ck_assert_uint_eq(count("--processes"), 0);
}

TEST(one_process_is_inconclusive)
{
	ck_assert_uint_eq(compare(1, 0.001, 2, 1), 0);
	ck_assert_uint_eq(count("inconclusive: row"), ROWS);
	ck_assert_uint_eq(count("one process"), ROWS);
}

/* Compares a run of times, without cycles, with itself. */
static void compare_with_itself(double spread)
{
	benchi_report now;
	benchi_rows saved;
	benchi_outcomes outcomes = { .worse = 0 };
	FILE *file = tmpfile();

	make(&now, PROCESSES, spread, 1, 1);
	memset(&saved, 0, sizeof saved);
	save(&now, &saved, false);
	for (size_t i = 0; i < ROWS; i++)
		now.result[i].answer.summary.cycles = (double)NAN;
	ck_assert_int_eq(benchi_saved_run_compare(&(benchi_answers){ .out = file }, &now, &saved,
		"file", 0, &outcomes), BENCH_OK);
	take(file);
	benchi_rows_free(&saved);
	benchi_report_free(&now);
}

TEST(names_of_up_to_eighty_bytes_are_printed_whole)
{
	tail = "/whose_end_is_printed_too_where_it_is_less_than_eighty_bytes_in_all";
	compare_with_itself(0.001);
	ck_assert_uint_eq(count("same as"), ROWS);
	ck_assert_uint_eq(count("bytes_in_all"), 2 * ROWS);
	tail = "";
}

TEST(no_more_than_a_thousand_processes_are_advised)
{
	compare_with_itself(0.3);
	ck_assert_uint_eq(count("inconclusive: "), ROWS);
	ck_assert_uint_eq(count("1000 processes on both"), ROWS);
}

/* Compares all rows with the first, and frees the report. */
static void relate_rows(benchi_report *report)
{
	benchi_relative *found;
	FILE *file = tmpfile();

	ck_assert_int_eq(benchi_relative_find(report, "row0", 0, &found), BENCH_OK);
	benchi_relative_print(&(benchi_answers){ .out = file }, found, NULL,
		&(benchi_outcomes){ .worse = 0 });
	benchi_relative_free(found);
	take(file);
	benchi_report_free(report);
}

/* Compares all rows with the first; they take `factor` times as long. In each process both are
 * off by `layout`, in opposite directions. */
static void relate(size_t processes, double factor, double layout)
{
	benchi_report report;

	make(&report, processes, 0.001, 1, 1);
	for (size_t i = 1; i < ROWS; i++)
		for (size_t k = 0; k < report.result[i].n; k++)
			report.result[i].reading[k].cycles *= factor
				* (report.result[i].reading[k].process % 2 ? 1 - layout : 1 + layout);
	relate_rows(&report);
}

TEST(cases_are_compared_within_each_process)
{
	relate(PROCESSES, 1.02, 0);
	ck_assert_uint_eq(count("% slower than row0"), ROWS - 1);
	relate(PROCESSES, 1, 0);
	ck_assert_uint_ge(count(" is the same as row0"), ROWS - 3);
	ck_assert_uint_eq(count("layout"), 0);
	relate(PROCESSES, 1, 0.1);
	ck_assert_uint_eq(count("differs by layout: "), ROWS - 1);
	relate(1, 2, 0);
	ck_assert_uint_eq(count("inconclusive"), ROWS - 1);
}

/* Stores that each process of this row had this share of the core's width. */
static void share_core(benchi_result *row, double width)
{
	for (uint32_t i = 0; i < PROCESSES; i++)
		ck_assert_int_eq(benchi_metric_add(row, BENCHI_METRIC_CORE_WIDTH, i, width), BENCH_OK);
}

/* Compares rows with rare work, whose total times are 10 % above those of the first, and which had
 * `width` of the core; 0: no neighbour was noticed. */
static void relate_totals(double width)
{
	benchi_report report;

	make(&report, PROCESSES, 0.001, 1, 1);
	for (size_t i = 0; i < ROWS; i++) {
		bench_summary *s = &report.result[i].answer.summary;

		s->mean_ns = i == 0 ? 100 : 110;
		s->mean_ns_low = s->mean_ns - 1;
		s->mean_ns_high = s->mean_ns + 1;
		s->warnings = i == 0 ? 0 : BENCH_WARN_RARE;
		if (i > 0 && width > 0)
			share_core(&report.result[i], width);
	}
	relate_rows(&report);
}

TEST(total_times_of_a_core_that_a_neighbour_shared_give_no_answer)
{
	relate_totals(0);
	ck_assert_uint_eq(count("% slower"), ROWS - 1);
	relate_totals(0.5);
	ck_assert_uint_eq(count("inconclusive"), ROWS - 1);
}

/* Compares rows that take `factor` times as long as the first, which had `base` of the core; they
 * had `test` of it. Returns the interval of the last row's ratio. */
static benchi_interval relate_shared(double factor, double base, double test)
{
	benchi_report report;
	benchi_relative *found;
	benchi_interval ratio;
	FILE *file = tmpfile();

	make(&report, PROCESSES, 0.0001, 1, 1);
	share_core(&report.result[0], base);
	for (size_t i = 1; i < ROWS; i++) {
		share_core(&report.result[i], test);
		for (size_t k = 0; k < report.result[i].n; k++)
			report.result[i].reading[k].cycles *= factor;
	}
	ck_assert_int_eq(benchi_relative_find(&report, "row0", 0, &found), BENCH_OK);
	benchi_relative_print(&(benchi_answers){ .out = file }, found, NULL,
		&(benchi_outcomes){ .worse = 0 });
	benchi_relative_free(found);
	take(file);
	ratio = (benchi_interval){ report.result[ROWS - 1].relative_low,
		report.result[ROWS - 1].relative, report.result[ROWS - 1].relative_high };
	benchi_report_free(&report);
	return ratio;
}

/* A neighbour takes more from code that fills the core, so pairs do not cancel what it takes. */
TEST(the_ratio_of_rows_reaches_as_far_as_a_neighbour_explains)
{
	benchi_interval ratio = relate_shared(.25, .64, 1);

	CHECK_NUMBERS({ ratio.low, .25, .001 }, { ratio.estimate, .25, .001 },
		{ ratio.high, .25 / (.8 * .8 * .8), .002 });
	ck_assert_uint_eq(count("% faster than row0"), ROWS - 1);
	ratio = relate_shared(4, .81, .64);
	CHECK_NUMBERS({ ratio.low, 4 * .8 * .8 * .8, .01 }, { ratio.high, 4 / (.9 * .9 * .9), .01 });
	relate_shared(.75, .64, 1);
	ck_assert_uint_eq(count("inconclusive: "), ROWS - 1);
	ck_assert_uint_eq(count("measure again later"), ROWS - 1);
	ck_assert_uint_eq(count("bench versus"), 0);
	/* equal times next to a neighbour may be different ones without */
	relate_shared(1, .64, .64);
	ck_assert_uint_eq(count("inconclusive: "), ROWS - 1);
	relate_shared(1, 1, 1);
	ck_assert_uint_eq(count("same as row0"), ROWS - 1);
}

CHECK_SUITE("starts")
