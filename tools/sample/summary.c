/*
 * The figures of each command: what a sampling ends with.
 *
 * Median with its interval (order statistics, exact for any distribution), range, processor
 * times, outliers; for several commands a table with each median's ratio to the fastest.
 * Outliers are values over three quartile ranges outside of the quartiles.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"
#include "stats/order.h"
#include "write/output.h"
#include "write/utilisation.h"
#include "tools/figure.h"
#include "tools/terminal.h"
#include "tools/sample/sample.h"

#define BESIDE 66 /* columns of a table beside the name, which has the rest of the line: */
#define LEAST 14
#define MOST 40
#define FENCE 3

typedef sample_figures summary;

/* Ranks whose values hold the median with that confidence; false: there are too few. */
static bool median_ranks(size_t n, double alpha, size_t *rank)
{
	double p = 0, term;

	for (*rank = 0; *rank < n / 2; ++*rank) {
		term = exp(lgamma((double)n + 1) - lgamma((double)*rank + 1)
		           - lgamma((double)(n - *rank) + 1) - (double)n * log(2));
		if (p + term > alpha / 2)
			break;
		p += term;
	}
	return *rank > 0; /* the interval is from value rank to value n + 1 - rank */
}

static double median_of(const benchi_set *set)
{
	double *sorted = set ? malloc(set->n * sizeof *sorted) : NULL, median = NAN;

	if (sorted) {
		memcpy(sorted, set->x, set->n * sizeof *sorted);
		benchi_sort(sorted, set->n);
		median = benchi_quantile(sorted, set->n, .5);
	}
	free(sorted);
	return median;
}

static bool summarise(const sample *s, const task *t, summary *m)
{
	const benchi_set *set = sample_set(s, t, s->option.metric);
	double *x = set && set->n ? malloc(set->n * sizeof *x) : NULL;
	size_t rank;

	if (!x)
		return false;
	memcpy(x, set->x, set->n * sizeof *x);
	benchi_sort(x, set->n);
	m->n = (double)set->n;
	m->min = x[0];
	m->max = x[set->n - 1];
	m->q1 = benchi_quantile(x, set->n, .25);
	m->median = benchi_quantile(x, set->n, .5);
	m->q3 = benchi_quantile(x, set->n, .75);
	m->low = m->high = NAN;
	if (median_ranks(set->n, s->option.alpha, &rank)) {
		m->low = x[rank - 1];
		m->high = x[set->n - rank];
	}
	m->outliers = 0;
	for (size_t i = 0; i < set->n; i++)
		m->outliers += x[i] < m->q1 - FENCE * (m->q3 - m->q1)
		               || x[i] > m->q3 + FENCE * (m->q3 - m->q1);
	m->user = median_of(sample_set(s, t, "user_time"));
	m->sys = median_of(sample_set(s, t, "sys_time"));
	free(x);
	return true;
}

static const char *unit_of(const sample *s)
{
	return benchi_name_unit(s->option.metric);
}

static figures of(const sample *s, const summary *m)
{
	double spread = m->q3 - m->q1;

	return figures_of(unit_of(s), m->median, spread > 0 ? spread : m->max - m->min,
	                  s->option.unit);
}

/* Of one command: a line a fact. */
static void write_one(const sample *s, const task *t, const summary *m, FILE *out)
{
	figures f = of(s, m), g = figures_of("s", m->median, m->median / 1e3, s->option.unit);
	char a[FIGURE_TEXT], b[FIGURE_TEXT], c[FIGURE_TEXT];

	benchi_put_line(out, t->name);
	fprintf(out, "\n  median   %s", figure(&f, m->median, a));
	if (isfinite(m->low))
		fprintf(out, "   (%.4g %% CI %s to %s)", 100 * (1 - s->option.alpha),
		        figure(&f, m->low, b), figure(&f, m->high, c));
	if (isfinite(m->user))
		fprintf(out, "\n  user     %s, system %s", figure(&g, m->user, a), figure(&g, m->sys, b));
	fprintf(out, "\n  min, max %s, %s of %.0f runs\n", figure(&f, m->min, a), figure(&f, m->max, b),
	        m->n);
	if (m->outliers)
		fprintf(out, "  outliers %zu (over %d interquartile ranges from the quartiles)\n",
		        m->outliers, FENCE);
}

static void write_heading(const sample *s, FILE *out, const char *unit, int width)
{
	char title[100];

	snprintf(title, sizeof title, "%.60s%s%s%s", strcmp(s->option.metric, "wall_time")
	         ? s->option.metric : "command", *unit ? " (" : "", unit, *unit ? ")" : "");
	fprintf(out, "%-*s %4s %7s %15s %7s %7s", width, title, "runs", "median", "CI", "min", "max");
	if (!s->option.script)
		fprintf(out, " %6s %6s", "user", "system");
	fprintf(out, " %5s\n", "ratio");
}

static void write_row(const sample *s, const task *t, const summary *m, const figures *f,
                      double fastest, FILE *out, int width)
{
	char a[FIGURE_TEXT], b[FIGURE_TEXT], ci[2 * FIGURE_TEXT];
	int used = (int)benchi_text_print(out, (size_t)width, t->name);

	fprintf(out, "%*s %4.0f %7s", width - used, "", m->n, figure_bare(f, m->median, a));
	snprintf(ci, sizeof ci, "%s..%s", figure_bare(f, m->low, a), figure_bare(f, m->high, b));
	fprintf(out, " %15s", isfinite(m->low) ? ci : "-");
	fprintf(out, " %7s", figure_bare(f, m->min, a));
	fprintf(out, " %7s", figure_bare(f, m->max, a));
	if (!s->option.script) {
		fprintf(out, " %6s", figure_bare(f, m->user, a));
		fprintf(out, " %6s", figure_bare(f, m->sys, a));
	}
	if (fastest > 0)
		fprintf(out, " %5.2f", m->median / fastest);
	fputs(m->outliers ? "*\n" : "\n", out);
}

/* Columns for names: the longest, or what the line has capacity for. */
static int name_width(const sample *s)
{
	int capacity = terminal_width(80, 0) - BESIDE, longest = LEAST;

	for (size_t i = 0; i < s->list.n; i++)
		if ((int)strlen(s->list.task[i].name) > longest)
			longest = (int)strlen(s->list.task[i].name);
	capacity = capacity < LEAST ? LEAST : capacity > MOST ? MOST : capacity;
	return longest < capacity ? longest : capacity;
}

static void write_table(const sample *s, const summary *m, FILE *out)
{
	double fastest = INFINITY, spread = INFINITY, outliers = 0;
	int width = name_width(s);
	figures f;

	for (size_t i = 0; i < s->list.n; i++) {
		fastest = fmin(fastest, m[i].median);
		if (m[i].q3 > m[i].q1)
			spread = fmin(spread, m[i].q3 - m[i].q1);
		outliers += (double)m[i].outliers;
	}
	f = figures_of(unit_of(s), fastest, fmax(spread, fabs(fastest) / 1e4), s->option.unit);
	write_heading(s, out, f.unit, width);
	for (size_t i = 0; i < s->list.n; i++)
		write_row(s, &s->list.task[i], &m[i], &f, fastest, out, width);
	if (outliers > 0)
		fprintf(out, "* %.0f outlier%s (over %d interquartile ranges from the quartiles)\n",
		        outliers, outliers > 1 ? "s" : "", FENCE);
}

static void write_how(const sample *s, FILE *out)
{
	const words *where = &s->option.where;

	fprintf(out, "%u rounds, ended by %s; output: ", (unsigned)s->round,
	        s->ended ? s->ended : "an interrupt");
	if (s->option.script)
		fputs("the script's", out);
	else if (!where->n)
		fputs(s->option.show ? "inherit" : "pipe", out);
	for (size_t i = 0; i < where->n; i++)
		fprintf(out, "%s%s", i ? ", " : "", where->word[i]);
	if (s->list.task[0].shell)
		fprintf(out, "; by %s", sample_shell(s));
	if (s->startup.known && s->option.subtract)
		fputs(", start-up taken off", out);
	fputc('\n', out);
}

void sample_summary(const sample *s, FILE *out)
{
	summary *m = calloc(s->list.n, sizeof *m);
	bool all = m != NULL;

	for (size_t i = 0; i < s->list.n && all; i++)
		all = summarise(s, &s->list.task[i], &m[i]);
	if (all && s->list.n > 1)
		write_table(s, m, out);
	else if (all)
		write_one(s, &s->list.task[0], &m[0], out);
	if (all)
		write_how(s, out);
	if (all)
		benchi_put_utilisation_text(out, &s->machine, 80);
	if (all)
		sample_scan_chart(s, m, out);
	free(m);
}
