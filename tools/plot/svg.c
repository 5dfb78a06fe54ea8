/*
 * Draws charts as SVG, as an HTML page, and as Vega-Lite.
 *
 * Strips have one row per set: stacked dots for few values, bars for many, and a box from quartile
 * to quartile with the median and whiskers from the 5 % to the 95 % quantile. An overlay has one
 * row per comparison: both distributions, their medians with intervals, and the change.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/plot/plot.h"

#define WIDTH PLOT_WIDTH
#define PILES 120 /* stacks of dots along the axis */
#define BARS 60
#define NAME 17.0  /* height of a name's line */
#define MOST_HOVERS 600
#define TITLE_COLUMNS 88

double plot_fullest(const plot_view *view, size_t n, const benchi_extent *extent, size_t parts)
{
	size_t counts[BENCHI_STRIP_WIDEST], outside[2];
	double most = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, (double)benchi_count_parts(&view[i].set, extent, parts, counts, outside)
			/ (double)view[i].set.n);
	return most;
}

/* Returns the number at a position of an extent: the inverse of benchi_extent_place. */
static double extent_at(const benchi_extent *e, double place)
{
	if (e->log)
		return exp(log(e->low) + place * (log(e->high) - log(e->low)));
	return e->low + place * (e->high / 2 - e->low / 2) * 2;
}

/* Draws every value of set i as a dot, stacked upwards from y. capacity: height of the highest
 * stack. */
static void draw_dots(benchi_picture *to, const panel *a, size_t i, const benchi_plane *plane,
                      double y, double capacity)
{
	const plot_view *v = &a->view[i];
	size_t heights[PILES] = { 0 }, counts[PILES], outside[2];
	size_t fullest = benchi_count_parts(&v->set, &a->extent, PILES, counts, outside);
	double radius = plane->frame.width < 500 ? 1.9 : 2.3;
	double step = fmin(4.5, (capacity - 2.5 - radius) / fmax(1, (double)fullest - 1));

	for (size_t k = 0; k < v->set.n; k++) {
		double place = benchi_extent_place(&a->extent, v->set.x[k]);
		char value[80], hover[300];

		if (!(place >= 0 && place <= 1))
			continue;
		snprintf(hover, sizeof hover, "%.100s: %s, number %zu", a->label[i],
		         benchi_value_text(v->set.x[k], a->unit, 6, true, value, sizeof value), k + 1);
		benchi_draw_mark(to, plot_series(a, i), false, plane->frame.x + place * plane->frame.width,
			y - 2.5 - step * (double)heights[benchi_place_cell(place, PILES)]++, radius,
			a->values <= MOST_HOVERS ? hover : NULL);
	}
}

/* Draws a histogram of set i upwards from y. capacity: height of the panel's highest bar. */
static void draw_bars(benchi_picture *to, const panel *a, size_t i, const benchi_plane *plane,
                      double y, double capacity)
{
	size_t counts[BARS], outside[2];
	const double whole = capacity / plot_fullest(a->view, a->n, &a->extent, BARS);
	const double width = plane->frame.width / BARS;

	(void)benchi_count_parts(&a->view[i].set, &a->extent, BARS, counts, outside);
	for (size_t k = 0; k < BARS; k++) {
		double height = whole * (double)counts[k] / (double)a->view[i].set.n;
		double from = extent_at(&a->extent, (double)k / BARS);
		double until = extent_at(&a->extent, (double)(k + 1) / BARS);
		char low[80], high[80], hover[300];

		if (!counts[k])
			continue;
		snprintf(hover, sizeof hover, "%.100s: %zu value%s from %s to %s", a->label[i], counts[k],
		         counts[k] == 1 ? "" : "s",
		         benchi_value_text(from, a->unit, 4, true, low, sizeof low),
		         benchi_value_text(until, a->unit, 4, true, high,
		         sizeof high));
		benchi_draw_rectangle(to, &(benchi_frame){ plane->frame.x + (double)k * width, y - height,
			width - .8, height }, "bar", hover);
	}
}

/* Writes a caption. to NULL: only measures. Returns the y where the next element begins. */
static double draw_caption(benchi_picture *to, double y, const char *text)
{
	if (to)
		benchi_draw_text(to, 18, y + 14, BENCHI_ANCHOR_START, BENCHI_SOFT, text);
	return y + 24;
}

/* Draws an arrow at each end of the axis beyond which values lie, at y, with the farthest value. */
static void draw_beyond(benchi_picture *to, const plot_view *v, const benchi_plane *plane,
                        double y, const char *unit)
{
	size_t one, outside[2];
	char value[80], text[120];

	(void)benchi_count_parts(&v->set, &plane->box.x, 1, &one, outside);
	for (int high = 0; high < 2; high++) {
		const double x = plane->frame.x + (high ? plane->frame.width : 0);

		if (!outside[high])
			continue;
		benchi_draw_arrow(to, x, y, high ? 1 : -1, 0, "heavy");
		benchi_value_text(high ? v->max : v->min, unit, 3, true, value, sizeof value);
		snprintf(text, sizeof text, "%zu %s %s", outside[high], high ? "up to" : "down to", value);
		benchi_draw_text(to, x - (high ? 11 : -11), y + 4, high ? BENCHI_ANCHOR_END
			: BENCHI_ANCHOR_START, BENCHI_SOFT, outside[high] > 1 ? text : value);
	}
}

/* Draws one row per set on one axis: a histogram, or the values as dots or bars with their box
 * below. For a grouped panel, a legend of the files is above. Returns the y below. */
static double draw_rows(benchi_picture *to, const plot *p, const panel *a, unsigned kind, double y)
{
	const double height = a->n <= 4 ? 64 : a->n <= BENCHI_COLOURS ? 54 : 48;
	benchi_frame legend = { 18, y, WIDTH - 36, 0 };
	benchi_series file[BENCHI_COLOURS];
	benchi_axis axis = plot_scale(a);
	size_t n = 0;

	for (size_t i = 0; i < a->n && a->grouped; i++)
		if (a->side[i]->file == n && n < BENCHI_COLOURS)
			file[n++] = (benchi_series){ .name = a->side[i]->label };
	if (a->grouped)
		y += benchi_legend_draw(to, file, n, &legend, true) + 8;
	const benchi_plane plane = { { 18, y, WIDTH - 36, (double)a->n * height },
		{ a->extent, { 0, 1, false } } };

	if (to)
		benchi_draw_x_axis(to, &plane, &axis);
	for (size_t i = 0; i < a->n && to; i++) {
		const double top = y + (double)i * height, x = plane.frame.x;
		const double foot = top + height - (kind == PLOT_HISTOGRAM ? 3 : 18);
		char name[PLOT_LABEL];

		benchi_group_begin(to, plot_series(a, i));
		if (kind == PLOT_HISTOGRAM)
			benchi_draw_line(to, x, foot, x + plane.frame.width, foot, BENCHI_GRID);
		(kind != PLOT_HISTOGRAM && a->values <= PLOT_DOTS ? draw_dots : draw_bars)(to, a, i,
			&plane, foot, foot - top - NAME);
		if (kind != PLOT_HISTOGRAM) { /* the box below, with the median and whiskers */
			const plot_view *v = &a->view[i];
			const double middle = foot + 9, q25 = benchi_plane_x(&plane, v->q25);
			const double q75 = benchi_plane_x(&plane, v->q75);
			const double median = benchi_plane_x(&plane, v->median);
			char text[3][80], hover[400];

			snprintf(hover, sizeof hover, "%.100s: median %s, half of the values from %s to %s",
			         a->label[i], benchi_value_text(v->median, a->unit, 5, true, text[0], 80),
			         benchi_value_text(v->q25, a->unit, 5, true, text[1], 80),
			         benchi_value_text(v->q75, a->unit, 5, true, text[2], 80));
			benchi_draw_line(to, benchi_plane_x(&plane, v->q05), middle, q25, middle, "thin");
			benchi_draw_line(to, q75, middle, benchi_plane_x(&plane, v->q95), middle, "thin");
			benchi_draw_line(to, median, middle - 7, median, middle + 7, "heavy");
			benchi_draw_rectangle(to, &(benchi_frame){ q25, middle - 5, q75 - q25, 10 }, "box",
				hover);
		}
		draw_beyond(to, &a->view[i], &plane, top + 8, a->unit);
		strcpy(name, a->label[i]);
		benchi_utf8_shorten(name, (size_t)(plane.frame.width / PLOT_LETTER) - 4);
		benchi_draw_mark(to, plot_series(a, i), a->result[i].unusable, x + 6, top + 8, 3.6, NULL);
		benchi_draw_text(to, x + 16, top + 12, BENCHI_ANCHOR_START, BENCHI_INK, name);
		benchi_group_end(to);
	}
	return y + plane.frame.height + BENCHI_MARGIN_BOTTOM + 8;
}

static double draw_ecdf(benchi_picture *to, const plot *p, const panel *a, unsigned kind, double y)
{
	benchi_frame legend = { 18, y, WIDTH - 36, 0 }, frame = { 6, y, WIDTH - 12, 300 };

	frame.y += benchi_legend_draw(to, a->ecdf.series, a->n, &legend, false) + 6;
	if (to)
		benchi_chart_draw(to, &a->ecdf, &frame);
	return frame.y + frame.height + 8;
}

static double draw_over(benchi_picture *to, const plot *p, const panel *a, unsigned kind, double y)
{
	for (int second = 0; second < 2 && a->over[second].n; second++) {
		benchi_chart chart = a->over[second].chart;
		benchi_frame legend = { 18, y, WIDTH - 36, 0 };

		if (a->over[1].n) /* the axes of both charts are aligned */
			chart.names = fmax(benchi_chart_names(&a->over[0].chart),
				benchi_chart_names(&a->over[1].chart));
		if (*a->over[second].remark)
			legend.y = y = draw_caption(to, y - 8, a->over[second].remark);
		if (!chart.direct && !second)
			y += benchi_legend_draw(to, chart.series, chart.n, &legend, false) + 8;
		if (to)
			benchi_chart_draw(to, &chart, &(benchi_frame){ 6, y, WIDTH - 12, 340 });
		y += 340 + 14;
	}
	return y;
}

/*
 * Overlays.
 */

enum { OVERLAY_BINS = 80, OVERLAY_FEW = 300, OVERLAY_FOOT = 56, OVERLAY_HEIGHT = 118,
	ANSWER_WIDTH = 190 };

/* Draws histogram k of two, `foot` below the frame's top, and its result with the interval below.
 * unit: that of the values. whole: height of a bin that holds all values of a set. */
static void draw_shape(benchi_picture *to, const plot_view *v, const plot_result *r,
                       const benchi_plane *plane, size_t k, const char *unit, size_t bins,
                       double whole)
{
	static const char *const kinds[] = { "area", "thin" };
	const double width = plane->frame.width / (double)bins, foot = plane->frame.y + OVERLAY_FOOT;
	const double below = foot + 7 + 7 * (double)k;
	size_t counts[OVERLAY_BINS + 1] = { 0 }, outside[2];

	(void)benchi_count_parts(&v->set, &plane->box.x, bins, counts, outside);
	benchi_group_begin(to, k);
	for (int part = 0; part < 2; part++) { /* first the areas, then their outlines, except those of
	                                          empty bins */
		benchi_path_begin(to, kinds[part], NULL);
		for (size_t i = 0; i <= bins; i++) {
			const double x = plane->frame.x + (double)i * width;
			const double y = foot - whole * (double)counts[i] / (double)v->set.n;

			if (counts[i] && (!i || !counts[i - 1]))
				benchi_path_to(to, 'M', x, foot);
			if (counts[i] || (i && counts[i - 1]))
				benchi_path_to(to, 'L', x, y);
			if (counts[i])
				benchi_path_to(to, 'L', x + width, y);
		}
		benchi_path_end(to, false, NULL);
	}
	draw_beyond(to, v, plane, plane->frame.y + 6 + 13 * (double)k, unit);
	benchi_draw_line(to, benchi_plane_x(plane, r->interval.low), below,
		benchi_plane_x(plane, r->interval.high), below, "heavy");
	if (r->interval.low < plane->box.x.low)
		benchi_draw_arrow(to, plane->frame.x, below, -1, 0, "thin");
	if (r->interval.high > plane->box.x.high)
		benchi_draw_arrow(to, plane->frame.x + plane->frame.width, below, 1, 0, "thin");
	benchi_draw_mark(to, k, r->unusable, benchi_plane_x(plane, r->interval.centre), below, 4, NULL);
	benchi_group_end(to);
}

/* Writes the answer, the change and the interval that decides on the right, from y on. alpha: error
 * probability of the question. test: name to write above; "" if the row has the name. */
static void draw_change(benchi_picture *to, const panel *a, const benchi_comparison *c,
                        double alpha, const char *test, double y)
{
	const benchi_finding *f = &c->finding;
	const bool same = f->answer == BENCH_SAME;
	const benchi_interval *deciding = same ? &f->equal : &f->sure;
	const double x = WIDTH - ANSWER_WIDTH + 12;
	double change = 100 * f->sure.estimate / f->location;
	double low = 100 * deciding->low / f->location, high = 100 * deciding->high / f->location;
	figure_form form = figures_of("%", fabs(change), high - low, NULL);
	char text[PLOT_LABEL], from[FIGURE_TEXT], end[FIGURE_TEXT];

	snprintf(text, sizeof text, "%s", test);
	benchi_utf8_shorten(text, (size_t)((ANSWER_WIDTH - 12) / PLOT_LETTER));
	benchi_draw_text(to, x, y, BENCHI_ANCHOR_START, BENCHI_INK, text);
	benchi_draw_text(to, x, y + 18, BENCHI_ANCHOR_START, BENCHI_STRONG, plot_answer(c, a->unit));
	if (!isfinite(change) || !isfinite(low) || !isfinite(high))
		return;
	snprintf(text, sizeof text, "%s%s", change > 0 ? "+" : "", figure(&form, change, from));
	benchi_draw_text(to, x, y + 36, BENCHI_ANCHOR_START, BENCHI_INK, text);
	snprintf(text, sizeof text, "%.4g %%: %s%s to %s%s", 100 * (1 - (same ? 2 : 1) * alpha),
		low > 0 ? "+" : "",
		figure_bare(&form, low, from), high > 0 ? "+" : "", figure(&form, high, end));
	benchi_draw_text(to, x, y + 53, BENCHI_ANCHOR_START, BENCHI_SOFT, text);
}

/* Draws a row per comparison: both distributions on one axis, and the change on the right.
 * Returns the y below. */
static double draw_overlay(benchi_picture *to, const plot *p, const panel *a, unsigned kind,
                           double y)
{
	const benchi_axis axis = plot_scale(a);
	bool drawn = false;

	for (size_t i = 0; i < p->job.comparisons; i++) {
		const benchi_comparison *c = &p->job.comparison[i];
		size_t at[2] = { a->n, a->n };
		plot_view both[2];
		benchi_plane plane = { { 24, 0, WIDTH - 36 - ANSWER_WIDTH, 76 },
			{ { 0, 0, false }, { 0, 1, false } } };

		for (size_t k = a->n; k-- > 0; )
			for (int test = 0; test < 2; test++)
				at[test] = a->side[k] == (test ? c->test : c->base) ? k : at[test];
		if (at[0] == a->n || at[1] == a->n)
			continue;
		if (!drawn || p->job.files < 2) {
			benchi_frame legend = { 18, y, WIDTH - 36, 0 };
			benchi_series names[2] = { { .name = a->label[at[0]] }, { .name = a->label[at[1]] } };

			if (p->job.files > 1 && *c->base->label && *c->test->label) {
				names[0].name = c->base->label;
				names[1].name = c->test->label;
			}
			y += benchi_legend_draw(to, names, 2, &legend, true) + 8;
		}
		drawn = true;
		both[0] = a->view[at[0]];
		both[1] = a->view[at[1]];
		plane.box.x = plot_extent(both, 2, p->log);
		plane.frame.y = y;
		if (to) {
			benchi_draw_x_axis(to, &plane, &axis);
			if (p->job.files > 1 && *c->test->set->benchmark)
				benchi_draw_text(to, 24, y + 10, BENCHI_ANCHOR_START, BENCHI_INK,
					c->test->set->benchmark);
			const size_t bins = both[0].set.n + both[1].set.n < 2 * OVERLAY_FEW ? OVERLAY_BINS / 2
				: OVERLAY_BINS;
			const double whole = (OVERLAY_FOOT - NAME) / plot_fullest(both, 2, &plane.box.x, bins);

			for (size_t k = 0; k < 2; k++)
				draw_shape(to, &both[k], &a->result[at[k]], &plane, k, a->unit, bins, whole);
			draw_change(to, a, c, p->job.settings.question.alpha,
				p->job.files > 1 ? "" : c->test->label, y + 4);
		}
		y += OVERLAY_HEIGHT + 6;
	}
	return y + 4;
}

/* The charts in the order of a picture, with captions; NULL: by caption_of. */
static const struct figure {
	unsigned kind;
	const char *caption;
	double (*draw)(benchi_picture *, const plot *, const panel *, unsigned kind, double);
} figures[] = {
	{ PLOT_OVER, NULL, draw_over },
	{ PLOT_OVERLAY, NULL, draw_overlay },
	{ PLOT_FOREST, NULL, plot_draw_forest },
	{ PLOT_STRIP, "values; box: half of the values, with the median; whiskers: 90 % of them",
	  draw_rows },
	{ PLOT_HISTOGRAM, "height: how many of a set's values, on one scale for all sets", draw_rows },
	{ PLOT_ECDF, "height: how many of a set's values are as small or smaller; steep: many values",
	  draw_ecdf },
};

/* Returns the caption of a chart; text: space for it. */
static const char *caption_of(const struct figure *f, const plot *p, const panel *a,
                              char text[PLOT_LABEL])
{
	char points[PLOT_LABEL];

	if (f->kind == PLOT_OVERLAY)
		snprintf(text, PLOT_LABEL, "height: how many of the values, on one scale; below: %.80s; "
			"right: the change", plot_points(a, points));
	return f->kind == PLOT_OVERLAY ? text : f->caption ? strcpy(text, f->caption)
		: f->kind == PLOT_OVER ? plot_over_caption(p, a, text)
		: plot_forest_caption(p, a, "grey", text);
}

#define FIGURES (sizeof figures / sizeof *figures)

/* Returns the title: --title, "new against old", or the name of the file. */
static const char *title_of(const plot *p)
{
	return p->title ? p->title : p->job.files == 1 ? last_part(p->job.name[0])
	       : *p->two ? p->two : "Measurements";
}

/* Draws a metric from y on: name, remarks, charts. Returns where it ends. to NULL: only
 * measures. */
static double draw_panel(benchi_picture *to, const plot *p, const panel *a, double y)
{
	const bool titled = p->title || p->panels > 1;
	double next = y + 28;
	char text[100], line[500], remark[6][400], caption[PLOT_LABEL];
	const size_t n = p->kinds & (PLOT_OVER | PLOT_FOREST) ? 0 : plot_remarks(p,
		p->kinds & PLOT_OVERLAY, a, remark, 6);

	snprintf(line, sizeof line, "%.120s%s%.300s", titled ? "" : title_of(p), titled ? "" : ": ",
	         a->over[0].n ? a->over[0].title : plot_name(a));
	benchi_utf8_shorten(line, TITLE_COLUMNS);
	if (to)
		benchi_draw_text(to, 18, y + 24, BENCHI_ANCHOR_START, BENCHI_STRONG, line);
	for (size_t i = 0; i < n; i++, next += 16) {
		/* the part that fits a picture 800 units wide */
		snprintf(line, sizeof line, "%.120s%s", remark[i], strlen(remark[i]) > 120 ? "..." : "");
		if (to)
			benchi_draw_text(to, 18, next + 14, BENCHI_ANCHOR_START, BENCHI_SOFT, line);
	}
	if (a->constant && !(p->kinds & (PLOT_OVER | PLOT_FOREST))) {
		snprintf(line, sizeof line, "every value is %s",
		         benchi_value_text(a->view[0].min, a->unit, 6, true, text, sizeof text));
		return draw_caption(to, next, line);
	}
	for (size_t k = 0; k < FIGURES; k++)
		if (p->kinds & figures[k].kind)
			next = figures[k].draw(to, p, a, figures[k].kind, draw_caption(to, next,
				caption_of(&figures[k], p, a, caption)));
	return next;
}

bench_status plot_write_svg(benchi_picture *to, const void *of)
{
	const plot *p = of;
	const char *title = title_of(p);
	double top = p->title ? 26 : 0, height = top, y = top;
	bench_status status;

	for (size_t i = 0; i < p->panels; i++)
		height = draw_panel(NULL, p, &p->panel[i], height);
	status = benchi_picture_begin(to, WIDTH, height + 2, title, true);
	if (p->title && status == BENCH_OK)
		benchi_draw_text(to, 18, 28, BENCHI_ANCHOR_START, "title", title);
	for (size_t i = 0; i < p->panels && status == BENCH_OK; i++)
		y = draw_panel(to, p, &p->panel[i], y);
	return benchi_picture_end(to, status);
}

/*
 * Writes an HTML page about measurements.
 *
 * A single file that fetches nothing and has no script: the answer in words, the charts, and a
 * table.
 */

#define TEXT 1000
#define CARDS 6 /* answers shown with their method */

/* Writes the answer of each comparison of the metric as an item of a list. */
static void write_answers(FILE *out, const plot *p, const panel *a)
{
	size_t n = 0, all = 0;
	char text[TEXT];

	for (size_t i = 0; i < p->job.comparisons; i++)
		all += !strcmp(p->job.comparison[i].test->set->metric, a->metric);
	for (size_t i = 0; i < p->job.comparisons; i++) {
		const benchi_comparison *c = &p->job.comparison[i];
		const char *benchmark = c->test->set->benchmark;
		const int better = benchi_comparison_better(c);
		char *at = text;

		if (strcmp(c->test->set->metric, a->metric))
			continue;
		fputs(n++ ? "" : all > CARDS ? "<ul class=\"answers many\">\n"
		                             : "<ul class=\"answers\">\n", out);
		fprintf(out, "<li class=\"%s\">", better > 0 ? "better" : better < 0 ? "worse" : "open");
		if (*benchmark && strcmp(benchmark, c->test->label) != 0)
			benchi_xml_between(out, "<strong>", benchmark, "</strong>: ");
		benchi_answer_text_answer(c, &p->job.settings.question, text, sizeof text);
		for (char *blank; (blank = strstr(at, " %")); at = blank + 1) { /* keep "2 %" on one line */
			*blank = '\0';
			benchi_xml_between(out, "", at, "&#160;");
		}
		benchi_xml_text(out, at);
		if (all <= CARDS)
			benchi_xml_between(out, " <small>", benchi_answer_text_method(c, text, sizeof text),
			                   "</small>");
		fputs("</li>\n", out);
	}
	fputs(n ? "</ul>\n" : "", out);
}

static bench_status write_section(FILE *out, const plot *p, const panel *a)
{
	const benchi_output_style style = { .utf8 = true, .html = true };
	benchi_picture picture = { .out = out };
	benchi_grid g = { .columns = 0 };
	bench_status status = BENCH_OK;
	char text[100], remark[12][400];
	/* these charts have their remarks in the picture */
	size_t n = p->kinds & (PLOT_OVER | PLOT_FOREST) ? 0 : plot_remarks(p, false, a, remark, 12);

	benchi_xml_between(out, "<section>\n<h2>", plot_name(a), "</h2>\n");
	if (a->constant)
		benchi_xml_between(out, "<p>Every value is ", benchi_value_text(a->view[0].min, a->unit, 6,
			true, text, sizeof text), ".</p>\n");
	else
		write_answers(out, p, a);
	for (size_t k = 0; k < FIGURES && status == BENCH_OK && !a->constant; k++) {
		const struct figure *f = &figures[k];
		char caption[PLOT_LABEL];
		double height;

		if (!(p->kinds & f->kind))
			continue;
		height = f->draw(NULL, p, a, f->kind, 8);
		benchi_page_figure_begin(out, "", caption_of(f, p, a, caption));
		benchi_picture_begin(&picture, WIDTH, height, caption, false);
		f->draw(&picture, p, a, f->kind, 8);
		status = benchi_picture_end(&picture, status);
		fputs("</figure>\n", out);
	}
	fputs(n ? "<ul class=\"remarks\">\n" : "", out);
	for (size_t i = 0; i < n; i++)
		benchi_xml_between(out, "<li>", remark[i], "</li>\n");
	fputs(n ? "</ul>\n" : "", out);

	benchi_grid_heads(&g, "<set|values|min|5 %|Q1|median|Q3|95 %|max");
	for (size_t i = 0; i < a->n; i++) {
		const plot_view *v = &a->view[i];
		const double x[] = { v->min, v->q05, v->q25, v->median, v->q75, v->q95, v->max };

		benchi_grid_line(&g, "%s", a->label[i]);
		benchi_grid_put(&g, "%zu", v->set.n);
		for (size_t k = 0; k < sizeof x / sizeof *x; k++)
			benchi_grid_put(&g, "%s", benchi_value_text(x[k], a->unit, 5, true, text,
				sizeof text));
	}
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"figures\">\n", out);
	if (benchi_grid_end(&g, out, &style) != BENCH_OK && status == BENCH_OK)
		status = BENCH_ERR_MEMORY;
	fputs("</div>\n</section>\n", out);
	return status;
}

bench_status plot_write_html(benchi_picture *to, const void *of)
{
	const plot *p = of;
	FILE *out = to->out;
	const char *title = title_of(p);
	bench_status status = BENCH_OK;
	char words[TEXT];

	benchi_page_begin(out, title);
	for (size_t i = 0; i < p->panels && status == BENCH_OK; i++)
		status = write_section(out, p, &p->panel[i]);
	if (p->job.comparisons > 1)
		snprintf(words, sizeof words, "%zu comparisons, corrected so that all together mislead in "
		         "at most %.3g %% of cases.", p->job.comparisons,
		         100 * p->job.settings.question.alpha);
	benchi_page_end(out, p->job.comparisons > 1 ? words : NULL, "bench plot");
	return status ? status : ferror(out) ? BENCH_ERR_OUTPUT : BENCH_OK;
}

/*
 * Writes a plot as Vega-Lite.
 *
 * Like `cbdr plot`: one specification with its data, one chart per metric, one density area per
 * benchmark. Large sets are given as counts per bin, to keep the specification small.
 */

#define BINS 100

/* Writes the chart of a metric: one row per set with its distribution, on one scale. */
static void vega_write_chart(FILE *out, const panel *a)
{
	bool values = a->values <= PLOT_DOTS;
	char text[BENCHI_NUMBER_TEXT], title[300];
	const char *unit = a->unit;
	double factor = 1, shown;
	benchi_ticks ticks;

	/* Use the unit of the ticks, as the SVG does. */
	benchi_ticks_choose(&a->extent, a->unit, 12, true, &ticks);
	if (*ticks.unit && ticks.n > 0) {
		unit = ticks.unit;
		for (size_t i = 0; i < ticks.n; i++)
			if (fabs(ticks.at[i]) > 0 && benchi_read_number(ticks.text[i], &shown)
			    && fabs(shown) > 0)
				factor = shown / ticks.at[i];
	}
	snprintf(title, sizeof title, "%.200s%s%.40s%s%s", plot_name(a), *unit ? " (" : "", unit,
	         *unit ? ")" : "", a->extent.log ? ", logarithmic" : "");
	fputs("{\"title\":", out);
	benchi_json_text(out, title);
	fputs(",\"width\":640,\"height\":48,\n\"transform\":[{\"filter\":{\"field\":\"metric\","
	      "\"equal\":", out);
	benchi_json_text(out, plot_name(a));
	fprintf(out, "}},{\"calculate\":\"datum.value*%s\",\"as\":\"value\"}",
	        benchi_number_digits(factor, 12, text));
	if (values && !a->constant)
		fputs(",{\"density\":\"value\",\"groupby\":[\"benchmark\"],\"steps\":200}", out);
	fprintf(out, "],\n\"mark\":{\"type\":\"%s\",\"opacity\":0.5},\n"
	        "\"encoding\":{\"row\":{\"field\":\"benchmark\",\"type\":\"nominal\",\"sort\":null,"
	        "\"title\":null,\"spacing\":4,\"header\":{\"labelAngle\":0,\"labelAlign\":\"left\"}},\n"
	        "\"x\":{\"field\":\"value\",\"type\":\"quantitative\",\"title\":",
	        a->constant ? "tick" : "area");
	benchi_json_text(out, title);

	/* Write the panel's scale and the SVG's colours. */
	fprintf(out, ",\"scale\":{\"type\":\"%s\",\"zero\":false,\"nice\":false,\"clamp\":true,"
	        "\"domain\":[", a->extent.log ? "log" : "linear");
	benchi_put_number(out, a->extent.low * factor);
	fputc(',', out);
	benchi_put_number(out, a->extent.high * factor);
	fputs("]}},\n", out);

	if (!a->constant)
		fprintf(out, "\"y\":{\"field\":\"%s\",\"type\":\"quantitative\",\"stack\":null,"
		        "\"axis\":null},\n", values ? "density" : "count");
	size_t colours = a->n <= BENCHI_COLOURS ? a->n : 1;

	fputs("\"color\":{\"field\":\"benchmark\",\"type\":\"nominal\",\"legend\":null,"
	      "\"scale\":{\"range\":[", out);
	for (size_t k = 0; k < colours; k++)
		fprintf(out, "%s\"%.7s\"", k ? "," : "", benchi_svg_colour(k));
	fputs("],\"domain\":[", out);
	for (size_t i = 0; i < a->n; i++) {
		fputs(i ? "," : "", out);
		benchi_json_text(out, a->label[i]);
	}
	fputs("]}}}}", out);
}

bench_status plot_write_vega(benchi_picture *to, const void *of)
{
	const plot *p = of;
	FILE *out = to->out;
	bool first = true;

	fputs("{\"$schema\":\"https://vega.github.io/schema/vega-lite/v5.json\",\n", out);
	if (p->kinds & PLOT_OVER)
		return plot_write_vega_over(out, &p->panel[0]);
	fputs("\"data\":{\"values\":[", out);
	for (size_t i = 0; i < p->panels; i++)
		for (size_t set = 0; set < p->panel[i].n; set++) {
			/* one record per value, or for many values one per bin, with its middle and count */
			const panel *a = &p->panel[i];
			const bool values = a->values <= PLOT_DOTS;
			const bench_numbers *numbers = &a->view[set].set;
			size_t counts[BINS], outside[2];

			if (!values)
				(void)benchi_count_parts(numbers, &a->extent, BINS, counts, outside);
			for (size_t k = 0; k < (values ? numbers->n : BINS); k++) {
				fputs(first ? "\n{\"benchmark\":" : ",\n{\"benchmark\":", out);
				first = false;
				benchi_json_text(out, a->label[set]);
				fputs(",\"metric\":", out);
				benchi_json_text(out, plot_name(a));
				fputs(",\"value\":", out);
				benchi_put_number(out, values ? numbers->x[k]
					: extent_at(&a->extent, ((double)k + .5) / BINS));
				fprintf(out, values ? ",\"order\":%zu}" : ",\"count\":%zu}",
					values ? k + 1 : counts[k]);
			}
		}
	fputs("\n]},\n\"vconcat\":[\n", out);
	for (size_t i = 0; i < p->panels; i++) {
		fputs(i ? ",\n" : "", out);
		vega_write_chart(out, &p->panel[i]);
	}
	fputs("\n]}\n", out);
	return ferror(out) ? BENCH_ERR_OUTPUT : BENCH_OK;
}
