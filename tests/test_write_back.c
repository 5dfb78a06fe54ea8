/*
 * What was written is read as the same, whatever the names; output in other tools' formats is
 * valid for them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"
#include "tools/read/read.h"

#include "made_report.h"

/* Adds a value of a process; without a round if `round` is negative, without a process if that
 * is. */
static benchi_set *expect_value(benchi_rows *rows, const char *name, const char *metric,
                                const char *unit, double process, double round, double value)
{
	const size_t set = benchi_rows_set(rows, benchi_word_of(name), benchi_word_of(metric),
		benchi_word_of(unit));
	benchi_mark mark = { .has_run = process >= 0, .has_round = round >= 0 };
	char number[24];

	mark.round = mark.has_round ? (uint32_t)round : 0;
	if (mark.has_run)
		mark.run = benchi_name_table_add(&rows->runs, number,
			(size_t)sprintf(number, "%.0f", process));
	ck_assert_int_eq(benchi_set_add(&rows->set[set], value, &mark), BENCH_OK);
	return &rows->set[set];
}

/* Adds the sets of a report, as described in bench-results(5). */
static void expected_rows(benchi_rows *rows, benchi_format form)
{
	for (size_t i = 0; i < report.n; i++) {
		const benchi_result *result = &report.result[i];
		char *name = benchi_utf8_clean(result->row.name, 0), metric[64];

		for (size_t k = 0; k < result->n; k++) {
			const benchi_reading *r = &result->reading[k];

			if (isfinite(r->ns))
				expect_value(rows, name, "ns", "ns", r->process, r->round, r->ns);
			if (isfinite(r->cycles))
				expect_value(rows, name, "cycles", "cycles", r->process, r->round, r->cycles);
		}
		for (size_t m = 0; m < result->metrics; m++)
			for (size_t k = 0; k < result->metric[m].n; k++)
				expect_value(rows, name, result->metric[m].name, "",
					result->metric[m].part[k].process, -1, result->metric[m].part[k].value);
		for (size_t k = 0; k < result->functions && form == BENCHI_FORMAT_JSON; k++) {
			snprintf(metric, sizeof metric, BENCHI_METRIC_FUNCTION "%s", result->function[k].name);
			expect_value(rows, name, metric, "", -1, -1, result->function[k].instructions)->better
				= BENCHI_BETTER_LOWER;
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
	return rows->set; /* unreachable */
}

static void expect_same(const benchi_rows *found, const benchi_rows *expected)
{
	ck_assert_uint_eq(found->sets, expected->sets);
	for (size_t i = 0; i < expected->sets; i++) {
		const benchi_set *a = &expected->set[i], *b = same_set(found, a);

		ck_assert_str_eq(a->unit, b->unit);
		CHECK_NUMBERS({ a->n, b->n }, { b->better, a->better });
		ck_assert(!memcmp(a->x, b->x, a->n * sizeof *a->x));
		if (a->round)
			ck_assert(!memcmp(a->round, b->round, a->n * sizeof *a->round));
		for (size_t k = 0; a->run && k < a->n; k++)
			ck_assert_str_eq(expected->runs.text[a->run[k]], found->runs.text[b->run[k]]);
	}
}

/* Writes the report in a format and reads it into rows, which the caller frees. Returns the number
 * of sets. */
static size_t read_form(benchi_format form, benchi_rows *rows)
{
	FILE *file = check_file();

	memset(rows, 0, sizeof *rows);
	ck_assert_int_eq(benchi_write(form, file, &report, &context, NULL), BENCH_OK);
	rewind(file);
	ck_assert_msg(!benchi_read(file, "f", NULL, rows), "%s of '%s': %s", benchi_formats[form].name,
		report.result[0].row.name, bench_detail());
	fclose(file);
	return rows->sets;
}

/* Writes the report in one of our formats and reads it back. */
static void expect_back(benchi_format form)
{
	benchi_rows found, expected;

	read_form(form, &found);
	memset(&expected, 0, sizeof expected);
	expected_rows(&expected, form);
	expect_same(&found, &expected);
	benchi_rows_free(&found);
	benchi_rows_free(&expected);
}

TEST(ours_read_back)
{
	expect_back(BENCHI_FORMAT_CSV);
	expect_back(BENCHI_FORMAT_JSON);
}

/* Expects this count of the first row, as one value without run and round, and none for the
 * others. */
static void expect_count(benchi_format form, const char *metric, double count)
{
	benchi_rows found;
	size_t n = 0;

	read_form(form, &found);
	for (size_t i = 0; i < found.sets; i++) {
		const benchi_set *set = &found.set[i];

		if (strcmp(set->metric, metric) != 0)
			continue;
		n++;
		CHECK_NUMBERS({ set->n, 1 }, { set->x[0] <= count && set->x[0] >= count, true },
			{ !set->run, true }, { !set->round, true });
		ck_assert_str_eq(set->unit, "");
	}
	ck_assert_uint_eq(n, 1);
	benchi_rows_free(&found);
}

TEST(counts_read_back)
{
	benchi_result *result = &report.result[0];

	result->counted = 1u << BENCHI_COUNT_INSTRUCTIONS | 1u << BENCHI_COUNT_MIGRATIONS;
	result->count[BENCHI_COUNT_INSTRUCTIONS] = 137;
	result->count[BENCHI_COUNT_MIGRATIONS] = .125;
	expect_count(BENCHI_FORMAT_CSV, "instructions", 137);
	expect_count(BENCHI_FORMAT_CSV, "migrations", .125);
	expect_count(BENCHI_FORMAT_JSON, "instructions", 137);
}

/* Makes a name of difficult bytes. */
static void hostile_name(uint64_t *state, char *name)
{
	static const char *const pieces[] = { "\"", ",", "\n", "\r", "#", "\\", " ", "\t", "a", 
		"Benchmark", " 12", "pkg: ", "goos: ", "\x01", "\x7f", "\xff", "\xc3\xa9", "\xe2\x82",
		"\xf0\x9f\x98\x80", "{", "null", "\xef\xbb\xbf", "\xc2\x85", "'" };
	size_t n = benchi_random_below(state, 12);

	*name = '\0';
	while (n-- > 0)
		strcat(name, pieces[benchi_random_below(state, sizeof pieces / sizeof *pieces)]);
}

TEST(hostile_names_and_numbers_read_back)
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
		expect_back(BENCHI_FORMAT_CSV);
		expect_back(BENCHI_FORMAT_JSON);
	}
}

/* Name i of many: name 0 is only the word, a key of some tool's files; the others end with a
 * number. */
static const char *name_of_many(const char *word, size_t i, char name[80])
{
	snprintf(name, 80, i ? "%s %zu/[a] b" : "%s", word, i);
	return name;
}

/* Writes n rows with such names and reads them back: each has a set of ns and one of cycles, in
 * order. */
static void expect_many(benchi_format form, const char *word, size_t n)
{
	benchi_rows found;
	char name[80];
	size_t ns = 0;

	benchi_report_free(&report);
	for (size_t i = 0; i < n; i++) {
		made_row made = { name_of_many(word, i, name), 1 + (double)i, .1, 1, 1, 1, 0, 0, 0 };

		made_add(&report, &made);
	}
	read_form(form, &found);
	for (size_t i = 0; i < found.sets; i++) {
		const char *metric = found.set[i].metric;

		if (strcmp(metric, "ns") && strcmp(metric, "ns/op") && strcmp(metric, "real_time"))
			continue;
		ck_assert_msg(form == BENCHI_FORMAT_GO
		              || !strcmp(found.set[i].benchmark, name_of_many(word, ns, name)),
		              "'%s' as '%s'", name, found.set[i].benchmark);
		ns++;
	}
	ck_assert_uint_eq(ns, n);
	benchi_rows_free(&found);
}

/* Keys in other tools' files and in ours. */
static const char *const keys_of_files[] = { "lastUpdate", "env_name", "machine_info",
	"sampling_mode", "point_estimate", "jmhVersion", "results", "benchmarks", "context",
	"libbench", "steps", "name" };

TEST(names_that_are_keys_of_some_file_read_back)
{
	static const benchi_format form[] = { BENCHI_FORMAT_CSV, BENCHI_FORMAT_JSON,
		BENCHI_FORMAT_GOOGLE, BENCHI_FORMAT_GO };

	for (size_t i = 0; i < sizeof keys_of_files / sizeof *keys_of_files; i++)
		for (size_t k = 0; k < sizeof form / sizeof *form; k++)
			expect_many(form[k], keys_of_files[i], 2);
}

TEST(as_many_rows_as_users_have_read_back)
{
	static const size_t n[] = { 1, 57, 58, 1000, 10000 };

	for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
		expect_many(BENCHI_FORMAT_JSON, "lastUpdate", n[i]);
		expect_many(BENCHI_FORMAT_CSV, "lastUpdate", n[i]);
		expect_many(BENCHI_FORMAT_GOOGLE, "lastUpdate", n[i]);
	}
}

TEST(a_process_is_a_repetition)
{
	benchi_rows rows;

	read_form(BENCHI_FORMAT_GOOGLE, &rows);
	CHECK_NUMBERS({ rows.set[0].n, 1 },   /* the windows of one process */
		{ rows.set[4].n, 3 },   /* the processes */
		{ rows.set[4].x[0], 51.25, 1e-9 }, { rows.notes.n, 2 });
	CHECK_TEXTS({ rows.set[0].benchmark, "xorshift" }, { rows.set[4].benchmark, "copy/4096" },
		{ rows.notes.text[0], "huge pages failed (no huge\npages): left out" });
	benchi_rows_free(&rows);
	report.result[1].skipped = benchi_utf8_clean("after all", 0);
	read_form(BENCHI_FORMAT_GOOGLE, &rows);
	ck_assert_str_eq(rows.set[4].benchmark, "queue/threads:4");
	ck_assert_uint_eq(rows.notes.n, 3);
	benchi_rows_free(&rows);
	read_form(BENCHI_FORMAT_GO, &rows);
	ck_assert_str_eq(rows.set[0].benchmark, "Xorshift");
	ck_assert_str_eq(rows.set[3].benchmark, "Queue/threads:4");
	benchi_rows_free(&rows);
}

TEST(go_names_are_distinct)
{
	static const char *const names[] = { "a b", "a\tb", "A_b", "\xc2\xa0x", "" };
	static const char *const go[] = { "A_b", "A_b#01", "A_b#02", "_x", "_" };
	benchi_rows rows;

	benchi_report_free(&report);
	for (int i = 0; i < 5; i++) {
		made_row made = { names[i], 2, .1, 1, 1, 1, 0, 0, 0 };

		made_add(&report, &made);
	}
	ck_assert_uint_eq(read_form(BENCHI_FORMAT_GO, &rows), 10);
	for (int i = 0; i < 5; i++)
		ck_assert_str_eq(rows.set[2 * i].benchmark, go[i]);
	benchi_rows_free(&rows);
}

/* Reads a text with n equal letters between two other texts. */
static bench_status read_long(const char *before, char letter, size_t n, const char *after)
{
	FILE *file = check_file();
	benchi_rows rows;
	bench_status status;

	memset(&rows, 0, sizeof rows);
	fputs(before, file);
	while (n-- > 0)
		putc(letter, file);
	fputs(after, file);
	rewind(file);
	status = benchi_read(file, "f", NULL, &rows);
	fclose(file);
	benchi_rows_free(&rows);
	return status;
}

/* A line of facts may be longer than the part that is examined. */
TEST(as_long_as_a_reader_takes)
{
	static const size_t digits[] = { 1022, 1023, 4097, 100000 };    /* numbers of any length */

	for (size_t i = 0; i < sizeof digits / sizeof *digits; i++)
		ck_assert_int_eq(read_long("{\"results\": [{\"values\": [0.", '1', digits[i], "]}]}"),
			BENCH_OK);
	ck_assert_int_eq(read_long("{\"libbench\": 1, \"context\": {}, \"commands\": {\"a\": \"", 'x',
		100000, "\"}}\n{\"benchmark\": \"a\", \"wall_time\": 1}\n"), BENCH_OK);
	ck_assert_int_eq(read_long("Benchmark", 'X', 4096, " 1 1 ns/op\n"), BENCH_OK);
	ck_assert_int_eq(read_long("Benchmark", 'X', 4097, " 1 1 ns/op\n"), BENCH_ERR_INPUT);
}

CHECK_SUITE_BETWEEN("write_back", made_begin, made_end)
