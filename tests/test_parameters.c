/*
 * Parameters with names: what a range means, row by row, and what is refused.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <string.h>

#include "measure/thread.h"
#include "program/parameters.h"

static struct benchi_space axes;

/* The names of all rows, blanks between. */
static const char *names(const char *range)
{
	static char all[4000];
	char text[BENCHI_PARAMETERS_TEXT];
	struct benchi_parameters set;

	ck_assert_msg(benchi_space_read(range, &axes) == BENCH_OK, "%s", bench_detail());
	*all = '\0';
	for (size_t i = 0; i < axes.rows; i++) {
		benchi_space_row(&axes, i, &set);
		strcat(strcat(all, benchi_parameters_name(&set, SIZE_MAX, text)), " ");
	}
	return all;
}

START_TEST(rows_have_names)
{
	ck_assert_str_eq(names("64..256"), "/64 /128 /256 ");
	ck_assert_str_eq(names("n=64..256 x2"), "/n=64 /n=128 /n=256 ");
	ck_assert_str_eq(names(" n = 1, 2 ; alg = a , b-2"),
		"/n=1/alg=a /n=1/alg=b-2 /n=2/alg=a /n=2/alg=b-2 ");
	ck_assert_str_eq(names("alg=a;n=1k"), "/alg=a/n=1024 ");
	ck_assert_str_eq(names("mix=1,x"), "/mix=1 /mix=x ");
}
END_TEST

START_TEST(the_first_number_leads)
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
END_TEST

START_TEST(a_body_asks_by_name)
{
	struct benchi_worker_context place = { 2, 0, 0, NULL };
	struct benchi_parameters set;

	names("n=1,2;alg=a,b");
	benchi_space_row(&axes, 3, &set);
	place.parameters = &set;
	benchi_case_enter(&place);
	ck_assert_uint_eq(bench_parameter(), 2);
	ck_assert_uint_eq(bench_parameter_named("n"), 2);
	ck_assert_uint_eq(bench_parameter_named("alg"), 1);
	ck_assert_str_eq(bench_parameter_text("alg"), "b");
	ck_assert_str_eq(bench_parameter_text("n"), "2");
	ck_assert_uint_eq(bench_parameter_named("other"), 0);
	ck_assert_uint_eq(bench_parameter_named(NULL), 0);
	ck_assert_str_eq(bench_parameter_text("other"), "");
	place.parameters = NULL;
	benchi_case_enter(&place);
	ck_assert_uint_eq(bench_parameter_named("n"), 0);
}
END_TEST

START_TEST(what_is_no_range_is_refused)
{
	static const char *const bad[][2] = { { "n=", "whole number" }, { "=1", "parameter such as" },
		{ "n=1;", "parameter such as" }, { "n=1;2", "parameter such as" },
		{ "n=1;n=2", "two parameters 'n'" }, { "1n=1", "parameter such as" },
		{ "n=a/b", "comma or a semicolon" }, { "n=a,,b", "a word of 1 to 31" },
		{ "n=a b", "comma or a semicolon" }, { "n=1..3 x1", "a step" },
		{ "a=1..50 +1;b=1..50 +1", "more than 1000 values" },
		{ "a_name_of_many_characters=1", "parameter such as" },
		{ "n=a_word_of_more_than_thirty_one_characters", "a word of 1 to 31" },
		{ "a=1;b=1;c=1;d=1;e=1;f=1;g=1;h=1;i=1", "at most 8 parameters" }, { "1;2", "such as" } };

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ck_assert_int_eq(benchi_space_read(bad[i][0], &axes), BENCH_ERR_ARGUMENT);
		ck_assert_msg(strstr(bench_detail(), bad[i][1]) != NULL, "%s: %s", bad[i][0],
			bench_detail());
	}
}
END_TEST

static Suite *suite(void)
{
	const TTest *const tests[] = { rows_have_names, the_first_number_leads, a_body_asks_by_name,
		what_is_no_range_is_refused, NULL };

	return check_suite("parameters", tests);
}

CHECK_MAIN(suite)
