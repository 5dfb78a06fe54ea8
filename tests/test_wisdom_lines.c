/*
 * Lines of wisdom, byte by byte: reading, writing, and damaged lines.  Also several lines for one
 * key.
 *
 * SPDX-License-Identifier: MIT
 */
#include "wisdom.h"

#include "wisdom/wisdom.h"

static const bench_case three[3] = { { .name = "byte" }, { .name = "w,o:r%d" },
	{ .name = "long" } };
static const bench_question copy = { .key = "copy", .candidates = three, .n = 3 };

static char all[2000];

/* Imports a file of this one line, and exports all lines. */
static bench_status import(const char *line)
{
	char file[600];
	bench_wisdom *wisdom;
	bench_status status;
	int n = snprintf(file, sizeof file, "libbench wisdom 1\n%s\n", line);

	ck_assert_int_eq(bench_wisdom_load("", &wisdom), BENCH_OK);
	status = bench_wisdom_import(wisdom, file, (size_t)n);
	ck_assert_uint_lt(bench_wisdom_export(wisdom, all, sizeof all), sizeof all);
	bench_wisdom_free(wisdom);
	return status;
}

/* Saves this text as an answer, or as a table. */
static void answer(const char *chosen, int table)
{
	bench_wisdom *wisdom = load(BENCH_OK);
	const struct benchi_wisdom_answer known = { .text = chosen, .end = BENCH_PICK_END_SURE };

	ck_assert_int_eq(benchi_wisdom_remember(wisdom, &copy, &known), BENCH_OK);
	save(wisdom);
	if (table)
		edit("\t0.005\t", "\t0.005/table\t");
}

/* Loads a file with this text; returns the status. *n: the number of its choices. */
static bench_status read_lines(const char *file, bench_wisdom_counts *counts, size_t *n)
{
	bench_wisdom *wisdom;
	bench_status status;

	put(file);
	status = bench_wisdom_load(path, &wisdom);
	*counts = bench_wisdom_count(wisdom);
	*n = counts->usable + counts->stale + counts->foreign;
	bench_wisdom_free(wisdom);
	return status;
}

TEST(a_line_comes_back_as_it_was)
{
	static const char *const lines[] = {
		"copy\tbyte\t3/0123456789abcdef\t0.005\t2\tp",
		("%23copy\t%09,%25\t18446744073709551615/00000000000000ff\t0.000000001/likely/0.013\t#2/x"
			"\t#p"),
		"c\tx\t1/0000000000000000\t1/only\t2\tp", "c\tx\t0/0000000000000000\t0/table\t2\tp",
		"c\tx\t1/0000000000000000\t0.12/table/likely/1\t2\tp",
		"c\tx\t1/0000000000000000\t0.12/starts/2\t2\tp",
		"c\tx\t1/0000000000000000\t0.12/likely/0.02/starts/12\t2\tp",
		"%23#c\t#x\t1/0000000000000000\t0.5\t2\tp",
	};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		char line[200];

		ck_assert_int_eq(import(lines[i]), BENCH_OK);
		snprintf(line, sizeof line, "(3)\n%s\n", lines[i]);
		ck_assert_msg(strstr(all, line) != NULL, "%s is not in: %s", line, all);
	}
}

TEST(a_choice_has_six_fields)
{
	static const char *const damaged[] = { "c", "c\tx\t1/0\t0\t2", "c\tx\t1/0\t0\t2\tp\t",
		"c\tx\t\t0\t2\tp", "\t\t\t\t\tp", "c\037\tx\t1/0\t0\t2\tp", "c\177\tx\t1/0\t0\t2\tp" };

	for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
		ck_assert_int_eq(import(damaged[i]), BENCH_ERR_INPUT);
		ck_assert_str_eq(bench_detail(), "text:2: damaged: expected six fields separated by tabs, "
			"and a newline");
		ck_assert_str_eq(all, "");
	}
}

TEST(a_line_with_an_invalid_field_does_not_answer)
{
	static const char margin[] = "\t0.005\t";
	static const struct { const char *from, *to; } faults[] = {
		{ "\t3/", "\t/" }, { "\t3/", "\t18446744073709551616/" }, { "\t3/", "\t3-" },
		{ "\t3/", "\t3/x" }, { "\t3/", "\t3/1 " }, { "\tbyte\t", "\tbyt%0\t" },
		{ "\tbyte\t", "\tbyt%zz\t" }, { "\tbyte\t", "\tbyte%00\t" },
		{ margin, "\t1.000000001\t" }, { margin, "\t2\t" }, { margin, "\t0.0050000000\t" },
		{ margin, "\t0.\t" }, { margin, "\t0.005/sure\t" }, { margin, "\t0.005/likely\t" },
		{ margin, "\t0.005/likely/1.1\t" }, { margin, "\t0.005/starts\t" },
		{ margin, "\t0.005/only/likely/0\t" } };

	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		put("");
		remember(&copy, 0);
		edit(faults[i].from, faults[i].to);
		ck_assert_uint_eq(found(&copy, "'copy' has a damaged line"), BENCH_NONE);
	}
}

/* A choice fits if it is at least one byte shorter than its array. */
TEST(texts_end_where_their_place_does)
{
	static char chosen[BENCHI_WISDOM_CHOSEN + 20];

	for (int n = BENCHI_WISDOM_CHOSEN - 1; n <= BENCHI_WISDOM_CHOSEN; n++) {
		put("");
		remember(&copy, 0);
		snprintf(chosen, sizeof chosen, "\t%0*d\t", n, 7);
		edit("\tbyte\t", chosen);
		ck_assert_uint_eq(found(&copy, n < BENCHI_WISDOM_CHOSEN ? "but is not a candidate"
			: "has a damaged line"), BENCH_NONE);
	}
}

/* A file must have the whole first line, or be empty. */
TEST(a_file_begins_with_its_format)
{
	char first[] = "libbench wisdom 1\n";
	bench_wisdom_counts counts;
	size_t entries;

	for (size_t n = sizeof first; n-- > 0;) {
		bench_status expected = n == 0 || n >= sizeof first - 1 ? BENCH_OK : BENCH_ERR_INPUT;

		first[n] = '\0';
		ck_assert_int_eq(read_lines(first, &counts, &entries), expected);
		if (expected)
			ck_assert_ptr_nonnull(strstr(bench_detail(), "' is not a wisdom file: expected"
				" 'libbench wisdom 1' in line 1"));
		ck_assert_uint_eq(entries + counts.damaged + counts.line, 0);
	}
}

/* A file with too many choices is read, and the oldest leave when it is saved. */
TEST(more_choices_than_a_file_may_have)
{
	static char file[(BENCHI_WISDOM_LIMIT + 5) * 40];
	bench_wisdom_counts counts;
	size_t n = (size_t)sprintf(file, "libbench wisdom 1\n"), entries;

	for (int i = 0; i < BENCHI_WISDOM_LIMIT + 2; i++)
		n += (size_t)sprintf(file + n, "%sk%d\tx\t1/0\t0\t2\tp\n", i == 2 ? "# note\n" : "",
			i);
	ck_assert_int_eq(read_lines(file, &counts, &entries), BENCH_OK);
	ck_assert_uint_eq(entries, BENCHI_WISDOM_LIMIT + 2);
	remember(&copy, 0);
	ck_assert_int_eq(read_lines(get(), &counts, &entries), BENCH_OK);
	ck_assert_uint_eq(entries, BENCHI_WISDOM_LIMIT);
	ck_assert(strstr(get(), "1\n# note\nk3\t") && !strstr(text, "\nk2\t")
		&& strstr(text, "\ncopy\t"));
}

/* The newest entry of a key and processor replaces the others. */
TEST(one_entry_a_key)
{
	static const char lines[] = "libbench wisdom 1\na\tx\t1/0\t0\t2\tp\nb\tx\t2/0\t0\t2\tp\n"
		"a\tx\t3/0\t0\t2\tp\na\tx\t4/0\t0\t2\tq\n";
	bench_wisdom *wisdom;

	ck_assert_int_eq(bench_wisdom_load("", &wisdom), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_import(wisdom, lines, sizeof lines - 1), BENCH_OK);
	ck_assert(bench_wisdom_export(wisdom, all, sizeof all) < sizeof all);
	ck_assert_ptr_nonnull(strstr(all, "\nb\tx\t2/0\t0\t2\tp\n"
		"a\tx\t3/0\t0\t2\tp\na\tx\t4/0\t0\t2\tq\n"));
	ck_assert_ptr_null(strstr(all, "\t1/"));
	bench_wisdom_free(wisdom);
}

/* A forgotten choice stays forgotten in the saved file, even if others have added to the file. */
TEST(a_change_is_applied_to_the_file)
{
	bench_question other = copy;
	bench_wisdom *ours, *theirs;

	other.key = "other";
	remember(&copy, 0);
	ours = load(BENCH_OK);
	theirs = load(BENCH_OK);
	ck_assert_int_eq(bench_wisdom_remember(ours, &copy, 2), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_forget(ours, "copy"), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(ours, &copy), BENCH_NONE);
	ck_assert_int_eq(bench_wisdom_remember(theirs, &other, 2), BENCH_OK);
	save(theirs);
	save(ours);
	ck_assert_uint_eq(found(&copy, "never chosen"), BENCH_NONE);
	ck_assert_uint_eq(found(&other, ""), 2);
}

TEST(names_are_escaped_and_read_again)
{
	static const struct { const char *text; size_t chosen, runner_up; } taken[] = {
		{ "w%2Co%3Ar%25d,long", 1, 2 }, { "w%2co%3ar%25d", 1, BENCH_NONE },
		{ "long,x", 2, BENCH_NONE }, { "long:x", BENCH_NONE, BENCH_NONE },
		{ "%6", BENCH_NONE, BENCH_NONE } };

	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
		struct benchi_wisdom_known known;
		bench_wisdom *wisdom;

		answer(taken[i].text, 0);
		wisdom = load(BENCH_OK);
		ck_assert_uint_eq(benchi_wisdom_find(wisdom, &copy, &known), taken[i].chosen);
		ck_assert_uint_eq(known.runner_up, taken[i].runner_up);
		bench_wisdom_free(wisdom);
	}
}

/* A runner-up is left out if there is no space for its name. */
TEST(a_choice_and_its_runner_up_are_written)
{
	char name[1000];
	const bench_case two[] = { { .name = "w,o:r%d" }, { .name = name } };
	const bench_question question = { .key = "copy", .candidates = two, .n = 2 };
	const struct benchi_wisdom_answer known = { .index = 0, .runner_up = 1 };
	bench_wisdom *wisdom;

	memset(name, 'n', sizeof name);
	ck_assert_int_eq(bench_wisdom_load("", &wisdom), BENCH_OK);
	name[1] = '\0';
	ck_assert_int_eq(benchi_wisdom_remember(wisdom, &question, &known), BENCH_OK);
	bench_wisdom_export(wisdom, all, sizeof all);
	ck_assert_ptr_nonnull(strstr(all, "\ncopy\tw%252Co%253Ar%2525d,n\t2/"));
	memset(name, ',', 400);
	name[400] = '\0';
	ck_assert_int_eq(benchi_wisdom_remember(wisdom, &question, &known), BENCH_OK);
	bench_wisdom_export(wisdom, all, sizeof all);
	ck_assert_ptr_nonnull(strstr(all, "\ncopy\tw%252Co%253Ar%2525d\t2/"));
	bench_wisdom_free(wisdom);
}

TEST(tables_are_read_exactly)
{
	static const struct { const char *text; size_t n; } tables[] = {
		{ "1:byte,4:long,20:byte,30:long,40:byte,90", 4 }, { "5:byte,50", 1 }, { "", 0 },
		{ "x", 0 }, { "6:byte,90", 0 }, { "1byte,90", 0 }, { "1:byte", 0 }, { "1:none,90", 0 },
		{ "1:byte,0", 0 }, { "1:byte,5:long,4", 0 }, { "1:byte,5:long,5:byte,90", 0 },
		{ "1:byte,49", 0 }, { "1:byte,90x", 0 } };

	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		bench_range range[3];
		bench_ranges ranges = { .low = 5, .high = 50, .range = range, .capacity = 3 };
		bench_wisdom *wisdom;

		answer(tables[i].text, 1);
		wisdom = load(BENCH_OK);
		ck_assert_int_eq(benchi_wisdom_find_ranges(wisdom, &copy, &ranges),
			tables[i].n > 0 ? BENCH_PICK_END_SURE : BENCH_PICK_END_FAILED);
		if (tables[i].n > 0)
			ck_assert_uint_eq(ranges.n, tables[i].n);
		if (i == 0)
			ck_assert(range[0].low == 5 && range[0].high == 19 && range[0].index == 2
				&& range[0].at == 5 && range[2].low == 30 && range[2].high == 39
				&& isnan(range[2].lead));
		bench_wisdom_free(wisdom);
	}
}

/* One byte longer than a key, version or name may be. */
TEST(too_long_words_are_refused)
{
	char word[BENCHI_WISDOM_WORD + 1] = "", version[63];
	const bench_case named[2] = { { .name = word }, { .name = "x" } };
	const struct {
		bench_question question;
		size_t index;
		const char *detail;
	} of[] = {
		{ { word, named, 2, NULL, NULL, 0, 0, 0 }, 1, "the key is "
			"'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww', expected 1 to 127 bytes" },
		{ { "k", named, 2, NULL, NULL, 0, 0, 0 }, 1, NULL },
		{ { "k", named, 2, NULL, NULL, 0, 0, 0 }, 0, "the name "
			"'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww...' is longer than 127 bytes" },
		{ { "k", named, 2, NULL, version, 0, 0, 0 }, 1, "the version is "
			"'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww...', expected at most 61 bytes" },
	};
	bench_wisdom *wisdom;

	ck_assert_int_eq(bench_wisdom_load("", &wisdom), BENCH_OK);
	memset(word, 'w', 127);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &of[0].question, 0), BENCH_OK);
	bench_wisdom_export(wisdom, all, sizeof all);
	ck_assert(strstr(all, word) && strstr(strstr(all, word) + 128, word));
	word[127] = 'w';
	snprintf(version, sizeof version, "%.62s", word);
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		ck_assert_int_eq(bench_wisdom_remember(wisdom, &of[i].question, of[i].index),
			of[i].detail ? BENCH_ERR_ARGUMENT : BENCH_OK);
		if (of[i].detail)
			ck_assert_str_eq(bench_detail(), of[i].detail);
	}
	version[61] = '\0';
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &of[3].question, 1), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(NULL, &of[3].question), BENCH_NONE);
	ck_assert_str_eq(bench_detail(), "wisdom is NULL");
	bench_wisdom_free(wisdom);
}

/* A margin of 1 or more is invalid, as in bench_pick. */
TEST(margins_are_below_one)
{
	bench_pick_options options = { .margin = 0.9 };
	bench_question question = { "copy", three, 3, &options, NULL, 0, 0, 0 };
	static const double bad[] = { 1, 1.5, -0.1, NAN };
	bench_wisdom *wisdom;

	ck_assert_int_eq(bench_wisdom_load("", &wisdom), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &question, 0), BENCH_OK);
	bench_wisdom_export(wisdom, all, sizeof all);
	ck_assert_ptr_nonnull(strstr(all, "\t0.9\t"));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		bench_choice choice, picked;

		options.margin = bad[i];
		ck_assert_int_eq(bench_wisdom_remember(wisdom, &question, 0), BENCH_ERR_ARGUMENT);
		ck_assert_ptr_nonnull(strstr(bench_detail(), ", expected 0 to below 1"));
		ck_assert_int_eq(bench_wisdom_pick(NULL, &question, &choice), BENCH_ERR_ARGUMENT);
		ck_assert_int_eq(bench_pick(three, 3, &options, &picked), BENCH_ERR_ARGUMENT);
	}
	bench_wisdom_free(wisdom);
}

/* A failed choice is empty in all members, whichever function refuses. */
TEST(a_choice_that_failed_says_so_in_every_member)
{
	bench_question question = copy;
	bench_choice choice;

	memset(&choice, 0x5a, sizeof choice);
	question.key = "";
	ck_assert_int_eq(bench_wisdom_pick(NULL, &question, &choice), BENCH_ERR_ARGUMENT);
	CHECK_NUMBERS({ choice.index, BENCH_NONE }, { choice.runner_up, BENCH_NONE },
		{ choice.first_wrong, BENCH_NONE }, { choice.first_crashed, BENCH_NONE },
		{ choice.first_untried, BENCH_NONE }, { choice.status, BENCH_ERR_ARGUMENT },
		{ choice.ns, NAN }, { choice.cycles, NAN }, { choice.elapsed_ns, NAN },
		{ choice.lead, NAN }, { choice.lead_low, NAN }, { choice.lead_high, NAN },
		{ choice.crashed + choice.wrong + choice.untried, 0 });
}

CHECK_SUITE_BETWEEN("wisdom_lines", begin, end)
