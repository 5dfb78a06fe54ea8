/*
 * Drawings, compared byte by byte: charts with all elements, ticks of many axes, the range of axes
 * and the positions of ticks; and foreign text in them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "golden.h"

#include "tools/draw/draw.h"

#define NONE (double)NAN

static double x7[] = { 1, 2, 4, 8, 16, 32, 64 }, y7[] = { 3, 5, 9, NONE, 30, 55, 70 };
static double low7[] = { 2, 4, -8, 14, 25, 50, NONE };
static double high7[] = { 4, 6, 10, 20, 36, 82, 75 };
static bool unusable7[] = { false, true, false, true, false, false, false };
static double steps7[] = { 90, 70, 50, 30, 20, 15, 12 };

static const benchi_note notes[] = { { 2, "a cache's end" }, { 60, "the last, to the left" },
	{ 8, NULL }, { 5, "third" }, { 3, "fourth" }, { 900, "outside" }, { 30, "sixth" } };

/* A series of every kind. On a logarithmic axis a bar begins at the bottom. */
static benchi_series kinds[] = {
	{ "bars", BENCHI_MARK_LINE, x7, y7, low7, high7, 7, unusable7 },
	{ "\xc3\xa9t\xc3\xa9 points", BENCHI_MARK_POINTS, x7, high7, NULL, NULL, 7, NULL },
	{ "steps & stairs", BENCHI_MARK_STEPS, x7, steps7, NULL, NULL, 7, NULL },
	{ "a band with a name that is by far too long for its place in any legend of the world, or "
	  "not", BENCHI_MARK_RIBBON, x7, y7, low7, high7, 7, NULL },
	{ "<a&\"b'\001\033[1m\377>", BENCHI_MARK_RIBBON, x7, y7, low7, high7, 7, NULL },
	{ NULL, BENCHI_MARK_LINE, x7, steps7, NULL, NULL, 2, NULL },
};

static const benchi_chart crowded = { .title = "All kinds of series, with a title that goes on "
	"and on until it needs a second line of text",
	.x = { .label = "size", .unit = "B", .log = true },
	.y = { .label = "time", .unit = "ns", .log = true },
	.series = kinds, .n = 6, .note = notes, .notes = 7 };
static const benchi_chart plain = { .title = "Linear", .x = { .label = "workers", .counts = true },
	.y = { .unit = "ms", .from_zero = true }, .series = kinds, .n = 3, .note = notes, .notes = 2,
	.values = true };
static const benchi_chart alone = { .title = "", .x = { .label = "x", .from_zero = true },
	.y = { .label = "" }, .series = kinds + 4, .n = 1 };

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

	char *svg;
	int depth = 0;

	ck_assert_int_eq(benchi_chart_svg(&(benchi_picture){ .out = file }, &chart, 1), BENCH_OK);
	svg = golden_contents(file);
	for (const char *at = svg; (at = strchr(at, '<')) != NULL; at++)
		depth += !strncmp(at, "<g ", 3) - !strncmp(at, "</g>", 4);
	ck_assert_int_eq(depth, 0);
	return svg;
}

TEST(as_pictures)
{
	golden_expect("draw", "crowded.svg", svg_of(&crowded));
	golden_expect("draw", "plain.svg", svg_of(&plain));
	golden_expect("draw", "alone.svg", svg_of(&alone));
}

/* The size of marks depends on their number, and so does which of them have a tooltip. */
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
				NULL, n[i], NULL };
			benchi_chart c = { .title = "t", .x = { .label = "x" }, .y = { .label = "y" },
				.series = &s, .n = 1 };
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

/* As many names per line as fit, and a dash for each colour. */
TEST(legends)
{
	benchi_series s[2] = { { "abcdef", BENCHI_MARK_LINE, x7, x7, NULL, NULL, 7, NULL },
		{ "1234567", BENCHI_MARK_LINE, x7, x7, NULL, NULL, 7, NULL } };
	benchi_chart c = { .title = "", .x = { .label = "x" }, .y = { .label = "y" }, .series = s,
		.n = 2 };
	static const char dashes[] = "curve\" d=|6 3|2 2|8 3 2 3|4 2|10 4|1 3|curve\" d=";
	benchi_series eight[8] = { { .name = "s" } };
	const benchi_frame frame = { 0, 0, 800, 0 };
	FILE *file = check_file();
	char *svg, expected[80], *at, *part;

	golden_expect("draw", "legend.txt", text_of(&c, 0, 0, false));
	s[0].name = "abcdefg";
	golden_expect("draw", "legend_of_lines.txt", text_of(&c, 0, 0, false));
	benchi_legend_draw(&(benchi_picture){ .out = file }, eight, 8, &frame, true);
	at = svg = golden_contents(file);
	strcpy(expected, dashes);
	for (part = strtok(expected, "|"); part; part = strtok(NULL, "|"), at++) {
		at = strstr(at, "<path class=\"curve\"");
		ck_assert_ptr_nonnull(at);
		ck_assert_ptr_nonnull(strstr(at, part));
		ck_assert(strstr(at, part) < strchr(at, '>'));
	}
	free(svg);
}

/* Lines that end together have their names one below the other, the last next to its line. */
TEST(names_at_the_ends_of_lines_stay_within_the_frame)
{
	double zero[] = { 0, 0 };
	benchi_series s[] = { { "first", BENCHI_MARK_LINE, x7, zero, NULL, NULL, 2, NULL },
		{ "middle", BENCHI_MARK_LINE, x7, zero, NULL, NULL, 2, NULL },
		{ "last", BENCHI_MARK_LINE, x7, zero, NULL, NULL, 2, NULL } };
	char *svg = svg_of(&(benchi_chart){ .x = { .label = "x" }, .y = { .from_zero = true },
		.series = s, .n = 3, .direct = true });
	double y[3], end;

	for (size_t i = 0; i < 3; i++) {
		char name[20], *at;

		snprintf(name, sizeof name, ">%s</text>", s[i].name);
		at = strstr(svg, name);
		ck_assert_ptr_nonnull(at);
		while (strncmp(at, " y=\"", 4))
			at--;
		y[i] = strtod(at + 4, NULL);
	}
	end = strtod(strchr(strstr(strstr(svg, "class=\"curve\""), " d=\"M") + 5, ' ') + 1, NULL);
	CHECK_NUMBERS({ y[1] - y[0], 15 }, { y[2] - y[1], 15 }, { y[2], end + 4 });
	free(svg);
}

/* Five marks; the sixth series has the first one's. */
TEST(marks)
{
	char *mark[8];

	for (size_t k = 0; k < 8; k++) {
		FILE *file = check_file();

		benchi_draw_mark(&(benchi_picture){ .out = file }, k, false, 10, 20, 4, NULL);
		mark[k] = golden_contents(file);
		for (size_t i = 0; i < k; i++)
			ck_assert_msg((strcmp(mark[i], mark[k]) == 0) == (i + 5 == k), "%zu, %zu", i, k);
	}
	for (size_t k = 0; k < 8; k++)
		free(mark[k]);
}

TEST(thirty_series)
{
	benchi_series s[30];
	benchi_chart c = { .x = { .label = "x" }, .y = { .label = "y" }, .series = s, .n = 30 };
	double y[30][2];

	for (size_t i = 0; i < 30; i++) {
		y[i][0] = (double)i;
		y[i][1] = 29 - (double)i;
		s[i] = (benchi_series){ i % 7 ? "n" : "a longer name", BENCHI_MARK_POINTS, x7, y[i], NULL,
			NULL, 2, NULL };
	}
	golden_expect("draw", "thirty.txt", text_of(&c, 64, 36, false));
}

/* For each axis a line with its ends, ticks and unit; then values with units. */
TEST(ticks)
{
	static const double ends[][2] = { { 0, 1 }, { 0, 47 }, { 1.2e6, 4.9e6 }, { .123, .1295 },
		{ -3, 3 }, { 1e-9, 3e-4 }, { 1, 1.0001 }, { 999.5, 1000.5 }, { 2, 700 }, { 1e5, 8e13 },
		{ -.05, -.002 }, { 8, 8 }, { 0, 0 }, { 1e8, 1e8 + 1 }, { 4096, 1 << 20 }, { 11, 14 } };
	static const char *const units[] = { "", "ns", "B", "cycles" };
	static const struct { double value; const char *unit; } values[] = { { 1234.5, "ns" },
		{ -.0025, "s" }, { 0, "ms" }, { 65536, "B" }, { 2.5e9, "Hz" }, { 12, "cycles" },
		{ 1234567, "" }, { 12, NULL } };
	FILE *file = check_file();

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
	for (size_t i = 0; i < 2 * (sizeof values / sizeof *values); i++) {
		char text[100];

		fprintf(file, "%s\n", benchi_value_text(values[i / 2].value, values[i / 2].unit, 4, i % 2,
			text, sizeof text));
	}
	golden_expect("draw", "ticks.txt", golden_contents(file));
}

/* A number is below its tick, within the axis and two columns after the one before, or omitted. */
TEST(numbers_below_an_axis)
{
	const benchi_extent extent = { 0, 1, false };
	const benchi_ticks four = { 4, { 0, .5, .6, 1 }, { "abc", "abc", "abc", "abc" }, "" };
	FILE *file = check_file();
	char *text;

	ck_assert(benchi_text_axis(file, &extent, &four, (size_t[]){ 1, 20 }, false));
	text = golden_contents(file);
	ck_assert_str_eq(text, "++---------+-+------+\nabc       abc     abc");
	free(text);
}

/* Draws a strip with counts[k] values in column k. */
static char *counted(const size_t *counts, size_t columns, char *line)
{
	double x[100];
	bench_numbers set = { x, 0 };

	for (size_t k = 0; k < columns; k++)
		for (size_t i = 0; i < counts[k]; i++)
			x[set.n++] = (double)k + .5;
	return benchi_strip_line(&set, &(benchi_extent){ 0, (double)columns, false }, columns, line);
}

TEST(strips)
{
	static const size_t few[] = { 0, 1, 2, 3, 4 }, many[] = { 0, 1, 5, 6, 10, 11, 15, 16, 20 };
	static const size_t five[] = { 0, 1, 2, 3, 4, 5 };
	static const double x[] = { 0, .9, 1, 2, 2, 2.5, 3, 4 };
	const bench_numbers set = { x, 8 }, one = { x + 3, 1 };
	const benchi_extent whole = { 0, 4, false }, part = { .9, 3, false }, none = { 2, 2, false },
		tiny = { 0, .5, false };
	char line[100];

	ck_assert_str_eq(counted(few, 5, line), " .:|#");
	ck_assert_str_eq(counted(five, 6, line), " .:|##");
	ck_assert_str_eq(counted(many, 9, line), " ..::||##");
	ck_assert_str_eq(benchi_strip_line(&set, &whole, 4, line), ":.|:");
	ck_assert_str_eq(benchi_strip_line(&set, &part, 3, line), "<:>");
	ck_assert_str_eq(benchi_strip_line(&one, &none, 5, line), "  .  ");
	ck_assert_str_eq(benchi_strip_line(&set, &tiny, 4, line), ".  >");
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

/* Charts without values, and without a series. */
TEST(nothing_still_draws)
{
	static double none[] = { (double)NAN, (double)INFINITY };
	benchi_series s = { NULL, BENCHI_MARK_LINE, none, none, NULL, NULL, 2, NULL };
	benchi_chart c = { .title = "none", .x = { .log = true }, .series = &s, .n = 1 };

	golden_expect("draw", "nothing.txt", text_of(&c, 0, 0, true));
	golden_expect("draw", "nothing.svg", svg_of(&c));
	c.n = 0;
	golden_expect("draw", "no_series.txt", text_of(&c, 60, 10, false));
	golden_expect("draw", "no_series.svg", svg_of(&c));
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

CHECK_SUITE("drawn")
