/*
 * The differences run by run of two sets that are compared in pairs.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "tools/compare/compare.h"
#include "tools/figure.h"

enum { MOST = 20, WIDTH = 14 };

static void print_row(const char *name, const char *base, const char *test, const char *difference)
{
	printf("    %-8s %*s %*s %*s\n", name, WIDTH, base, WIDTH, test, WIDTH, difference);
}

void compare_print_differences(const benchi_comparison *c)
{
	const bench_numbers *a = &c->base->unit, *b = &c->test->unit;
	const bench_description *d = &c->base->shape.description, *gap = &c->gap.description;
	figures f = figures_of(c->base->set->unit, fabs(d->mean), gap->sd / 10, NULL);
	char base[FIGURE_TEXT], test[FIGURE_TEXT], difference[FIGURE_TEXT], name[24];

	if (a->n != b->n || a->n > MOST || a->n < 2)
		return;
	print_row("run", "base", "test", "difference");
	for (size_t i = 0; i < a->n; i++) {
		snprintf(name, sizeof name, "%zu", i + 1);
		print_row(name, figure(&f, a->x[i], base), figure(&f, b->x[i], test),
		          figure(&f, b->x[i] - a->x[i], difference));
	}
	print_row("mean", figure(&f, d->mean, base),
	          figure(&f, c->test->shape.description.mean, test), figure(&f, gap->mean, difference));
	print_row("std dev", figure(&f, d->sd, base), figure(&f, c->test->shape.description.sd, test),
	          figure(&f, gap->sd, difference));
}
