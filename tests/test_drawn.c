/*
 * Drawings to the byte: charts with everything a chart may hold, and ticks of many axes; what an
 * axis spans and where ticks stand.
 *
 * SPDX-License-Identifier: MIT
 */
#include "golden.h"

#include "tools/draw/draw.h"

#define NONE (double)NAN

static const double x7[] = { 1, 2, 4, 8, 16, 32, 64 }, y7[] = { 3, 5, 9, NONE, 30, 55, 70 };
static const double low7[] = { 2, 4, -8, 14, 25, 50, NONE };
static const double high7[] = { 4, 6, 10, 20, 36, 82, 75 };
static const double steps7[] = { 90, 70, 50, 30, 20, 15, 12 };

static const benchi_note notes[] = { { 2, "a cache's end" }, { 60, "the last, to the left" },
	{ 8, NULL }, { 5, "third" }, { 3, "fourth" }, { 900, "outside" }, { 30, "sixth" } };

/* A series of every kind; on logarithmic axes a bar begins at the bottom. */
static const benchi_series kinds[] = {
	{ "bars", BENCHI_MARK_LINE, x7, y7, low7, high7, 7 },
	{ "\xc3\xa9t\xc3\xa9 points", BENCHI_MARK_POINTS, x7, high7, NULL, NULL, 7 },
	{ "steps & stairs", BENCHI_MARK_STEPS, x7, steps7, NULL, NULL, 7 },
	{ "a band with a name that is by far too long for its place in any legend of the world, or "
	  "not", BENCHI_MARK_RIBBON, x7, y7, low7, high7, 7 },
	{ "ribbon", BENCHI_MARK_RIBBON, x7, y7, low7, high7, 7 },
	{ NULL, BENCHI_MARK_LINE, x7, steps7, NULL, NULL, 2 },
};

static const benchi_chart crowded = { "All kinds of series, with a title that goes on "
	"and on until it needs a second line of text", { .label = "size", .unit = "B", .log = true },
	{ .label = "time", .unit = "ns", .log = true }, kinds, 6, notes, 7 };
static const benchi_chart plain = { "Linear", { .label = "workers", .counts = true },
	{ .unit = "ms", .from_zero = true }, kinds, 3, notes, 2 };
static const benchi_chart alone = { "", { .label = "x", .from_zero = true }, { .label = "" },
	kinds + 4, 1, NULL, 0 };

static char *text_of(const benchi_chart *chart, size_t columns, size_t rows, bool utf8)
{
	FILE *file = check_file();

	ck_assert_int_eq(benchi_chart_text(file, chart, columns, rows, utf8), BENCH_OK);
	return golden_contents(file);
}

TEST(in_a_terminal)
{
	golden_expect("draw", "crowded.txt", text_of(&crowded, 72, 24, false));
	golden_expect("draw", "crowded.utf8.txt", text_of(&crowded, 100, 20, true));
	golden_expect("draw", "plain.txt", text_of(&plain, 50, 16, false));
	golden_expect("draw", "alone.txt", text_of(&alone, 0, 0, false));
	golden_expect("draw", "alone.utf8.txt", text_of(&alone, 45, 12, true));
}

static char *svg_of(const benchi_chart *chart)
{
	FILE *file = check_file();

	ck_assert_int_eq(benchi_chart_svg(file, &chart, 1), BENCH_OK);
	return golden_contents(file);
}

TEST(as_pictures)
{
	golden_expect("draw", "crowded.svg", svg_of(&crowded));
	golden_expect("draw", "plain.svg", svg_of(&plain));
	golden_expect("draw", "alone.svg", svg_of(&alone));
}

/* How large marks are, and which have a hover, depends on how many there are. */
TEST(many_points)
{
	static const size_t n[] = { 60, 61, 80, 81, 300, 301, 400, 401 };
	double x[401], y[401];

	for (size_t i = 0; i < 401; i++) {
		x[i] = (double)i;
		y[i] = (double)(i * i % 97);
	}
	for (int points = 0; points < 2; points++)
		for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
			benchi_series s = { "s", points ? BENCHI_MARK_POINTS : BENCHI_MARK_LINE, x, y, NULL,
				NULL, n[i] };
			benchi_chart c = { "t", { .label = "x" }, { .label = "y" }, &s, 1, NULL, 0 };
			char *svg = svg_of(&c);
			const char *radius = n[i] > 300 ? "r=\"1.8\"" : n[i] > 80 ? "r=\"2.4\"" : "r=\"3.2\"";
			size_t marks = 0, hovers = 0;

			for (const char *at = svg; (at = strstr(at, "<circle")) != NULL; at++)
				marks += strstr(at, radius) < strchr(at, '>') && strstr(at, radius) != NULL;
			for (const char *at = svg; (at = strstr(at, "<title>s: ")) != NULL; at++)
				hovers++;
			ck_assert_uint_eq(marks, points || n[i] <= 60 ? n[i] : 0);
			ck_assert_uint_eq(hovers, n[i] <= 400 ? marks : 0);
			free(svg);
		}
}

/* As many names in a line as there is place for; a dash for each colour. */
TEST(legends)
{
	benchi_series s[2] = { { "abcdef", BENCHI_MARK_LINE, x7, x7, NULL, NULL, 7 },
		{ "1234567", BENCHI_MARK_LINE, x7, x7, NULL, NULL, 7 } };
	benchi_chart c = { "", { .label = "x" }, { .label = "y" }, s, 2, NULL, 0 };
	static const char *const dash[] = { "6 3", "2 2", "8 3 2 3", "4 2", "10 4", "1 3" };
	char *text = text_of(&c, 0, 0, false);

	ck_assert_ptr_nonnull(strstr(text, " a abcdef   b 1234567\n"));
	free(text);
	s[0].name = "abcdefg";
	text = text_of(&c, 0, 0, false);
	ck_assert_ptr_nonnull(strstr(text, " a abcdefg\n"));
	free(text);
	ck_assert_ptr_null(benchi_dash(0));
	ck_assert_ptr_null(benchi_dash(7));
	for (size_t k = 0; k < 6; k++)
		ck_assert_str_eq(benchi_dash(k + 1), dash[k]);
}

TEST(thirty_series)
{
	benchi_series s[30];
	benchi_chart c = { NULL, { .label = "x" }, { .label = "y" }, s, 30, NULL, 0 };
	double y[30][2];

	for (size_t i = 0; i < 30; i++) {
		y[i][0] = (double)i;
		y[i][1] = 29 - (double)i;
		s[i] = (benchi_series){ i % 7 ? "n" : "a longer name", BENCHI_MARK_POINTS, x7, y[i], NULL,
			NULL, 2 };
	}
	golden_expect("draw", "thirty.txt", text_of(&c, 64, 36, false));
}

/* A line for each axis: its ends, its ticks, its unit. */
TEST(ticks)
{
	static const double ends[][2] = { { 0, 1 }, { 0, 47 }, { 1.2e6, 4.9e6 }, { .123, .1295 },
		{ -3, 3 }, { 1e-9, 3e-4 }, { 1, 1.0001 }, { 999.5, 1000.5 }, { 2, 700 }, { 1e5, 8e13 },
		{ -.05, -.002 }, { 8, 8 }, { 0, 0 } };
	static const char *const units[] = { "", "ns", "B", "cycles" };
	FILE *file = check_file();
	char *text;

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		for (size_t u = 0; u < sizeof units / sizeof *units; u++)
			for (size_t most = 2; most < 10; most += 5)
				for (int log = 0; log < 2; log++) {
					const double *of = ends[i];
					benchi_extent e = benchi_extent_over(of[0], of[1], log && of[0] > 0, false);
					benchi_ticks t;

					benchi_ticks_choose(&e, units[u], most, u % 2, &t);
					fprintf(file, "%g..%g%s %zu:", of[0], of[1], e.log ? " log" : "", most);
					for (size_t k = 0; k < t.n; k++)
						fprintf(file, " %s@%.4f", t.text[k],
						        benchi_extent_place(&e, t.at[k]));
					fprintf(file, " (%s)\n", t.unit);
				}
	text = golden_contents(file);
	golden_expect("draw", "ticks.txt", text);
}

/* An extent reaches beyond its values on both sides, also of one alone. */
TEST(extents)
{
	static const struct {
		double low, high;
		int log, from_zero;
		double from, to;
	} of[] = { { 0, 100, 0, 0, -2, 102 }, { 0, 100, 0, 1, 0, 102 }, { -100, 0, 0, 1, -102, 0 },
		{ 50, 150, 0, 1, 0, 152 }, { -1, 99, 0, 1, -3, 101 }, { 5, 5, 0, 0, 4.75, 5.25 },
		{ 5, 5, 0, 1, 0, 5.25 }, { -3, -3, 0, 0, -3.15, -2.85 }, { -3, -3, 0, 1, -3.15, 0 },
		{ 0, 0, 0, 0, -1, 1 }, { 0, 0, 1, 1, 0, 1 }, { 8, 8, 1, 0, 4, 16 }, { 8, 8, 1, 1, 4, 16 },
		{ 1, 1, 1, 0, .5, 2 } };
	benchi_extent e;

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		e = benchi_extent_over(of[i].low, of[i].high, of[i].log, of[i].from_zero);
		CHECK_NUMBERS({ e.log, of[i].low > 0 && of[i].log }, { e.low, of[i].from, 1e-12 },
			{ e.high, of[i].to, 1e-12 });
	}
	e = benchi_extent_over(1, exp(50), true, false);
	CHECK_NUMBERS({ e.low, exp(-1), 1e-12 }, { e.high / exp(51), 1, 1e-12 });
	e = benchi_extent_over(1, 1 + 2e-13, true, false);
	CHECK_NUMBERS({ e.high - 1, 1.2e-12, 1e-14 }, { 1 - e.low, 1e-12, 1e-14 });
	ck_assert_double_eq(benchi_extent_at(&(benchi_extent){ 10, 50, false }, .25), 20);
	ck_assert_double_eq_tol(benchi_extent_at(&(benchi_extent){ 1, 16, true }, .75), 8, 1e-12);
}

/* An empty chart has an extent too; on a logarithmic axis values are above 0. */
TEST(boxes)
{
	static const double x[] = { 1, 2, 3 }, y[] = { .5, 0, 8 };
	const benchi_series s = { "s", BENCHI_MARK_LINE, x, y, NULL, NULL, 3 };
	benchi_chart c = { "", { .from_zero = true }, { .log = true }, &s, 0, NULL, 0 };
	benchi_box box = benchi_chart_box(&c);

	ck_assert(!box.x.log && box.y.log);
	CHECK_NUMBERS({ box.x.low, -.02, 1e-12 }, { box.x.high, 1.02, 1e-12 },
		{ box.y.low, pow(10, -.02), 1e-12 }, { box.y.high, pow(10, 1.02), 1e-12 });
	c.n = 1;
	box = benchi_chart_box(&c);
	CHECK_NUMBERS({ box.x.low, 0, 1e-12 }, { box.y.low, .5 * pow(16, -.02), 1e-12 },
		{ box.y.high, 8 * pow(16, .02), 1e-12 });
	c.y.log = false;
	ck_assert_double_eq_tol(benchi_chart_box(&c).y.low, -.16, 1e-12);
}

/* What is printed of a canvas, rows between '/'. */
static const char *rows_of(const benchi_canvas *c)
{
	static char text[200];
	FILE *file = check_file();

	for (size_t r = 0; r < c->rows; r++) {
		benchi_canvas_row(file, c, r);
		fputc('/', file);
	}
	rewind(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

TEST(dots_and_marks_of_a_canvas)
{
	const double corner[2] = { 0, 0 }, other[2] = { 1, 1 }, far[2] = { 1e300, 0 };
	benchi_canvas c;

	ck_assert(benchi_canvas_new(&c, 4, 3, false));
	benchi_canvas_dot(&c, 1, 1, 'a');
	benchi_canvas_dot(&c, 0, 0, 'b');
	benchi_canvas_dot(&c, .5, .5, 'c');
	benchi_canvas_dot(&c, 1 + 1e-10, -1e-10, 'd');
	benchi_canvas_dot(&c, 1 + 1e-8, 0, 'x');
	benchi_canvas_dot(&c, 0, -1e-8, 'x');
	benchi_canvas_line(&c, corner, far, 'x');
	ck_assert_str_eq(rows_of(&c), "   a/  c/b  d/");
	benchi_canvas_mark(&c, .3, .5, 'm', false);
	benchi_canvas_mark(&c, .3, .5, 'n', false);
	benchi_canvas_mark(&c, 1, 1, 'o', false);
	benchi_canvas_mark(&c, 1, 1, 'p', true);
	benchi_canvas_mark(&c, 2, 1, 'x', true);
	ck_assert_str_eq(rows_of(&c), "   p/ mc/b  d/");
	benchi_canvas_free(&c);
	ck_assert(benchi_canvas_new(&c, 3, 3, false));
	benchi_canvas_line(&c, corner, other, 'l');
	benchi_canvas_line(&c, corner, corner, 'm');
	ck_assert_str_eq(rows_of(&c), "  l/ l/m/");
	benchi_canvas_free(&c);
	ck_assert(benchi_canvas_new(&c, 0, 0, true));
	benchi_canvas_dot(&c, 1, 1, 'a');
	benchi_canvas_dot(&c, 0, 0, 'a');
	ck_assert_str_eq(rows_of(&c), "\342\241\210/");
	benchi_canvas_line(&c, corner, other, 'l');
	ck_assert_str_eq(rows_of(&c), "\342\241\274/");
	benchi_canvas_free(&c);
}

/* Under its column, to the left of the end, two columns behind the one before; or not at all. */
TEST(numbers_below_an_axis)
{
	static const struct {
		size_t column, end, used, after;
		const char *text;
	} of[] = { { 10, 20, 0, 12, "         abc" }, { 19, 20, 0, 20, "                 abc" },
		{ 0, 20, 0, 3, "abc" }, { 10, 20, 7, 12, "  abc" }, { 10, 20, 8, 8, "" },
		{ 18, 20, 0, 20, "                 abc" }, { 18, 20, 15, 20, "  abc" },
		{ 18, 20, 16, 16, "" } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		const size_t columns[] = { of[i].column, of[i].end };
		FILE *file = check_file();
		char *text;

		ck_assert_uint_eq(benchi_text_below(file, "abc", columns, of[i].used), of[i].after);
		text = golden_contents(file);
		ck_assert_str_eq(text, of[i].text);
		free(text);
	}
}

/* The head and the end of a page; its last words may be missing. */
TEST(a_page)
{
	FILE *file = check_file();
	char *text;

	benchi_page_begin(file, "a <title>");
	benchi_page_figure_begin(file, "a & b", "n > 3");
	benchi_page_figure_end(file);
	benchi_page_end(file, "x < y", "p&q");
	benchi_page_end(file, NULL, "p&q");
	text = golden_contents(file);
	CHECK_ALL(strstr(text, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
		"charset=\"utf-8\">\n"), strstr(text, "<title>a &lt;title&gt;</title>\n<style>:root"),
		strstr(text, "}}*{box-sizing"),
		strstr(text, "<h1>a &lt;title&gt;</h1>\n</header>\n<main>\n<figure>\n<figcaption>a &amp; b "
		"<small>n &gt; 3</small></figcaption>\n</figure>\n</main>\n<footer>\n<p>x &lt; "
		"y</p>\n<p>Drawn by p&amp;q (libbench "),
		strstr(text, "</html>\n</main>\n<footer>\n<p>Drawn by p&amp;q "));
	free(text);
}

TEST(strips)
{
	static const size_t few[] = { 0, 1, 2, 3, 4 }, many[] = { 0, 1, 5, 6, 10, 11, 15, 16, 20 };
	static const size_t five[] = { 0, 1, 2, 3, 4, 5 };
	static const double x[] = { 0, .9, 1, 2, 2, 2.5, 3, 4 };
	const bench_numbers set = { x, 8 }, one = { x + 3, 1 };
	const benchi_scale whole = { 0, 4, 4 }, part = { .9, 3, 3 }, none = { 2, 2, 5 },
		tiny = { 0, .5, 4 };
	char line[100];

	ck_assert_str_eq(benchi_strip_counts(few, 5, line), " .:|#");
	ck_assert_str_eq(benchi_strip_counts(five, 6, line), " .:|##");
	ck_assert_str_eq(benchi_strip_counts(many, 9, line), " ..::||##");
	ck_assert_str_eq(benchi_strip_line(&set, &whole, line), ":.|:");
	ck_assert_str_eq(benchi_strip_line(&set, &part, line), "<:>");
	ck_assert_str_eq(benchi_strip_line(&one, &none, line), "  .  ");
	ck_assert_str_eq(benchi_strip_line(&set, &tiny, line), ".  >");
}

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
	char *found = svg ? svg_of(chart) : text_of(chart, columns, rows, utf8);

	snprintf(text, sizeof text, "%s", found);
	free(found);
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
	CHECK_ALL(strstr(text, "\">a title of many words"), strstr(text, "of them</text>"),
		strstr(text, "y=\"45\""));
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

	CHECK_ALL(strstr(got, "a steps   b gap?[1m\n"), strstr(got, "y, logarithmic\n"),
		strstr(got, "x (s)\n"), !strchr(got, '\033'));
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
	CHECK_ALL(strstr(got, "M213.01 462.85L"), strstr(got, ">band</title>"),
		strstr(got, "@media(prefers-color-scheme:dark)"));
	ck_assert_ptr_nonnull(band);
	ck_assert_msg(strstr(band, "class=\"curve\"") != NULL, "the band lies below its line");
	ck_assert_ptr_null(strstr(got, "nan"));
}

CHECK_SUITE("drawn")
