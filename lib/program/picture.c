/*
 * Writes the pictures of a run.
 *
 * The page has the charts as figures, above them the table of results.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>

#include "base/detail.h"
#include "draw/charts.h"
#include "draw/page.h"
#include "draw/svg.h"
#include "program/atomic_file.h"
#include "program/picture.h"
#include "program/picture_charts.h"
#include "write/cells.h"

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
