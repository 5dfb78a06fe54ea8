/*
 * The answer so far, looked at while data comes.
 *
 * Looking often is valid: the methods are those of `bench compare --anytime`, which hold for
 * all looks together.  Every set is cut to the length of the shortest, so that the i-th values
 * make pairs; with rounds these are the rounds.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/verbs.h"
#include "tools/live_answer.h"
#include "draw/canvas.h"
#include "write/answer_text.h"
#include "stats/order.h"
#include "tools/figure.h"
#include "tools/print.h"

#define NAME 24   /* columns of a name, at most */
#define FIGURES 30 /* and those of the figures behind it */

/* Sets that are not selected do not count: they may have stopped growing. */
static int cut(const benchi_rows *rows, const settings *asked, live *l)
{
	size_t n = SIZE_MAX;

	l->view = *rows;
	l->view.set = malloc(rows->sets * sizeof *l->view.set);
	if (!l->view.set)
		return complain("compare", "out of memory");
	for (size_t i = 0; i < rows->sets; i++) {
		l->view.set[i] = rows->set[i];
		if (compare_wants(asked, &rows->set[i]) && rows->set[i].n < n)
			n = rows->set[i].n;
	}
	l->n = n == SIZE_MAX ? 0 : n;
	for (size_t i = 0; i < rows->sets; i++)
		if (compare_wants(asked, &rows->set[i]))
			l->view.set[i].n = l->n;
	return 0;
}

static bool comparable(const live *l)
{
	for (size_t i = 1; i < l->view.sets; i++)
		if (strcmp(l->view.set[i].benchmark, l->view.set[0].benchmark))
			return true;
	return false;
}

int live_look(const benchi_rows *rows, const settings *asked, const char *name, live *l)
{
	int status;

	memset(l, 0, sizeof *l);
	l->job.verb = "compare";
	l->job.settings = *asked;
	l->job.settings.question.anytime = true;
	if (!rows->sets)
		return 0;
	status = cut(rows, asked, l);
	if (status || !l->n || !comparable(l))
		return status;
	l->name = name;
	l->job.files = 1;
	l->job.name = &l->name;
	l->job.rows = &l->view;
	status = compare_match(&l->job);
	return status ? status : compare_decide(&l->job);
}

void live_free(live *l)
{
	compare_forget(&l->job);
	free(l->view.set);
	memset(l, 0, sizeof *l);
}

/* Text in a column of the given width. */
static void write_name(FILE *out, const char *text, int width)
{
	size_t used = benchi_text_print(out, (size_t)width, text);

	fprintf(out, "%*s", used < (size_t)width ? (int)((size_t)width - used) : 0, "");
}

/* Name, number, median, and half the middle half as a share of it. */
static void write_set(FILE *out, const benchi_set *set, int width)
{
	double *sorted = malloc(set->n * sizeof *sorted), median, half;
	char number[FIGURE_TEXT];
	figures f;

	if (!sorted) {
		fprintf(out, "%-*.*s %9zu %14s\n", NAME, NAME, set->benchmark, set->n, "out of memory");
		return;
	}
	memcpy(sorted, set->x, set->n * sizeof *sorted);
	benchi_sort(sorted, set->n);
	median = benchi_quantile(sorted, set->n, .5);
	half = (benchi_quantile(sorted, set->n, .75) - benchi_quantile(sorted, set->n, .25)) / 2;
	f = figures_of(set->unit, median, half, NULL);
	figure(&f, median, number);
	write_name(out, set->benchmark, width);
	fprintf(out, " %7zu %11s", set->n, number);
	if (median > 0)
		fprintf(out, " %7.2g %%", 100 * half / median);
	fputc('\n', out);
	free(sorted);
}

/* The answers of a metric's pairs; NULL: of all. */
static void write_answers(FILE *out, const live *l, const char *metric, int columns)
{
	char text[1000];

	for (size_t i = 0; i < l->job.comparisons; i++) {
		const benchi_comparison *c = &l->job.comparison[i];

		if (metric && strcmp(c->test->set->metric, metric) != 0)
			continue;
		benchi_answer_text_answer(c, &l->job.settings.question, text, sizeof text);
		words_write(out, "  ", text, columns);
	}
}

void live_answers(FILE *out, const live *l, int columns)
{
	write_answers(out, l, NULL, columns);
}

/* One metric: its sets, then its pairs. */
static void write_metric(FILE *out, const live *l, const char *metric, int columns)
{
	int width = columns < NAME + FIGURES ? columns - FIGURES : NAME;

	width = width < 8 ? 8 : width;
	write_name(out, *metric ? metric : "values", width);
	fprintf(out, " %7s %11s %9s\n", "runs", "median", "spread");
	for (size_t i = 0; i < l->view.sets; i++)
		if (!strcmp(l->view.set[i].metric, metric))
			write_set(out, &l->view.set[i], width);
	write_answers(out, l, metric, columns);
}

void live_write(FILE *out, const live *l, int columns)
{
	for (size_t i = 0; i < l->view.sets && l->n; i++) {
		const char *metric = l->view.set[i].metric;
		bool seen = !compare_wants(&l->job.settings, &l->view.set[i]);

		for (size_t k = 0; k < i && !seen; k++)
			seen = !strcmp(metric, l->view.set[k].metric);
		if (!seen)
			write_metric(out, l, metric, columns);
	}
}
