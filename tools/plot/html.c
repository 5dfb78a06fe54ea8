/*
 * Writes a page about measurements.
 *
 * One file, nothing fetched: a section a metric with the answer in words, four figures (each
 * an SVG of its own in a grid that folds on narrow screens) and a table.  Everything
 * is there without a script; the script only shows values under the pointer at once.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "tools/plot/plot.h"
#include "draw/chart_svg.h"
#include "draw/page.h"
#include "write/answer_text.h"

#define FIGURE 400.0 /* units a figure is wide, about its pixels on the page */
#define TEXT 1000
#define CARDS 6 /* answers that are shown with their method */

/* A number and its % sign stay on one line. */
static void write_sentence(FILE *out, char *text)
{
	char *at = text;

	for (char *blank; (blank = strstr(at, " %")); at = blank + 1) {
		*blank = '\0';
		benchi_xml_text(out, at);
		fputs("&#160;", out);
	}
	benchi_xml_text(out, at);
}

static void write_answer(FILE *out, const plot *p, const benchi_comparison *c, bool brief)
{
	char text[TEXT];
	const char *benchmark = c->test->set->benchmark;
	int better = benchi_comparison_better(c);

	fprintf(out, "<li class=\"%s\">", better > 0 ? "better" : better < 0 ? "worse" : "open");
	if (*benchmark && strcmp(benchmark, c->test->label) != 0) {
		fputs("<strong>", out);
		benchi_xml_text(out, benchmark);
		fputs("</strong>: ", out);
	}
	write_sentence(out, benchi_answer_text_answer(c, &p->job.settings.question, text,
		sizeof text));
	if (!brief) {
		fputs(" <small>", out);
		benchi_xml_text(out, benchi_answer_text_method(c, text, sizeof text));
		fputs("</small>", out);
	}
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

/* A figure with a row a set. */
static void write_rows(FILE *out, const panel *p, const char *name, const char *words,
                       void (*draw)(FILE *, const panel *, const benchi_frame *))
{
	bool cells = draw == plot_draw_cells;
	benchi_frame frame = { 0, 0, FIGURE, cells ? plot_cells_height(p, FIGURE)
	                                            : plot_strip_height(p) };

	begin_figure(out, p, name, words, frame.height);
	draw(out, p, &frame);
	end_figure(out);
}

static bench_status write_chart(FILE *out, const panel *p, enum plot_kind kind)
{
	const char **name = malloc(p->n * sizeof *name);
	benchi_frame legend = { 8, 2, FIGURE - 16, 0 }, frame = { 0, 4, FIGURE, 280 };
	benchi_swatch swatch[PLOT_OVERLAID];
	benchi_chart chart;
	bench_status status;

	if (!name)
		return BENCH_ERR_MEMORY;
	for (size_t i = 0; i < p->n; i++)
		name[i] = p->label[i];
	frame.y += benchi_legend_draw(NULL, name, NULL, p->n, &legend);
	status = kind == PLOT_ORDER ? plot_order_chart(p, &chart) : plot_ecdf_chart(p, &chart);
	if (status == BENCH_OK) {
		begin_figure(out, p, kind == PLOT_ORDER ? "Run order" : "Distribution",
		             kind != PLOT_ORDER ? "how many values lie up to each"
		             : p->view[0].order_low ? "median of each slice, and 90 % of its values"
		             : "the first value left, the last one right", frame.y + frame.height);
		for (size_t i = 0; i < p->n; i++)
			swatch[i] = kind == PLOT_ECDF ? BENCHI_SWATCH_LINE
			            : p->view[i].order_low ? BENCHI_SWATCH_LINE : BENCHI_SWATCH_MARK;
		benchi_legend_draw(out, name, swatch, p->n, &legend);
		benchi_chart_draw(out, &chart, &frame);
		end_figure(out);
		plot_chart_free(&chart);
	}
	free(name);
	return status;
}

static void write_cell(FILE *out, double x, const char *unit)
{
	char text[100];

	fputs("<td>", out);
	benchi_xml_text(out, benchi_value_text(x, unit, 5, true, text, sizeof text));
	fputs("</td>", out);
}

static void write_table(FILE *out, const panel *p)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"figures\">\n<table>\n"
	      "<thead><tr><th scope=\"col\">set</th><th scope=\"col\">values</th>"
	      "<th scope=\"col\">min</th><th scope=\"col\">5 %</th><th scope=\"col\">Q1</th>"
	      "<th scope=\"col\">median</th><th scope=\"col\">Q3</th><th scope=\"col\">95 %</th>"
	      "<th scope=\"col\">max</th></tr></thead>\n<tbody>\n", out);
	for (size_t i = 0; i < p->n; i++) {
		const benchi_view *v = &p->view[i];
		const double figures[] = { v->min, v->q05, v->q25, v->median, v->q75, v->q95, v->max };

		fputs("<tr><th scope=\"row\">", out);
		benchi_xml_text(out, p->label[i]);
		fprintf(out, "</th><td>%zu</td>", v->set.n);
		for (size_t k = 0; k < sizeof figures / sizeof *figures; k++)
			write_cell(out, figures[k], p->unit);
		fputs("</tr>\n", out);
	}
	fputs("</tbody>\n</table>\n</div>\n", out);
}

static void write_remarks(FILE *out, const panel *p)
{
	char remark[12][400];
	size_t n = plot_remarks(p, remark, 12);

	fputs(n ? "<ul class=\"remarks\">\n" : "", out);
	for (size_t i = 0; i < n; i++) {
		fputs("<li>", out);
		benchi_xml_text(out, remark[i]);
		fputs("</li>\n", out);
	}
	fputs(n ? "</ul>\n" : "", out);
}

static void write_constant(FILE *out, const panel *p)
{
	char text[100];

	fputs("<p>Every value is ", out);
	benchi_xml_text(out, benchi_value_text(p->view[0].min, p->unit, 6, true, text, sizeof text));
	fputs(".</p>\n", out);
}

static bench_status write_section(FILE *out, const plot *p, const panel *a)
{
	bench_status status = BENCH_OK;

	fputs("<section>\n<h2>", out);
	benchi_xml_text(out, plot_name(a));
	fputs("</h2>\n", out);
	if (a->constant)
		write_constant(out, a);
	else {
		write_answers(out, p, a);
		fputs("<div class=\"figures\">\n", out);
		write_rows(out, a, a->values <= PLOT_DOTS ? "Values" : "Density",
		           "box: half of the values, with the median; whiskers: 90 % of them",
		           plot_draw_strip);
		if (a->values <= PLOT_DOTS && !plot_many(a))
			write_rows(out, a, "Histogram", "each set's fullest bar has the same height",
			           plot_draw_histogram);
		if (plot_many(a)) {
			write_rows(out, a, "Run order", "each set on a scale of its own, marks: beyond it",
			           plot_draw_orders);
			write_rows(out, a, "Distribution", "share of the values up to each, 0 to 100 %",
			           plot_draw_cells);
		} else {
			status = write_chart(out, a, PLOT_ORDER);
			if (status == BENCH_OK)
				status = write_chart(out, a, PLOT_ECDF);
		}
		fputs("</div>\n", out);
		write_remarks(out, a);
	}
	write_table(out, a);
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
