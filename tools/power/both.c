/*
 * Plans a comparison of two sets that are there, with the spread of both.
 *
 * Method: normal theory of means with the mean of both variances; the number of values that
 * sets of unlike size are worth is the harmonic mean of theirs.  The margin is a share of the
 * base's mean.
 *
 * Wrong where a set is not normal: then each set's own plan, by simulation, is the safer one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "data/escape.h"
#include "tools/power/power.h"
#include "tools/print.h"
#include "write/output.h"

enum { TEXT = 500 };

/* What a comparison of two sets takes and finds; NaN: unknown. */
struct both {
	double n, needed, provable, chance;
};

/* The plan that this one is compared with: the first of its metric; NULL: it is that. */
static const plan *base_of(const power *p, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(p->plan[k].side->set->metric, p->plan[i].side->set->metric))
			return &p->plan[k];
	return NULL;
}

static struct both plan_both(const power *p, const plan *a, const plan *b)
{
	const bench_description *d = &a->side->shape.description, *e = &b->side->shape.description;
	double n = 2 / (1 / (double)a->side->unit.n + 1 / (double)b->side->unit.n);
	struct both both = { p->n > 0 ? p->n : n, NAN, NAN, NAN };
	bench_power t = { 0, p->share * fabs(d->mean), sqrt((d->sd * d->sd + e->sd * e->sd) / 2),
		p->power, 1 - p->job.settings.question.alpha, 0 };

	if (!(t.sd > 0) || !(t.delta > 0))
		return both;
	if (bench_power_n(&t, &both.needed) == BENCH_OK)
		both.needed = ceil(both.needed * (1 - 1e-9));
	t.n = both.n;
	if (bench_power_delta(&t, &both.provable) == BENCH_OK)
		both.provable /= fabs(d->mean);
	if (bench_power_chance(&t, &both.chance) != BENCH_OK)
		both.chance = NAN;
	return both;
}

void power_print_both(const power *p)
{
	for (size_t i = 0; i < p->plans; i++) {
		const plan *b = &p->plan[i], *a = base_of(p, i);
		struct both both;
		char text[TEXT];

		if (!a)
			continue;
		both = plan_both(p, a, b);
		if (isnan(both.needed))
			continue;
		snprintf(text, sizeof text, "%.100s against %.100s%s%.60s, with both spreads: %.3g %% "
		         "is found with power %.3g %% by %.0f of each; these find %.3g %%, and %.3g %% "
		         "with power %.3g %% (Student's t)", b->side->label, a->side->label,
		         *b->side->set->metric ? ", " : "", b->side->set->metric, 100 * p->share,
		         100 * p->power, both.needed, 100 * both.provable, 100 * p->share,
		         100 * both.chance);
		putchar('\n');
		words_print("", text);
	}
}

void power_json_both(const power *p)
{
	const char *between = "";

	fputs("],\n  \"pairs\": [", stdout);
	for (size_t i = 0; i < p->plans; i++) {
		const plan *a = base_of(p, i);
		struct both both;

		if (!a)
			continue;
		both = plan_both(p, a, &p->plan[i]);
		printf("%s{\"base\": ", between);
		benchi_json_text(stdout, a->side->label);
		fputs(", \"test\": ", stdout);
		benchi_json_text(stdout, p->plan[i].side->label);
		fputs(", \"metric\": ", stdout);
		benchi_json_text(stdout, a->side->set->metric);
		benchi_put_pair(stdout, "n", both.n);
		benchi_put_pair(stdout, "needed", both.needed);
		benchi_put_pair(stdout, "provable", both.provable);
		benchi_put_pair(stdout, "chance", both.chance);
		putchar('}');
		between = ",\n    ";
	}
}
