/*
 * What saved results show: modes, neighbours, facts of the context; dates.  On made-up numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/tools.h"

static void expect_date(double seconds, const char *expected)
{
	char text[24];

	ck_assert_str_eq(benchi_date_text(seconds, text), expected);
}

TEST(dates)
{
	expect_date(0, "1970-01-01T00:00:00Z");
	expect_date(951782400, "2000-02-29T00:00:00Z");
	expect_date(951868799, "2000-02-29T23:59:59Z");
	expect_date(951868800, "2000-03-01T00:00:00Z");
	expect_date(1709210096, "2024-02-29T12:34:56Z");
	expect_date(4107542399, "2100-02-28T23:59:59Z");
	expect_date(4107542400, "2100-03-01T00:00:00Z");
	expect_date(1798761599, "2026-12-31T23:59:59Z");
	expect_date(1735689599, "2024-12-31T23:59:59Z");
	expect_date(253402300799, "9999-12-31T23:59:59Z");
	expect_date(253402300800, "");
	expect_date(-1, "");
	expect_date(NAN, "");
}

/* n numbers around at, one apart from the next by step. */
static size_t add_mode(double *x, size_t n, double at, double step, size_t count)
{
	for (size_t i = 0; i < count; i++)
		x[n + i] = at + step * ((double)i - (double)(count - 1) / 2);
	return n + count;
}

TEST(modes_of_a_set)
{
	double x[200];
	size_t n = add_mode(x, 0, 100, .01, 41);
	bench_numbers set = { x, n };
	benchi_modes found;

	ck_assert_int_eq(benchi_shape_modes(&set, &found), BENCH_OK);
	ck_assert_uint_eq(found.n, 1);
	ck_assert_double_eq_tol(found.at[0], 100, 1e-9);
	for (size_t k = 1; k < 6; k++) {
		set.n = add_mode(x, set.n, 100 + 20 * (double)k, .01, 31);
		ck_assert_int_eq(benchi_shape_modes(&set, &found), BENCH_OK);
		ck_assert_uint_eq(found.n, k < BENCHI_MODES_MOST ? k + 1 : BENCHI_MODES_MOST);
		ck_assert_double_eq_tol(found.at[0], 100, 1e-9);
		ck_assert_uint_eq(found.count[0], 41);
		for (size_t m = 1; k < BENCHI_MODES_MOST && m <= k; m++) {
			ck_assert_double_eq_tol(found.at[m], 100 + 20 * (double)m, 1e-9);
			ck_assert_uint_eq(found.count[m], 31);
		}
	}
}

/* Ties of a coarse clock are no modes; two of them far apart are. */
TEST(ties_are_no_modes)
{
	double x[120];
	bench_numbers set = { x, 120 };
	benchi_modes found;

	for (size_t i = 0; i < 120; i++)
		x[i] = 10 + (double)(i / 24);
	ck_assert_int_eq(benchi_shape_modes(&set, &found), BENCH_OK);
	ck_assert_uint_eq(found.n, 1);
	ck_assert_double_eq_tol(found.at[0], 12, 1e-12);
	for (size_t i = 0; i < 120; i++)
		x[i] = 7;
	ck_assert_int_eq(benchi_shape_modes(&set, &found), BENCH_OK);
	ck_assert_uint_eq(found.n, 1);
	ck_assert_uint_eq(found.count[0], 120);
}

static benchi_shape shape_of(const double *x, size_t n)
{
	bench_numbers set = { x, n };
	benchi_prepared prepared;
	benchi_shape shape;

	ck_assert_int_eq(benchi_prepare(&set, 1, &prepared), BENCH_OK);
	ck_assert_int_eq(benchi_shape_find(&prepared, .95, &shape), BENCH_OK);
	benchi_prepared_free(&prepared);
	return shape;
}

/* Of more than 20000 values the means of neighbours show drift, but all show how neighbours
 * resemble each other. */
TEST(neighbours_of_many_values)
{
	static double x[40002];

	for (size_t i = 0; i < 40002; i++)
		x[i] = i % 2 ? 3 : 1;
	ck_assert_double_eq_tol(shape_of(x, 40002).trend.lag1, -40001. / 40002, 1e-9);
	ck_assert(shape_of(x, 40002).warnings & BENCHI_SET_WARN_NEIGHBOURS);
}

/* What a neighbour took may be the difference: a time counts from width^1.5 of it on. */
TEST(beside_a_neighbour)
{
	static const double x[] = { 10, 12 }, y[] = { 20 }, widths[] = { .64, .81 }, half[] = { .5 };
	static const double wide[] = { 1.2 };
	benchi_side base, test;
	benchi_comparison c;

	memset(&base, 0, sizeof base);
	memset(&test, 0, sizeof test);
	memset(&c, 0, sizeof c);
	c.base = &base;
	c.test = &test;
	base.unit = (bench_numbers){ x, 2 };
	base.shape.description.median = 11;
	base.width = widths;
	base.widths = 2;
	test.unit = (bench_numbers){ y, 1 };
	test.shape.description.median = 20;
	c.finding.answer = BENCH_HIGHER;
	c.finding.sure.low = 9;
	c.finding.sure.high = 11;
	benchi_allow_for_neighbour(&c); /* 10 * .8^3 to 12, against 20 */
	ck_assert_int_eq(c.finding.answer, BENCH_HIGHER);
	ck_assert_double_eq_tol(c.finding.sure.low, 8, 1e-12);
	ck_assert_double_eq_tol(c.finding.sure.high, 14.88, 1e-12);
	ck_assert_double_eq_tol(c.finding.equal.high, 14.88, 1e-12);
	base.widths = 0;
	test.width = half;
	test.widths = 1;
	benchi_allow_for_neighbour(&c); /* 20 / sqrt(8) is less than 11 */
	ck_assert_int_eq(c.finding.answer, BENCH_UNSURE);
	ck_assert_double_eq_tol(c.finding.sure.low, 20 / sqrt(8) - 11, 1e-12);
	ck_assert(isnan(c.finding.more));
	ck_assert_double_eq(benchi_width_least(&base), 1);
	test.width = wide;
	ck_assert_double_eq(benchi_width_least(&test), 1);
	c.finding.answer = BENCH_HIGHER;
	c.finding.sure.low = 9;
	benchi_allow_for_neighbour(&c); /* a share above 1 is 1 */
	ck_assert_int_eq(c.finding.answer, BENCH_HIGHER);
	ck_assert_double_eq(c.finding.sure.low, 9);
}

TEST(facts_of_a_file)
{
	static const char json[] = "{\"context\": {\"processor\": \"a \\\"b\\\"\", \"clock\": \"c\"}, "
		"\"results\": [{\"flags\": \"-O3\"}]}";
	static const char table[] = "# libbench 1\n# processor: p\n# libbench_flags: -g\nflags: x\n"
		"# clock: y\n";
	benchi_context_facts json_facts, table_facts, none;
	char text[BENCHI_GUARD_TEXT];
	size_t differ = 0;

	memset(&json_facts, 0xff, sizeof json_facts);
	memset(&none, 0xff, sizeof none);
	benchi_context_facts_of(json, sizeof json - 1, &json_facts);
	benchi_context_facts_of(table, sizeof table - 1, &table_facts);
	benchi_context_facts_of("1\n2\n", 4, &none);
	ck_assert(json_facts.any && table_facts.any && !none.any);
	ck_assert_str_eq(json_facts.text[0], "a \"b\"");
	ck_assert_str_eq(json_facts.text[2], "c");
	ck_assert_str_eq(json_facts.text[6], "");
	ck_assert_str_eq(table_facts.text[0], "p");
	ck_assert_str_eq(table_facts.text[2], "");
	ck_assert_str_eq(table_facts.text[7], "-g");
	for (size_t i = 0; i < BENCHI_GUARDED; i++) {
		ck_assert(!benchi_context_differs(&none, &json_facts, i, text));
		differ += benchi_context_differs(&json_facts, &table_facts, i, text);
	}
	ck_assert_uint_eq(differ, 1);
	ck_assert(benchi_context_differs(&json_facts, &table_facts, 0, text));
	ck_assert_str_eq(text, "processor: 'a \"b\"' and 'p'");
	memset(&none, 0xff, sizeof none);
	ck_assert(!benchi_context_facts_read("/nonexistent/file", &none) && !none.any);
}

/* What is behind the end is not read; a text that ends within an escape ends there. */
TEST(facts_of_a_part)
{
	static const char whole[] = "{\"context\": {\"processor\": "
		"\"a \\\"b\\u0009c\", \"clock\": \"d\"}";
	char part[sizeof whole + 40];
	benchi_context_facts of_part, of_whole;

	for (size_t n = 0; n < sizeof whole; n++) {
		memset(part, 0, sizeof part);
		memcpy(part, whole, n);
		benchi_context_facts_of(part, n, &of_part);
		benchi_context_facts_of(whole, n, &of_whole);
		ck_assert(!memcmp(&of_part, &of_whole, sizeof of_part));
	}
	benchi_context_facts_of("{\"flags\": \"-O\\\"", 15, &of_part);
	ck_assert_str_eq(of_part.text[6], "-O\"");
}

/* A fact equals itself whatever a writer had to escape in it: controls, tags, what is no UTF-8. */
TEST(facts_in_any_format)
{
	static const char flags[] = "-O1\t-g \x7f </x> \xff \xc3\xa9 \"\\u0041\" a\nb";
	static const char *const before[] = { "{\"flags\": ", "# flags: " };
	benchi_context context = { 0 };
	benchi_context_facts ours, saved;
	char text[400];

	ck_assert_int_eq(benchi_context_text(&context, "flags", flags), BENCH_OK);
	benchi_context_facts_from(&context, &ours);
	ck_assert_str_eq(ours.text[6], "-O1?-g ? </x> \xef\xbf\xbd \xc3\xa9 \"\\u0041\" a?b");
	for (int table = 0; table < 2; table++) {
		FILE *file = check_file();

		fputs(before[table], file);
		table ? benchi_put_line(file, flags) : benchi_json_text(file, flags);
		fputs("\n", file);
		rewind(file);
		benchi_context_facts_of(text, fread(text, 1, sizeof text, file), &saved);
		fclose(file);
		ck_assert_str_eq(saved.text[6], ours.text[6]);
	}
	memset(text, 'x', sizeof text); /* the end of its space, within a character */
	memcpy(text, "# flags: ", 9);
	memcpy(text + 9 + BENCHI_FACT_TEXT - 4, "\xf0\x9f\x98\x80\n", 5);
	benchi_context_facts_of(text, sizeof text, &saved);
	ck_assert_uint_eq(strlen(saved.text[6]), BENCHI_FACT_TEXT - 4);
	benchi_context_free(&context);
}

/* The columns of hyperfine's CSV, perhaps with others behind; nothing else. */
TEST(columns_of_summaries)
{
	static const char *const known[] = { "command", "mean", "stddev", "median", "user", "system",
		"min", "max", "parameter_x" };
	benchi_csv_column column[9];
	char name[9][16];

	memset(column, 0, sizeof column);
	for (size_t i = 0; i < 9; i++) {
		strcpy(name[i], known[i]);
		column[i].name = name[i];
	}
	ck_assert(!benchi_columns_are_summaries(column, 7));
	for (size_t i = 0; i < 8; i++) {
		name[i][0] ^= 1;
		ck_assert(!benchi_columns_are_summaries(column, 9));
		name[i][0] ^= 1;
	}
	ck_assert(benchi_columns_are_summaries(column, 8));
	strcpy(name[3], "median");
	ck_assert(benchi_columns_are_summaries(column, 9));
	for (size_t i = 0; i < 9; i++)
		ck_assert_int_eq(column[i].kind, i == 0 ? COLUMN_BENCHMARK : i == 3 ? COLUMN_METRIC
			: COLUMN_SETTING);
	ck_assert_str_eq(column[3].name, "time");
	ck_assert_str_eq(column[4].name, "user");
}

/* The sets of signs, of all 256, for which the mean of such changes differs from 0. */
static int called_different(const double size[8], double confidence)
{
	int n = 0;

	for (unsigned signs = 0; signs < 256; signs++) {
		double x[8];
		benchi_interval sure;

		for (int i = 0; i < 8; i++)
			x[i] = signs >> i & 1 ? -size[i] : size[i];
		benchi_builds_interval(x, 8, confidence, &sure);
		n += sure.low > 0 || sure.high < 0;
		ck_assert_int_eq(sure.low > 0 || sure.high < 0, benchi_builds_p(x, 8) < 1 - confidence);
	}
	return n;
}

/* Where only layouts differ each sign is as likely: at most 5 % of all may be called different. */
TEST(layouts_alone)
{
	static const double sizes[][8] = {
		{ 9, 9.01, 9.02, 8.99, 9.03, 8.98, 9.04, 9.05 },    /* two states: all builds changed */
		{ .01, .02, .03, 9, 9.01, 9.02, 9.03, 9.04 },       /* three had the same one */
		{ .01, .02, .03, .04, .05, .06, .07, 9 },           /* a rare one */
		{ 1, 2, 4, 8, 16, 32, 64, 128 }, { 1, 2, 3, 4, 5, 6, 7, 8 },
	};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		ck_assert_int_le(called_different(sizes[i], .95), 12);
		ck_assert_int_le(called_different(sizes[i], .99), 2);
	}
	ck_assert_int_ge(called_different(sizes[4], .95), 8);
}

TEST(mean_over_builds)
{
	const double four[] = { 1, 2, 3, 6 }, rare[8] = { 0, 0, 0, 8, 0, 0, 0, 0 };
	double equal[20];
	benchi_interval sure;

	benchi_builds_interval(four, 4, .95, &sure);
	ck_assert_double_eq_tol(sure.low, -.437, 1e-3);
	ck_assert_double_eq_tol(sure.high, 6.437, 1e-3);
	benchi_builds_interval(four, 4, .5, &sure);     /* the 4th of 15 means, not Student's 2.17 */
	ck_assert_double_eq_tol(sure.low, 2, 1e-12);
	benchi_builds_interval(four, 1, .95, &sure);
	ck_assert(isinf(sure.low) && isinf(sure.high));
	ck_assert_double_eq(benchi_builds_p(four, 1), 1);
	ck_assert_double_eq(benchi_builds_p(rare, 8), 1);
	for (int i = 0; i < 20; i++)
		equal[i] = 1 + i % 2;
	benchi_builds_interval(equal, 20, .95, &sure);
	ck_assert_double_eq_tol(sure.high - 1.5, 2.0930 * sqrt(.25 / 19), 1e-4);
}

/* Up to 5000 values are tested for normality, 20000 for a trend and for modes. */
TEST(how_many_values_are_tested)
{
	static double x[30000];
	const bench_numbers some = { x, 4000 }, more = { x, 15000 };
	bench_normality normality;
	bench_trend trend;

	for (size_t i = 0; i < 30000; i++)
		x[i] = fmod(.618034 * (double)i, 1) + 1e-6 * (double)i;
	ck_assert_int_eq(bench_normality_test(&some, &normality), BENCH_OK);
	ck_assert_double_eq_tol(shape_of(x, 4000).normality.w, normality.w, 1e-9);
	ck_assert_int_eq(bench_trend_test(&more, &trend), BENCH_OK);
	ck_assert_double_eq_tol(shape_of(x, 15000).trend.p, trend.p, 1e-9);
	ck_assert_uint_eq(shape_of(x, 30000).modes.count[0], 15000);
}

/* One of 30000 values beyond three IQR is more than chance, one of 50000 is not. */
TEST(outliers_of_many_values)
{
	static double x[50000];

	for (size_t i = 0; i < 50000; i++) {
		double u = fmod(.618034 * (double)i, 1);

		x[i] = u < .2 ? -2 - u : u > .8 ? 2.2 + u : (u - .2) / .6;
	}
	x[15000] = 3.5;
	ck_assert(shape_of(x, 30000).warnings & BENCHI_SET_WARN_OUTLIERS);
	ck_assert(!(shape_of(x, 50000).warnings & BENCHI_SET_WARN_OUTLIERS));
}

/* Normal at 5 %, and two modes of ten values. */
TEST(of_few_values)
{
	double x[20];

	for (int i = 0; i < 20; i++)
		x[i] = exp(.12 * (i * 7 % 20)); /* p = 0.040 */
	ck_assert(shape_of(x, 20).warnings & BENCHI_SET_WARN_NORMAL);
	add_mode(x, add_mode(x, 0, 100, .01, 5), 200, .01, 5);
	ck_assert_uint_eq(shape_of(x, 9).modes.n, 1);
	ck_assert_uint_eq(shape_of(x, 10).modes.n, 2);
}

CHECK_SUITE("analysis")
