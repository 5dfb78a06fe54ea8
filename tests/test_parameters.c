/*
 * Named parameters: the rows of a range, and invalid ranges.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "program/program.h"

static struct benchi_space axes;
enum { MOST = BENCHI_RANGE_MOST };

/* The names of all rows, separated by blanks. */
static const char *names(const char *range)
{
	static char all[4000];
	char text[BENCHI_PARAMETERS_TEXT];
	struct benchi_parameters set;

	ck_assert_msg(benchi_space_read(range, MOST, &axes) == BENCH_OK, "%s", bench_detail());
	*all = '\0';
	for (size_t i = 0; i < axes.rows; i++) {
		benchi_space_row(&axes, i, &set);
		strcat(strcat(all, benchi_parameters_name(&set, SIZE_MAX, text)), " ");
	}
	return all;
}

TEST(rows_have_names)
{
	ck_assert_str_eq(names("64..256"), "/64 /128 /256 ");
	ck_assert_str_eq(names("n=64..256 x2"), "/n=64 /n=128 /n=256 ");
	ck_assert_str_eq(names(" n = 1, 2 ; alg = a , b-2"),
		"/n=1/alg=a /n=1/alg=b-2 /n=2/alg=a /n=2/alg=b-2 ");
	ck_assert_str_eq(names("alg=a;n=1k"), "/alg=a/n=1024 ");
	ck_assert_str_eq(names("mix=1,x"), "/mix=1 /mix=x ");
}

TEST(the_first_number_leads)
{
	struct benchi_parameters a, b;
	char text[BENCHI_PARAMETERS_TEXT];

	names("alg=x,y;n=1,2;m=5,6");
	benchi_space_row(&axes, 5, &a);     /* y, 1, 6 */
	ck_assert_uint_eq(a.lead, 1);
	ck_assert_str_eq(benchi_parameters_name(&a, a.lead, text), "/alg=y/m=6");
	benchi_space_row(&axes, 7, &b);     /* y, 2, 6 */
	ck_assert(benchi_parameters_alike(&a, &b));
	benchi_space_row(&axes, 6, &b);     /* y, 2, 5 */
	ck_assert(!benchi_parameters_alike(&a, &b));
	names("alg=x,y");
	benchi_space_row(&axes, 1, &a);
	ck_assert_uint_eq(a.lead, a.n);
}

#define NAME "a parameter such as n=1..8, its name of at most 23 characters"
#define WORD "a word of 1 to 31 letters, digits, '_', '.', '+', '-'"

TEST(what_is_no_range_is_refused)
{
	static char digits[450] = "n=";
	static const char *const bad[][3] = { /* range, what was found, what was expected */
		{ "=1", "=1", NAME }, { "n=1;", "its end", NAME }, { "n=1;2", "2", NAME },
		{ "1;2", "1;2", NAME }, { "1n=1", "1n=1", NAME }, { "n=1; +=2", "+=2", NAME },
		{ "a_name_of_24_characters_=1", "a_name_of_24_characters_", NAME },
		{ "n=a/b", "/b", "a comma or a semicolon" }, { "n=a b", "b", "a comma or a semicolon" },
		{ "n=a,,b", ",b", WORD }, { "n=a, ", "its end", WORD },
		{ "n=a,a_word_of_thirty_two_characters_i", "a_word_of_thirty_two", WORD },
		{ "a=1;b=1;c=1;d=1;e=1;f=1;g=1;h=1;i=1", "i=1", "at most 8 parameters" } };
	static const char *const other[][2] = { { "n=", "whole number" }, { "n=1..3 x1", "a step" },
		{ "n=1;n=2", "range 'n=1;n=2' has two parameters 'n'" },
		{ "a=1..25 +1;b=1..41 +1", "has more than 1000 values" },
		{ digits, "expected fewer than 400 characters for a parameter" } };
	char text[300];

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(text, sizeof text, "range '%s': found '%.20s', expected %s", bad[i][0], bad[i][1],
			bad[i][2]);
		ck_assert_int_eq(benchi_space_read(bad[i][0], MOST, &axes), BENCH_ERR_ARGUMENT);
		ck_assert_str_eq(bench_detail(), text);
	}
	memset(digits + 2, '1', 400);
	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		ck_assert_int_eq(benchi_space_read(other[i][0], MOST, &axes), BENCH_ERR_ARGUMENT);
		ck_assert_msg(strstr(bench_detail(), other[i][1]) != NULL, "%s: %s", other[i][0],
			bench_detail());
	}
}

/* Limits: names of 23 characters, words of 31, numbers of 399, and 1000 rows. */
TEST(the_most_that_is_read)
{
	char words[2100] = "n=w";

	ck_assert_str_eq(names("a_name_of_23_characters=a_word_of_thirty_one_characters"),
		"/a_name_of_23_characters=a_word_of_thirty_one_characters ");
	ck_assert_str_eq(names("a=1;b=1;c=1;d=1;e=1;f=1;g=1;h=x"), "/a=1/b=1/c=1/d=1/e=1/f=1/g=1/h=x ");
	ck_assert_int_eq(benchi_space_read("a=1..25 +1;b=1..40 +1", MOST, &axes), BENCH_OK);
	ck_assert_uint_eq(axes.rows, 1000);
	for (int i = 1; i < 1000; i++)
		strcat(words, ",w");
	ck_assert_int_eq(benchi_space_read(words, MOST, &axes), BENCH_OK);
	ck_assert_uint_eq(axes.rows, 1000);
	strcat(words, ",w");
	ck_assert_int_eq(benchi_space_read(words, MOST, &axes), BENCH_ERR_ARGUMENT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "found 'w', expected fewer words"));
	memset(words + 2, '0', 398);
	strcpy(words + 400, "1");
	ck_assert_int_eq(benchi_space_read(words, MOST, &axes), BENCH_OK);
	ck_assert_uint_eq(axes.rows, 1);
}

CHECK_SUITE("parameters")
