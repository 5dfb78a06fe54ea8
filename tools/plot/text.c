/*
 * Draws a plot in a terminal.
 *
 * Draws the chosen charts of each metric: two lines per set (strip chart, and a box with whiskers
 * from the 5 % to the 95 % quantile) over one axis, a histogram per set, distribution functions, a
 * chart over a number in the names, or a forest plot.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/plot/plot.h"

#define LABEL 16 /* width of a name, at most; more if shortened names would be equal */

/* State shared by the lines of one plot. */
typedef struct page {
	const plot *plot;
	const panel *panel;
	size_t label, width; /* width of names, and of the chart */
	int columns;         /* total width */
	unsigned kinds;
	bool colour;
} page;

static void begin_colour(const page *g, size_t i)
{
	static const int colours[] = { 33, 166, 36, 169, 0, 172, 74 };

	if (g->colour && colours[i % 7])
		printf("\033[38;5;%dm", colours[i % 7]);
}

static void end_colour(const page *g)
{
	if (g->colour)
		fputs("\033[0m", stdout);
}

/* Prints the label of a line ("" for blanks) and the left border. */
static void print_label(const page *g, const char *name)
{
	size_t width = benchi_text_print(stdout, g->label, name);

	printf("%*s%s", (int)(g->label - width + 1), "", g->plot->utf8 ? "\342\224\202" : "|");
}

/* Returns the column of x in the chart. */
static size_t column_of(const page *g, double x)
{
	return benchi_place_cell(benchi_extent_place(&g->panel->extent, x), g->width);
}

void plot_axis(const benchi_extent *extent, const char *unit, const size_t columns[2], bool utf8)
{
	size_t label = columns[0], width = columns[1];
	benchi_ticks t;
	bool numbers;

	benchi_ticks_choose(extent, unit, width / (width < 50 ? 7 : 10), utf8, &t);
	numbers = benchi_text_axis(stdout, extent, &t, (size_t[]){ label + 2, width }, utf8);
	printf("%s%s\n", *t.unit && numbers ? " " : "", t.unit);
}

/* Prints two lines per set: the values, and below them the box from quartile to quartile with
 * whiskers to the 5 % and 95 % quantiles. */
static void print_strips(const page *g)
{
	enum { BLANK, LEFT, LINE, BOX, MIDDLE, RIGHT };
	static const char *const parts[2][6] = { { " ", "|", "-", "=", "#", "|" },
		{ " ", "\342\224\234", "\342\224\200", "\342\226\222", "\342\226\210", "\342\224\244" } };

	for (size_t i = 0; i < g->panel->n; i++) {
		const plot_view *v = &g->panel->view[i];
		const size_t at[5] = { column_of(g, v->q05), column_of(g, v->q25), column_of(g, v->median),
			column_of(g, v->q75), column_of(g, v->q95) };
		char line[BENCHI_STRIP_WIDEST + 1], name[PLOT_LABEL], *file = NULL;

		/* "sum: old.json": the file's name is printed below */
		strcpy(name, g->panel->label[i]);
		for (char *mark = name; g->panel->grouped && (mark = strstr(mark, ": ")); mark++)
			file = mark;
		if (file)
			*file = '\0';
		print_label(g, name);
		begin_colour(g, plot_series(g->panel, i));
		fputs(benchi_strip_line(&v->set, &g->panel->extent, g->width, line), stdout);
		end_colour(g);
		putchar('\n');

		print_label(g, file ? file + 2 : "");
		begin_colour(g, plot_series(g->panel, i));
		for (size_t c = 0; c < g->width; c++)
			fputs(parts[g->plot->utf8][c < at[0] || c > at[4] ? BLANK
			                     : c == at[2] ? MIDDLE
			                     : c >= at[1] && c <= at[3] ? BOX
			                     : c == at[0] ? LEFT
			                     : c == at[4] ? RIGHT : LINE], stdout);
		end_colour(g);
		putchar('\n');
	}
	plot_axis(&g->panel->extent, g->panel->unit, (size_t[]){ g->label, g->width }, g->plot->utf8);
}

/* Prints a histogram per set, all on one axis. */
static void print_histograms(const page *g)
{
	static const char *const blocks[2][9] = { { " ", ".", ".", ":", ":", ":", "|", "|", "#" },
		{ " ", "\342\226\201", "\342\226\202", "\342\226\203", "\342\226\204", "\342\226\205",
		  "\342\226\206", "\342\226\207", "\342\226\210" } };
	const size_t rows = g->panel->n > 3 ? 1 : 3, columns = g->width / 2;
	const double most = plot_fullest(g->panel->view, g->panel->n, &g->panel->extent, columns);

	words_write(stdout, "", "histogram: how many values each column has, on one scale; after "
		"each row, the values in its fullest column", g->columns);
	for (size_t i = 0; i < g->panel->n; i++) {
		size_t counts[BENCHI_STRIP_WIDEST], outside[2];
		size_t fullest = benchi_count_parts(&g->panel->view[i].set, &g->panel->extent, columns,
			counts, outside);

		for (size_t r = 0; r < rows; r++) {
			print_label(g, r + 1 == rows ? g->panel->label[i] : "");
			begin_colour(g, plot_series(g->panel, i));
			for (size_t c = 0; c < 2 * columns; c++) {
				/* How many eighths of this row the column fills, given its share of the full
				 * height. */
				double share = (double)counts[c / 2] / most / (double)g->panel->view[i].set.n;
				double eighths = ceil(share * 8 * (double)rows) - 8 * (double)(rows - 1 - r);

				fputs(blocks[g->plot->utf8][(int)fmin(fmax(eighths, 0), 8)], stdout);
			}
			end_colour(g);
			if (r + 1 == rows)
				printf(" %zu", fullest);
			putchar('\n');
		}
	}
	plot_axis(&g->panel->extent, g->panel->unit, (size_t[]){ g->label, g->width }, g->plot->utf8);
}

/* Prints the charts, figures, answers and remarks of one metric. Returns 0, or EXIT_MISUSE after
 * a message. */
static bench_status print_panel(page *g, size_t rows)
{
	const job *j = &g->plot->job;
	char remark[8][400];
	size_t remarks = plot_remarks(g->plot, false, g->panel, remark, 8);
	bench_status status = BENCH_OK;

	if (g->kinds & PLOT_FOREST)
		plot_print_forest(g->plot, g->panel, (size_t)g->columns);
	if (g->kinds & PLOT_OVER)
		status = plot_print_over(g->plot, g->panel, stdout, (size_t)g->columns, rows);
	if (!(g->kinds & (PLOT_OVERLAY | PLOT_STRIP | PLOT_HISTOGRAM | PLOT_ECDF)) || status)
		return status;
	benchi_text_print(stdout, 60, plot_name(g->panel));
	if (g->panel->constant) {
		char text[80];

		printf("\n  every value is %s\n", benchi_value_text(g->panel->view[0].min, g->panel->unit,
			6, g->plot->utf8, text, sizeof text));
		return BENCH_OK;
	}
	puts(g->panel->extent.log ? " (logarithmic scale)"
	     : benchi_extent_cut(&g->panel->extent) ? " (axis not from 0)" : "");
	if (g->kinds & (PLOT_STRIP | PLOT_OVERLAY))
		print_strips(g);
	if (g->kinds & PLOT_HISTOGRAM)
		print_histograms(g);
	if (g->kinds & PLOT_ECDF)
		status = benchi_chart_text(stdout, &g->panel->ecdf, g->label + 2 + g->width, rows,
			g->plot->utf8);
	if (g->panel->n <= 6) {
		for (size_t i = 0; i < g->panel->n; i++) {
			const plot_view *v = &g->panel->view[i];
			figure_form f = figures_of(g->panel->unit, fabs(v->median), v->q75 - v->q25, NULL);
			char a[FIGURE_TEXT], b[FIGURE_TEXT], c[FIGURE_TEXT], text[500];

			f.utf8 = g->plot->utf8;
			snprintf(text, sizeof text, "%s: %zu value%s, median %s (Q1 %s, Q3 %s)",
			         g->panel->label[i], v->set.n, v->set.n > 1 ? "s" : "",
			         figure(&f, v->median, a), figure_bare(&f, v->q25, b),
			         figure_bare(&f, v->q75, c));
			words_write(stdout, "  ", text, g->columns);
		}
	}
	for (size_t i = 0; i < j->comparisons && g->kinds & PLOT_OVERLAY; i++) {
		const benchi_comparison *c = &j->comparison[i];
		const char *benchmark = c->test->set->benchmark;
		char label[PLOT_LABEL] = "  ", text[1000];

		if (strcmp(c->test->set->metric, g->panel->metric) != 0)
			continue;
		if (*benchmark && strcmp(benchmark, c->test->label) != 0)
			snprintf(label, sizeof label, "  %.100s: ", benchmark);
		benchi_answer_text_answer(c, &j->settings.question, text, sizeof text);
		words_write(stdout, label, text, g->columns);
	}
	for (size_t i = 0; i < remarks; i++)
		words_write(stdout, "  note: ", remark[i], g->columns);
	return status;
}

static const char *label_of(const void *of, size_t i)
{
	return ((const panel *)of)->label[i];
}

int plot_print_text(const plot *p, size_t columns, size_t rows)
{
	page g = { p, NULL, 0, 0, 0, p->kinds, benchi_look_for(stdout).colour };
	bench_status status = BENCH_OK;

	columns = columns < 30 ? 30 : columns > BENCHI_STRIP_WIDEST ? BENCHI_STRIP_WIDEST : columns;
	g.columns = (int)columns;
	/* Names get at most a quarter of the width, or a third if shortened names would be equal. */
	size_t widest = 4, label = columns / 4 < LABEL ? columns / 4 : LABEL;

	for (size_t k = 0; k < p->panels; k++)
		for (size_t i = 0; i < p->panel[k].n; i++) {
			size_t width = benchi_utf8_columns(p->panel[k].label[i]);

			widest = width > widest ? width : widest;
		}
	for (size_t k = 0; k < p->panels; k++)
		while (label < widest && label < columns / 3
		       && !benchi_names_distinct(label_of, &p->panel[k], p->panel[k].n, label))
			label++;
	g.label = widest < label ? widest : label;
	g.width = columns - g.label - 2 - 7; /* 7: space for a count */
	for (size_t i = 0; i < p->panels && status == BENCH_OK; i++) {
		g.panel = &p->panel[i];
		if (i)
			putchar('\n');
		status = print_panel(&g, rows > 30 ? 22 : 18);
	}
	if (g.kinds & (PLOT_STRIP | PLOT_OVERLAY) && !(p->panels == 1 && p->panel->constant) && !status)
		words_write(stdout, "", "values: few . to many #; box: half of them, with the "
		            "median; whiskers: 90 %", g.columns);
	if (p->other_charts && !status)
		words_write(stdout, "other charts: ", p->kinds & PLOT_FOREST && p->job.files == 1
			&& !p->job.settings.base
			? "--base NAME, --strip, --histogram, --ecdf"
			: p->kinds & PLOT_FOREST ? "--strip, --histogram, --ecdf"
			: p->kinds & PLOT_OVER ? "--forest, --strip, --histogram, --ecdf"
			: "--histogram, --ecdf, --forest, --over KEY", g.columns);
	return status ? complain(p->job.verb, "out of memory") : 0;
}
