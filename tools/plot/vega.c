/*
 * Writes a plot as Vega-Lite.
 *
 * As `cbdr plot` does: one specification with the data in it, a chart a metric, an
 * area of density a benchmark.  Sets of many values are given as counts of bins, so that
 * the specification stays small.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "tools/plot/plot.h"
#include "data/escape.h"

#define BINS 100

static void write_number(FILE *out, double x)
{
	char text[BENCHI_NUMBER_TEXT];

	fputs(benchi_number_text(x, text), out);
}

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
		write_number(out, p->view[i].set.x[k]);
		fprintf(out, ",\"order\":%zu}", k + 1);
	}
}

/* Share of the values in each bin, and where it lies. */
static void write_bins(FILE *out, const panel *p, size_t i, bool *first)
{
	size_t counts[BINS], below, above;

	benchi_view_count(&p->view[i], &p->extent, BINS, counts, &below, &above);
	for (size_t k = 0; k < BINS; k++) {
		begin_row(out, p, i, first);
		fputs(",\"value\":", out);
		write_number(out, benchi_extent_at(&p->extent, ((double)k + .5) / BINS));
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
	write_number(out, p->extent.low * factor);
	fputc(',', out);
	write_number(out, p->extent.high * factor);
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
static void write_chart(FILE *out, const panel *p)
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
		write_chart(out, &p->panel[i]);
	}
	fputs("\n]}\n", out);
	return ferror(out) ? BENCH_ERR_OUTPUT : BENCH_OK;
}
