/*
 * Results are written exactly so, in every form and every locale; what is written reads
 * back; a full disk is said.
 *
 * With the environment's GOLDEN set to a folder the files to compare with are written
 * there instead.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "made_report.h"
#include "report/read.h"
#include "report/utf8.h"
#include "report/write.h"

static benchi_report report;
static benchi_context context;

static void begin(void)
{
	made_report(&report);
	made_context(&context);
}

static void end(void)
{
	benchi_report_free(&report);
	benchi_context_free(&context);
}

static char *contents(FILE *file)
{
	char *text = calloc(1, 1 << 20);

	ck_assert_ptr_nonnull(text);
	rewind(file);
	ck_assert_uint_lt(fread(text, 1, (1 << 20) - 1, file), (1 << 20) - 1);
	return text;
}

/* What a form looks like, to be freed. */
static char *written(benchi_form form, const benchi_look *look)
{
	FILE *file = tmpfile();
	char *text;

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(benchi_write(form, file, &report, &context, look), BENCH_OK);
	text = contents(file);
	fclose(file);
	return text;
}

static void write_golden(const char *folder, const char *name, const char *text)
{
	char path[512];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	ck_assert_int_eq(fclose(file), 0);
}

/* Is this the text of tests/golden/write/NAME? */
static void expect(const char *name, char *text)
{
	const char *top = getenv("top_srcdir");
	char path[512], *golden;
	size_t same = 0;
	FILE *file;

	if (getenv("GOLDEN")) {
		write_golden(getenv("GOLDEN"), name, text);
		free(text);
		return;
	}
	snprintf(path, sizeof path, "%s/tests/golden/write/%s", top ? top : ".", name);
	file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s is missing", path);
	golden = contents(file);
	fclose(file);
	while (text[same] && text[same] == golden[same])
		same++;
	ck_assert_msg(!strcmp(text, golden), "%s: expected '%.60s', found '%.60s'", name,
	              golden + same, text + same);
	free(golden);
	free(text);
}

static void expect_all(void)
{
	static const benchi_look plain = { 80, false, false, false };

	for (int form = 0; form < BENCHI_FORMS; form++)
		expect(benchi_form_name((benchi_form)form), written((benchi_form)form, &plain));
}

START_TEST(every_form_is_exact)
{
	expect_all();
}
END_TEST

START_TEST(no_locale_changes_a_byte)
{
	static const char *const commas[] = { "", "de_DE.UTF-8", "fr_FR.UTF-8", "nl_NL.UTF-8" };

	for (size_t i = 0; i < sizeof commas / sizeof *commas; i++)
		if (setlocale(LC_ALL, commas[i]))
			expect_all();
	setlocale(LC_ALL, "C");
}
END_TEST

START_TEST(tables_of_other_looks)
{
	static const benchi_look brief = { 80, false, false, true };
	static const benchi_look rich = { 132, true, true, false };

	expect("text-brief", written(BENCHI_FORM_TEXT, &brief));
	expect("text-rich", written(BENCHI_FORM_TEXT, &rich));
	report.n = 1; /* no column that this row does not fill */
	report.interrupted = true;
	expect("text-one", written(BENCHI_FORM_TEXT, &brief));
	report.n = 8;
}
END_TEST

START_TEST(no_line_is_over_79_columns)
{
	for (size_t width = 60; width <= 80; width += 20) {
		benchi_look look = { width, false, true, false };
		char *text = written(BENCHI_FORM_TEXT, &look);

		report.result[3].name[40] = '\0';
		for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
			ck_assert_msg(benchi_utf8_columns(line) < 80, "'%s' is too wide", line);
		free(text);
	}
}
END_TEST

START_TEST(forms_have_names)
{
	benchi_form form = BENCHI_FORM_TEXT;

	for (int i = 0; i < BENCHI_FORMS; i++) {
		ck_assert(benchi_form_find(benchi_form_name((benchi_form)i), &form));
		ck_assert_int_eq(form, i);
	}
	ck_assert(!benchi_form_find("xml", &form));
	ck_assert_ptr_null(benchi_form_name((benchi_form)BENCHI_FORMS));
}
END_TEST

START_TEST(a_full_disk_is_said)
{
	for (int form = 0; form < BENCHI_FORMS; form++) {
		FILE *full = fopen("/dev/full", "w");

		if (!full)
			return;
		ck_assert_int_eq(benchi_write((benchi_form)form, full, &report, &context, NULL),
		                 BENCH_ERR_OUTPUT);
		ck_assert_ptr_nonnull(strstr(bench_detail(), "could not be written whole: "));
		fclose(full);
	}
}
END_TEST

START_TEST(nothing_at_all_is_written)
{
	benchi_report none;
	benchi_context unknown;
	FILE *file = tmpfile();

	memset(&none, 0, sizeof none);
	memset(&unknown, 0, sizeof unknown);
	for (int form = 0; form < BENCHI_FORMS; form++) {
		ck_assert_int_eq(benchi_write((benchi_form)form, file, &none, NULL, NULL), BENCH_OK);
		ck_assert_int_eq(benchi_write((benchi_form)form, file, &none, &unknown, NULL), BENCH_OK);
	}
	fclose(file);
}
END_TEST

/* The sets that a report holds, as bench-results(5) says. */
static void expected_rows(benchi_rows *rows)
{
	for (size_t i = 0; i < report.n; i++) {
		const benchi_result *result = &report.result[i];
		char *name = benchi_utf8_clean(result->name, 0);

		for (size_t k = 0; k < result->n; k++) {
			const benchi_reading *r = &result->reading[k];
			benchi_mark mark = { 0, r->round, true, true };
			char process[24];
			size_t set;

			snprintf(process, sizeof process, "%lu", (unsigned long)r->process);
			mark.run = benchi_names_add(&rows->runs, process, strlen(process));
			if (isfinite(r->ns)) {
				set = benchi_rows_set(rows, benchi_word_of(name), benchi_word_of("ns"),
				                      benchi_word_of("ns"));
				ck_assert_int_eq(benchi_set_add(&rows->set[set], r->ns, &mark), BENCH_OK);
			}
			if (isfinite(r->cycles)) {
				set = benchi_rows_set(rows, benchi_word_of(name), benchi_word_of("cycles"),
				                      benchi_word_of("cycles"));
				ck_assert_int_eq(benchi_set_add(&rows->set[set], r->cycles, &mark), BENCH_OK);
			}
		}
		free(name);
	}
}

static const benchi_set *same_set(const benchi_rows *rows, const benchi_set *as)
{
	for (size_t i = 0; i < rows->sets; i++)
		if (!strcmp(rows->set[i].benchmark, as->benchmark)
		    && !strcmp(rows->set[i].metric, as->metric))
			return &rows->set[i];
	ck_abort_msg("no set '%s', %s", as->benchmark, as->metric);
	return NULL;
}

static void expect_same(const benchi_rows *found, const benchi_rows *expected)
{
	ck_assert_uint_eq(found->sets, expected->sets);
	for (size_t i = 0; i < expected->sets; i++) {
		const benchi_set *a = &expected->set[i], *b = same_set(found, a);

		ck_assert_uint_eq(a->n, b->n);
		ck_assert_str_eq(a->unit, b->unit);
		ck_assert_int_eq(b->better, BENCHI_BETTER_LOWER);
		ck_assert(!memcmp(a->x, b->x, a->n * sizeof *a->x));
		ck_assert(!memcmp(a->round, b->round, a->n * sizeof *a->round));
		for (size_t k = 0; k < a->n; k++)
			ck_assert_str_eq(expected->runs.text[a->run[k]], found->runs.text[b->run[k]]);
	}
}

/* Writes the report in a form of ours, and reads it back. */
static void expect_back(benchi_form form)
{
	benchi_rows found, expected;
	FILE *file = tmpfile();

	memset(&found, 0, sizeof found);
	memset(&expected, 0, sizeof expected);
	ck_assert_int_eq(benchi_write(form, file, &report, &context, NULL), BENCH_OK);
	rewind(file);
	ck_assert_msg(!benchi_read(file, "f", NULL, &found), "%s", bench_detail());
	fclose(file);
	expected_rows(&expected);
	expect_same(&found, &expected);
	benchi_rows_free(&found);
	benchi_rows_free(&expected);
}

START_TEST(ours_read_back)
{
	expect_back(BENCHI_FORM_CSV);
	expect_back(BENCHI_FORM_JSON);
}
END_TEST

/* A name of the worst bytes. */
static void hostile_name(uint64_t *state, char *name)
{
	static const char *const pieces[] = { "\"", ",", "\n", "\r", "#", "\\", " ", "\t", "a", "Benchmark",
		" 12", "pkg: ", "goos: ", "\x01", "\x7f", "\xff", "\xc3\xa9", "\xe2\x82", "\xf0\x9f\x98\x80",
		"{", "null", "\xef\xbb\xbf", "\xc2\x85", "'" };
	size_t n = benchi_random_below(state, 12);

	*name = '\0';
	while (n-- > 0)
		strcat(name, pieces[benchi_random_below(state, sizeof pieces / sizeof *pieces)]);
}

START_TEST(hostile_names_and_numbers_read_back)
{
	uint64_t state = 1;

	for (int i = 0; i < 300; i++) {
		char name[3][160];

		benchi_report_free(&report);
		for (int row = 0; row < 3; row++) {
			made_row made = { name[row], 1, .1, 1, 1 + benchi_random_below(&state, 3), 2, 0, 0, 0 };
			benchi_result *result;

			hostile_name(&state, name[row]);
			made.ns = ldexp(1, (int)benchi_random_below(&state, 600) - 300) / 3;
			result = made_add(&report, &made);
			result->reading[benchi_random_below(&state, 2)].cycles = row ? (double)NAN : HUGE_VAL;
			result->reading[0].ns = row == 1 ? -HUGE_VAL : result->reading[0].ns;
			result->impossible = benchi_utf8_clean(name[row], 0);
		}
		expect_back(BENCHI_FORM_CSV);
		expect_back(BENCHI_FORM_JSON);
	}
}
END_TEST

/* Reads what another tool's form holds; returns how many sets. */
static size_t read_form(benchi_form form, benchi_rows *rows)
{
	FILE *file = tmpfile();

	memset(rows, 0, sizeof *rows);
	ck_assert_int_eq(benchi_write(form, file, &report, &context, NULL), BENCH_OK);
	rewind(file);
	ck_assert_msg(!benchi_read(file, "f", NULL, rows), "%s", bench_detail());
	fclose(file);
	return rows->sets;
}

START_TEST(a_process_is_a_repetition)
{
	benchi_rows rows;

	read_form(BENCHI_FORM_GOOGLE, &rows);
	ck_assert_str_eq(rows.set[0].benchmark, "xorshift");
	ck_assert_uint_eq(rows.set[0].n, 2); /* windows of one process */
	ck_assert_str_eq(rows.set[3].benchmark, "copy/4096");
	ck_assert_uint_eq(rows.set[3].n, 3); /* processes */
	ck_assert_double_eq_tol(rows.set[3].x[0], 51.25, 1e-9);
	ck_assert_str_eq(rows.notes.text[0], "huge pages failed (no huge\npages): left out");
	benchi_rows_free(&rows);
	read_form(BENCHI_FORM_GO, &rows);
	ck_assert_str_eq(rows.set[0].benchmark, "Xorshift");
	ck_assert_uint_eq(rows.set[2].n, 3);
	benchi_rows_free(&rows);
}
END_TEST

START_TEST(go_names_are_distinct)
{
	static const char *const names[] = { "a b", "a\tb", "A_b", "\xc2\xa0x", "" };
	static const char *const go[] = { "A_b", "A_b#01", "A_b#02", "_x", "_" };
	benchi_rows rows;

	benchi_report_free(&report);
	for (int i = 0; i < 5; i++) {
		made_row made = { names[i], 2, .1, 1, 1, 1, 0, 0, 0 };

		made_add(&report, &made);
	}
	ck_assert_uint_eq(read_form(BENCHI_FORM_GO, &rows), 10);
	for (int i = 0; i < 5; i++)
		ck_assert_str_eq(rows.set[2 * i].benchmark, go[i]);
	benchi_rows_free(&rows);
}
END_TEST

static Suite *suite(void)
{
	const TTest *const tests[] = { every_form_is_exact, no_locale_changes_a_byte,
		tables_of_other_looks, no_line_is_over_79_columns, forms_have_names, a_full_disk_is_said,
		nothing_at_all_is_written, ours_read_back, hostile_names_and_numbers_read_back,
		a_process_is_a_repetition, go_names_are_distinct, NULL };
	Suite *s = suite_create("write");
	TCase *tcase = tcase_create("write");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_set_timeout(tcase, 60);
	for (size_t i = 0; tests[i]; i++)
		tcase_add_test(tcase, tests[i]);
	suite_add_tcase(s, tcase);
	return s;
}

CHECK_MAIN(suite)
