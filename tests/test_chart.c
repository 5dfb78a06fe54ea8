/*
 * Charts: what an axis spans, where ticks stand, what is drawn.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/draw/draw.h"

static char text[100000];

/* All ticks and the unit, "0 10 20 (ms)". */
static const char *ticks_of(double low, double high, bool log, const char *unit, size_t most)
{
	benchi_extent e = { low, high, log };
	static benchi_ticks t;
	size_t n = 0;

	benchi_ticks_choose(&e, unit, most, false, &t);
	text[0] = '\0';
	for (size_t i = 0; i < t.n; i++) {
		ck_assert(t.at[i] >= low - (high / 2 - low / 2) * 1e-6);
		ck_assert(t.at[i] <= high + (high / 2 - low / 2) * 1e-6);
		n += (size_t)sprintf(text + n, "%s%s", i ? " " : "", t.text[i]);
	}
	sprintf(text + n, "(%s)", t.unit);
	return text;
}

TEST(ticks_are_round)
{
	ck_assert_str_eq(ticks_of(0, 47, false, "", 6), "0 10 20 30 40()");
	ck_assert_str_eq(ticks_of(1.2e6, 4.9e6, false, "ns", 6), "2 3 4(ms)");
	ck_assert_str_eq(ticks_of(.123, .1295, false, "s", 8), "123 124 125 126 127 128 129(ms)");
	ck_assert_str_eq(ticks_of(-3, 3, false, "cycles", 7), "-3 -2 -1 0 1 2 3(cycles)");
	ck_assert_str_eq(ticks_of(1e9, 1e9 + 1, false, "x", 3),
	                 "1000000000 1000000000.5 1000000001(x)");
	ck_assert_str_eq(ticks_of(0, 3e6, false, "", 4), "0 1M 2M 3M()");
	ck_assert_str_eq(ticks_of(-5e5, 5e5, false, "", 3), "-500k 0 500k()");
	ck_assert_str_eq(ticks_of(0, 1.4e6, false, "", 4), "0 0.5M 1.0M()");
	ck_assert_str_eq(ticks_of(1, 1e6, true, "ns", 8), "1 ns 10 ns 100 ns 1 us 10 us 100 us 1 ms()");
	ck_assert_str_eq(ticks_of(1, 100, true, "", 8), "1 2 5 10 20 50 100()");
	ck_assert_str_eq(ticks_of(4096, 1 << 20, true, "B", 5), "4 KiB 16 KiB 64 KiB 256 KiB 1 MiB()");
	ck_assert_str_eq(ticks_of(11, 14, true, "s", 5), "11 12 13 14(s)");
}

TEST(counts_have_whole_ticks)
{
	for (double high = 1; high <= 40; high++) {
		benchi_extent extent = benchi_extent_over(0, high, false, true);
		benchi_ticks t;

		benchi_axis_ticks(&(benchi_axis){ .counts = true }, &extent, 14, true, &t);
		ck_assert_uint_ge(t.n, 2);
		for (size_t i = 0; i < t.n; i++)
			ck_assert_double_eq(t.at[i], floor(t.at[i]));
	}
}

TEST(extremes_have_an_axis)
{
	static const double pairs[][2] = { { 0, 0 }, { 5, 5 }, { -5, -5 }, { -DBL_MAX, DBL_MAX },
		{ DBL_MAX, DBL_MAX }, { 5e-324, 5e-324 }, { 1, 1 + DBL_EPSILON }, { 5e-324, DBL_MAX },
		{ -1e300, 1e-300 }, { 1e17, 1e17 } };

	for (size_t i = 0; i < 2 * sizeof pairs / sizeof *pairs; i++) {
		const double *pair = pairs[i / 2];
		benchi_extent e = benchi_extent_over(pair[0], pair[1], i % 2 && pair[0] > 0, false);
		benchi_ticks t;
		double p = benchi_extent_place(&e, pair[0]), q = benchi_extent_place(&e, pair[1]);

		ck_assert_msg(isfinite(e.low) && isfinite(e.high) && e.low < e.high, "%zu", i);
		ck_assert_msg(p >= 0 && p <= q && q <= 1, "%zu: %g %g", i, p, q);
		benchi_ticks_choose(&e, "s", 10, true, &t);
		ck_assert_uint_le(t.n, 10);
	}
	ck_assert_double_eq(benchi_extent_over(3, 9, false, true).low, 0);
	ck_assert_double_eq(benchi_extent_over(-9, -3, false, true).high, 0);
	ck_assert_double_eq_tol(benchi_extent_over(0, 100, false, false).high, 102, 1e-9);
}

TEST(values_have_units)
{
	char out[100];

	ck_assert_str_eq(benchi_value_text(1234.5, "ns", 4, false, out, sizeof out), "1.234 us");
	ck_assert_str_eq(benchi_value_text(1234.5, "ns", 4, true, out, sizeof out), "1.234 \302\265s");
	ck_assert_str_eq(benchi_value_text(-.0025, "s", 4, false, out, sizeof out), "-2.5 ms");
	ck_assert_str_eq(benchi_value_text(0, "ms", 4, false, out, sizeof out), "0 ms");
	ck_assert_str_eq(benchi_value_text(65536, "B", 4, false, out, sizeof out), "64 KiB");
	ck_assert_str_eq(benchi_value_text(2.5e9, "Hz", 4, false, out, sizeof out), "2.5 GHz");
	ck_assert_str_eq(benchi_value_text(12, "cycles", 4, false, out, sizeof out), "12 cycles");
	ck_assert_str_eq(benchi_value_text(1234567, "", 4, false, out, sizeof out), "1.235M");
	ck_assert_str_eq(benchi_value_text(12, NULL, 4, false, out, sizeof out), "12");
}

/* What a chart prints. */
static const char *drawn(const benchi_chart *chart, size_t columns, size_t rows, bool utf8,
                         bool svg)
{
	FILE *f = check_file();
	size_t n;

	if (svg)
		ck_assert_int_eq(benchi_chart_svg(f, &chart, 1), BENCH_OK);
	else
		ck_assert_int_eq(benchi_chart_text(f, chart, columns, rows, utf8), BENCH_OK);
	rewind(f);
	n = fread(text, 1, sizeof text - 1, f);
	text[n] = '\0';
	fclose(f);
	return text;
}

static const double one_to_five[] = { 1, 2, 3, 4, 5 }, squares[] = { 1, 4, 9, 16, 25 };

TEST(a_long_title_has_lines)
{
	static const char title[] = "a title of many words, each of which must be read although "
		"one line of the picture has no space for more than eighty-eight columns of them";
	benchi_series s = { "squares", BENCHI_MARK_POINTS, one_to_five, squares, NULL, NULL, 5 };
	benchi_chart c = { title, { .label = "side" }, { .label = "area" }, &s, 1, NULL, 0 };

	drawn(&c, 0, 0, false, true);
	ck_assert_ptr_nonnull(strstr(text, "\">a title of many words"));
	ck_assert_ptr_nonnull(strstr(text, "of them</text>"));
	ck_assert_ptr_nonnull(strstr(text, "y=\"45\""));
}

TEST(a_line_in_ascii)
{
	benchi_series s = { "squares", BENCHI_MARK_LINE, one_to_five, squares, NULL, NULL, 5 };
	benchi_note note = { 3, "the middle" };
	benchi_chart c = { "Squares", { .label = "side" },
		{ .label = "area", .unit = "ms", .from_zero = true }, &s, 1, &note, 1 };

	ck_assert_str_eq(drawn(&c, 40, 12, false, false),
	                 "Squares\n"
	                 "area (ms)\n"
	                 "   |                  1              ***\n"
	                 "20 +                  .          ****\n"
	                 "   |                  .       ****\n"
	                 "   |                  .   ****\n"
	                 "10 +                  .***\n"
	                 "   |              ****.\n"
	                 "   |       *******    .\n"
	                 " 0 +*******           .\n"
	                 "   +---------+----------------+---------\n"
	                 "             2                4\n"
	                 "    side\n"
	                 "    1 at 3: the middle\n");
}

TEST(two_series_are_letters)
{
	static const double low[] = { 10, 11, (double)NAN, 12, 13 };
	benchi_series s[2] = { { "steps", BENCHI_MARK_STEPS, one_to_five, squares, NULL, NULL, 5 },
		{ "gap\033[1m", BENCHI_MARK_POINTS, one_to_five, low, low, squares, 5 } };
	benchi_chart c = { NULL, { .label = "x", .unit = "s" }, { .label = "y", .log = true }, s, 2,
		NULL, 0 };
	const char *got = drawn(&c, 60, 14, true, false);

	ck_assert_ptr_nonnull(strstr(got, "a steps   b gap?[1m\n"));
	ck_assert_ptr_nonnull(strstr(got, "y, logarithmic\n"));
	ck_assert_ptr_nonnull(strstr(got, "x (s)\n"));
	ck_assert_ptr_null(strchr(got, '\033'));
}

TEST(nothing_still_draws)
{
	static const double none[] = { (double)NAN, (double)INFINITY };
	benchi_series s = { NULL, BENCHI_MARK_LINE, none, none, NULL, NULL, 2 };
	benchi_chart c = { "none", { .log = true }, { .log = false }, &s, 1,
		NULL, 0 };

	ck_assert_ptr_nonnull(strstr(drawn(&c, 0, 0, true, false), "none\n"));
	ck_assert_ptr_nonnull(strstr(drawn(&c, 0, 0, true, true), "</svg>\n"));
	c.n = 0;
	ck_assert_ptr_nonnull(strstr(drawn(&c, 60, 10, false, false), "logarithmic\n"));
	ck_assert_ptr_nonnull(strstr(drawn(&c, 0, 0, true, true), "</svg>\n"));
}

TEST(svg_places_and_escapes)
{
	benchi_series s[2] = {
		{ "<a&\"b'\001\377>", BENCHI_MARK_LINE, one_to_five, squares, NULL, NULL, 5 },
		{ "band", BENCHI_MARK_RIBBON, one_to_five, squares, one_to_five, squares, 5 } };
	benchi_chart c = { "t", { .label = "x", .from_zero = true },
		{ .label = "y", .unit = "ns", .from_zero = true }, s, 2, NULL, 0 };
	const char *got = drawn(&c, 0, 0, false, true), *band = strstr(got, "class=\"area\"");

	ck_assert_ptr_nonnull(strstr(got, "&lt;a&amp;&quot;b&#39;\357\277\275\357\277\275&gt;</text>"));
	/* 1 of 0 to 5.08 (an air of 2 % of 1..5) over 696 units from 76 on; 1 of 0 to 25.48 over
	 * 386 units up from 478 */
	ck_assert_ptr_nonnull(strstr(got, "M213.01 462.85L"));
	ck_assert_ptr_nonnull(strstr(got, ">band</title>"));
	ck_assert_ptr_nonnull(strstr(got, "@media(prefers-color-scheme:dark)"));
	ck_assert_ptr_nonnull(band);
	ck_assert_msg(strstr(band, "class=\"curve\"") != NULL, "the band lies below its line");
	ck_assert_ptr_null(strstr(got, "nan"));
}

CHECK_SUITE("chart")
