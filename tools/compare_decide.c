/*
 * What comes out of every comparison?
 *
 * Each set is looked at once.  Where both sets of a comparison carry runs, their means
 * are what is compared.  With several comparisons each gets the confidence that Holm's
 * rule leaves it (--anytime: Bonferroni's, since every look counts).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "compare.h"

static int out_of_memory(const job *j)
{
	return complain(j->verb, "out of memory");
}

/* Numbers the blocks of N values. */
static int make_blocks(const job *j, side *s)
{
	size_t blocks = j->settings.blocks;

	if (s->raw.n % blocks)
		return complain(j->verb, "--blocks: %s has %zu values, expected a multiple of %zu", s->label,
		                s->raw.n, blocks);
	s->made_runs = malloc(s->raw.n * sizeof *s->made_runs);
	if (!s->made_runs)
		return out_of_memory(j);
	for (size_t i = 0; i < s->raw.n; i++)
		s->made_runs[i] = (uint32_t)(i / blocks);
	s->run = s->made_runs;
	return 0;
}

/* Fills in what is to be compared. */
static int find_units(const job *j, side *s)
{
	int status = 0;

	s->unit = s->raw;
	if (j->settings.blocks > 1)
		status = make_blocks(j, s);
	else if (!j->settings.blocks)
		s->run = s->set->run;
	if (status || !s->run)
		return status;
	if (benchi_units_find(&s->raw, s->run, &s->units))
		return out_of_memory(j);
	if (j->settings.blocks > 1 || (s->units.n > 1 && s->units.n < s->raw.n)) {
		s->unit.x = s->units.mean;
		s->unit.n = s->units.n;
	} else
		benchi_units_free(&s->units);
	return 0;
}

int compare_prepare(const job *j, side *s)
{
	int status;

	if (s->ready)
		return 0;
	status = find_units(j, s);
	if (status)
		return status;
	s->ready = true;
	if (benchi_shape_find(&s->unit, 1 - j->settings.question.alpha, &s->shape))
		return complain(j->verb, "%s: %s", s->label, bench_detail());
	return 0;
}

/* The shape of the differences of pairs. */
static int look_at_gap(const job *j, comparison *c)
{
	const side *a = c->base, *b = c->test;
	bench_numbers gap = { NULL, a->unit.n };
	const uint32_t *rounds = a->set->round, *others = b->set->round;
	bench_status status;
	double *x;

	if (a->unit.n != b->unit.n)
		return complain(j->verb, "--paired: %s has %zu values and %s has %zu, expected as many",
		                a->label, a->unit.n, b->label, b->unit.n);
	if (rounds && others && !a->units.n && memcmp(rounds, others, a->unit.n * sizeof *rounds))
		return complain(j->verb, "--paired: the rounds of %s and %s are not the same", a->label,
		                b->label);
	x = malloc(gap.n * sizeof *x);
	if (!x)
		return out_of_memory(j);
	for (size_t i = 0; i < gap.n; i++)
		x[i] = b->unit.x[i] - a->unit.x[i];
	gap.x = x;
	status = benchi_shape_find(&gap, 0.95, &c->gap);
	free(x);
	return status ? complain(j->verb, "%s", bench_detail()) : 0;
}

static benchi_sides sides_of(const job *j, const comparison *c)
{
	benchi_sides s = { c->base->unit, c->test->unit, &c->base->shape, &c->test->shape,
		j->settings.question.paired ? &c->gap : NULL };

	return s;
}

static int find(const job *j, comparison *c)
{
	benchi_sides s = sides_of(j, c);
	benchi_method method = benchi_choose(&j->settings.question, &s);

	if (benchi_find(&j->settings.question, method, c->alpha, &s, &c->finding))
		return complain(j->verb, "%s", bench_detail());
	return 0;
}

/* Gives each comparison its corrected alpha. */
static int correct(job *j)
{
	size_t n = j->comparisons;
	double alpha = j->settings.question.alpha;
	double *p = malloc(2 * n * sizeof *p);
	bench_status status = BENCH_OK;

	if (!p)
		return out_of_memory(j);
	for (size_t i = 0; i < n; i++) {
		p[i] = j->comparison[i].finding.p;
		p[n + i] = alpha / (double)n;
	}
	if (!j->settings.question.anytime)
		status = benchi_holm_alphas(p, n, alpha, p + n);
	for (size_t i = 0; i < n; i++)
		j->comparison[i].alpha = p[n + i];
	free(p);
	return status ? out_of_memory(j) : 0;
}

int compare_decide(job *j)
{
	int status = 0;

	for (size_t i = 0; i < j->comparisons && !status; i++) {
		comparison *c = &j->comparison[i];

		c->alpha = j->settings.question.alpha;
		status = compare_prepare(j, c->base);
		if (!status)
			status = compare_prepare(j, c->test);
		if (!status && j->settings.question.paired)
			status = look_at_gap(j, c);
		if (!status)
			status = find(j, c);
	}
	if (status || j->comparisons < 2)
		return status;
	status = correct(j);
	for (size_t i = 0; i < j->comparisons && !status; i++)
		status = find(j, &j->comparison[i]);
	return status;
}

int compare_better(const comparison *c)
{
	if (c->finding.answer != BENCHI_LOWER && c->finding.answer != BENCHI_HIGHER)
		return 0;
	return (c->finding.answer == BENCHI_HIGHER) == c->higher ? 1 : -1;
}

bool compare_by_run(const comparison *c)
{
	return c->base->units.n && c->test->units.n;
}

bool compare_iteration(const side *s, size_t k, double *x)
{
	size_t *seen = calloc(s->units.n, sizeof *seen), found = 0;

	for (size_t i = 0; seen && i < s->raw.n; i++)
		if (seen[s->units.unit[i]]++ == k) {
			x[s->units.unit[i]] = s->raw.x[i];
			found++;
		}
	free(seen);
	return found > 0 && found == s->units.n;
}
