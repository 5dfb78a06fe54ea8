/*
 * The exact output of results, in every format and locale; a full disk is reported.
 *
 * If the environment variable GOLDEN names a folder, the expected files are written there instead.
 *
 * SPDX-License-Identifier: MIT
 */

#include <locale.h>

#include "golden.h"
#include "made_report.h"

/* Expects the text of tests/golden/write/NAME. */
static void expect(const char *name, char *text)
{
	golden_expect("write", name, text);
}

static void expect_all(void)
{
	static const benchi_output_style plain = { .columns = 80 };

	for (int form = 0; form < BENCHI_FORMATS; form++)
		expect(benchi_formats[form].name, made_written((benchi_format)form, &plain));
}

/* Writes the first row alone as text. */
static char *first_row_written(const benchi_output_style *style)
{
	const size_t all = report.n;
	char *text;

	report.n = 1;
	text = made_written(BENCHI_FORMAT_TEXT, style);
	report.n = all;
	return text;
}

TEST(every_form_is_exact)
{
	expect_all();
}

TEST(no_locale_changes_a_byte)
{
	static const char *const commas[] = { "", "de_DE.UTF-8", "fr_FR.UTF-8", "nl_NL.UTF-8" };

	for (size_t i = 0; i < sizeof commas / sizeof *commas; i++)
		if (setlocale(LC_ALL, commas[i]))
			expect_all();
	setlocale(LC_ALL, "C");
}

TEST(tables_of_other_looks)
{
	static const benchi_output_style brief = { .columns = 80, .brief = true };
	static const benchi_output_style rich = { .columns = 132, .colour = true, .utf8 = true };

	expect("text-brief", made_written(BENCHI_FORMAT_TEXT, &brief));
	expect("text-rich", made_written(BENCHI_FORMAT_TEXT, &rich));
	report.interrupted = true;      /* without columns that this row leaves empty */
	expect("text-one", first_row_written(&brief));
}

TEST(no_line_is_over_79_columns)
{
	for (size_t width = 60; width <= 80; width += 20) {
		benchi_output_style look = { .columns = width, .utf8 = true };
		char *text = made_written(BENCHI_FORMAT_TEXT, &look);

		report.result[3].row.name[40] = '\0';
		for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
			ck_assert_msg(benchi_utf8_columns(line) < 80, "'%s' is too wide", line);
		free(text);
	}
}

/* The first 20 unusable rows are named, the others counted. */
TEST(many_unusable_rows_are_counted)
{
	static const benchi_output_style plain = { .columns = 100 };
	static benchi_result many[25];
	const benchi_report before = report;
	size_t named = 0;
	char *text;

	for (size_t i = 0; i < 25; i++) {
		many[i] = report.result[0];
		many[i].answer.summary.warnings |= i > 1 ? BENCH_WARN_ELIDED : 0;
	}
	report.result = many;
	report.n = 25;
	text = made_written(BENCHI_FORMAT_TEXT, &plain);
	report = before;
	ck_assert_ptr_nonnull(strstr(text, "\ndo not use: 3 more of 25 rows, with E, U, !, 0 % or"));
	for (const char *at = text; (at = strstr(at, "\ndo not use: ")) != NULL; at++)
		named++;
	ck_assert_uint_eq(named, 21);
	free(text);
}

/* Each combination of what is known of time and cycles, and the line under the table. */
TEST(figures_that_should_not_be_used_are_named)
{
	static const struct {
		double ns_half, cycles_half;    /* shares; NaN: cycles are unknown */
		unsigned warnings;
		const char *line;               /* NULL: none */
	} rows[] = {
		{ .01, .01, 0, NULL }, { .24, .24, 0, NULL }, { .01, NAN, BENCH_WARN_NO_TICK, NULL },
		{ .11, 12, BENCH_WARN_NOISY, "do not use the cycles, only the time: " },
		{ .01, INFINITY, 0, "do not use the cycles, only the time: " },
		{ .3, .2, 0, "do not use the time, only the cycles: " },
		{ .3, NAN, BENCH_WARN_NO_TICK, "do not use: " },
		{ .3, .3, 0, "do not use: " }, { NAN, NAN, BENCH_WARN_FEW_SAMPLES, "do not use: " },
		{ 2, 2, BENCH_WARN_BELOW_RESOLUTION, NULL },
		{ .01, .01, BENCH_WARN_ELIDED, "do not use: " },
		{ .01, 12, BENCH_WARN_UNPAIRED, "do not use: " },
	};
	static const benchi_output_style plain = { .columns = 100 };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bench_summary *s = &report.result[0].answer.summary;
		char *text, *line;

		s->warnings = rows[i].warnings;
		s->ns_low = s->ns * (1 - rows[i].ns_half);
		s->ns_high = s->ns * (1 + rows[i].ns_half);
		s->cycles = isnan(rows[i].cycles_half) ? (double)NAN : 4 * s->ns;
		s->cycles_low = s->cycles * (1 - rows[i].cycles_half);
		s->cycles_high = s->cycles * (1 + rows[i].cycles_half);
		text = first_row_written(&plain);
		line = strstr(text, "\ndo not use");
		ck_assert_msg(rows[i].line ? line && !strncmp(line + 1, rows[i].line,
			strlen(rows[i].line)) : !line, "row %d: %s", (int)i, text);
		ck_assert(!line || !strstr(line + 1, "\ndo not use"));
		free(text);
	}
}

/* A percentile may be unusable although the time is not. */
TEST(percentiles_that_should_not_be_used_are_named)
{
	static const benchi_output_style plain = { .columns = 100 };
	benchi_metric *m = &report.result[1].metric[0];
	const benchi_metric before = *m;

	ck_assert_uint_gt(report.result[1].metrics, 0);
	for (int i = 0; i < 4; i++) {
		const bool wide = i % 2;
		char line[160], *text;

		m->value = i < 2 ? 300 : -300;
		m->half = wide ? 76 : 74;
		text = made_written(BENCHI_FORMAT_TEXT, &plain);
		snprintf(line, sizeof line, "\ndo not use %.40s: %.80s\n", m->name,
			report.result[1].row.name);
		ck_assert_msg(!strstr(text, line) == !wide, "%s%s", line, text);
		free(text);
	}
	*m = before;
}

/* With -q, too, a neighbour's letter says what to do; other letters do if a row is of no use. */
TEST(what_helps_against_a_neighbour_is_always_said)
{
	static const benchi_output_style brief = { .columns = 100, .brief = true };
	char *text;

	report.result[0].answer.summary.warnings = BENCH_WARN_NEIGHBOUR | BENCH_WARN_NOISY;
	text = first_row_written(&brief);
	ck_assert_ptr_nonnull(strstr(text, "shares this core; advice: stop"));
	ck_assert_ptr_null(strstr(strstr(text, "advice") + 1, "advice"));
	free(text);
	report.result[0].answer.summary.ns_low = report.result[0].answer.summary.cycles_low = 0;
	text = first_row_written(&brief);
	ck_assert_ptr_nonnull(strstr(text, "; advice: quiet the machine"));
	free(text);
}

/* An interval of unknown confidence does not pass for one of 95 %. */
TEST(a_confidence_below_95_is_printed)
{
	static const struct {
		double confidence;
		const char *shown;      /* NULL: nothing */
		size_t processes;
		bool unused;            /* a single start of several was undisturbed */
	} rows[] = { { .95, NULL, 6, false }, { .88, "(88 %)", 6, false }, { 0, "(0 %)", 6, true },
		{ 0, "(0 %)", 1, false }, { NAN, NULL, 6, false } };
	static const benchi_output_style plain = { .columns = 100 };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bench_summary *s = &report.result[0].answer.summary;
		char *text;

		report.result[0].answer.processes = rows[i].processes;
		s->confidence = rows[i].confidence;
		s->cycles_low = s->cycles * .9;
		s->cycles_high = s->cycles * 1.1;
		s->ns_low = s->ns * .9;
		s->ns_high = s->ns * 1.1;
		s->warnings = 0;
		text = first_row_written(&plain);
		ck_assert_msg(rows[i].shown ? strstr(text, rows[i].shown) != NULL : !strstr(text, " %)"),
			"row %d: %s", (int)i, text);
		ck_assert_msg(!strstr(text, "do not use: ") == !rows[i].unused, "row %d: %s", (int)i, text);
		free(text);
	}
}

/* Without the header, too, unoptimised code does not pass for what users run. */
TEST(unoptimised_code_is_named_without_the_header)
{
	static const char *const flags[] = { "optimised", "NOT optimised, AVX2" };
	static const benchi_output_style brief = { .columns = 100, .brief = true };
	const benchi_context before = context;

	for (int i = 0; i < 2; i++) {
		char *text;

		memset(&context, 0, sizeof context);
		ck_assert_int_eq(benchi_context_text(&context, "flags", flags[i]), BENCH_OK);
		text = made_written(BENCHI_FORMAT_TEXT, &brief);
		ck_assert_msg(!strstr(text, "\nNOT optimised: compile with -O2\n") == !i, "%s", text);
		benchi_context_free(&context);
		free(text);
	}
	context = before;
}

TEST(names_that_would_look_alike_are_whole)
{
	static const char *const names[] = { "abcdefghijklmnopqrstuvwxyz-one-0123456789-0123456789-end",
		"abcdefghijklmnopqrstuvwxyz-two-0123456789-0123456789-end" };
	const benchi_output_style narrow = { .columns = 80 };
	char *text;

	benchi_report_free(&report);
	for (int i = 0; i < 2; i++) {
		made_row made = { names[i], 2, .1, 1, 1, 1, 0, 0, 0 };

		made_add(&report, &made);
	}
	text = made_written(BENCHI_FORMAT_TEXT, &narrow);
	CHECK_ALL(strstr(text, names[0]), strstr(text, names[1]));
	free(text);
	report.result[1].row.name[0] = 'A'; /* now names may be shortened */
	text = made_written(BENCHI_FORMAT_TEXT, &narrow);
	CHECK_ALL(!strstr(text, names[0]), strstr(text, "A"));
	free(text);
}

TEST(formats_have_names)
{
	const char *names = BENCHI_FORMAT_NAMES;

	for (int i = 0; i < BENCHI_FORMATS; i++) {
		size_t n = strlen(benchi_formats[i].name);

		ck_assert(!strncmp(names, benchi_formats[i].name, n) && (names[n] == '|' || !names[n]));
		ck_assert_int_eq(benchi_formats[i].ramp,
			strstr(BENCHI_FORMAT_RAMPS, benchi_formats[i].name) != NULL);
		names += n + 1;
	}
	ck_assert_int_eq(benchi_format_of_file("a.b/results.csv"), BENCHI_FORMAT_CSV);
	ck_assert_int_eq(benchi_format_of_file("table.md"), BENCHI_FORMAT_MARKDOWN);
	ck_assert_int_eq(benchi_format_of_file("results"), BENCHI_FORMAT_JSON);
	ck_assert_int_eq(benchi_write((benchi_format)BENCHI_FORMATS, stdout, &report, NULL, NULL),
		BENCH_ERR_ARGUMENT);
}

TEST(a_full_disk_is_said)
{
	for (int form = 0; form < BENCHI_FORMATS; form++) {
		FILE *full = fopen("/dev/full", "w");

		if (!full)
			return;
		ck_assert_int_eq(benchi_write((benchi_format)form, full, &report, &context, NULL),
		                 BENCH_ERR_OUTPUT);
		ck_assert_ptr_nonnull(strstr(bench_detail(), "write failed: "));
		fclose(full);
	}
}

TEST(nothing_at_all_is_written)
{
	benchi_report none;
	benchi_context unknown;
	FILE *file = tmpfile();

	memset(&none, 0, sizeof none);
	memset(&unknown, 0, sizeof unknown);
	for (int form = 0; form < BENCHI_FORMATS; form++) {
		ck_assert_int_eq(benchi_write((benchi_format)form, file, &none, NULL, NULL), BENCH_OK);
		ck_assert_int_eq(benchi_write((benchi_format)form, file, &none, &unknown, NULL), BENCH_OK);
	}
	fclose(file);
}

CHECK_SUITE_BETWEEN("write", made_begin, made_end)
