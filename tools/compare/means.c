/*
 * A table of means and standard deviations, as cbdr analyze prints it.
 *
 * A block for each pair of benchmarks, a line for each metric: mean and standard deviation of
 * both in one unit, and the interval of the answer as a share of the base.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "draw/canvas.h"
#include "tools/compare/compare.h"
#include "tools/figure.h"
#include "write/write.h"

enum { NAME = 12, SIDE = 21, CELL = 2 * FIGURE_TEXT + 8 };

static bool is_pair(const benchi_comparison *a, const benchi_comparison *b)
{
	return a->base->file == b->base->file && a->test->file == b->test->file
	       && !strcmp(a->base->set->benchmark, b->base->set->benchmark)
	       && !strcmp(a->test->set->benchmark, b->test->set->benchmark);
}

static void put(const char *text, int width)
{
	int used = (int)benchi_text_print(stdout, (size_t)width, text);

	printf("%*s  ", width > used ? width - used : 0, "");
}

/* "128.1 ± 6.2 ms". */
static char *cell(const benchi_side *s, const figures *f, bool utf8, char text[CELL])
{
	const bench_description *d = &s->shape.description;
	char mean[FIGURE_TEXT], sd[FIGURE_TEXT];

	snprintf(text, CELL, "%s %s %s", figure_bare(f, d->mean, mean), utf8 ? "±" : "+-",
	         figure(f, d->sd, sd));
	return text;
}

static void put_interval(const benchi_comparison *c)
{
	const benchi_finding *f = &c->finding;
	double half = (f->sure.high - f->sure.low) / 2 / f->location;
	char low[FIGURE_TEXT], high[FIGURE_TEXT];

	if (isfinite(half))
		printf("[%9s .. %9s]\n", figure_share(f->sure.low / f->location, half, low),
		       figure_share(f->sure.high / f->location, half, high));
	else
		puts("-");
}

static void print_line(const benchi_comparison *c, bool utf8)
{
	const bench_description *a = &c->base->shape.description, *b = &c->test->shape.description;
	figures f = figures_of(c->base->set->unit, fabs(a->mean), fmax(a->sd, b->sd), NULL);
	char text[CELL];

	put(c->base->set->metric, NAME);
	put(cell(c->base, &f, utf8, text), SIDE);
	put(cell(c->test, &f, utf8, text), SIDE);
	put_interval(c);
}

static void print_heads(const job *j, const benchi_comparison *c)
{
	put("", NAME);
	put(c->base->label, SIDE);
	put(c->test->label, SIDE);
	printf("difference (%.4g %% CI)\n", 100 * (1 - j->settings.question.alpha));
}

static void print_counts(const benchi_comparison *c)
{
	char text[32];

	put("samples", NAME);
	snprintf(text, sizeof text, "%zu", c->base->raw.n);
	put(text, SIDE);
	printf("%zu\n", c->test->raw.n);
}

static bool is_first(const job *j, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (is_pair(&j->comparison[k], &j->comparison[i]))
			return false;
	return true;
}

void compare_print_means(const job *j)
{
	bool utf8 = benchi_look_for(stdout).utf8;

	for (size_t i = 0; i < j->comparisons; i++) {
		if (!is_first(j, i))
			continue;
		if (i)
			putchar('\n');
		print_heads(j, &j->comparison[i]);
		for (size_t k = i; k < j->comparisons; k++)
			if (is_pair(&j->comparison[k], &j->comparison[i]))
				print_line(&j->comparison[k], utf8);
		print_counts(&j->comparison[i]);
	}
}
