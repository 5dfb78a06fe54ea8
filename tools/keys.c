/*
 * Everything that is known of a comparison, as flat keys.
 *
 * The answer and what it rests on come first; then each set's figures (a: the base, b:
 * the test) and the tests of both, of all values, whatever the unit of the answer is.
 * What does not exist is a NaN here and null outside.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stats/prepared_tests.h"
#include "tools/keys.h"
#include "tools/parallel.h"

bool keys_nothing(keys *k, bench_status status)
{
	k->no_memory = k->no_memory || status == BENCH_ERR_MEMORY;
	return status != BENCH_OK;
}

static key *add(keys *k, const char *prefix, const char *name)
{
	key *added = &k->key[k->n < KEYS_MOST - 1 ? k->n++ : k->n];

	snprintf(added->name, sizeof added->name, "%s%s", prefix, name);
	added->text = NULL;
	added->number = (double)NAN;
	return added;
}

void keys_number(keys *k, const char *prefix, const char *name, double number)
{
	add(k, prefix, name)->number = number;
}

void keys_text(keys *k, const char *prefix, const char *name, const char *text)
{
	add(k, prefix, name)->text = text;
}

/* A number that may be the only NaN of a failed test. */
static void numbers(keys *k, const char *prefix, const char *const *names, const double *values)
{
	for (; *names; names++, values++)
		keys_number(k, prefix, *names, *values);
}

/* What is computed of one set, in a thread of its own where the set is large. */
typedef struct figures {
	benchi_prepared *set;
	bench_status status; /* BENCH_ERR_MEMORY if one of them needed more */
	bench_description description;
	bench_normality normality;
	bench_outlier outlier;
	bench_modality modality;
	bench_trend trend;
} figures;

static void compute(void *arg)
{
	figures *f = arg;
	bench_status status[] = { benchi_describe(f->set, 0.95, &f->description),
		bench_normality_test(&f->set->set, &f->normality), benchi_modality(f->set, &f->modality),
		benchi_trend(f->set, &f->trend) };

	benchi_outlier(f->set, &f->outlier);
	f->status = BENCH_OK;
	for (size_t i = 0; i < sizeof status / sizeof *status; i++)
		f->status = status[i] == BENCH_ERR_MEMORY ? BENCH_ERR_MEMORY : f->status;
}

static void add_figures(keys *k, const char *prefix, const figures *f)
{
	static const char *const names[] = { "min", "max", "median", "mean", "sd", "var", "q05", "q25",
		"q75", "q95", "mad", "iqr", "mean.ci95.lo", "mean.ci95.hi", "sd.ci95.lo", "sd.ci95.hi",
		"shapiro.W", "shapiro.p", "shapiro.W.shifted",
		"shapiro.p.shifted", "grubbs.G", "grubbs.U", "grubbs.value", "grubbs.p1", "grubbs.p2",
		"dip.D", "dip.p", "acf1", "mk.S", "mk.varS", "mk.Z", "mk.p", "kendall.tau",
		"kendall.p.default", NULL };
	const bench_description *d = &f->description;
	const bench_normality *w = &f->normality;
	const bench_outlier *o = &f->outlier;
	const bench_trend *t = &f->trend;
	const double values[] = { d->min, d->max, d->median, d->mean, d->sd, d->variance, d->q05,
		d->q25, d->q75, d->q95, d->mad, d->iqr, d->mean_low, d->mean_high, d->sd_low, d->sd_high,
		w->w, w->p, w->w, w->p, o->g, o->u, o->value, o->p_one, o->p_two, f->modality.dip,
		f->modality.p, t->lag1, t->s, t->variance, t->z, t->p, t->tau, t->tau_p };

	keys_nothing(k, f->status);
	numbers(k, prefix, names, values);
	keys_text(k, prefix, "grubbs.side", o->high ? "highest" : "lowest");
}

/* The warnings' names, joined with blanks. */
static void add_warnings(keys *k, const char *prefix, unsigned warnings)
{
	static const char *const names[BENCHI_SET_WARNINGS] = { "few", "modes", "outliers", "drift",
		"neighbours", "normal", "spread", "constant" };
	key *added = add(k, prefix, "warnings");

	added->kept[0] = '\0';
	for (unsigned bit = 0; bit < BENCHI_SET_WARNINGS; bit++)
		if (warnings >> bit & 1)
			snprintf(added->kept + strlen(added->kept), sizeof added->kept - strlen(added->kept),
			         "%s%s", *added->kept ? " " : "", names[bit]);
	added->text = added->kept;
}

static void add_side(keys *k, const char *prefix, const benchi_side *s, const figures *f)
{
	keys_number(k, prefix, "n", (double)s->raw.n);
	keys_number(k, prefix, "runs", s->units.n ? (double)s->units.n : (double)NAN);
	keys_number(k, prefix, "between", s->units.n ? s->units.between : (double)NAN);
	add_warnings(k, prefix, s->shape.warnings);
	add_figures(k, prefix, f);
}

static void add_answer(const job *j, const benchi_comparison *c, keys *k)
{
	static const char *const methods[] = { "none", "welch", "ranks", "paired", "signs", "anytime",
		"streams", "exact" };
	const benchi_finding *f = &c->finding;
	int better = benchi_comparison_better(c);
	const double share = 100 / f->location;
	const double values[] = { f->more, 100 * (1 - c->alpha), 100 * j->settings.question.margin,
		f->p, f->sure.estimate, f->sure.low, f->sure.high, f->sure.estimate * share,
		f->sure.low * share, f->sure.high * share, f->equal.low * share, f->equal.high * share };
	static const char *const names[] = { "more_runs", "confidence", "margin", "p", "difference",
		"difference.lo", "difference.hi", "percent", "percent.lo", "percent.hi", "percent.equal.lo",
		"percent.equal.hi", NULL };

	keys_text(k, "", "base", c->base->label);
	keys_text(k, "", "test", c->test->label);
	keys_text(k, "", "benchmark", c->test->set->benchmark);
	keys_text(k, "", "metric", c->test->set->metric);
	keys_text(k, "", "unit", c->test->set->unit);
	keys_text(k, "", "answer", benchi_answer_name(f->answer));
	keys_text(k, "", "better", better > 0 ? "test" : better < 0 ? "base" : "neither");
	keys_text(k, "", "method", methods[f->method]);
	keys_text(k, "", "replication", benchi_comparison_by_run(c) ? "run" : "value");
	numbers(k, "", names, values);
	keys_number(k, "", "startup.percent", c->sessions ? 100 * c->session.startup : (double)NAN);
}

bench_status keys_fill(const job *j, benchi_comparison *c, keys *k)
{
	figures a = { .set = &c->base->values }, b = { .set = &c->test->values };

	k->n = 0;
	k->no_memory = false;
	parallel_two(a.set->set.n + b.set->set.n, compute, &a, &b);
	add_answer(j, c, k);
	add_side(k, "a.", c->base, &a);
	add_side(k, "b.", c->test, &b);
	keys_tests(&j->settings, c, k);
	return k->no_memory ? BENCH_ERR_MEMORY : BENCH_OK;
}
