/*
 * A comparison for people.
 *
 * The answer in a sentence; the two sets on one scale; a line of figures a set; the method;
 * warnings.  Many comparisons are a table (table.c), unless details were asked for.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/neighbour.h"
#include "base/detail.h"
#include "tools/compare/compare.h"
#include "tools/ministat/ministat.h"
#include "write/output.h"
#include "draw/strip.h"
#include "write/answer_text.h"
#include "tools/figure.h"
#include "tools/terminal.h"
#include "tools/print.h"

#define LABEL "    warning "
#define CHART 66 /* columns of a strip chart, at most; 14 stand beside it */
#define BOX 74
#define LEAST 26
#define TEXT 1000
#define DETAILS 3 /* comparisons that are shown each in full */
#define MOST_ITERATIONS 20
#define MOST_RUNS 10000

/* As many columns as the terminal has for it beside others, or most. */
static int capacity(int most, int beside)
{
	int columns = terminal_width(most + beside, 0) - beside;

	return columns < LEAST ? LEAST : columns < most ? columns : most;
}

/* The scale of both sets; what lies over four quartile ranges outside is cut. */
static benchi_scale scale_of(const benchi_comparison *c)
{
	const bench_description *a = &c->base->shape.description, *b = &c->test->shape.description;
	double low = fmin(a->min, b->min), high = fmax(a->max, b->max);
	double low_cut = fmin(a->q25 - 4 * a->iqr, b->q25 - 4 * b->iqr);
	double high_cut = fmax(a->q75 + 4 * a->iqr, b->q75 + 4 * b->iqr);
	benchi_scale scale = { fmax(low, low_cut), fmin(high, high_cut), (size_t)capacity(CHART, 14) };

	if (a->iqr <= 0 || b->iqr <= 0) {
		scale.low = low;
		scale.high = high;
	}
	return scale;
}

/* One unit and number of decimals for the figures of both sets. */
static figures scale_figures(const benchi_comparison *c)
{
	const bench_description *a = &c->base->shape.description, *b = &c->test->shape.description;
	double spread = a->sd > 0 && b->sd > 0 ? fmin(a->sd, b->sd) : fmax(a->sd, b->sd);

	return figures_of(c->base->set->unit, a->median, isnan(spread) ? 0 : spread / 10, NULL);
}

static void print_strips(const benchi_comparison *c)
{
	benchi_scale scale = scale_of(c);
	char line[CHART + 1], low[FIGURE_TEXT], high[FIGURE_TEXT];
	figures f = scale_figures(c);
	size_t used;

	printf("    base   |%s|\n", benchi_strip_line(&c->base->unit, &scale, line));
	printf("    test   |%s|\n", benchi_strip_line(&c->test->unit, &scale, line));
	figure(&f, scale.low, low);
	figure(&f, scale.high, high);
	used = strlen(low) + strlen(high);
	printf("            %s%*s%s\n", low, used < scale.columns ? (int)(scale.columns - used) : 1, "",
	       high);
}

static bench_status no_memory(void)
{
	return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the output");
}

/* ministat's plot of the same. */
static bench_status print_box(const benchi_comparison *c)
{
	const benchi_side *sides[] = { c->base, c->test };
	ministat_set set[2];
	bench_status status = BENCH_OK;

	memset(set, 0, sizeof set);
	for (size_t i = 0; i < 2 && !status; i++) {
		set[i].name = sides[i]->label;
		set[i].n = sides[i]->unit.n;
		set[i].x = malloc(set[i].n * sizeof *set[i].x);
		if (set[i].x)
			memcpy(set[i].x, sides[i]->unit.x, set[i].n * sizeof *set[i].x);
		if (!set[i].x || ministat_describe(&set[i]))
			status = no_memory();
	}
	if (!status && ministat_plottable(set, 2, capacity(BOX, 6))
	    && ministat_plot(set, 2, capacity(BOX, 6), false))
		status = no_memory();
	free(set[0].x);
	free(set[1].x);
	return status;
}

static void print_row(const char *label, const benchi_side *s, const figures *f)
{
	const bench_description *d = &s->shape.description;
	const double x[] = { d->min, d->q25, d->median, d->q75, d->max, d->mean };
	char text[FIGURE_TEXT];

	printf("    %-6s %5zu", label, d->n);
	for (size_t i = 0; i < sizeof x / sizeof *x; i++)
		printf(" %8s", figure_bare(f, x[i], text));
	printf(" %8s\n", figure_bare(f, d->sd, text));
}

/* Both sets, or their runs, in one unit. */
static void print_figures(const benchi_comparison *c)
{
	figures f = scale_figures(c);
	char unit[20] = "";

	if (*f.unit)
		snprintf(unit, sizeof unit, "(%.6s)", f.unit);
	printf("    %-6s %5s %8s %8s %8s %8s %8s %8s %8s\n", unit, c->base->units.n ? "runs" : "n",
	       "min", "Q1", "median", "Q3", "max", "mean", "std dev");
	print_row("base", c->base, &f);
	print_row("test", c->test, &f);
}

/* One value each has no interval. */
static void print_raw(const benchi_comparison *c)
{
	double a = c->base->raw.x[0], b = c->test->raw.x[0];
	char share[FIGURE_TEXT], text[TEXT];

	if (!(fabs(a) > 0))
		return;
	snprintf(text, sizeof text, "%s (one value each, no interval)",
	         figure_share((b - a) / fabs(a), 0, share));
	words_print("    change  ", text);
}

static void print_share_between(const benchi_comparison *c)
{
	double a = c->base->units.between, b = c->test->units.between;
	char text[TEXT];

	if (isnan(a) || isnan(b))
		return;
	snprintf(text, sizeof text, "%.0f %% of the base's variance and %.0f %% of the test's lie "
	         "between runs: runs are compared, not values", 100 * a, 100 * b);
	words_print("    runs    ", text);
}

/* The difference of the k-th values of the runs. */
static bench_status print_iteration(const benchi_comparison *c, const settings *s, size_t k,
                                    double *x, size_t *seen)
{
	double confidence = 1 - c->alpha / (double)c->base->units.most;
	bench_numbers a = { x, c->base->units.n }, b = { x + a.n, c->test->units.n };
	char low[60], middle[60], high[60], label[32], text[TEXT];
	benchi_interval i;
	bench_status status;
	bench_ttest t;

	if (!compare_iteration(c->base, k, seen, x) || !compare_iteration(c->test, k, seen, x + a.n))
		return BENCH_OK;
	/* cppcheck-suppress uninitvar; it is what the test fills in */
	status = (s->question.paired ? bench_paired_test : bench_welch_test)(&a, &b, confidence, &t);
	if (status)
		return status == BENCH_ERR_MEMORY ? status : BENCH_OK;
	i.low = t.low;
	i.high = t.high;
	i.estimate = t.difference;
	benchi_answer_text_share(c, &i, i.low, low, sizeof low);
	benchi_answer_text_share(c, &i, i.estimate, middle, sizeof middle);
	benchi_answer_text_share(c, &i, i.high, high, sizeof high);
	snprintf(label, sizeof label, "    value %-2zu", k + 1);
	if (isnan(i.low))
		snprintf(text, sizeof text, "of each run: %s", middle);
	else
		snprintf(text, sizeof text, "of each run: %s (%s to %s)%s", middle, low, high,
		         i.low > 0 || i.high < 0 ? ": significant" : "");
	words_print(label, text);
	return BENCH_OK;
}

/* Iteration by iteration, where every run has the same few. */
static bench_status print_iterations(const benchi_comparison *c, const settings *s)
{
	size_t most = c->base->units.most, runs = c->base->units.n + c->test->units.n, *seen;
	bench_status status;
	double *x;

	if (most != c->test->units.most || most < 2 || most > MOST_ITERATIONS || runs < 2
	    || runs > MOST_RUNS)
		return BENCH_OK;
	x = malloc(runs * sizeof *x);
	seen = malloc(runs * sizeof *seen);
	status = x && seen ? BENCH_OK : no_memory();
	for (size_t k = 0; k < most && !status; k++)
		status = print_iteration(c, s, k, x, seen);
	free(x);
	free(seen);
	return status;
}

static void print_warnings_of(const char *who, const benchi_shape *shape, const char *unit)
{
	char warning[TEXT], text[TEXT + 60];

	for (unsigned bit = 0; bit < BENCHI_SET_WARNINGS; bit++) {
		if (!(shape->warnings >> bit & 1))
			continue;
		benchi_warning_summary(1u << bit, shape, unit, warning, sizeof warning);
		snprintf(text, sizeof text, "%s: %s", who, warning);
		words_print(LABEL, text);
	}
}

static void print_width_of(const char *who, const benchi_side *side)
{
	char text[TEXT];

	snprintf(text, sizeof text, "%s: a noisy neighbour left %.0f %% of the core, so the interval "
		"is that of a guess", who, 100 * benchi_width_least(side));
	if (side->widths > 0)
		words_print(LABEL, text);
}

static void print_sessions(const benchi_comparison *c)
{
	char text[TEXT];

	if (!c->sessions)
		return;
	snprintf(text, sizeof text, "two sessions: an empty program took %+.1f %% in the test's; "
	         "the interval holds whether or not the values follow it", 100 * c->session.startup);
	words_print("    note    ", text);
}

static void print_warnings(const benchi_comparison *c, const settings *s)
{
	const benchi_shape *a = &c->base->shape, *b = &c->test->shape;
	char text[TEXT];

	print_warnings_of("base", a, c->base->set->unit);
	print_warnings_of("test", b, c->base->set->unit);
	if (s->question.paired)
		print_warnings_of("differences", &c->gap, c->base->set->unit);
	if (benchi_shape_spread(a, b)) {
		snprintf(text, sizeof text, "standard deviations differ by a factor of %.2g%s",
		         fmax(a->description.sd / b->description.sd, b->description.sd / a->description.sd),
		         c->finding.method == BENCHI_METHOD_RANKS
		             ? ": the shift is one of the whole set only if shapes are alike" : "");
		words_print(LABEL, text);
	}
	print_sessions(c);
	print_width_of("base", c->base);
	print_width_of("test", c->test);
	if (c->base->units.n && !c->test->units.n)
		words_print(LABEL, "only the base has runs");
	if (!c->base->units.n && c->test->units.n)
		words_print(LABEL, "only the test has runs");
	if (isnan(c->finding.location) && c->finding.method != BENCHI_METHOD_NONE)
		words_print(LABEL, "the base is 0, or next to it: compared by difference, without a "
		                   "margin");
}

static void print_title(const job *j, const benchi_comparison *c)
{
	const benchi_set *set = c->base->set;
	const char *benchmark = j->files > 1 && c->base->label != set->benchmark ? set->benchmark : "";

	if (!*benchmark && !*set->metric)
		return;
	benchi_put_line(stdout, benchmark);
	fputs(*benchmark && *set->metric ? ", " : "", stdout);
	benchi_put_line(stdout, set->metric);
	puts(c->higher ? " (higher is better)" : "");
}

static bench_status print_comparison(const job *j, const benchi_comparison *c)
{
	bench_status status = BENCH_OK;
	char text[TEXT];

	print_title(j, c);
	words_print("", benchi_answer_text_answer(c, &j->settings.question, text, sizeof text));
	putchar('\n');
	if (j->settings.box)
		status = print_box(c);
	else
		print_strips(c);
	print_figures(c);
	if (j->settings.question.paired)
		compare_print_differences(c);
	if (benchi_comparison_by_run(c)) {
		print_share_between(c);
		status = status ? status : print_iterations(c, &j->settings);
	}
	if (c->base->raw.n == 1 && c->test->raw.n == 1)
		print_raw(c);
	words_print("    method  ", benchi_answer_text_method(c, text, sizeof text));
	print_warnings(c, &j->settings);
	return status;
}

/* Columns that are compared on request only. */
static void print_aside(const job *j)
{
	char text[TEXT] = "compared on request (--metric):";
	const benchi_rows *rows = &j->rows[0];
	size_t used = strlen(text), before = used;

	for (size_t i = 0; i < rows->sets && !j->settings.metrics; i++)
		if (rows->set[i].aside && !strcmp(rows->set[i].benchmark, rows->set[0].benchmark)
		    && used < sizeof text - 80)
			used += (size_t)snprintf(text + used, sizeof text - used, " %.70s",
			                         rows->set[i].metric);
	if (used == before)
		return;
	if (!j->lefts && !rows->notes.n)
		putchar('\n');
	words_print("note: ", text);
}

static void print_notes(const job *j)
{
	char text[TEXT];

	print_aside(j);
	for (size_t i = 0; i < j->lefts; i++) {
		snprintf(text, sizeof text, "unmatched: %.200s", j->left[i]);
		words_print("note: ", text);
	}
	for (size_t f = 0; f < j->files; f++)
		for (size_t i = 0; i < j->rows[f].notes.n; i++) {
			snprintf(text, sizeof text, "%s: %s", j->name[f], j->rows[f].notes.text[i]);
			words_print("note: ", text);
		}
}

bool compare_as_table(const job *j)
{
	const settings *s = &j->settings;

	return s->means || s->output == OUTPUT_MARKDOWN || (s->table && s->output == OUTPUT_TEXT)
	       || (s->output == OUTPUT_TEXT && j->comparisons > DETAILS && !s->details && !s->box);
}

int compare_print_text(const job *j)
{
	bench_status status = BENCH_OK;
	char text[TEXT];

	if (j->comparisons > 1) {
		snprintf(text, sizeof text, "%zu comparisons, family-wise error at most %.3g %% (%s)",
		         j->comparisons, 100 * j->settings.question.alpha,
		         j->settings.question.anytime ? "Bonferroni" : "Holm");
		words_print("", text);
		if (!compare_as_table(j))
			putchar('\n');
	}
	if (j->settings.means)
		compare_print_means(j);
	else if (compare_as_table(j))
		compare_print_table(j, j->settings.output == OUTPUT_MARKDOWN);
	for (size_t i = 0; i < j->comparisons && !status && !compare_as_table(j); i++) {
		if (i)
			putchar('\n');
		status = print_comparison(j, &j->comparison[i]);
	}
	if (j->lefts || j->rows[0].notes.n)
		putchar('\n');
	print_notes(j);
	return status ? -1 : 0;
}
