/*
 * All formats of a benchmark program are documented. Cases declared next to their code are
 * collected in order.
 *
 * SPDX-License-Identifier: MIT
 */
#include "golden.h"

#include "program/program.h"

/* Each format has a section on its manual page. */
TEST(every_format_is_documented)
{
	char *page = golden_contents(check_source("doc/bench-results.5"));
	char *program = golden_contents(check_source("doc/bench-program.1"));

	for (int i = 0; i < BENCHI_FORMATS; i++) {
		char section[64], ending[16];

		snprintf(section, sizeof section, "\n.Ss %s\n", benchi_formats[i].name);
		ck_assert_msg(strstr(page, section), "%s", benchi_formats[i].name);
		if (!benchi_formats[i].ending)
			continue;
		snprintf(ending, sizeof ending, ".%s", benchi_formats[i].ending);
		ck_assert_msg(strstr(program, ending), "%s", ending);
	}
	free(page);
	free(program);
}

/* Parses a command line of one word. */
static int settings_of(const char *word, benchi_settings *settings)
{
	char name[] = "test", text[64], *argv[] = { name, text };

	snprintf(text, sizeof text, "%s", word);
	return benchi_settings_read(2, argv, settings);
}

TEST(a_row_has_200000_single_steps_unless_it_is_stated)
{
	benchi_settings settings;

	ck_assert_int_eq(settings_of("--count", &settings), 0);
	ck_assert_uint_eq(settings.count_limit, 0);
	ck_assert_int_eq(settings_of("--count-limit=7", &settings), 0);
	ck_assert(settings.count && settings.count_limit == 7 && !(settings.count_ns > 0));
	ck_assert_int_eq(settings_of("--count-limit=7s", &settings), 0);
	ck_assert(settings.count && settings.count_limit == 0 && settings.count_ns == 7e9);
}

static uint64_t sum;

BENCH_CASE(first)
{
	sum += n;
}

BENCH_CASE_WITH(second, .range = "1..4", .bytes = 8, .name = "ignored")
{
	sum += 2 * n + (arg != NULL);
}

static void again_body(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
}

/* The rows of all registered cases, in order. */
static const benchi_report *registered(void)
{
	static const benchi_settings all = { .program = "test" };
	static benchi_report report;

	benchi_report_free(&report);
	ck_assert_int_eq(benchi_rows_make(&all, NULL, 0, &report), 0);
	return &report;
}

TEST(cases_are_collected)
{
	static bench_entry again = { .item = { .name = "again", .body = again_body }, .next = &again };
	static const char *const names[] = { "even 1", "odd 1", "even 2", "odd 2" };
	static const char *const in_order[] = { "first", "second/1", "second/2", "second/4", "again",
		"odd 1", "odd 2", "even 1", "even 2" };
	static bench_entry placed[4];
	const benchi_report *rows;

	BENCH_ADD(first);      /* on systems without constructors */
	BENCH_ADD(second);
	rows = registered();
	ck_assert_uint_eq(rows->n, 4);
	CHECK_NUMBERS({ rows->result[3].row.bytes, 32 });
	rows->result[0].row.item->body(3, NULL);
	rows->result[1].row.item->body(5, &sum);
	ck_assert_uint_eq(sum, 14);
	bench_add(&again);     /* what it points to does not matter */
	ck_assert_uint_eq(registered()->n, 5);
	/* constructors may run in reverse order; the cases of a file keep theirs */
	for (size_t i = 4; i-- > 0;) {
		placed[i].file = i % 2 ? "odd.c" : "even.c";
		placed[i].line = (int)i + 10;
		placed[i].item = (bench_case){ .name = names[i], .body = again_body };
		bench_add(&placed[i]);
	}
	rows = registered();
	ck_assert_uint_eq(rows->n, 9);
	for (size_t i = 0; i < rows->n; i++)
		ck_assert_str_eq(rows->result[i].row.name, in_order[i]);
}

CHECK_SUITE("settings")
