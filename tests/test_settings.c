/*
 * Are all options and formats of a benchmark program documented and covered by tests, and cases
 * that are declared next to their code collected in their order?
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/row.c"
#include "golden.h"

#include "program/program.h"

/* A file of the source tree, to be freed. */
static char *source(const char *name)
{
	return golden_contents(check_source("%s", name));
}

/* Every option is on its page, and a test of a program uses it. */
TEST(every_option_is_documented_and_covered)
{
	char *page = source("doc/bench-program.1"), *ramp = source("doc/bench-ramp.1");
	char *test[] = { source("tests/program.sh"), source("tests/ramp.sh"),
		source("tests/count.sh"), source("tests/guard.sh") };

	for (const benchi_setting *row = benchi_setting_table; row->read; row++) {
		char item[64], word[64];
		bool of_ramp = row->needs && !strncmp(row->needs, "ramp", 4);

		snprintf(item, sizeof item, "%s%s", of_ramp ? "Fl Fl " : row->letter ? ", -" : "Fl -",
		         row->word);
		snprintf(word, sizeof word, "--%s", row->word);
		ck_assert_msg(strstr(of_ramp ? ramp : page, item), "%s is not documented", word);
		ck_assert_msg(strstr(test[0], word) || strstr(test[1], word) || strstr(test[2], word)
		              || strstr(test[3], word),
			"%s is not tested", word);
		ck_assert_msg(of_ramp == (row->help && !*row->help), "%s: no help", word);
	}
	free(page);
	free(ramp);
	for (int i = 0; i < 4; i++)
		free(test[i]);
}

/* Each format has a section of its page. */
TEST(every_format_is_documented)
{
	char *page = source("doc/bench-results.5"), *program = source("doc/bench-program.1");

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

/* Reads a command line of one word. */
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
	ck_assert_uint_eq(settings.count_limit, 200000);
	ck_assert_int_eq(settings_of("--count-limit=7", &settings), 0);
	ck_assert(settings.count && settings.count_limit == 7 && !(settings.count_ns > 0));
	ck_assert_int_eq(settings_of("--count-limit=7s", &settings), 0);
	ck_assert(settings.count && settings.count_limit == 200000 && settings.count_ns == 7e9);
}

TEST(a_time_is_at_most_100000_s)
{
	benchi_settings settings;

	ck_assert_int_eq(settings_of("--time=100000s", &settings), 0);
	ck_assert_double_eq(settings.time_ns, 1e14);
	ck_assert_int_eq(settings_of("--time=100001s", &settings), BENCHI_EXIT_MISUSE);
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

TEST(cases_are_collected)
{
	static bench_entry again = { .item = { .name = "again" }, .next = &again };
	static const char *const names[] = { "even 1", "odd 1", "even 2", "odd 2" };
	static const size_t in_order[] = { 1, 3, 0, 2 };
	static bench_entry placed[4];
	size_t n;
	const bench_case *options;

	BENCH_ADD(first);      /* where there are no constructors */
	BENCH_ADD(second);
	options = registry_table(&n);
	CHECK_TEXTS({ options[0].name, "first" }, { options[1].name, "second" },
		{ options[1].range, "1..4" });
	CHECK_NUMBERS({ n, 2 }, { options[1].bytes, 8 }, { !options[0].range, true });
	options[0].body(3, NULL);
	options[1].body(5, &sum);
	ck_assert_uint_eq(sum, 14);
	ck_assert_ptr_eq(registry_table(&n) ? &sum : NULL, &sum);   /* again */
	ck_assert_uint_eq(n, 2);
	bench_add(&again);     /* whatever it referred to */
	options = registry_table(&n);
	ck_assert_uint_eq(n, 3);
	ck_assert_str_eq(options[2].name, "again");
	/* constructors may run backwards: each file's cases keep their places */
	for (size_t i = 4; i-- > 0;) {
		placed[i].file = i % 2 ? "odd.c" : "even.c";
		placed[i].line = (int)i + 10;
		placed[i].item.name = names[i];
		bench_add(&placed[i]);
	}
	options = registry_table(&n);
	ck_assert_uint_eq(n, 7);
	for (size_t i = 0; i < 4; i++)
		ck_assert_str_eq(options[3 + i].name, names[in_order[i]]);
}

CHECK_SUITE("settings")
