/*
 * `bench plot`: draws measurements.
 *
 * Reads as `bench compare` does, gathers a panel a metric (plot_set.c), and draws it in the
 * terminal, as SVG, as a page of HTML, or as a Vega-Lite specification.  A file
 * is written under a temporary name first, and is there whole or not at all.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/options.h"
#include "tools/verbs.h"
#include "tools/plot/plot.h"
#include "program/atomic_file.h"
#include "tools/terminal.h"

#define VERB "plot"

enum { SVG = 256, HTML, VEGA, STRIP, HISTOGRAM, BOX, ORDER, ECDF, ALL, LOG, LINEAR, ASCII, WIDTH,
	METRIC, TITLE, OMIT, MARGIN, CONFIDENCE, HIGHER, BASE, FORCE, OVER, SCATTER, BARS, HELP };

static const benchi_option known[] = { { SVG, "svg", true }, { HTML, "html", true },
	{ VEGA, "vega", false }, { STRIP, "strip", false }, { HISTOGRAM, "histogram", false },
	{ BOX, "box", false }, { ORDER, "order", false }, { ECDF, "ecdf", false },
	{ ALL, "all", false }, { LOG, "log", false }, { LINEAR, "linear", false },
	{ ASCII, "ascii", false }, { WIDTH, "width", true }, { 'w', NULL, true },
	{ METRIC, "metric", true }, { TITLE, "title", true }, { OMIT, "omit-data", false },
	{ 'm', "margin", true }, { 'c', "confidence", true }, { HIGHER, "higher-is-better", false },
	{ BASE, "base", true }, { FORCE, "force", false },
	{ OVER, "over", true }, { SCATTER, "scatter", true },
	{ BARS, "bars", false },
	{ 'C', "column", true }, { 'd', "delimiters", true },
	{ HELP, "help", false }, { 'h', NULL, false }, { 0, NULL, false } };

static int help(void)
{
	puts("bench plot: draw measurements\n"
	     "usage: bench plot [OPTION...] FILE...\n"
	     "\n"
	     "In the terminal, any of (by default what fits on a screen):\n"
	     "      --strip, --box      where the values lie; their median and quartiles\n"
	     "      --histogram, --bars how many lie where; one chart: medians as bars from 0\n"
	     "      --order             one after the other, so that drift is seen\n"
	     "      --ecdf, --all       the share of values up to each; all of these\n"
	     "  -w, --width 80, --ascii     columns; no UTF-8, whatever the locale\n"
	     "      --over /n, --scatter X,Y    medians by a key of names; two metrics\n"
	     "Files and specifications:\n"
	     "      --svg OUT           one self-contained picture, light and dark\n"
	     "      --html OUT          one self-contained page: pictures, answer, table\n"
	     "      --vega              a Vega-Lite specification on standard output\n"
	     "      --omit-data         without the data in it\n"
	     "      --title TEXT        over it all\n"
	     "For all of them:\n"
	     "      --metric NAME, --force   only this metric; also files of another machine\n"
	     "      --log, --linear     which scale (logarithmic if medians differ 100-fold)\n"
	     "  -m, --margin 1%, -c, --confidence 95%, --base NAME, --higher-is-better\n"
	     "                          for the answer on the page, as in bench compare\n"
	     "  -C, --column N, -d, --delimiters CHARS   plain numbers: which field, cut where\n"
	     "\n"
	     "Reads what bench compare reads; '-' is standard input.  More: bench-plot(1).");
	return 0;
}

static int take_word(plot *p, int letter)
{
	static const unsigned kinds[] = { PLOT_STRIP, PLOT_HISTOGRAM, PLOT_BOX, PLOT_ORDER, PLOT_ECDF,
		31 };

	if (letter >= STRIP && letter <= ALL)
		p->kinds |= kinds[letter - STRIP];
	p->vega = p->vega || letter == VEGA;
	p->bar = p->bar || letter == BARS;
	p->log = p->log || letter == LOG;
	p->linear = p->linear || letter == LINEAR;
	p->ascii = p->ascii || letter == ASCII;
	p->omit_data = p->omit_data || letter == OMIT;
	p->job.settings.higher = p->job.settings.higher || letter == HIGHER;
	p->job.settings.force = p->job.settings.force || letter == FORCE;
	return 0;
}

static int take_share(settings *s, int letter, const char *value)
{
	double share;

	if (letter == 'm')
		return compare_margin(VERB, value, &s->question);
	if (!compare_share(value, true, &share) || share < .5 || share >= 1)
		return complain_value(VERB, "confidence", value, "50% to below 100%");
	s->question.alpha = 1 - share;
	return 0;
}

static int take_option(plot *p, int letter, const char *value, size_t *width)
{
	settings *s = &p->job.settings;
	const char **texts[] = { &p->svg, &p->html, &p->title, &s->base, &p->over, &p->scatter };
	static const int letters[] = { SVG, HTML, TITLE, BASE, OVER, SCATTER };

	if (letter < 0)
		return complain_option(VERB, letter, value);
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		if (letter == letters[i]) {
			*texts[i] = value;
			return 0;
		}
	if (letter == METRIC)
		return compare_take_metric(s, VERB, value);
	if (letter == 'm' || letter == 'c')
		return take_share(s, letter, value);
	if (letter == WIDTH || letter == 'w')
		return compare_count(value, width) && *width >= 30 && *width <= 500
		           ? 0 : complain_value(VERB, "width", value, "30 to 500 columns");
	if (letter == 'C' || letter == 'd')
		s->read.only_plain = true;
	if (letter == 'C')
		return compare_count(value, &s->read.plain.column)
		           ? 0 : complain_value(VERB, "column", value, "a count from 1");
	if (letter == 'd') {
		s->read.plain.delimiters = value;
		return *value ? 0 : complain_value(VERB, "delimiters", value, "at least one character");
	}
	return take_word(p, letter);
}

int plot_save(const plot *p, const char *path, bench_status (*writer)(FILE *, const plot *))
{
	benchi_atomic_file file;
	bench_status status;

	status = benchi_atomic_file_begin(path, &file);
	if (status == BENCH_OK)
		status = writer(file.out, p);
	if (status == BENCH_ERR_MEMORY)
		benchi_fail(status, "%.180s: out of memory", path);
	else if (file.out)
		status = benchi_atomic_file_keep(&file); /* prints the writer's error */
	benchi_atomic_file_drop(&file);
	return status ? complain(VERB, "%s", bench_detail()) : 0;
}

static int draw(plot *p, size_t width)
{
	int status = 0, columns = width ? (int)width : terminal_width(80, 0);

	columns = columns > 0 ? columns : 80;
	if (p->over || p->scatter)
		return plot_relation(p, (size_t)columns);
	if (p->bar)
		return plot_bars(p, (size_t)columns);
	if (p->svg)
		status = plot_save(p, p->svg, plot_write_svg);
	if (p->html && !status)
		status = plot_save(p, p->html, plot_write_html);
	if (p->vega && !status)
		status = plot_save(p, "-", plot_write_vega);
	if (!p->svg && !p->html && !p->vega)
		status = plot_print_text(p, (size_t)columns, (size_t)terminal_height(24));
	return status;
}

int verb_plot(int argc, char **argv)
{
	plot p;
	benchi_options o;
	size_t width = 0;
	int letter, status = 0;
	char dash[] = "-";

	memset(&p, 0, sizeof p);
	compare_begin(&p.job, VERB);
	p.job.alone = true;
	benchi_options_start(&o, known, argc - 1, argv + 1);
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END) {
		if (letter == HELP || letter == 'h')
			return help();
		status = take_option(&p, letter, o.value, &width);
	}
	if (!status && p.log && p.linear)
		status = complain(VERB, "--log and --linear exclude each other");
	if (!status && p.bar && (p.html || p.vega || p.over || p.scatter || p.log))
		status = complain(VERB, "--bars is drawn alone, from 0, in the terminal or with --svg");
	if (!status && (p.over || p.scatter) && (p.html || p.vega || (p.over && p.scatter)))
		status = complain(VERB, "%s is drawn alone, in the terminal or with --svg",
		                  p.over ? "--over" : "--scatter");
	if (!status && !o.operands && compare_standard_input())
		o.argv[o.operands++] = dash;
	if (!status && !o.operands)
		status = complain(VERB, "a file is missing (try 'bench plot --help')");
	p.job.ramps = p.job.settings.read.keep_rows = p.scatter != NULL;
	if (!status)
		status = compare_read(&p.job, o.argv, (size_t)o.operands);
	if (!status)
		status = compare_guard(&p.job, o.argv, (size_t)o.operands);
	if (!status)
		status = compare_match(&p.job);
	if (!status)
		status = plot_gather(&p);
	if (!status && p.html && p.job.comparisons)
		status = compare_decide(&p.job);
	if (!status)
		status = draw(&p, width);
	plot_free(&p);
	return status;
}
