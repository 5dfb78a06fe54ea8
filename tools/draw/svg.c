/*
 * Draws a chart as a picture, and the head and end of a page with pictures.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/draw/draw.h"

#define MARGIN_LEFT 64
#define MARGIN_TOP 22
#define HEAT_COLOUR 4 /* the colour of ink */

double benchi_plane_x(const benchi_plane *plane, double x)
{
	double place = fmin(fmax(benchi_extent_place(&plane->box.x, x), 0), 1);

	return plane->frame.x + place * plane->frame.width;
}

/* Returns the stroke-dasharray of series k; NULL for a solid line. */
static const char *dash(size_t k)
{
	static const char *const dashes[] = { NULL, "6 3", "2 2", "8 3 2 3", "4 2", "10 4", "1 3" };

	return dashes[k % BENCHI_COLOURS];
}

/*
 * Draws a chart as SVG.
 *
 * Title, legend, the y axis's label above the axis (horizontal, for reading), grid, bands, bars,
 * lines, marks. Hovering shows the values of points, for up to 400 points per chart.
 */

#define CHART_SVG_WIDTH 800.0
#define CHART_SVG_HEIGHT 450.0
#define CHART_SVG_HEIGHT_MANY 270.0 /* height of each of three or more charts */
#define MOST_HOVERS 400
#define LINE_POINTS 60 /* marked points per line, at most */
#define TITLE_COLUMNS 88 /* width of a title's line */
#define TITLE_LINE 19.0
#define LETTER 7.2 /* approximate width of a letter */
#define DIRECT_MOST 190.0  /* width of a name at the end of a line */
#define DIRECT_LINE 15.0   /* height of such a name */
enum { NOTE_LINES = 4, NOTE_LINE = 13 /* lines of notes above the frame, height of each */ };

/* Return the position of a value in the picture; NaN if the axis has no place for it. */
static double x_of(const benchi_plane *p, double x)
{
	return p->frame.x + benchi_extent_place(&p->box.x, x) * p->frame.width;
}

static double y_of(const benchi_plane *p, double y)
{
	return p->frame.y + (1 - benchi_extent_place(&p->box.y, y)) * p->frame.height;
}

void benchi_draw_arrow(benchi_picture *to, double x, double y, double right, double down,
                       const char *kind)
{
	for (int side = -5; side <= 5; side += 10)
		benchi_draw_line(to, x, y, x - 7 * right + side * down, y - 7 * down + side * right, kind);
}

void benchi_draw_x_axis(benchi_picture *to, const benchi_plane *p, const benchi_axis *axis)
{
	double bottom = p->frame.y + p->frame.height, right = p->frame.x + p->frame.width;
	char label[300];
	benchi_ticks t;

	benchi_axis_ticks(axis, &p->box.x, (size_t)(p->frame.width / 56), true, &t);
	for (size_t i = 0; i < t.n; i++) {
		double x = x_of(p, t.at[i]);

		benchi_draw_line(to, x, p->frame.y, x, bottom, BENCHI_GRID);
		benchi_draw_text(to, x, bottom + 15, BENCHI_ANCHOR_MIDDLE, BENCHI_SOFT, t.text[i]);
	}
	benchi_draw_line(to, p->frame.x, bottom, right, bottom, BENCHI_AXIS);
	benchi_axis_title(axis, &p->box.x, axis->measured, t.unit, label, sizeof label);
	benchi_draw_text(to, right, bottom + 32, BENCHI_ANCHOR_END, BENCHI_INK, label);
}

/* Returns whether a series has marks: points do, lines with few points do, steps do not. */
static bool has_marks(const benchi_series *s)
{
	return s->kind == BENCHI_MARK_POINTS || (s->kind != BENCHI_MARK_STEPS && s->n <= LINE_POINTS);
}

/* Returns the width of a text, in pixels. */
static double text_width(const char *text)
{
	return LETTER * (double)benchi_utf8_columns(text);
}

/* Writes the value of point i next to the point, on the side of the frame's middle: above the line
 * if it stays below the text, otherwise below. */
static void draw_value(benchi_picture *to, const benchi_chart *chart, const benchi_series *s,
                       size_t i, const benchi_plane *p)
{
	const bool last = i && i + 1 == s->n;
	const size_t next = s->n < 2 ? i : last ? i - 1 : i + 1;
	const double x = x_of(p, s->x[i]), y = y_of(p, s->y[i]);
	const double run = fabs(x_of(p, s->x[next]) - x), rise = y - y_of(p, s->y[next]);
	const double half = s->low && s->high ? (s->high[i] - s->low[i]) / 2 : 0;
	/* up to the first digit of half the interval, as in a table */
	const double digits = half > 0 && isfinite(half)
		? 1 + floor(log10(fabs(s->y[i]))) - floor(log10(half)) : 3;
	char text[80];
	double above, slope;

	benchi_value_text(s->y[i], chart->y.unit, (int)fmin(3, fmax(1, digits)), true, text,
		sizeof text);
	slope = run > 0 ? fmax(rise, 0) * fmin((text_width(text) + 7) / run, 1) : 0;
	above = y - 7 - slope;
	if (slope > 24 || above < p->frame.y - (chart->notes ? 0 : 10))
		above = y + 16 < p->frame.y + p->frame.height ? y + 16 : y - 7;
	benchi_draw_text(to, x + (last ? -7 : 7), above, last ? BENCHI_ANCHOR_END : BENCHI_ANCHOR_START,
		BENCHI_VALUE, text);
}

static void draw_series(benchi_picture *to, const benchi_chart *chart, size_t k,
                        const benchi_plane *p)
{
	const benchi_series *s = &chart->series[k];
	const double bottom = p->frame.y + p->frame.height;

	benchi_group_begin(to, k);
	/* the band, around each run of points that have both ends; a low end below a logarithmic axis
	 * is at the bottom */
	for (size_t i = 0, end; i < s->n && s->kind == BENCHI_MARK_RIBBON; i = end + 1) {
		for (end = i; end < s->n && benchi_series_point(chart, s, end)
		              && benchi_series_bar(s, end); end++)
			;
		if (end == i)
			continue;
		benchi_path_begin(to, "area", NULL);
		for (size_t m = i; m < end; m++)
			benchi_path_to(to, m == i ? 'M' : 'L', x_of(p, s->x[m]), y_of(p, s->high[m]));
		for (size_t m = end; m-- > i; )
			benchi_path_to(to, 'L', x_of(p, s->x[m]), fmin(y_of(p, s->low[m]), bottom));
		benchi_path_end(to, true, s->name);
	}
	for (size_t i = 0; i < s->n; i++) {
		if (!benchi_series_point(chart, s, i) || !benchi_series_bar(s, i))
			continue;
		double x = x_of(p, s->x[i]), low = y_of(p, s->low[i]), high = y_of(p, s->high[i]);

		if (isnan(high))
			continue;
		if (isnan(low))
			benchi_draw_arrow(to, x, bottom, 0, 1, "thin");
		if (s->kind != BENCHI_MARK_RIBBON)
			benchi_draw_line(to, x, fmin(low, bottom), x, high, "thin");
		for (int end = isnan(low); end < 2 && s->kind == BENCHI_MARK_LINE; end++)
			benchi_draw_line(to, x - 4, end ? high : low, x + 4, end ? high : low, "thin");
	}
	if (s->kind != BENCHI_MARK_POINTS) {
		bool going = false;
		double before = 0;

		benchi_path_begin(to, "curve", dash(k));
		for (size_t i = 0; i < s->n; i++) {
			const bool gap = !benchi_series_point(chart, s, i);
			double x = x_of(p, s->x[i]), y = y_of(p, s->y[i]);

			if (going && !gap && s->kind == BENCHI_MARK_STEPS)
				benchi_path_to(to, 'L', x, before);
			if (!gap)
				benchi_path_to(to, going ? 'L' : 'M', x, y);
			before = y;
			going = !gap;
		}
		benchi_path_end(to, false, s->name);
	}
	for (size_t i = 0; i < s->n && has_marks(s); i++) {
		char value[80], place[80], hover[300];
		double x = x_of(p, s->x[i]), y = y_of(p, s->y[i]);

		if (!benchi_series_point(chart, s, i))
			continue;
		snprintf(hover, sizeof hover, "%.100s%s%s at %s", s->name ? s->name : "",
		         s->name && *s->name ? ": " : "",
		         benchi_value_text(s->y[i], chart->y.unit, 5, true, value, sizeof value),
		         benchi_value_text(s->x[i], chart->x.unit, 6, true, place, sizeof place));
		benchi_draw_mark(to, k, s->unusable && s->unusable[i], x, y,
			s->n > 300 ? 1.8 : s->n > 80 ? 2.4 : 3.2, s->n <= MOST_HOVERS ? hover : NULL);
	}
	for (size_t i = 0; i < s->n && chart->values; i++)
		if (benchi_series_point(chart, s, i))
			draw_value(to, chart, s, i, p);
	benchi_group_end(to);
}

double benchi_chart_names(const benchi_chart *chart)
{
	double widest = 0;

	if (chart->names > 0)
		return chart->names;
	for (size_t k = 0; k < chart->n && chart->direct && chart->n > 1; k++)
		if (chart->series[k].name)
			widest = fmax(widest, text_width(chart->series[k].name));
	return widest > 0 ? fmin(widest, DIRECT_MOST) + 24 : 0;
}

/* Draws names at the ends of lines, from top to bottom: each at least one line below the previous
 * one, the last within the frame. */
static void draw_names(benchi_picture *to, const benchi_chart *chart, const benchi_plane *p)
{
	const double x = p->frame.x + p->frame.width + 12, bottom = p->frame.y + p->frame.height;
	double y = p->frame.y - DIRECT_LINE;
	bool done[BENCHI_DIRECT_MOST] = { false };

	for (size_t i = 0; i < chart->n && i < BENCHI_DIRECT_MOST; i++) {
		double highest = HUGE_VAL;
		size_t next = 0;
		char text[200];

		for (size_t k = 0; k < chart->n && k < BENCHI_DIRECT_MOST; k++) {
			const benchi_series *s = &chart->series[k];
			size_t last = s->n;

			while (last > 0 && !benchi_series_point(chart, s, last - 1))
				last--;
			if (!done[k] && last && y_of(p, s->y[last - 1]) < highest) {
				highest = y_of(p, s->y[last - 1]);
				next = k;
			}
		}
		if (!(highest < HUGE_VAL))
			return;
		done[next] = true;
		y = fmax(y + DIRECT_LINE, fmin(highest, bottom - DIRECT_LINE * (double)(chart->n - 1 - i)));
		snprintf(text, sizeof text, "%s", chart->series[next].name ? chart->series[next].name : "");
		benchi_utf8_shorten(text, (size_t)(DIRECT_MOST / LETTER));
		benchi_group_begin(to, next);
		benchi_draw_mark(to, next, false, x, y, 4, NULL);
		benchi_group_end(to);
		benchi_draw_text(to, x + 8, y + 4, BENCHI_ANCHOR_START, BENCHI_INK, text);
	}
}

void benchi_chart_draw(benchi_picture *to, const benchi_chart *chart, const benchi_frame *frame)
{
	const double top = MARGIN_TOP + NOTE_LINE * fmin((double)chart->notes, NOTE_LINES);
	const double names = benchi_chart_names(chart);
	const benchi_plane p = { { frame->x + MARGIN_LEFT, frame->y + top,
	                           frame->width - MARGIN_LEFT - BENCHI_MARGIN_RIGHT - names,
	                           frame->height - top - BENCHI_MARGIN_BOTTOM },
	                         benchi_chart_box(chart) };
	const double left = p.frame.x, right = left + p.frame.width;
	const double bottom = p.frame.y + p.frame.height;
	char label[300];
	benchi_ticks t;

	benchi_draw_x_axis(to, &p, &chart->x);
	benchi_ticks_choose(&p.box.y, chart->y.unit,
		(size_t)(p.frame.height / (chart->y.log ? 20 : 36)) + 1, true, &t);
	for (size_t i = 0; i < t.n; i++) {
		double y = bottom - benchi_extent_place(&p.box.y, t.at[i]) * p.frame.height;

		benchi_draw_line(to, left, y, right, y, BENCHI_GRID);
		benchi_draw_text(to, left - 6, y + 4, BENCHI_ANCHOR_END, BENCHI_SOFT, t.text[i]);
	}
	benchi_draw_line(to, left, p.frame.y, left, bottom, BENCHI_AXIS);
	benchi_axis_title(&chart->y, &p.box.y, true, t.unit, label, sizeof label);
	benchi_utf8_shorten(label, (size_t)(frame->width / LETTER));
	benchi_draw_text(to, left - MARGIN_LEFT + 6, frame->y + MARGIN_TOP - 9, BENCHI_ANCHOR_START,
		BENCHI_INK, label);

	if (chart->heats)
		benchi_group_begin(to, HEAT_COLOUR);
	for (size_t i = 0; i < chart->heats; i++) {
		const benchi_heat *h = &chart->heat[i];
		double x = x_of(&p, h->x[0]), y = y_of(&p, h->y[1]);
		char kind[8];

		sprintf(kind, "h%d", h->shade);
		benchi_draw_rectangle(to, &(benchi_frame){ x, y, x_of(&p, h->x[1]) - x,
			y_of(&p, h->y[0]) - y }, kind, NULL);
	}
	if (chart->heats)
		benchi_group_end(to);
	for (size_t k = 0; k < chart->n; k++)
		draw_series(to, chart, k, &p);
	for (size_t i = 0; i < chart->notes; i++) {
		const double place = benchi_extent_place(&p.box.x, chart->note[i].x);
		const double x = left + place * p.frame.width;
		const double y = p.frame.y - NOTE_LINE * (double)(i % NOTE_LINES + 1); /* above the frame */
		const bool before = place > .7; /* the label is at the left of the line */

		if (!(place >= 0 && place <= 1))
			continue;
		benchi_draw_line(to, x, y, x, bottom, "note");
		benchi_draw_text(to, x + (before ? -4 : 4), y + 10,
			before ? BENCHI_ANCHOR_END : BENCHI_ANCHOR_START, BENCHI_SOFT,
			chart->note[i].text ? chart->note[i].text : "");
	}
	if (names > 0)
		draw_names(to, chart, &p);
}

double benchi_legend_draw(benchi_picture *to, const benchi_series *series, size_t n,
                          const benchi_frame *frame, bool both)
{
	double after = 0, line = 0; /* width used in this line, and its number */

	for (size_t k = 0; k < n; k++) {
		const benchi_series *s = &series[k];
		double x, y, width;
		char text[400];

		snprintf(text, sizeof text, "%s", s->name ? s->name : "");
		benchi_utf8_shorten(text, (size_t)((frame->width - 48) / LETTER));
		width = 34 + text_width(text) + 14;
		if (after > 0 && after + width - 14 > frame->width) {
			after = 0;
			line++;
		}
		x = frame->x + after + 14;
		y = frame->y + 18 * line + 9;
		after += width;
		if (!to)
			continue;
		/* A piece of the line with its dashes, if there is a line, and the mark, if there is
		 * one. */
		benchi_group_begin(to, k);
		if (both || s->kind != BENCHI_MARK_POINTS) {
			benchi_path_begin(to, "curve", dash(k));
			benchi_path_to(to, 'M', x - 13, y);
			benchi_path_to(to, 'L', x + 13, y);
			benchi_path_end(to, false, NULL);
		}
		if (both || has_marks(s))
			benchi_draw_mark(to, k, false, x, y, 4.5, NULL);
		if (s->kind == BENCHI_MARK_POINTS && s->low)
			benchi_draw_line(to, x, y - 8, x, y + 8, "thin");
		benchi_group_end(to);
		benchi_draw_text(to, x + 18, y + 4, BENCHI_ANCHOR_START, BENCHI_INK, text);
	}
	return n ? 18 * (line + 1) : 0;
}

enum { TITLE_SPACE = 40, BELOW = 16 };  /* above a legend: with a title, without */

/* Draws title, legend and chart i of `charts` from y on. Returns the y where they end. to NULL:
 * only measures. */
static double chart_part(benchi_picture *to, const benchi_chart *const *all, size_t i,
                         size_t charts, double y)
{
	const benchi_chart *chart = all[i];
	const double high = charts < 3 ? CHART_SVG_HEIGHT : CHART_SVG_HEIGHT_MANY;
	const char *title = chart->title ? chart->title : "";
	double top = y > 0 ? y + BELOW : TITLE_SPACE, baseline = 26;
	bool same = i && chart->n == all[i - 1]->n; /* the names are those of the chart above */
	benchi_frame legend = { 24, top, CHART_SVG_WIDTH - 48, 0 },
				 frame = { 12, 0, CHART_SVG_WIDTH - 24, high };
	char line[4 * TITLE_COLUMNS + 5];

	/* The title is broken at blanks, or in a word that is too long for a line. */
	for (bool more = !(y > 0); more; baseline += TITLE_LINE) {
		size_t columns = 0, blank = 0, n = 0;

		for (; title[n] && columns <= TITLE_COLUMNS; n++) {
			columns += ((unsigned char)title[n] & 0xc0) != 0x80;
			if (title[n] == ' ' && columns <= TITLE_COLUMNS)
				blank = n;
		}
		if (columns > TITLE_COLUMNS)
			n = blank ? blank : n - 1;
		snprintf(line, sizeof line, "%.*s", (int)n, title);
		if (to)
			benchi_draw_text(to, 18, baseline, BENCHI_ANCHOR_START, BENCHI_STRONG, line);
		title += n + (title[n] == ' ');
		more = *title;
		legend.y = top + baseline - 26;
	}
	frame.y = legend.y + 4;
	for (size_t k = 0; same && k < chart->n; k++)
		same = !strcmp(chart->series[k].name, all[i - 1]->series[k].name);
	if (chart->n > 1 && !chart->direct && !same)
		frame.y += benchi_legend_draw(to, chart->series, chart->n, &legend, false) + 8;
	if (to)
		benchi_chart_draw(to, chart, &frame);
	return frame.y + high + 8;
}

bench_status benchi_chart_svg(benchi_picture *to, const benchi_chart *const *chart, size_t n)
{
	double height = 0, y = 0;
	bench_status status;

	for (size_t i = 0; i < n; i++)
		height = chart_part(NULL, chart, i, n, height);
	status = benchi_picture_begin(to, CHART_SVG_WIDTH, height,
		chart[0]->title ? chart[0]->title : "", true);
	for (size_t i = 0; i < n && status == BENCH_OK; i++)
		y = chart_part(to, chart, i, n, y);
	return benchi_picture_end(to, status);
}

/*
 * Draws a strip chart of a set.
 *
 * Each column counts its values. Up to four are shown exactly ('.' one, ':' two, '|' three, '#'
 * more), larger counts in quarters of the fullest column.
 */

char *benchi_strip_line(const bench_numbers *set, const benchi_extent *extent, size_t columns,
                        char *line)
{
	size_t counts[BENCHI_STRIP_WIDEST], outside[2];
	size_t fullest = benchi_count_parts(set, extent, columns, counts, outside);

	for (size_t k = 0; k < columns; k++)
		line[k] = " .:|#"[fullest > 4 ? (4 * counts[k] + fullest - 1) / fullest : counts[k]];
	line[columns] = '\0';
	line[0] = outside[0] ? '<' : line[0];
	line[columns - 1] = outside[1] ? '>' : line[columns - 1];
	return line;
}

/*
 * Head and end of a page with pictures. No script is needed: browsers show the titles of points
 * under the pointer.
 */

static const char page_style[] =
	"*{box-sizing:border-box}"
	"body{margin:0 auto;max-width:1700px;padding:1rem clamp(.75rem,3vw,2.5rem);"
	"font:16px/1.5 system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;"
	"background:#fff;color:#1b1b1b}"
	"h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}"
	"h2{font-size:1.2rem;margin:2.5rem 0 .5rem;border-top:1px solid #d5d5d5;padding-top:1rem}"
	".answers{padding:0;list-style:none;display:grid;gap:.4rem .8rem;"
	"grid-template-columns:repeat(auto-fill,minmax(min(100%,27rem),1fr))}"
	".answers li{padding:.5rem .8rem;border-left:4px solid #767676;"
	"background:#f4f4f4;overflow-wrap:anywhere}"
	".answers.many{gap:.15rem .8rem;font-size:.85rem;"
	"grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr))}"
	".answers.many li{padding:.15rem .6rem}"
	".answers small{display:block;color:#595959}"
	".answers .better{border-color:#008f68}.answers .worse{border-color:#d55e00}"
	".figures{display:grid;gap:1rem 1.5rem;align-items:start;"
	"grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}"
	"figure{margin:0;min-width:0}figure svg{width:100%;height:auto;display:block}"
	"figcaption{font-weight:600;font-size:.95rem}figcaption small{font-weight:400;color:#595959}"
	".scroll{overflow-x:auto;margin:1rem 0}"
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.82rem}"
	"th,td{padding:.3rem .32rem;text-align:right;border-bottom:1px solid #e2e2e2;"
	"white-space:nowrap}"
	"th:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:8.5rem}"
	"footer,.remarks{color:#595959;font-size:.9rem}"
	"#tip{position:fixed;pointer-events:none;background:#1b1b1b;color:#fff;padding:.25rem .55rem;"
	"border-radius:4px;font-size:.85rem;max-width:90vw}"
	"@media(max-width:40rem){figure{overflow-x:auto}figure svg{min-width:40rem}}" /* keep charts
	                                                                                 legible on
	                                                                                 narrow
	                                                                                 screens */
	"@media(prefers-color-scheme:dark){body{background:#16181b;color:#ececec}"
	"h2{border-color:#3a3d42}.answers li{background:#212429}"
	".answers small,figcaption small,footer,.remarks{color:#b0b0b0}"
	"th,td{border-color:#34373b}#tip{background:#ececec;color:#1b1b1b}}";

void benchi_page_begin(FILE *out, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n", out);
	benchi_xml_between(out, "<title>", title, "</title>\n<style>");
	fputs(benchi_style, out);
	fputs(page_style, out);
	benchi_xml_between(out, "</style>\n</head>\n<body>\n<header>\n<h1>", title,
	                   "</h1>\n</header>\n<main>\n");
}

void benchi_page_figure_begin(FILE *out, const char *caption, const char *words)
{
	benchi_xml_between(out, "<figure>\n<figcaption>", caption, "");
	benchi_xml_between(out, " <small>", words, "</small></figcaption>\n");
}

void benchi_page_end(FILE *out, const char *words, const char *program)
{
	fputs("</main>\n<footer>\n", out);
	if (words)
		benchi_xml_between(out, "<p>", words, "</p>\n");
	benchi_xml_between(out, "<p>Drawn by ", program, "");
	fprintf(out, " (libbench %s).</p>\n</footer>\n</body>\n</html>\n", bench_version());
}
