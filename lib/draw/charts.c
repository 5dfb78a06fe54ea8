/*
 * Draws several charts, one below the other or as figures.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stddef.h>

#include "base/detail.h"
#include "draw/chart_svg.h"
#include "draw/charts.h"
#include "draw/page.h"

static const double WIDTH = 800, HEIGHT = 300, TITLE = 34, GAP = 18;
static const double FIGURE_WIDTH = 420, FIGURE_HEIGHT = 280;

/* Legend and chart from y on; returns the height.  out: NULL only measures. */
static double draw(FILE *out, const benchi_chart *chart, double y, double width, double height)
{
	benchi_frame legend = { 8, y, width - 16, 0 }, frame = { 0, y, width, height };
	const char *name[BENCHI_COLOURS];
	benchi_swatch swatch[BENCHI_COLOURS];
	size_t n = chart->n < BENCHI_COLOURS ? chart->n : BENCHI_COLOURS;

	for (size_t k = 0; k < n; k++) {
		name[k] = chart->series[k].name;
		swatch[k] = benchi_swatch_of(&chart->series[k]);
	}
	frame.y += benchi_legend_draw(out, name, swatch, n, &legend) + 4;
	if (out)
		benchi_chart_draw(out, chart, &frame);
	return frame.y + height - y;
}

bench_status benchi_charts_svg(FILE *out, const char *title, const benchi_chart *const *chart,
                               size_t n)
{
	double at[2] = { 12, 26 }, y = TITLE;

	for (size_t i = 0; i < n; i++)
		y += GAP + draw(NULL, chart[i], y, WIDTH, HEIGHT);
	benchi_svg_begin(out, WIDTH, y + GAP, title, NULL, true);
	benchi_draw_text(out, at, BENCHI_ANCHOR_START, BENCHI_STRONG, title);
	y = TITLE;
	for (size_t i = 0; i < n; i++) {
		at[1] = y + GAP - 6;
		benchi_draw_text(out, at, BENCHI_ANCHOR_START, BENCHI_INK, chart[i]->title);
		y += GAP + draw(out, chart[i], y + GAP, WIDTH, HEIGHT);
	}
	benchi_svg_end(out);
	return ferror(out) ? benchi_fail(BENCH_ERR_OUTPUT, "picture: write failed") : BENCH_OK;
}

void benchi_charts_figures(FILE *out, const benchi_chart *const *chart, size_t n)
{
	fputs("<div class=\"figures\">\n", out);
	for (size_t i = 0; i < n; i++) {
		benchi_page_figure_begin(out, chart[i]->title, "");
		benchi_svg_begin(out, FIGURE_WIDTH, 2 + draw(NULL, chart[i], 2, FIGURE_WIDTH,
			FIGURE_HEIGHT), chart[i]->title, NULL, false);
		draw(out, chart[i], 2, FIGURE_WIDTH, FIGURE_HEIGHT);
		benchi_svg_end(out);
		benchi_page_figure_end(out);
	}
	fputs("</div>\n", out);
}
