/*
 * Many comparisons, a line each.
 *
 * Grouped by metric and by test file, as benchstat does: medians of base and test, the change
 * with its interval, the answer; the geometric mean of the ratios below.  As text of 80
 * columns, or as Markdown.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "data/escape.h"
#include "data/name_table.h"
#include "data/unit.h"
#include "draw/canvas.h"
#include "tools/compare/compare.h"
#include "tools/compare/short_name.h"
#include "tools/figure.h"
#include "tools/print.h"
#include "tools/terminal.h"

#define BESIDE 60 /* columns of a line beside the name */
#define LEAST 20
#define MOST 300
#define TEXT 400
#define INTERVAL (2 * FIGURE_TEXT + 8)

/* What a group of lines shares. */
typedef struct group {
	const job *job;
	const char *metric;
	size_t file;      /* of the tests */
	size_t prefix;    /* bytes that all names begin with */
	int width;        /* of names */
	const short_name *brief; /* what else all have in common */
	bool markdown;
} group;

static bool is_in(const group *g, const benchi_comparison *c)
{
	return !strcmp(c->base->set->metric, g->metric) && c->test->file == g->file;
}

/* The unit that a set's values are shown with, beside the metric in the heading; Go's metrics name
 * it: "ns/op". */
static const char *unit_of(const benchi_set *set, char text[16])
{
	const char *slash = strchr(set->metric, '/');
	const char *of;

	if (!strcmp(set->metric, set->unit))
		return "";
	if (*set->unit || !slash || strcmp(slash, "/op") || slash - set->metric > 8)
		return set->unit;
	snprintf(text, 16, "%.*s", (int)(slash - set->metric), set->metric);
	(void)benchi_unit_size(text, &of);
	return of && strcmp(of, "cycles") != 0 ? text : "";
}

static const char *name_of(const group *g, const benchi_comparison *c, char text[SHORT_NAME_TEXT])
{
	const char *name = c->test->set->benchmark;

	return *name ? short_name_of(g->brief, name + g->prefix, text) : c->test->label;
}

static const char *answer_of(const benchi_comparison *c)
{
	char text[16];
	const char *of, *unit = unit_of(c->base->set, text);
	int better = benchi_comparison_better(c);

	(void)benchi_unit_size(unit, &of);
	if (c->base->raw.n < 2 && c->test->raw.n < 2)
		return "one value";
	if (c->finding.answer == BENCH_SAME || c->finding.answer == BENCH_UNSURE)
		return benchi_answer_name(c->finding.answer);
	if (better)
		return of && !strcmp(of, "s") ? better > 0 ? "faster" : "slower"
		                              : better > 0 ? "better" : "worse";
	return benchi_answer_name(c->finding.answer);
}

static double median(const benchi_side *s)
{
	return s->shape.description.median;
}

/* Such values do not become less by more than all of them. */
static bool all_positive(const benchi_comparison *c)
{
	return c->base->shape.description.min >= 0 && c->test->shape.description.min >= 0;
}

/* The change as a share of the base; without an interval it is that of the medians. */
static void put_change(const benchi_comparison *c, char *change, char *interval)
{
	const benchi_finding *f = &c->finding;
	double a = fabs(median(c->base)), share = f->sure.estimate / f->location;
	double half = (f->sure.high - f->sure.low) / 2 / f->location;
	char low[FIGURE_TEXT], high[FIGURE_TEXT], *blank;

	if (!isfinite(share))
		share = a > 0 ? (median(c->test) - median(c->base)) / a
		              : median(c->test) - median(c->base) == 0 ? 0 : (double)NAN;
	figure_share(share, half, change);
	*interval = '\0';
	if (!isfinite(half))
		return;
	figure_share(all_positive(c) ? fmax(f->sure.low / f->location, -1) : f->sure.low / f->location,
	             half, low);
	figure_share(f->sure.high / f->location, half, high);
	blank = strchr(low, ' ');
	if (blank)
		*blank = '\0';
	snprintf(interval, INTERVAL, "%s to %s", low, high);
}

/* Both in one unit, unless one is ten times the other. */
static void put_medians(const benchi_comparison *c, double spread, char *base, char *test)
{
	char unit[16];
	double a = fabs(median(c->base)), b = fabs(median(c->test));
	figures f = figures_of(unit_of(c->base->set, unit), a, a * spread, NULL);

	figure(&f, median(c->base), base);
	if (a > 0 && b > 0 && (a > 10 * b || b > 10 * a))
		f = figures_of(unit_of(c->base->set, unit), b, b * spread, NULL);
	figure(&f, median(c->test), test);
}

static void print_line(const group *g, const benchi_comparison *c)
{
	char base[FIGURE_TEXT], test[FIGURE_TEXT], change[FIGURE_TEXT], interval[INTERVAL];
	char name[SHORT_NAME_TEXT];
	bool constant = !(c->base->shape.description.sd > 0) && !(c->test->shape.description.sd > 0)
	                && c->base->raw.n > 1;

	put_medians(c, constant ? 0 : .01, base, test);
	put_change(c, change, interval);
	if (g->markdown) {
		fputs("| ", stdout);
		benchi_markdown_text(stdout, name_of(g, c, name));
		printf(" | %s | %s | %s | %s | %s |\n", base, test, change, interval, answer_of(c));
		return;
	}
	printf("%*s %9s %9s %8s %17s %s\n", g->width - (int)benchi_text_print(stdout, (size_t)g->width,
	       name_of(g, c, name)), "", base, test, change, interval, answer_of(c));
}

static void print_mean(const group *g)
{
	double sum = 0, n = 0;
	char change[FIGURE_TEXT];

	for (size_t i = 0; i < g->job->comparisons; i++) {
		const benchi_comparison *c = &g->job->comparison[i];
		double ratio = is_in(g, c) ? median(c->test) / median(c->base) : (double)NAN;

		if (ratio > 0 && isfinite(ratio)) {
			sum += log(ratio);
			n++;
		}
	}
	if (n < 2)
		return;
	figure_share(exp(sum / n) - 1, .01, change);
	printf(g->markdown ? "| %-*s | | | %s | | |\n" : "%-*s %28s\n", g->width, "geometric mean",
	       change);
}

/* Which is base, which test; of two files, or of one, it is the same for all groups. */
static void print_title(const group *g, const benchi_comparison *first)
{
	const char *base = first->base->label;
	char title[TEXT];

	if (g->job->files > 1)
		snprintf(title, sizeof title, "base %.120s, test %.120s", base, first->test->label);
	else
		snprintf(title, sizeof title, "base %.120s", base);
	words_print("", title);
	if (g->markdown)
		putchar('\n');
}

static void print_heading(const group *g, const benchi_comparison *first)
{
	double confidence = 100 * (1 - g->job->settings.question.alpha);
	char interval[40], title[TEXT];

	snprintf(interval, sizeof interval, "%.4g %% CI", confidence);
	snprintf(title, sizeof title, "%.300s%s", *g->metric ? g->metric : "name",
	         first->higher ? ", more is better" : "");
	if (g->markdown) {
		fputs("| ", stdout);
		benchi_markdown_text(stdout, title);
		printf(" | base | test | change | %s | answer |\n|:---|---:|---:|---:|---:|:---|\n",
		       interval);
	} else
		printf("%*s %9s %9s %8s %17s %s\n",
		       g->width - (int)benchi_text_print(stdout, (size_t)g->width, title), "", "base",
		       "test", "change", interval, "answer");
}

/* How many bytes all names share, up to a '/' or '.' that they go on behind. */
static size_t common_prefix(const job *j)
{
	const char *first = j->comparison[0].test->set->benchmark;
	size_t n = strlen(first);

	for (size_t i = 0; i < j->comparisons; i++) {
		const char *name = j->comparison[i].test->set->benchmark;
		size_t k = 0;

		while (k < n && name[k] == first[k])
			k++;
		n = k < n ? k : n;
	}
	while (n && first[n - 1] != '/' && first[n - 1] != '.')
		n--;
	return n > 8 ? n : 0;
}

/* The longest name, and with brief what all have in common. */
static int longest_name(const job *j, size_t prefix, short_name *brief)
{
	size_t longest = 0;

	for (size_t i = 0; i < j->comparisons; i++) {
		const char *name = j->comparison[i].test->set->benchmark + prefix;
		size_t n = strlen(name);

		longest = n > longest ? n : longest;
		if (i)
			short_name_join(brief, name);
		else
			short_name_begin(brief, name);
	}
	return (int)longest;
}

/* Are all names of the group different when their middles are left out? */
static bool stay_apart(const group *g, size_t most)
{
	benchi_name_table seen = { 0 };
	char text[SHORT_NAME_TEXT];
	size_t names = 0, head = (most - 2) / 2, tail = most - 2 - head;

	for (size_t i = 0; i < g->job->comparisons && names == seen.n; i++) {
		const benchi_comparison *c = &g->job->comparison[i];
		size_t n;

		if (!is_in(g, c))
			continue;
		n = strlen(name_of(g, c, text));
		if (n > most)
			memmove(text + head, text + n - tail, tail + 1);
		names += benchi_name_table_add(&seen, text, strlen(text)) != BENCHI_NO_NAME;
	}
	benchi_name_table_free(&seen);
	return names == seen.n;
}

/* How many columns names get: those of the terminal that the figures leave, or as many as it takes
 * to tell them apart. */
static int name_width(const group *g)
{
	int capacity = terminal_width(80, 0) - BESIDE, longest = LEAST;
	char text[SHORT_NAME_TEXT];

	for (size_t i = 0; i < g->job->comparisons; i++) {
		int n = (int)benchi_utf8_columns(name_of(g, &g->job->comparison[i], text));

		longest = n > longest ? n : longest;
	}
	capacity = capacity < LEAST ? LEAST : capacity;
	return longest <= capacity ? longest : stay_apart(g, (size_t)capacity) ? capacity
	       : longest < MOST ? longest : MOST;
}

/* Whether no comparison before i belongs to its group. */
static bool begins_group(const job *j, size_t i)
{
	group g = { .job = j, .metric = j->comparison[i].base->set->metric,
		.file = j->comparison[i].test->file };

	for (size_t k = 0; k < i; k++)
		if (is_in(&g, &j->comparison[k]))
			return false;
	return true;
}

/* What the names in the table stand for. */
static void print_names(const job *j, size_t prefix, const short_name *brief)
{
	char pattern[SHORT_NAME_TEXT], text[TEXT];

	if (!prefix && !brief->fields)
		return;
	snprintf(text, sizeof text, brief->fields ? "names are %.*s%.150s" : "names begin with %.*s",
	         (int)(prefix < 200 ? prefix : 200), j->comparison[0].test->set->benchmark,
	         brief->fields ? short_name_pattern(brief, pattern) : "");
	words_print("", text);
}

void compare_print_table(const job *j, bool markdown)
{
	size_t prefix = markdown ? 0 : common_prefix(j);
	short_name brief = { 0 };

	if (markdown || longest_name(j, prefix, &brief) <= terminal_width(80, 0) - BESIDE)
		brief.fields = 0;
	for (size_t i = 0; i < j->comparisons; i++) {
		const benchi_comparison *c = &j->comparison[i];
		group g = { j, c->base->set->metric, c->test->file, prefix, 0, &brief, markdown };

		if (!begins_group(j, i))
			continue;
		g.width = name_width(&g);
		if (i)
			putchar('\n');
		if (!i || j->files > 2)
			print_title(&g, c);
		print_heading(&g, c);
		for (size_t k = i; k < j->comparisons; k++)
			if (is_in(&g, &j->comparison[k]))
				print_line(&g, &j->comparison[k]);
		print_mean(&g);
	}
	print_names(j, prefix, &brief);
}
