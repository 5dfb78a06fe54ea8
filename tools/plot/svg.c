/*
 * Draws panels (strip chart and histogram) as one picture.
 *
 * A row a set, so that two sets look the same way as thirty: dots piled up where there
 * are few values, bars where there are many, a box from quartile to quartile with the
 * median, whiskers from the 5 % to the 95 % quantile.  Bars stand on zero.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/plot/plot.h"
#include "draw/chart_svg.h"
#include "base/utf8.h"

#define WIDTH 800.0
#define PILES 120 /* piles of dots along the axis */
#define BARS 60
#define LETTER 7.0 /* how wide one is, about */
#define NAME 17.0  /* how high the line of a name is, with what hangs below it */
#define MOST_HOVERS 600

/* Where a row's names and picture lie within a frame. */
static benchi_plane plane_of(const panel *p, const benchi_frame *frame, double top)
{
	benchi_plane plane = { { frame->x + 12, frame->y + top, frame->width - 12 - BENCHI_MARGIN_RIGHT,
	                         frame->height - top - BENCHI_MARGIN_BOTTOM },
	                       { p->extent, { 0, 1, false } } };

	return plane;
}

static double row_height(const panel *p)
{
	return p->n <= 4 ? 64 : p->n <= BENCHI_COLOURS ? 54 : 48;
}

double plot_strip_height(const panel *p)
{
	return (double)p->n * row_height(p) + 8 + BENCHI_MARGIN_BOTTOM;
}

static void draw_axis(FILE *out, const panel *p, const benchi_plane *plane)
{
	benchi_axis axis = { .label = plot_name(p), .unit = p->unit, .log = p->extent.log };

	benchi_draw_x_axis(out, plane, &axis);
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
	double place = benchi_extent_place(&plane->box.x, x);

	return plane->frame.x + fmin(fmax(place, 0), 1) * plane->frame.width;
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
	size_t heights[PILES] = { 0 }, counts[PILES], fullest = 1, below, above;
	double radius = plane->frame.width < 500 ? 1.9 : 2.3, step;

	benchi_view_count(v, &p->extent, PILES, counts, &below, &above);
	for (size_t k = 0; k < PILES; k++)
		fullest = counts[k] > fullest ? counts[k] : fullest;
	step = fmin(4.5, (capacity - 2.5 - radius) / fmax(1, (double)fullest - 1));
	for (size_t k = 0; k < v->set.n; k++) {
		double place = benchi_extent_place(&p->extent, v->set.x[k]);
		size_t pile = place >= 1 ? PILES - 1 : place > 0 ? (size_t)(place * PILES) : 0;
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
static void draw_bars(FILE *out, const panel *p, size_t i, const benchi_plane *plane, double y,
                      double capacity)
{
	size_t counts[BARS], fullest = 1, below, above;
	double width = plane->frame.width / BARS;

	benchi_view_count(&p->view[i], &p->extent, BARS, counts, &below, &above);
	for (size_t k = 0; k < BARS; k++)
		fullest = counts[k] > fullest ? counts[k] : fullest;
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

void plot_draw_strip(FILE *out, const panel *p, const benchi_frame *frame)
{
	benchi_plane plane = plane_of(p, frame, 8);
	double height = plane.frame.height / (double)p->n;

	draw_axis(out, p, &plane);
	for (size_t i = 0; i < p->n; i++) {
		double top = plane.frame.y + (double)i * height, foot = top + height - 18;

		benchi_group_begin(out, plot_series(p, i), NULL);
		if (p->values <= PLOT_DOTS)
			draw_dots(out, p, i, &plane, foot, height - 18 - NAME);
		else
			draw_bars(out, p, i, &plane, foot, height - 18 - NAME);
		draw_box(out, p, i, &plane, foot + 9);
		draw_name(out, p, i, &plane, top);
		benchi_group_end(out);
	}
}

void plot_draw_histogram(FILE *out, const panel *p, const benchi_frame *frame)
{
	benchi_plane plane = plane_of(p, frame, 8);
	double height = plane.frame.height / (double)p->n;

	draw_axis(out, p, &plane);
	for (size_t i = 0; i < p->n; i++) {
		double top = plane.frame.y + (double)i * height, foot = top + height - 3;
		double from[2] = { plane.frame.x, foot };
		double to[2] = { plane.frame.x + plane.frame.width, foot };

		benchi_group_begin(out, plot_series(p, i), NULL);
		benchi_draw_line(out, from, to, BENCHI_GRID);
		draw_bars(out, p, i, &plane, foot, height - 3 - NAME);
		draw_name(out, p, i, &plane, top);
		benchi_group_end(out);
	}
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

void plot_draw_orders(FILE *out, const panel *p, const benchi_frame *frame)
{
	benchi_plane plane = plane_of(p, frame, 8);
	benchi_axis axis = { .label = "run order", .counts = true };
	double height = plane.frame.height / (double)p->n, last = 1;

	for (size_t i = 0; i < p->n; i++)
		last = fmax(last, (double)p->view[i].set.n);
	plane.box.x = benchi_extent_over(1, last, false, false);
	benchi_draw_x_axis(out, &plane, &axis);
	for (size_t i = 0; i < p->n; i++) {
		double top = plane.frame.y + (double)i * height;

		benchi_group_begin(out, plot_series(p, i), NULL);
		draw_order(out, p, i, &plane, top, height);
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
	const char **name = malloc(p->n * sizeof *name);
	benchi_frame legend = { 18, y, WIDTH - 36, 0 };
	benchi_frame left = { 0, y, WIDTH / 2, 250 }, right = { WIDTH / 2, y, WIDTH / 2, 250 };
	benchi_chart order, share;

	*status = name ? plot_order_chart(p, &order) : BENCH_ERR_MEMORY;
	if (*status == BENCH_OK && (*status = plot_ecdf_chart(p, &share)))
		plot_chart_free(&order);
	for (size_t i = 0; i < p->n && name; i++)
		name[i] = p->label[i];
	if (*status == BENCH_OK) {
		left.y = right.y = y + 6 + benchi_legend_draw(out, name, NULL, p->n, &legend);
		if (out) {
			benchi_chart_draw(out, &order, &left);
			benchi_chart_draw(out, &share, &right);
		}
		plot_chart_free(&order);
		plot_chart_free(&share);
	}
	free(name);
	return right.y - y + 254;
}

/* One of the drawings with a row a set, with its caption. */
static double draw_rows(FILE *out, const panel *p, double y, const char *caption,
                        void (*draw)(FILE *, const panel *, const benchi_frame *))
{
	benchi_frame frame = { 6, draw_caption(out, y, 6, caption), WIDTH - 12,
		plot_strip_height(p) };

	if (out)
		draw(out, p, &frame);
	return frame.y + frame.height + 8;
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
	const char *name[BENCHI_COLOURS];
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		if (p->side[i]->file == n && n < BENCHI_COLOURS)
			name[n++] = p->side[i]->label;
	return y + benchi_legend_draw(out, name, NULL, n, &legend);
}

/* A metric: strip chart over its whole width, histogram, run order and distribution. */
static bench_status draw_panel(FILE *out, const panel *p, double *y)
{
	double at[2] = { 18, *y + 24 }, next = *y + 28;
	bool dots = p->values <= PLOT_DOTS;
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
	snprintf(line, sizeof line, "%s; box: half of the values, with the median; whiskers: 90 %% "
	         "of them", dots ? "values" : "density");
	next = draw_rows(out, p, next, line, plot_draw_strip);
	if (dots && !plot_many(p))
		next = draw_rows(out, p, next, "histogram; each set's fullest bar has the same height",
		                 plot_draw_histogram);
	if (plot_many(p)) {
		benchi_frame cells = { 6, 0, WIDTH - 12, 0 };

		next = draw_rows(out, p, next, "run order; each set on a scale of its own, marks: "
		                 "beyond it", plot_draw_orders);
		cells.y = draw_caption(out, next, 6, "share of the values up to each, from 0 to 100 %");
		if (out)
			plot_draw_cells(out, p, &cells);
		next = cells.y + plot_cells_height(p, cells.width);
	} else
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
