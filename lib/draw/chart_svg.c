/*
 * Draws a chart as SVG.
 *
 * Title, legend, the y axis's label above it (level, so that it can be read), grid,
 * bands, bars, lines, marks.  Points show their values on hovering, up to 400 per chart.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "draw/chart_svg.h"
#include "base/utf8.h"

#define WIDTH 800.0
#define HEIGHT 450.0
#define MOST_HOVERS 400
#define LINE_POINTS 60 /* points of a line that are marked, at most */
#define TITLE_COLUMNS 88 /* of a line of the title */
#define TITLE_LINE 19.0
#define LETTER 7.2 /* a letter's width, about */

/* The position of a point in the picture; NaN if it has none. */
static void place(const benchi_plane *p, double x, double y, double at[2])
{
	at[0] = p->frame.x + benchi_extent_place(&p->box.x, x) * p->frame.width;
	at[1] = p->frame.y + (1 - benchi_extent_place(&p->box.y, y)) * p->frame.height;
}

/* "latency (ms), logarithmic" */
static void axis_label(const benchi_axis *axis, const char *unit, char *text, size_t size)
{
	const char *label = axis->label ? axis->label : "";

	snprintf(text, size, *unit ? *label ? "%s (%s)%s" : "%s%s%s" : "%s%s%s", label, unit,
	         axis->log ? ", logarithmic" : "");
}

void benchi_draw_x_axis(FILE *out, const benchi_plane *p, const benchi_axis *axis)
{
	double bottom = p->frame.y + p->frame.height, right = p->frame.x + p->frame.width;
	double from[2] = { p->frame.x, bottom }, to[2] = { right, bottom };
	size_t ticks = (size_t)(p->frame.width / 56);
	char label[300];
	benchi_ticks t;

	if (axis->counts)
		ticks = benchi_ticks_whole(&p->box.x, ticks);
	benchi_ticks_choose(&p->box.x, axis->unit, ticks, true, &t);
	for (size_t i = 0; i < t.n; i++) {
		double x = p->frame.x + benchi_extent_place(&p->box.x, t.at[i]) * p->frame.width;
		double top[2] = { x, p->frame.y }, foot[2] = { x, bottom }, text[2] = { x, bottom + 15 };

		benchi_draw_line(out, top, foot, BENCHI_GRID);
		benchi_draw_text(out, text, BENCHI_ANCHOR_MIDDLE, BENCHI_SOFT, t.text[i]);
	}
	benchi_draw_line(out, from, to, BENCHI_AXIS);
	axis_label(axis, t.unit, label, sizeof label);
	to[1] += 32;
	benchi_draw_text(out, to, BENCHI_ANCHOR_END, BENCHI_INK, label);
}

static void draw_y_axis(FILE *out, const benchi_plane *p, const benchi_axis *axis)
{
	double right = p->frame.x + p->frame.width;
	double from[2] = { p->frame.x, p->frame.y };
	double to[2] = { p->frame.x, p->frame.y + p->frame.height };
	double at[2] = { p->frame.x - 6, p->frame.y - 9 };
	char label[300];
	benchi_ticks t;

	benchi_ticks_choose(&p->box.y, axis->unit, (size_t)(p->frame.height / 36) + 1, true, &t);
	for (size_t i = 0; i < t.n; i++) {
		double y = to[1] - benchi_extent_place(&p->box.y, t.at[i]) * p->frame.height;
		double left[2] = { p->frame.x, y }, end[2] = { right, y };
		double text[2] = { p->frame.x - 6, y + 4 };

		benchi_draw_line(out, left, end, BENCHI_GRID);
		benchi_draw_text(out, text, BENCHI_ANCHOR_END, BENCHI_SOFT, t.text[i]);
	}
	benchi_draw_line(out, from, to, BENCHI_AXIS);
	axis_label(axis, t.unit, label, sizeof label);
	at[0] = p->frame.x - BENCHI_MARGIN_LEFT + 6;
	benchi_draw_text(out, at, BENCHI_ANCHOR_START, BENCHI_INK, label);
}

static bool in_band(const benchi_chart *chart, const benchi_series *s, size_t i)
{
	return benchi_series_point(chart, s, i) && isfinite(s->low[i]) && isfinite(s->high[i])
	       && (!chart->y.log || s->low[i] > 0);
}

static void draw_band(FILE *out, const benchi_chart *chart, const benchi_series *s,
                      const benchi_plane *p)
{
	size_t i = 0, first;
	double at[2];

	while (i < s->n) {
		for (; i < s->n && !in_band(chart, s, i); i++)
			;
		first = i;
		if (i == s->n)
			break;
		benchi_path_begin(out, "area", NULL);
		for (; i < s->n && in_band(chart, s, i); i++) {
			place(p, s->x[i], s->high[i], at);
			benchi_path_to(out, i == first ? 'M' : 'L', at);
		}
		for (size_t k = i; k-- > first; ) {
			place(p, s->x[k], s->low[k], at);
			benchi_path_to(out, 'L', at);
		}
		fputc('Z', out);
		benchi_path_end(out, s->name);
	}
}

static void draw_bars(FILE *out, const benchi_chart *chart, const benchi_series *s,
                      const benchi_plane *p)
{
	for (size_t i = 0; i < s->n; i++) {
		double from[2], to[2];

		if (!benchi_series_point(chart, s, i) || !benchi_series_bar(s, i))
			continue;
		place(p, s->x[i], s->low[i], from);
		place(p, s->x[i], s->high[i], to);
		if (isnan(from[1]))
			from[1] = p->frame.y + p->frame.height;
		if (!isnan(to[1]))
			benchi_draw_line(out, from, to, "thin");
	}
}

static void draw_curve(FILE *out, const benchi_chart *chart, const benchi_series *s, size_t k,
                       const benchi_plane *p)
{
	bool going = false;
	double at[2], before = 0;

	benchi_path_begin(out, "curve", benchi_dash(k));
	for (size_t i = 0; i < s->n; i++) {
		if (!benchi_series_point(chart, s, i)) {
			going = false;
			continue;
		}
		place(p, s->x[i], s->y[i], at);
		if (going && s->kind == BENCHI_MARK_STEPS) {
			double corner[2] = { at[0], before };

			benchi_path_to(out, 'L', corner);
		}
		benchi_path_to(out, going ? 'L' : 'M', at);
		before = at[1];
		going = true;
	}
	benchi_path_end(out, s->name);
}

static void draw_points(FILE *out, const benchi_chart *chart, size_t k, const benchi_plane *p)
{
	const benchi_series *s = &chart->series[k];
	char x[80], y[80], hover[300];
	double r = s->n > 300 ? 1.8 : s->n > 80 ? 2.4 : 3.2, at[2];

	for (size_t i = 0; i < s->n; i++) {
		if (!benchi_series_point(chart, s, i))
			continue;
		place(p, s->x[i], s->y[i], at);
		snprintf(hover, sizeof hover, "%.100s%s%s at %s", s->name ? s->name : "",
		         s->name && *s->name ? ": " : "",
		         benchi_value_text(s->y[i], chart->y.unit, 5, true, y, sizeof y),
		         benchi_value_text(s->x[i], chart->x.unit, 6, true, x, sizeof x));
		benchi_draw_mark(out, k, at, r, s->n <= MOST_HOVERS ? hover : NULL);
	}
}

static void draw_notes(FILE *out, const benchi_chart *chart, const benchi_plane *p)
{
	for (size_t i = 0; i < chart->notes; i++) {
		double place = benchi_extent_place(&p->box.x, chart->note[i].x);
		double x = p->frame.x + place * p->frame.width;
		double from[2] = { x, p->frame.y }, to[2] = { x, p->frame.y + p->frame.height };
		double at[2] = { x + (place > .7 ? -4 : 4), p->frame.y + 12 + 13 * (double)(i % 4) };

		if (!(place >= 0 && place <= 1))
			continue;
		benchi_draw_line(out, from, to, "note");
		benchi_draw_text(out, at, place > .7 ? BENCHI_ANCHOR_END : BENCHI_ANCHOR_START,
		                 BENCHI_SOFT, chart->note[i].text ? chart->note[i].text : "");
	}
}

static void draw_series(FILE *out, const benchi_chart *chart, size_t k, const benchi_plane *p)
{
	const benchi_series *s = &chart->series[k];

	benchi_group_begin(out, k, NULL);
	if (s->kind == BENCHI_MARK_BAND || s->kind == BENCHI_MARK_RIBBON)
		draw_band(out, chart, s, p);
	else
		draw_bars(out, chart, s, p);
	if (s->kind != BENCHI_MARK_BAND && s->kind != BENCHI_MARK_POINTS)
		draw_curve(out, chart, s, k, p);
	if (s->kind == BENCHI_MARK_POINTS || (s->kind == BENCHI_MARK_LINE && s->n <= LINE_POINTS))
		draw_points(out, chart, k, p);
	benchi_group_end(out);
}

void benchi_chart_draw(FILE *out, const benchi_chart *chart, const benchi_frame *frame)
{
	benchi_plane p = { { frame->x + BENCHI_MARGIN_LEFT, frame->y + BENCHI_MARGIN_TOP,
	                     frame->width - BENCHI_MARGIN_LEFT - BENCHI_MARGIN_RIGHT,
	                     frame->height - BENCHI_MARGIN_TOP - BENCHI_MARGIN_BOTTOM },
	                   benchi_chart_box(chart) };

	benchi_draw_x_axis(out, &p, &chart->x);
	draw_y_axis(out, &p, &chart->y);
	for (size_t i = 0; i < 2 * chart->n; i++) /* bands first, lines over them */
		if ((i < chart->n) == (chart->series[i % chart->n].kind == BENCHI_MARK_BAND))
			draw_series(out, chart, i % chart->n, &p);
	draw_notes(out, chart, &p);
}

static double name_width(const char *name)
{
	double n = 0;

	for (; *name; name++)
		n += ((unsigned char)*name & 0xc0) != 0x80;
	return n * LETTER;
}

/* A piece of the line, dashed as it is, and the mark; or the area. */
static void draw_swatch(FILE *out, size_t k, benchi_swatch kind, const double at[2])
{
	double from[2] = { at[0] - 13, at[1] }, to[2] = { at[0] + 13, at[1] };
	benchi_frame area = { from[0], at[1] - 5, 26, 10 };

	benchi_group_begin(out, k, NULL);
	if (kind == BENCHI_SWATCH_AREA)
		benchi_draw_rectangle(out, &area, "area", NULL);
	if (kind == BENCHI_SWATCH_BOTH || kind == BENCHI_SWATCH_LINE) {
		benchi_path_begin(out, "curve", benchi_dash(k));
		benchi_path_to(out, 'M', from);
		benchi_path_to(out, 'L', to);
		benchi_path_end(out, NULL);
	}
	if (kind == BENCHI_SWATCH_BOTH || kind == BENCHI_SWATCH_MARK)
		benchi_draw_mark(out, k, at, 4.5, NULL);
	benchi_group_end(out);
}

benchi_swatch benchi_swatch_of(const benchi_series *s)
{
	if (s->kind == BENCHI_MARK_BAND)
		return BENCHI_SWATCH_AREA;
	if (s->kind == BENCHI_MARK_POINTS)
		return BENCHI_SWATCH_MARK;
	return s->kind == BENCHI_MARK_LINE && s->n <= LINE_POINTS ? BENCHI_SWATCH_BOTH
	                                                          : BENCHI_SWATCH_LINE;
}

double benchi_legend_draw(FILE *out, const char *const *name, const benchi_swatch *swatch,
                          size_t n, const benchi_frame *frame)
{
	double x = 0, line = 0;

	for (size_t k = 0; k < n; k++) {
		double at[2], words[2], width;
		char text[400];

		snprintf(text, sizeof text, "%s", name[k] ? name[k] : "");
		benchi_utf8_shorten(text, (size_t)((frame->width - 48) / LETTER));
		width = 34 + name_width(text) + 14;
		if (x > 0 && x + width - 14 > frame->width) {
			x = 0;
			line++;
		}
		at[0] = frame->x + x + 14;
		at[1] = frame->y + 18 * line + 9;
		words[0] = at[0] + 18;
		words[1] = at[1] + 4;
		if (out) {
			draw_swatch(out, k, swatch ? swatch[k] : BENCHI_SWATCH_BOTH, at);
			benchi_draw_text(out, words, BENCHI_ANCHOR_START, BENCHI_INK, text);
		}
		x += width;
	}
	return n ? 18 * (line + 1) : 0;
}

/* How many bytes of the title fit one line: up to a blank, or all that fit. */
static size_t title_bytes(const char *title)
{
	size_t columns = 0, blank = 0, i = 0;

	for (; title[i] && columns <= TITLE_COLUMNS; i++) {
		columns += ((unsigned char)title[i] & 0xc0) != 0x80;
		if (title[i] == ' ' && columns <= TITLE_COLUMNS)
			blank = i;
	}
	if (columns <= TITLE_COLUMNS)
		return i;
	return blank ? blank : i - 1;
}

/* The title in lines, the first at that height; returns the height of the others.
 * out: NULL only measures. */
static double draw_title(FILE *out, const char *title)
{
	double at[2] = { 18, 26 };
	char line[4 * TITLE_COLUMNS + 5];

	for (;; at[1] += TITLE_LINE) {
		size_t n = title_bytes(title);

		snprintf(line, sizeof line, "%.*s", (int)n, title);
		if (out)
			benchi_draw_text(out, at, BENCHI_ANCHOR_START, BENCHI_STRONG, line);
		title += n + (title[n] == ' ');
		if (!*title)
			return at[1] - 26;
	}
}

bench_status benchi_chart_svg(FILE *out, const benchi_chart *chart)
{
	benchi_frame legend = { 24, 40, WIDTH - 48, 0 }, frame = { 12, 44, WIDTH - 24, HEIGHT };
	const char **name = calloc(chart->n + 1, sizeof *name);
	benchi_swatch *swatch = calloc(chart->n + 1, sizeof *swatch);
	const char *title = chart->title ? chart->title : "";

	if (!name || !swatch) {
		free(name);
		free(swatch);
		return benchi_fail(BENCH_ERR_MEMORY, "a chart of %zu series", chart->n);
	}
	for (size_t k = 0; k < chart->n; k++) {
		name[k] = chart->series[k].name;
		swatch[k] = benchi_swatch_of(&chart->series[k]);
	}
	legend.y += draw_title(NULL, title);
	frame.y = legend.y + 4;
	if (chart->n > 1)
		frame.y += benchi_legend_draw(NULL, name, swatch, chart->n, &legend) + 8;
	benchi_svg_begin(out, WIDTH, frame.y + HEIGHT + 8, title, NULL, true);
	draw_title(out, title);
	if (chart->n > 1)
		benchi_legend_draw(out, name, swatch, chart->n, &legend);
	benchi_chart_draw(out, chart, &frame);
	benchi_svg_end(out);
	free(name);
	free(swatch);
	return ferror(out) ? benchi_fail(BENCH_ERR_OUTPUT, "chart: write failed")
	                   : BENCH_OK;
}
