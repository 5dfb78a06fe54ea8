/*
 * Writes the pictures of a run.
 *
 * The page has the charts as figures, above them the table of results.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "base/base.h"
#include "draw/draw.h"
#include "program/program.h"
#include "write/write.h"

/*
 * Which charts show a run?
 *
 * Time by size on two logarithmic scales, where an order of growth is a slope; intervals are bars.
 * A distribution is drawn as the share of values up to each: it shows modes and tails without
 * bins.  Outliers are left out of it as `bench plot` does (draw/draw.h).
 */

enum { NAME = 300, DISTRIBUTIONS = 24, VIEWS = 2 };

/* A chart and its memory. */
struct benchi_drawing {
	benchi_chart chart;
	benchi_series series[BENCHI_COLOURS];
	char name[BENCHI_COLOURS][NAME], title[NAME], label[NAME];
	double *memory[BENCHI_COLOURS];
	benchi_view view[VIEWS];
	size_t views;
};

static struct benchi_drawing *add_drawing(benchi_pictures *p)
{
	struct benchi_drawing *d = calloc(1, sizeof *d);
	struct benchi_drawing **all = realloc(p->drawing, (p->n + 1) * sizeof *all);
	const benchi_chart **charts = realloc(p->chart, (p->n + 1) * sizeof *charts);

	p->drawing = all ? all : p->drawing;
	p->chart = charts ? charts : p->chart;
	if (!d || !all || !charts) {
		free(d);
		return NULL;
	}
	d->chart.title = d->title;
	d->chart.series = d->series;
	p->chart[p->n] = &d->chart;
	p->drawing[p->n++] = d;
	return d;
}

static benchi_series *add_series(struct benchi_drawing *d, benchi_mark_kind kind, size_t n)
{
	benchi_series *s = &d->series[d->chart.n];

	d->memory[d->chart.n] = malloc(4 * (n + 1) * sizeof **d->memory);
	if (!d->memory[d->chart.n])
		return NULL;
	s->name = d->name[d->chart.n++];
	s->kind = kind;
	return s;
}

/* The first value of the parameter's name; "" without one. */
static const char *parameter_of(const benchi_result *r)
{
	return r->parameters.n && *r->parameters.of[r->parameters.lead].name
	       ? r->parameters.of[r->parameters.lead].name : "parameter";
}

/* Is it the first of its family that has a time? */
static bool begins_family(const benchi_report *report, size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (benchi_finish_family(&report->result[i], &report->result[row]))
			return false;
	return report->result[row].has_parameter;
}

static void name_family(const benchi_result *of, const benchi_growth *g, char *name)
{
	char others[BENCHI_PARAMETERS_TEXT], threads[40] = "", order[60] = "";

	if (of->threads > 1)
		snprintf(threads, sizeof threads, " on %zu threads", of->threads);
	if (g->order >= 0)
		snprintf(order, sizeof order, ": %s, %.2g %% off", benchi_growth_name(g->order),
			100 * g->off);
	snprintf(name, NAME, "%.100s%.80s%s%s", of->benchmark,
		benchi_parameters_name(&of->parameters, of->parameters.lead, others), threads, order);
}

/* A family's times by size. */
static bench_status add_family(const benchi_report *report, size_t first, struct benchi_drawing *d)
{
	const benchi_result *of = &report->result[first];
	char *name = d->name[d->chart.n];
	benchi_series *s = add_series(d, BENCHI_MARK_LINE, report->n);
	double *x, *y, *low, *high;
	benchi_growth g;

	if (!s)
		return BENCH_ERR_MEMORY;
	x = d->memory[d->chart.n - 1];
	y = x + report->n;
	low = y + report->n;
	high = low + report->n;
	for (size_t i = first; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (!benchi_finish_family(r, of) || r->skipped || r->impossible || !(r->summary.ns > 0))
			continue;
		x[s->n] = (double)r->parameter;
		y[s->n] = r->summary.ns;
		low[s->n] = r->summary.ns_low;
		high[s->n++] = r->summary.ns_high;
	}
	s->x = x;
	s->y = y;
	s->low = low;
	s->high = high;
	g = benchi_growth_fit(x, y, s->n);
	name_family(of, &g, name);
	return BENCH_OK;
}

/* The chart of that parameter that has space for one more; a new one if there is none. */
static struct benchi_drawing *chart_for(benchi_pictures *p, const benchi_result *of)
{
	struct benchi_drawing *d;

	for (size_t i = 0; i < p->n; i++)
		if (!strcmp(p->drawing[i]->label, parameter_of(of))
		    && p->drawing[i]->chart.n < BENCHI_COLOURS)
			return p->drawing[i];
	d = add_drawing(p);
	if (!d)
		return NULL;
	snprintf(d->label, sizeof d->label, "%s", parameter_of(of));
	snprintf(d->title, sizeof d->title, "Time of an iteration by %.100s", d->label);
	d->chart.x.label = d->label;
	d->chart.x.log = d->chart.y.log = true;
	d->chart.y.label = "time";
	d->chart.y.unit = "ns";
	return d;
}

/* The share of values up to each, of what lies within the extent. */
static void draw_steps(benchi_series *s, const benchi_view *v, const benchi_extent *e)
{
	size_t first = 0, last = v->steps;

	while (first < last && v->step_x[first] < e->low)
		first++;
	while (last > first && v->step_x[last - 1] > e->high)
		last--;
	s->x = v->step_x + first;
	s->y = v->step_y + first;
	s->n = last - first;
}

/* A series of n values that stand in its memory. */
static bench_status add_view(struct benchi_drawing *d, size_t n, const char *name)
{
	const bench_numbers set = { d->memory[d->chart.n - 1], n };

	snprintf(d->name[d->chart.n - 1], NAME, "%s", name);
	return benchi_view_find(&set, &d->view[d->views++]);
}

static bench_status add_windows(struct benchi_drawing *d, const benchi_result *r)
{
	size_t n = 0;
	char name[60];

	if (!add_series(d, BENCHI_MARK_STEPS, r->n))
		return BENCH_ERR_MEMORY;
	for (size_t i = 0; i < r->n; i++)
		if (isfinite(r->reading[i].ns))
			d->memory[0][n++] = r->reading[i].ns;
	snprintf(name, sizeof name, "%zu windows", n);
	return n ? add_view(d, n, name) : BENCH_OK;
}

static bench_status add_medians(struct benchi_drawing *d, const benchi_result *r)
{
	benchi_process_medians m;
	bench_status status = benchi_process_medians_of(r, false, &m);
	char name[60];

	if (status == BENCH_OK && m.n > 1) {
		if (!add_series(d, BENCHI_MARK_STEPS, m.n))
			status = BENCH_ERR_MEMORY;
		else
			memcpy(d->memory[1], m.value, m.n * sizeof *m.value);
		snprintf(name, sizeof name, "medians of %zu processes", m.n);
		if (status == BENCH_OK)
			status = add_view(d, m.n, name);
	}
	benchi_process_medians_free(&m);
	return status;
}

static bench_status add_distribution(benchi_pictures *p, const benchi_result *r)
{
	struct benchi_drawing *d = add_drawing(p);
	bench_status status = d ? add_windows(d, r) : BENCH_ERR_MEMORY;
	benchi_extent extent;

	if (status == BENCH_OK && d->views)
		status = add_medians(d, r);
	if (status != BENCH_OK)
		return status;
	snprintf(d->title, sizeof d->title, "Distribution of %.200s", r->name);
	extent = benchi_view_extent(d->view, d->views, false);
	for (size_t i = 0; i < d->views; i++)
		draw_steps(&d->series[i], &d->view[i], &extent);
	d->chart.x.label = "time";
	d->chart.x.unit = "ns";
	d->chart.y.label = "share of values up to here";
	d->chart.y.unit = "%";
	d->chart.y.from_zero = true;
	return BENCH_OK;
}

bench_status benchi_pictures_make(const benchi_report *report, benchi_pictures *pictures)
{
	bench_status status = BENCH_OK;
	size_t drawn = 0;

	memset(pictures, 0, sizeof *pictures);
	for (size_t i = 0; i < report->n && status == BENCH_OK; i++) {
		struct benchi_drawing *d;

		if (!begins_family(report, i))
			continue;
		d = chart_for(pictures, &report->result[i]);
		status = d ? add_family(report, i, d) : BENCH_ERR_MEMORY;
	}
	for (size_t i = 0; i < report->n && status == BENCH_OK && drawn < DISTRIBUTIONS; i++) {
		const benchi_result *r = &report->result[i];

		if (r->skipped || r->n < 2 || !(r->summary.ns > 0))
			continue;
		status = add_distribution(pictures, r);
		drawn++;
	}
	return status;
}

void benchi_pictures_free(benchi_pictures *pictures)
{
	for (size_t i = 0; i < pictures->n; i++) {
		struct benchi_drawing *d = pictures->drawing[i];

		for (size_t k = 0; k < BENCHI_COLOURS; k++)
			free(d->memory[k]);
		for (size_t k = 0; k < d->views; k++)
			benchi_view_free(&d->view[k]);
		free(d);
	}
	free(pictures->drawing);
	free(pictures->chart);
	memset(pictures, 0, sizeof *pictures);
}

static const char *title_of(const benchi_report *report)
{
	return report->program ? report->program : "benchmark";
}

static bench_status write_svg(FILE *out, const benchi_report *report,
                              const benchi_context *context, const benchi_pictures *p)
{
	(void)context;
	return benchi_charts_svg(out, title_of(report), p->chart, p->n);
}

static void put_row(FILE *out, const benchi_result *result, const bool *filled)
{
	benchi_cells cells;

	benchi_cells_fill(result, true, &cells);
	fputs("<tr><th scope=\"row\">", out);
	benchi_xml_text(out, result->name);
	fputs("</th>", out);
	for (int c = 0; c < BENCHI_COLUMNS; c++) {
		if (!filled[c])
			continue;
		fputs("<td>", out);
		benchi_xml_text(out, cells.text[c]);
		fputs("</td>", out);
	}
	fputs("</tr>\n", out);
}

static void put_table(FILE *out, const benchi_report *report)
{
	bool filled[BENCHI_COLUMNS];
	benchi_cells cells;

	for (int c = 0; c < BENCHI_COLUMNS; c++)
		filled[c] = benchi_column_fixed(c, report);
	for (size_t i = 0; i < report->n; i++) {
		benchi_cells_fill(&report->result[i], true, &cells);
		for (int c = 0; c < BENCHI_COLUMNS; c++)
			filled[c] = filled[c] || *cells.text[c];
	}
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"results\">\n<table>\n"
	      "<thead><tr><th scope=\"col\">benchmark</th>", out);
	for (int c = 0; c < BENCHI_COLUMNS; c++)
		if (filled[c])
			fprintf(out, "<th scope=\"col\">%s</th>", benchi_column_name[c]);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (size_t i = 0; i < report->n; i++)
		put_row(out, &report->result[i], filled);
	fputs("</tbody>\n</table>\n</div>\n", out);
}

static bench_status write_html(FILE *out, const benchi_report *report,
                               const benchi_context *context, const benchi_pictures *p)
{
	char words[600];

	benchi_page_begin(out, title_of(report));
	put_table(out, report);
	benchi_charts_figures(out, p->chart, p->n);
	snprintf(words, sizeof words, "%.200s, %.200s, %.100s",
		benchi_context_word(context, "processor"), benchi_context_word(context, "system"),
		benchi_context_word(context, "date"));
	benchi_page_end(out, words, title_of(report));
	return ferror(out) ? benchi_fail(BENCH_ERR_OUTPUT, "page: write failed") : BENCH_OK;
}

static int write_file(const benchi_settings *s, const char *option, const char *path,
                      bench_status (*write)(FILE *, const benchi_report *,
                                            const benchi_context *, const benchi_pictures *),
                      const benchi_report *report, const benchi_context *context,
                      const benchi_pictures *p)
{
	benchi_atomic_file file;
	bench_status status;

	if (!path)
		return 0;
	status = benchi_atomic_file_begin(path, &file);
	if (status == BENCH_OK)
		status = write(file.out, report, context, p);
	if (status == BENCH_OK)
		status = benchi_atomic_file_keep(&file);
	benchi_atomic_file_drop(&file);
	return status == BENCH_OK ? 0 : benchi_complain(s, "--%s: %s", option, bench_detail());
}

int benchi_pictures_write(const benchi_settings *settings, const benchi_report *report,
                          const benchi_context *context)
{
	benchi_pictures p;
	int svg, html;

	if (!settings->svg && !settings->html)
		return 0;
	if (benchi_pictures_make(report, &p) != BENCH_OK) {
		benchi_pictures_free(&p);
		return benchi_complain(settings, "out of memory for the pictures");
	}
	svg = write_file(settings, "svg", settings->svg, write_svg, report, context, &p);
	html = write_file(settings, "html", settings->html, write_html, report, context, &p);
	benchi_pictures_free(&p);
	return svg ? svg : html;
}
