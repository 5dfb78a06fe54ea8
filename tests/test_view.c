/*
 * The data of diagrams: quantiles, steps, slices, scales, counts; and foreign text.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/draw/draw.h"

static double x[100000];

static benchi_view v;

/* Finds the view of the first n numbers. */
static void view(size_t n)
{
	bench_numbers set = { x, n };

	benchi_view_free(&v);
	ck_assert_int_eq(benchi_view_find(&set, &v), BENCH_OK);
}

TEST(a_small_set_is_shown_whole)
{
	for (size_t i = 0; i < 5; i++)
		x[i] = 5 - (double)i;
	view(5);
	CHECK_NUMBERS({ v.median, 3 }, { v.q25, 2 }, { v.q75, 4 }, { v.steps, 5 }, { v.step_x[0], 1 },
		{ v.step_y[0], 20 }, { v.step_y[4], 100 });
}

TEST(a_large_set_has_few_steps)
{
	for (size_t i = 0; i < 100000; i++)
		x[i] = (double)(i / 625);
	view(100000);
	CHECK_NUMBERS({ v.steps, BENCHI_VIEW_STEPS }, { v.step_y[BENCHI_VIEW_STEPS - 1], 100 },
		{ v.step_x[0], 0 });
}

TEST(few_far_values_are_cut_and_counted_but_no_heap)
{
	benchi_extent e;
	size_t counts[10], outside[2], sum = 0;

	for (size_t i = 0; i < 1000; i++)
		x[i] = 100 + (double)(i % 10);
	x[7] = 1e6;
	x[8] = -1e6;
	view(1000);
	e = benchi_view_extent(&v, 1, false);
	CHECK_NUMBERS({ e.high, 107 + 4 * 5 + .02 * 45, .3 }, { e.low, 102 - 4 * 5 - .02 * 45, .3 });
	ck_assert_uint_eq(benchi_count_parts(&v.set, &e, 10, counts, outside), counts[4]);
	CHECK_NUMBERS({ outside[0], 1 }, { outside[1], 1 });
	for (size_t i = 0; i < 10; i++)
		sum += counts[i];
	ck_assert_uint_eq(sum, 998);
	for (size_t i = 0; i < 50; i++)
		x[i] = 500;
	view(1000);
	ck_assert_double_gt(benchi_view_extent(&v, 1, false).high, 500);
}

TEST(a_log_scale_needs_values_above_zero)
{
	for (size_t i = 0; i < 20; i++)
		x[i] = pow(10, (double)i / 5);
	view(20);
	ck_assert(benchi_view_extent(&v, 1, true).log);
	x[0] = 0;
	view(20);
	ck_assert(!benchi_view_extent(&v, 1, true).log);
}

TEST(what_is_no_set_is_refused)
{
	bench_numbers none = { x, 0 }, set = { x, 2 };

	ck_assert_int_eq(benchi_view_find(&none, &v), BENCH_ERR_ARGUMENT);
	benchi_view_free(&v);
	x[0] = 1;
	x[1] = (double)NAN;
	ck_assert_int_eq(benchi_view_find(&set, &v), BENCH_ERR_INPUT);
	benchi_view_free(&v);
}

/* Returns what a writer makes of this text. */
static const char *written(void (*writer)(FILE *, const char *), const char *text)
{
	static char out[200];
	FILE *f = check_file();

	writer(f, text);
	return check_contents(f, out, sizeof out);
}

static void print_some(FILE *out, const char *text)
{
	benchi_text_print(out, 6, text);
}

TEST(foreign_text_stays_text)
{
	ck_assert_str_eq(written(benchi_xml_text, "a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
	ck_assert_str_eq(written(benchi_xml_text, "\303\244\342\202\254\360\237\230\200"),
	                 "\303\244\342\202\254\360\237\230\200");
	/* control character; malformed, overlong, surrogate, C1 and truncated UTF-8 */
	ck_assert_str_eq(written(benchi_xml_text, "\001"), "\357\277\275");
	ck_assert_str_eq(written(benchi_xml_text, "\377x"), "\357\277\275x");
	ck_assert_str_eq(written(benchi_xml_text, "\300\257"), "\357\277\275\357\277\275");
	ck_assert_str_eq(written(benchi_xml_text, "\355\240\200"),
	                 "\357\277\275\357\277\275\357\277\275");
	ck_assert_str_eq(written(benchi_xml_text, "\342\202"), "\357\277\275\357\277\275");
	ck_assert_str_eq(written(benchi_xml_text, "\302\205"), "\357\277\275");
	ck_assert_str_eq(written(benchi_json_text, "\377<<!"), "\"\\ufffd<\\u003c!\"");
	ck_assert_str_eq(written(benchi_csv_text, "\377"), "\"\357\277\275\"");
	ck_assert_str_eq(written(benchi_json_text, "a\"\\\n</\303\244"),
	                 "\"a\\\"\\\\\\u000a\\u003c/\303\244\"");
	ck_assert_str_eq(written(benchi_csv_text, "a\"b"), "\"a\"\"b\"");
	ck_assert_str_eq(written(print_some, "\303\244\033\302\233z\t\342\200\256"),
	                 "\303\244??z??");
	ck_assert_str_eq(written(print_some, "a\033longer"), "a?..er");
}

TEST(coordinates_know_no_locale)
{
	static const double numbers[] = { 1.25, -0.5, -0.001, 3, 7.009, (double)NAN };
	FILE *f = tmpfile();
	char out[100];

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		benchi_xml_number(f, numbers[i]);
		fputc(' ', f);
	}
	ck_assert_str_eq(check_contents(f, out, sizeof out), "1.25 -0.5 0 3 7.01 0 ");
}

CHECK_SUITE("view")
