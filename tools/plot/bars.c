/*
 * Bars from zero: the median of each set, with its interval.
 *
 * A bar's length stands for the number, so that the scale always begins at 0 and is never
 * logarithmic; what matters is whether the intervals at their ends overlap.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"
#include "program/median_interval.h"
#include "tools/figure.h"
#include "tools/plot/plot.h"
#include "tools/verbs.h"
#include "write/write.h"

enum { LABEL_MOST = 24, CELLS_LEAST = 10, SPAN = 2 * FIGURE_TEXT + 16 };

static const double WIDTH = 800, LEFT = 220, RIGHT = 20, TOP = 70, ROW = 34, THICK = 18;

/* The bars of a metric. */
struct bars {
	const panel *panel;
	struct benchi_median_interval *of;  /* n of them, ends where there is no interval: the centre */
	double low, high;                   /* the scale, 0 among it */
};

static bool find(const panel *p, struct bars *b)
{
	*b = (struct bars){ p, calloc(p->n, sizeof *b->of), 0, 0 };
	for (size_t i = 0; b->of && i < p->n; i++) {
		const benchi_set *set = p->side[i]->set;
		double *scratch = malloc(set->n * sizeof *scratch);
		struct benchi_median_interval *m = &b->of[i];

		if (!scratch)
			return false;
		*m = benchi_median_interval_of(set->x, set->n, scratch);
		free(scratch);
		m->low = isfinite(m->low) ? m->low : m->centre;
		m->high = isfinite(m->high) ? m->high : m->centre;
		b->low = fmin(b->low, m->low);
		b->high = fmax(b->high, m->high);
	}
	if (!(b->high > b->low))
		b->high = b->low + 1;
	return b->of != NULL;
}

static char *span_text(const struct bars *b, size_t i, char text[SPAN])
{
	const struct benchi_median_interval *m = &b->of[i];
	figures f = figures_of(b->panel->unit, fabs(m->centre), m->high - m->low, NULL);
	char value[FIGURE_TEXT], low[FIGURE_TEXT], high[FIGURE_TEXT];

	snprintf(text, SPAN, "%s (%s to %s)", figure(&f, m->centre, value),
	         figure_bare(&f, m->low, low), figure_bare(&f, m->high, high));
	return text;
}

/* The cell of x, of so many. */
static size_t cell_of(const struct bars *b, double x, size_t cells)
{
	double at = (x - b->low) / (b->high - b->low) * (double)cells;

	return at < 0 ? 0 : at >= (double)cells ? cells - 1 : (size_t)at;
}

static void print_bar(const struct bars *b, size_t i, size_t cells, bool utf8)
{
	const struct benchi_median_interval *m = &b->of[i];
	size_t zero = cell_of(b, 0, cells), end = cell_of(b, m->centre, cells);
	size_t low = cell_of(b, m->low, cells), high = cell_of(b, m->high, cells);
	size_t from = zero < end ? zero : end, to = zero < end ? end : zero;

	for (size_t c = 0; c < cells; c++) {
		bool bar = c >= from && c <= to && m->centre != 0, error = c >= low && c <= high;

		if (c == low && low < high)
			fputs(utf8 ? "├" : "[", stdout);
		else if (c == high && low < high)
			fputs(utf8 ? "┤" : "]", stdout);
		else
			fputs(bar ? (utf8 ? "█" : "#") : error ? (utf8 ? "─" : "-") : " ", stdout);
	}
}

static void print_text(const struct bars *b, size_t columns, bool utf8)
{
	size_t label = 0, span = 0, cells;
	char text[SPAN];

	for (size_t i = 0; i < b->panel->n; i++) {
		size_t n = strlen(b->panel->label[i]), s = strlen(span_text(b, i, text));

		label = n > label ? n : label;
		span = s > span ? s : span;
	}
	label = label > LABEL_MOST ? LABEL_MOST : label < 5 ? 5 : label;
	cells = columns > label + span + 4 + CELLS_LEAST ? columns - label - span - 4 : CELLS_LEAST;
	printf("%s\n", plot_name(b->panel));
	for (size_t i = 0; i < b->panel->n; i++) {
		printf("%*s %s", (int)(label - benchi_text_print(stdout, label, b->panel->label[i])), "",
		       utf8 ? "│" : "|");
		print_bar(b, i, cells, utf8);
		printf(" %s\n", span_text(b, i, text));
	}
}

static double place(const struct bars *b, double x)
{
	return LEFT + (x - b->low) / (b->high - b->low) * (WIDTH - LEFT - RIGHT);
}

static void draw_scale(FILE *out, const struct bars *b, double bottom)
{
	benchi_extent extent = { b->low, b->high, false };
	benchi_ticks ticks;

	benchi_ticks_choose(&extent, b->panel->unit, 8, true, &ticks);
	for (size_t i = 0; i < ticks.n; i++) {
		double x = place(b, ticks.at[i]);

		benchi_draw_line(out, (double[]){ x, TOP }, (double[]){ x, bottom }, BENCHI_GRID);
		benchi_draw_text(out, (double[]){ x, bottom + 16 }, BENCHI_ANCHOR_MIDDLE, BENCHI_SOFT,
		                 ticks.text[i]);
	}
	benchi_draw_text(out, (double[]){ WIDTH - RIGHT, bottom + 34 }, BENCHI_ANCHOR_END, BENCHI_INK,
	                 ticks.unit);
	benchi_draw_line(out, (double[]){ place(b, 0), TOP }, (double[]){ place(b, 0), bottom },
	                 BENCHI_AXIS);
}

static void draw_bar(FILE *out, const struct bars *b, size_t i)
{
	const struct benchi_median_interval *m = &b->of[i];
	double y = TOP + ROW * ((double)i + .5), zero = place(b, 0), end = place(b, m->centre);
	double low = place(b, m->low), high = place(b, m->high);
	benchi_frame bar = { fmin(zero, end), y - THICK / 2, fabs(end - zero), THICK };
	char text[SPAN];

	benchi_draw_text(out, (double[]){ LEFT - 8, y + 4 }, BENCHI_ANCHOR_END, BENCHI_INK,
	                 b->panel->label[i]);
	benchi_group_begin(out, plot_series(b->panel, i), NULL);
	benchi_draw_rectangle(out, &bar, "bar", span_text(b, i, text));
	benchi_group_end(out);
	benchi_draw_line(out, (double[]){ low, y }, (double[]){ high, y }, BENCHI_AXIS);
	benchi_draw_line(out, (double[]){ low, y - 5 }, (double[]){ low, y + 5 }, BENCHI_AXIS);
	benchi_draw_line(out, (double[]){ high, y - 5 }, (double[]){ high, y + 5 }, BENCHI_AXIS);
}

static bench_status write_svg(FILE *out, const plot *p)
{
	const struct bars *b = p->bars;
	double bottom = TOP + ROW * (double)b->panel->n;

	benchi_svg_begin(out, WIDTH, bottom + 50, plot_title(p), plot_name(b->panel), true);
	benchi_draw_text(out, (double[]){ 18, 28 }, BENCHI_ANCHOR_START, BENCHI_STRONG, plot_title(p));
	benchi_draw_text(out, (double[]){ 18, 50 }, BENCHI_ANCHOR_START, BENCHI_SOFT,
	                 plot_name(b->panel));
	draw_scale(out, b, bottom);
	for (size_t i = 0; i < b->panel->n; i++)
		draw_bar(out, b, i);
	benchi_svg_end(out);
	return BENCH_OK;
}

/* The panel of the metric that was asked for, or that others go by; else the first. */
static const panel *panel_of(const plot *p)
{
	const settings *s = &p->job.settings;
	const char *metric = s->metrics ? s->metric[0]
	                     : p->job.comparisons ? compare_headline(&p->job) : p->panel[0].metric;

	for (size_t i = 0; i < p->panels; i++)
		if (!strcmp(p->panel[i].metric, metric))
			return &p->panel[i];
	return &p->panel[0];
}

int plot_bars(plot *p, size_t columns)
{
	struct bars b;
	int status = 0;

	if (!find(panel_of(p), &b))
		status = complain(p->job.verb, "out of memory");
	p->bars = &b;
	if (!status && p->svg)
		status = plot_save(p, p->svg, write_svg);
	else if (!status) {
		print_text(&b, columns, !p->ascii && benchi_look_for(stdout).utf8);
		puts("each bar: a median, with its 95 % interval");
	}
	p->bars = NULL;
	free(b.of);
	return status;
}
