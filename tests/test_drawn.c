/*
 * Drawings to the byte: charts with everything a chart may hold, and ticks of many axes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "golden.h"

#include <math.h>

#include "draw/axis.h"
#include "draw/chart.h"
#include "draw/charts.h"
#include "draw/strip.h"

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
	  "not", BENCHI_MARK_BAND, x7, NULL, low7, high7, 7 },
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
	FILE *file = tmpfile();
	char *text;

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(benchi_chart_text(file, chart, columns, rows, utf8), BENCH_OK);
	text = golden_contents(file);
	fclose(file);
	return text;
}

START_TEST(in_a_terminal)
{
	golden_expect("draw", "crowded.txt", text_of(&crowded, 72, 24, false));
	golden_expect("draw", "crowded.utf8.txt", text_of(&crowded, 100, 20, true));
	golden_expect("draw", "plain.txt", text_of(&plain, 50, 16, false));
	golden_expect("draw", "alone.txt", text_of(&alone, 0, 0, false));
	golden_expect("draw", "alone.utf8.txt", text_of(&alone, 45, 12, true));
}
END_TEST

static char *svg_of(const benchi_chart *chart)
{
	FILE *file = tmpfile();
	char *text;

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(benchi_chart_svg(file, chart), BENCH_OK);
	text = golden_contents(file);
	fclose(file);
	return text;
}

START_TEST(as_pictures)
{
	golden_expect("draw", "crowded.svg", svg_of(&crowded));
	golden_expect("draw", "plain.svg", svg_of(&plain));
	golden_expect("draw", "alone.svg", svg_of(&alone));
}
END_TEST

START_TEST(several_below_each_other)
{
	static const benchi_chart *const all[] = { &plain, &crowded, &alone };
	FILE *file = tmpfile();
	char *text;

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(benchi_charts_svg(file, "three <charts>", all, 3), BENCH_OK);
	fputs("\n", file);
	benchi_charts_figures(file, all, 3);
	text = golden_contents(file);
	fclose(file);
	golden_expect("draw", "charts.html", text);
}
END_TEST

/* How large marks are, and which have a hover, depends on how many there are. */
START_TEST(many_points)
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
END_TEST

START_TEST(thirty_series)
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
END_TEST

/* A line for each axis: its ends, its ticks, its unit. */
START_TEST(ticks)
{
	static const double ends[][2] = { { 0, 1 }, { 0, 47 }, { 1.2e6, 4.9e6 }, { .123, .1295 },
		{ -3, 3 }, { 1e-9, 3e-4 }, { 1, 1.0001 }, { 999.5, 1000.5 }, { 2, 700 }, { 1e5, 8e13 },
		{ -.05, -.002 } };
	static const char *const units[] = { "", "ns", "B", "cycles" };
	FILE *file = tmpfile();
	char *text;

	ck_assert_ptr_nonnull(file);
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
	fclose(file);
	golden_expect("draw", "ticks.txt", text);
}
END_TEST

START_TEST(strips)
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
END_TEST

static Suite *suite(void)
{
	const TTest *const tests[] = { in_a_terminal, as_pictures, several_below_each_other,
		many_points, thirty_series, ticks, strips, NULL };

	return check_suite("drawn", tests);
}

CHECK_MAIN(suite)
