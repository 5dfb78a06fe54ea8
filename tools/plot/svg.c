/*
 * Draws panels (strip chart and histogram) as one picture.
 *
 * A row a set, so that two sets look the same way as thirty: dots piled up where there
 * are few values, bars where there are many, a box from quartile to quartile with the
 * median, whiskers from the 5 % to the 95 % quantile.  Bars stand on zero.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/plot/plot.h"

#define WIDTH 800.0
#define PILES 120 /* piles of dots along the axis */
#define BARS 60
#define LETTER 7.0 /* how wide one is, about */
#define NAME 17.0  /* how high the line of a name is, with what hangs below it */
#define MOST_HOVERS 600

static double row_height(const panel *p)
{
	return p->n <= 4 ? 64 : p->n <= BENCHI_COLOURS ? 54 : 48;
}

static void draw_name(FILE *out, const panel *p, size_t i, const benchi_plane *plane, double top)
{
	double at[2] = { plane->frame.x + 16, top + 12 }, mark[2] = { plane->frame.x + 6, top + 8 };
	char name[PLOT_LABEL];

	strcpy(name, p->label[i]);
	benchi_utf8_shorten(name, (size_t)(plane->frame.width / LETTER) - 4);
	benchi_draw_mark(out, plot_series(p, i), mark, 3.6, NULL);
	benchi_draw_text(out, at, BENCHI_ANCHOR_START, BENCHI_INK, name);
}

static double x_of(const benchi_plane *plane, double x)
{
	return benchi_frame_x(&plane->frame, &plane->box.x, x);
}

static void draw_box(FILE *out, const panel *p, size_t i, const benchi_plane *plane, double y)
{
	const benchi_view *v = &p->view[i];
	double q05 = x_of(plane, v->q05), q25 = x_of(plane, v->q25), median = x_of(plane, v->median);
	double q75 = x_of(plane, v->q75), q95 = x_of(plane, v->q95);
	double left[2][2] = { { q05, y }, { q25, y } }, right[2][2] = { { q75, y }, { q95, y } };
	double middle[2][2] = { { median, y - 7 }, { median, y + 7 } };
	benchi_frame box = { q25, y - 5, q75 - q25, 10 };
	char a[80], b[80], c[80], hover[400];

	snprintf(hover, sizeof hover, "%.100s: median %s, half of the values from %s to %s",
	         p->label[i],
	         benchi_value_text(v->median, p->unit, 5, true, a, sizeof a),
	         benchi_value_text(v->q25, p->unit, 5, true, b, sizeof b),
	         benchi_value_text(v->q75, p->unit, 5, true, c, sizeof c));
	benchi_draw_line(out, left[0], left[1], "thin");
	benchi_draw_line(out, right[0], right[1], "thin");
	benchi_draw_line(out, middle[0], middle[1], "heavy");
	benchi_draw_rectangle(out, &box, "box", hover);
}

/* Every value as a dot, piled up in columns above y, the fullest as high as capacity. */
static void draw_dots(FILE *out, const panel *p, size_t i, const benchi_plane *plane, double y,
                      double capacity)
{
	const benchi_view *v = &p->view[i];
	size_t heights[PILES] = { 0 }, counts[PILES], outside[2];
	size_t fullest = benchi_count_parts(&v->set, &p->extent, PILES, counts, outside);
	double radius = plane->frame.width < 500 ? 1.9 : 2.3;
	double step = fmin(4.5, (capacity - 2.5 - radius) / fmax(1, (double)fullest - 1));
	for (size_t k = 0; k < v->set.n; k++) {
		double place = benchi_extent_place(&p->extent, v->set.x[k]);
		size_t pile = benchi_place_cell(place, PILES);
		double at[2] = { plane->frame.x + place * plane->frame.width,
			y - 2.5 - step * (double)heights[pile] };
		char value[80], hover[300];

		if (!(place >= 0 && place <= 1))
			continue;
		heights[pile]++;
		snprintf(hover, sizeof hover, "%.100s: %s, number %zu", p->label[i],
		         benchi_value_text(v->set.x[k], p->unit, 6, true, value, sizeof value), k + 1);
		benchi_draw_mark(out, plot_series(p, i), at, radius,
		                 p->values <= MOST_HOVERS ? hover : NULL);
	}
}

/* "12 values from 1 ms to 1.1 ms" */
static void bar_hover(const panel *p, size_t i, size_t k, size_t n, size_t count, char *text,
                      size_t size)
{
	double from = benchi_extent_at(&p->extent, (double)k / (double)n);
	double to = benchi_extent_at(&p->extent, (double)(k + 1) / (double)n);
	char a[80], b[80];

	snprintf(text, size, "%.100s: %zu value%s from %s to %s", p->label[i], count,
	         count == 1 ? "" : "s", benchi_value_text(from, p->unit, 4, true, a, sizeof a),
	         benchi_value_text(to, p->unit, 4, true, b, sizeof b));
}

/* Bars over y, the fullest as high as capacity. */
static void plot_svg_draw_bars(FILE *out, const panel *p, size_t i, const benchi_plane *plane,
                               double y, double capacity)
{
	size_t counts[BARS], outside[2];
	size_t fullest = benchi_count_parts(&p->view[i].set, &p->extent, BARS, counts, outside);
	double width = plane->frame.width / BARS;

	for (size_t k = 0; k < BARS; k++) {
		double high = capacity * (double)counts[k] / (double)fullest;
		benchi_frame bar = { plane->frame.x + (double)k * width, y - high, width - .8, high };
		char hover[300];

		if (!counts[k])
			continue;
		bar_hover(p, i, k, BARS, counts[k], hover, sizeof hover);
		benchi_draw_rectangle(out, &bar, "bar", hover);
	}
}

/* A row of values: one by one or as a density, with their box. */
static void draw_values(FILE *out, const panel *p, size_t i, const benchi_plane *plane, double top,
                        double height)
{
	double foot = top + height - 18;

	(p->values <= PLOT_DOTS ? draw_dots : plot_svg_draw_bars)(out, p, i, plane, foot,
		height - 18 - NAME);
	draw_box(out, p, i, plane, foot + 9);
}

static void draw_histogram(FILE *out, const panel *p, size_t i, const benchi_plane *plane,
                           double top, double height)
{
	double foot = top + height - 3, from[2] = { plane->frame.x, foot };
	double to[2] = { plane->frame.x + plane->frame.width, foot };

	benchi_draw_line(out, from, to, BENCHI_GRID);
	plot_svg_draw_bars(out, p, i, plane, foot, height - 3 - NAME);
}

/* One set in run order, on a scale of its own.  What lies beyond the scale is drawn at its
 * end, with a mark. */
static void draw_order(FILE *out, const panel *p, size_t i, const benchi_plane *plane, double top,
                       double height)
{
	const benchi_view *v = &p->view[i];
	benchi_extent own = benchi_view_extent(v, 1, p->extent.log);
	char value[80], hover[300];

	for (int marks = 0; marks < 2; marks++) {
		if (!marks)
			benchi_path_begin(out, "thin", NULL);
		for (size_t k = 0; k < v->orders; k++) {
			double place = benchi_extent_place(&own, v->order_y[k]);
			double within = place > 1 ? 1 : place >= 0 ? place : 0;
			double at[2] = { x_of(plane, v->order_x[k]),
				top + NAME + (height - NAME - 3) * (1 - within) };

			if (!marks)
				benchi_path_to(out, k ? 'L' : 'M', at);
			else if (!(place >= 0 && place <= 1)) {
				snprintf(hover, sizeof hover, "%.100s: %s, beyond the scale", p->label[i],
				         benchi_value_text(v->order_y[k], p->unit, 5, true, value, sizeof value));
				benchi_draw_mark(out, plot_series(p, i), at, 2.6, hover);
			}
		}
		if (!marks)
			benchi_path_end(out, p->label[i]);
	}
}

/* The drawings with a row a set, or small charts: on a page; and with their caption in a
 * picture. */
static const struct figure {
	const char *name, *words, *caption;
	void (*draw)(FILE *, const panel *, size_t, const benchi_plane *, double, double);
	                                     /* a row; NULL: the small charts */
} figures[] = {
	{ "Values", "box: half of the values, with the median; whiskers: 90 % of them",
	  "values; box: half of the values, with the median; whiskers: 90 % of them", draw_values },
	{ "Density", "box: half of the values, with the median; whiskers: 90 % of them",
	  "density; box: half of the values, with the median; whiskers: 90 % of them", draw_values },
	{ "Histogram", "each set's fullest bar has the same height",
	  "histogram; each set's fullest bar has the same height", draw_histogram },
	{ "Run order", "each set on a scale of its own, marks: beyond it",
	  "run order; each set on a scale of its own, marks: beyond it", draw_order },
	{ "Distribution", "share of the values up to each, 0 to 100 %",
	  "share of the values up to each, from 0 to 100 %", NULL },
};

#define FIGURES (sizeof figures / sizeof *figures)

/* Has the panel that one?  Run orders and distributions of a few sets are charts. */
static bool has_figure(const panel *p, size_t k)
{
	const bool dots = p->values <= PLOT_DOTS, many = plot_many(p);

	return (const bool[FIGURES]){ dots, !dots, dots && !many, many, many }[k];
}

static double figure_height(const panel *p, const struct figure *f, double width)
{
	return f->draw ? (double)p->n * row_height(p) + 8 + BENCHI_MARGIN_BOTTOM
	               : plot_cells_height(p, width);
}

static void draw_figure(FILE *out, const panel *p, const struct figure *f,
                        const benchi_frame *frame)
{
	benchi_plane plane = { { frame->x + 12, frame->y + 8, frame->width - 12 - BENCHI_MARGIN_RIGHT,
	                         frame->height - 8 - BENCHI_MARGIN_BOTTOM },
	                       { p->extent, { 0, 1, false } } };
	benchi_axis axis = plot_scale(p);
	double height = plane.frame.height / (double)p->n, last = 1;

	if (!f->draw) {
		plot_draw_cells(out, p, frame);
		return;
	}
	if (f->draw == draw_order) {
		axis = (benchi_axis){ .label = "run order", .counts = true };
		for (size_t i = 0; i < p->n; i++)
			last = fmax(last, (double)p->view[i].set.n);
		plane.box.x = benchi_extent_over(1, last, false, false);
	}
	benchi_draw_x_axis(out, &plane, &axis);
	for (size_t i = 0; i < p->n; i++) {
		double top = plane.frame.y + (double)i * height;

		benchi_group_begin(out, plot_series(p, i));
		f->draw(out, p, i, &plane, top, height);
		draw_name(out, p, i, &plane, top);
		benchi_group_end(out);
	}
}

/* A line of words above what follows; out: NULL only measures.  Returns where that begins. */
static double draw_caption(FILE *out, double y, double x, const char *text)
{
	double at[2] = { x + 12, y + 14 };

	if (out)
		benchi_draw_text(out, at, BENCHI_ANCHOR_START, BENCHI_SOFT, text);
	return y + 20;
}

/* Run order (left) and distribution functions (right), with a legend.  Returns how high it
 * all is. */
static double draw_charts(FILE *out, const panel *p, double y, bench_status *status)
{
	benchi_frame legend = { 18, y, WIDTH - 36, 0 };
	benchi_frame left = { 0, y, WIDTH / 2, 250 }, right = { WIDTH / 2, y, WIDTH / 2, 250 };
	benchi_chart order, share;

	*status = plot_chart(p, PLOT_ORDER, &order);
	if (*status == BENCH_OK && (*status = plot_chart(p, PLOT_ECDF, &share)))
		plot_chart_free(&order);
	if (*status == BENCH_OK) {
		left.y = right.y = y + 6 + benchi_legend_draw(out, order.series, p->n, &legend, true);
		if (out) {
			benchi_chart_draw(out, &order, &left);
			benchi_chart_draw(out, &share, &right);
		}
		plot_chart_free(&order);
		plot_chart_free(&share);
	}
	return right.y - y + 254;
}

/* One of the figures, with its caption. */
static double draw_captioned(FILE *out, const panel *p, double y, const struct figure *f)
{
	benchi_frame frame = { 6, draw_caption(out, y, 6, f->caption), WIDTH - 12, 0 };

	frame.height = figure_height(p, f, frame.width);
	if (out)
		draw_figure(out, p, f, &frame);
	return frame.y + frame.height + (f->draw ? 8 : 0);
}

static double draw_remarks(FILE *out, const panel *p, double y)
{
	char remark[6][400];
	size_t n = plot_remarks(p, remark, 6);

	for (size_t i = 0; i < n; i++, y += 16) {
		double at[2] = { 18, y + 12 };
		char line[128];

		/* what a picture 800 units wide has capacity for */
		snprintf(line, sizeof line, "%.120s%s", remark[i], strlen(remark[i]) > 120 ? "..." : "");
		if (out)
			benchi_draw_text(out, at, BENCHI_ANCHOR_START, BENCHI_SOFT, line);
	}
	return y;
}

/* The files of a grouped panel, with their colours: its first benchmark's sets. */
static double draw_files(FILE *out, const panel *p, double y)
{
	benchi_frame legend = { 18, y, WIDTH - 36, 0 };
	benchi_series file[BENCHI_COLOURS];
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		if (p->side[i]->file == n && n < BENCHI_COLOURS)
			file[n++] = (benchi_series){ .name = p->side[i]->label };
	return y + benchi_legend_draw(out, file, n, &legend, true);
}

/* A metric: strip chart over its whole width, histogram, run order and distribution. */
static bench_status draw_panel(FILE *out, const panel *p, double *y)
{
	double at[2] = { 18, *y + 24 }, next = *y + 28;
	bench_status status = BENCH_OK;
	char text[100], line[160];

	if (out)
		benchi_draw_text(out, at, BENCHI_ANCHOR_START, BENCHI_STRONG, plot_name(p));
	if (p->grouped && !p->constant)
		next = draw_files(out, p, next);
	if (p->constant) {
		snprintf(line, sizeof line, "every value is %s",
		         benchi_value_text(p->view[0].min, p->unit, 6, true, text, sizeof text));
		*y = draw_caption(out, next, 6, line);
		return BENCH_OK;
	}
	for (size_t k = 0; k < FIGURES; k++)
		if (has_figure(p, k))
			next = draw_captioned(out, p, next, &figures[k]);
	if (!plot_many(p))
		next += draw_charts(out, p, next, &status);
	*y = draw_remarks(out, p, next);
	return status;
}

bench_status plot_write_svg(FILE *out, const plot *p)
{
	const char *title = plot_title(p);
	double top = p->title ? 26 : 0, height = top, y = top, at[2] = { 18, 28 };
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < p->panels && status == BENCH_OK; i++)
		status = draw_panel(NULL, &p->panel[i], &height);
	if (status)
		return status;
	benchi_svg_begin(out, WIDTH, height + 16, title, NULL, true);
	if (p->title)
		benchi_draw_text(out, at, BENCHI_ANCHOR_START, "title", title);
	for (size_t i = 0; i < p->panels && status == BENCH_OK; i++)
		status = draw_panel(out, &p->panel[i], &y);
	benchi_svg_end(out);
	return status ? status : ferror(out) ? BENCH_ERR_OUTPUT : BENCH_OK;
}

/*
 * Writes a page about measurements.
 *
 * One file, nothing fetched: a section a metric with the answer in words, four figures (each
 * an SVG of its own in a grid that folds on narrow screens) and a table.  Everything
 * is there without a script; the script only shows values under the pointer at once.
 */

#define FIGURE 400.0 /* units a figure is wide, about its pixels on the page */
#define TEXT 1000
#define CARDS 6 /* answers that are shown with their method */

/* A number and its % sign stay on one line. */
static void write_sentence(FILE *out, char *text)
{
	char *at = text;

	for (char *blank; (blank = strstr(at, " %")); at = blank + 1) {
		*blank = '\0';
		benchi_xml_between(out, "", at, "&#160;");
	}
	benchi_xml_text(out, at);
}

static void write_answer(FILE *out, const plot *p, const benchi_comparison *c, bool brief)
{
	char text[TEXT];
	const char *benchmark = c->test->set->benchmark;
	int better = benchi_comparison_better(c);

	fprintf(out, "<li class=\"%s\">", better > 0 ? "better" : better < 0 ? "worse" : "open");
	if (*benchmark && strcmp(benchmark, c->test->label) != 0)
		benchi_xml_between(out, "<strong>", benchmark, "</strong>: ");
	write_sentence(out, benchi_answer_text_answer(c, &p->job.settings.question, text,
		sizeof text));
	if (!brief)
		benchi_xml_between(out, " <small>", benchi_answer_text_method(c, text, sizeof text),
		                   "</small>");
	fputs("</li>\n", out);
}

static void write_answers(FILE *out, const plot *p, const panel *a)
{
	size_t n = 0, all = 0;

	for (size_t i = 0; i < p->job.comparisons; i++)
		all += !strcmp(p->job.comparison[i].test->set->metric, a->metric);
	for (size_t i = 0; i < p->job.comparisons; i++) {
		const benchi_comparison *c = &p->job.comparison[i];

		if (strcmp(c->test->set->metric, a->metric))
			continue;
		fputs(n++ ? "" : all > CARDS ? "<ul class=\"answers many\">\n"
		                             : "<ul class=\"answers\">\n", out);
		write_answer(out, p, c, all > CARDS);
	}
	fputs(n ? "</ul>\n" : "", out);
}

static void begin_figure(FILE *out, const panel *p, const char *name, const char *words,
                         double height)
{
	char title[400];

	snprintf(title, sizeof title, "%s of %.200s, %zu set%s", name, plot_name(p), p->n,
	         p->n > 1 ? "s" : "");
	benchi_page_figure_begin(out, name, words);
	benchi_svg_begin(out, FIGURE, height, title, NULL, false);
}

static void end_figure(FILE *out)
{
	benchi_svg_end(out);
	benchi_page_figure_end(out);
}

static void write_figure(FILE *out, const panel *p, const struct figure *f)
{
	benchi_frame frame = { 0, 0, FIGURE, figure_height(p, f, FIGURE) };

	begin_figure(out, p, f->name, f->words, frame.height);
	draw_figure(out, p, f, &frame);
	end_figure(out);
}

static bench_status html_write_chart(FILE *out, const panel *p, enum plot_kind kind)
{
	benchi_frame legend = { 8, 2, FIGURE - 16, 0 }, frame = { 0, 4, FIGURE, 280 };
	benchi_chart chart;

	if (plot_chart(p, kind, &chart) != BENCH_OK)
		return BENCH_ERR_MEMORY;
	frame.y += benchi_legend_draw(NULL, chart.series, p->n, &legend, false);
	begin_figure(out, p, kind == PLOT_ORDER ? "Run order" : "Distribution",
	             kind != PLOT_ORDER ? "how many values lie up to each"
	             : p->view[0].order_low ? "median of each slice, and 90 % of its values"
	             : "the first value left, the last one right", frame.y + frame.height);
	benchi_legend_draw(out, chart.series, p->n, &legend, false);
	benchi_chart_draw(out, &chart, &frame);
	end_figure(out);
	plot_chart_free(&chart);
	return BENCH_OK;
}

static bench_status plot_svg_write_table(FILE *out, const panel *p)
{
	const benchi_output_style style = { .utf8 = true, .html = true };
	benchi_grid g = { .columns = 0 };
	bench_status status;
	char text[100];

	benchi_grid_heads(&g, "<set|values|min|5 %|Q1|median|Q3|95 %|max");
	for (size_t i = 0; i < p->n; i++) {
		const benchi_view *v = &p->view[i];
		const double x[] = { v->min, v->q05, v->q25, v->median, v->q75, v->q95, v->max };

		benchi_grid_line(&g, "%s", p->label[i]);
		benchi_grid_put(&g, "%zu", v->set.n);
		for (size_t k = 0; k < sizeof x / sizeof *x; k++)
			benchi_grid_put(&g, "%s", benchi_value_text(x[k], p->unit, 5, true, text,
				sizeof text));
	}
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"figures\">\n", out);
	status = benchi_grid_end(&g, out, &style);
	fputs("</div>\n", out);
	return status;
}

static void write_remarks(FILE *out, const panel *p)
{
	char remark[12][400];
	size_t n = plot_remarks(p, remark, 12);

	fputs(n ? "<ul class=\"remarks\">\n" : "", out);
	for (size_t i = 0; i < n; i++)
		benchi_xml_between(out, "<li>", remark[i], "</li>\n");
	fputs(n ? "</ul>\n" : "", out);
}

static bench_status write_section(FILE *out, const plot *p, const panel *a)
{
	bench_status status = BENCH_OK;
	char text[100];

	benchi_xml_between(out, "<section>\n<h2>", plot_name(a), "</h2>\n");
	if (a->constant)
		benchi_xml_between(out, "<p>Every value is ", benchi_value_text(a->view[0].min, a->unit, 6,
			true, text, sizeof text), ".</p>\n");
	else {
		write_answers(out, p, a);
		fputs("<div class=\"figures\">\n", out);
		for (size_t k = 0; k < FIGURES; k++)
			if (has_figure(a, k))
				write_figure(out, a, &figures[k]);
		if (!plot_many(a))
			status = html_write_chart(out, a, PLOT_ORDER);
		if (!plot_many(a) && status == BENCH_OK)
			status = html_write_chart(out, a, PLOT_ECDF);
		if (status == BENCH_OK && p->job.comparisons > 1)
			status = plot_write_changes(out, p, a);
		fputs("</div>\n", out);
		write_remarks(out, a);
	}
	if (status == BENCH_OK)
		status = plot_svg_write_table(out, a);
	fputs("</section>\n", out);
	return status;
}

bench_status plot_write_html(FILE *out, const plot *p)
{
	const char *title = plot_title(p);
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
 * As `cbdr plot` does: one specification with the data in it, a chart a metric, an
 * area of density a benchmark.  Sets of many values are given as counts of bins, so that
 * the specification stays small.
 */

#define BINS 100

static void begin_row(FILE *out, const panel *p, size_t i, bool *first)
{
	fputs(*first ? "\n" : ",\n", out);
	*first = false;
	fputs("{\"benchmark\":", out);
	benchi_json_text(out, p->label[i]);
	fputs(",\"metric\":", out);
	benchi_json_text(out, plot_name(p));
}

static void write_values(FILE *out, const panel *p, size_t i, bool *first)
{
	for (size_t k = 0; k < p->view[i].set.n; k++) {
		begin_row(out, p, i, first);
		fputs(",\"value\":", out);
		benchi_put_number(out, p->view[i].set.x[k]);
		fprintf(out, ",\"order\":%zu}", k + 1);
	}
}

/* Share of the values in each bin, and where it lies. */
static void write_bins(FILE *out, const panel *p, size_t i, bool *first)
{
	size_t counts[BINS], outside[2];

	(void)benchi_count_parts(&p->view[i].set, &p->extent, BINS, counts, outside);
	for (size_t k = 0; k < BINS; k++) {
		begin_row(out, p, i, first);
		fputs(",\"value\":", out);
		benchi_put_number(out, benchi_extent_at(&p->extent, ((double)k + .5) / BINS));
		fprintf(out, ",\"count\":%zu}", counts[k]);
	}
}

static void write_data(FILE *out, const plot *p)
{
	bool first = true;

	fputs("\"data\":{\"values\":[", out);
	for (size_t i = 0; i < p->panels; i++)
		for (size_t k = 0; k < p->panel[i].n; k++)
			if (p->panel[i].values <= PLOT_DOTS)
				write_values(out, &p->panel[i], k, &first);
			else
				write_bins(out, &p->panel[i], k, &first);
	fputs("\n]},\n", out);
}

/* The unit of the ticks, as in the SVG; *factor: what makes a value one of it. */
static const char *scaled_unit(const panel *p, benchi_ticks *t, double *factor)
{
	double shown;

	*factor = 1;
	benchi_ticks_choose(&p->extent, p->unit, 12, true, t);
	if (!*t->unit || t->n < 1)
		return p->unit;
	for (size_t i = 0; i < t->n; i++)
		if (fabs(t->at[i]) > 0 && benchi_read_number(t->text[i], &shown) && fabs(shown) > 0)
			*factor = shown / t->at[i];
	return t->unit;
}

static void write_title(FILE *out, const panel *p, const char *unit)
{
	char text[300];

	snprintf(text, sizeof text, "%.200s%s%.40s%s%s", plot_name(p), *unit ? " (" : "", unit,
	         *unit ? ")" : "", p->extent.log ? ", logarithmic" : "");
	benchi_json_text(out, text);
}

/* The panel's own scale, and the SVG's colours. */
static void write_scale(FILE *out, const panel *p, double factor)
{
	fprintf(out, ",\"scale\":{\"type\":\"%s\",\"zero\":false,\"nice\":false,\"clamp\":true,"
	        "\"domain\":[", p->extent.log ? "log" : "linear");
	benchi_put_number(out, p->extent.low * factor);
	fputc(',', out);
	benchi_put_number(out, p->extent.high * factor);
	fputs("]}},\n", out);
}

static void write_colours(FILE *out, const panel *p)
{
	size_t colours = p->n <= BENCHI_COLOURS ? p->n : 1;

	fputs("\"color\":{\"field\":\"benchmark\",\"type\":\"nominal\",\"legend\":null,"
	      "\"scale\":{\"range\":[", out);
	for (size_t k = 0; k < colours; k++)
		fprintf(out, "%s\"%.7s\"", k ? "," : "", benchi_svg_colour(k));
	fputs("],\"domain\":[", out);
	for (size_t i = 0; i < p->n; i++) {
		fputs(i ? "," : "", out);
		benchi_json_text(out, p->label[i]);
	}
	fputs("]}}}}", out);
}

/* A row a set, as in the SVG: its name, its distribution, on one scale. */
static void vega_write_chart(FILE *out, const panel *p)
{
	bool values = p->values <= PLOT_DOTS;
	char text[BENCHI_NUMBER_TEXT];
	benchi_ticks ticks;
	double factor;
	const char *unit = scaled_unit(p, &ticks, &factor);

	fputs("{\"title\":", out);
	write_title(out, p, unit);
	fputs(",\"width\":640,\"height\":48,\n\"transform\":[{\"filter\":{\"field\":\"metric\","
	      "\"equal\":", out);
	benchi_json_text(out, plot_name(p));
	fprintf(out, "}},{\"calculate\":\"datum.value*%s\",\"as\":\"value\"}",
	        benchi_number_digits(factor, 12, text));
	if (values && !p->constant)
		fputs(",{\"density\":\"value\",\"groupby\":[\"benchmark\"],\"steps\":200}", out);
	fprintf(out, "],\n\"mark\":{\"type\":\"%s\",\"opacity\":0.5},\n"
	        "\"encoding\":{\"row\":{\"field\":\"benchmark\",\"type\":\"nominal\",\"sort\":null,"
	        "\"title\":null,\"spacing\":4,\"header\":{\"labelAngle\":0,\"labelAlign\":\"left\"}},\n"
	        "\"x\":{\"field\":\"value\",\"type\":\"quantitative\",\"title\":",
	        p->constant ? "tick" : "area");
	write_title(out, p, unit);
	write_scale(out, p, factor);
	if (!p->constant)
		fprintf(out, "\"y\":{\"field\":\"%s\",\"type\":\"quantitative\",\"stack\":null,"
		        "\"axis\":null},\n", values ? "density" : "count");
	write_colours(out, p);
}

bench_status plot_write_vega(FILE *out, const plot *p)
{
	fputs("{\"$schema\":\"https://vega.github.io/schema/vega-lite/v5.json\",\n", out);
	if (!p->omit_data)
		write_data(out, p);
	fputs("\"vconcat\":[\n", out);
	for (size_t i = 0; i < p->panels; i++) {
		fputs(i ? ",\n" : "", out);
		vega_write_chart(out, &p->panel[i]);
	}
	fputs("\n]}\n", out);
	return ferror(out) ? BENCH_ERR_OUTPUT : BENCH_OK;
}
