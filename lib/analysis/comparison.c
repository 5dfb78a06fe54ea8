/*
 * Runs every comparison of a question.
 *
 * Each set is prepared once.  If both sets of a comparison have runs, the comparison is
 * between the runs' means.  With several comparisons each gets the confidence of Holm's
 * rule (anytime: Bonferroni's, since every interim result counts).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "analysis/comparison.h"
#include "data/results.h"

static bench_status out_of_memory(void)
{
	return benchi_fail(BENCH_ERR_MEMORY, "for the comparison");
}

/* Numbers the blocks of N values. */
static bench_status make_blocks(size_t blocks, benchi_side *s)
{
	if (s->raw.n % blocks)
		return benchi_fail(BENCH_ERR_ARGUMENT, "--blocks: %s has %zu values, expected "
		                   "a multiple of %zu", s->label, s->raw.n, blocks);
	s->made_runs = malloc(s->raw.n * sizeof *s->made_runs);
	if (!s->made_runs)
		return out_of_memory();
	for (size_t i = 0; i < s->raw.n; i++)
		s->made_runs[i] = (uint32_t)(i / blocks);
	s->run = s->made_runs;
	return BENCH_OK;
}

/* Fills in the values to compare. */
static bench_status find_units(size_t blocks, benchi_side *s)
{
	bench_status status = BENCH_OK;

	s->unit = s->raw;
	if (blocks > 1)
		status = make_blocks(blocks, s);
	else if (!blocks)
		s->run = s->set->run;
	if (status || !s->run)
		return status;
	if (benchi_units_find(&s->raw, s->run, &s->units))
		return out_of_memory();
	if (blocks > 1 || (s->units.n > 1 && s->units.n < s->raw.n)) {
		s->unit.x = s->units.mean;
		s->unit.n = s->units.n;
	} else
		benchi_units_free(&s->units);
	return BENCH_OK;
}

bench_status benchi_side_prepare(const benchi_question *question, size_t blocks, benchi_side *s)
{
	bench_status status;

	if (s->ready)
		return BENCH_OK;
	benchi_side_free(s); /* of an attempt that failed */
	status = find_units(blocks, s);
	if (!status)
		status = benchi_prepare(&s->raw, 1, &s->values);
	if (!status && s->units.n)
		status = benchi_prepare(&s->unit, 1, &s->means);
	if (status)
		return status;
	status = benchi_shape_find(benchi_side_units(s), 1 - question->alpha, &s->shape);
	s->ready = !status;
	return status;
}

/* The shape of the differences of pairs. */
static bench_status look_at_gap(benchi_comparison *c)
{
	const benchi_side *a = c->base, *b = c->test;
	bench_numbers gap = { NULL, a->unit.n };
	benchi_prepared prepared = { 0 };
	const uint32_t *rounds = a->set->round, *others = b->set->round;
	bench_status status;
	double *x;

	if (a->unit.n != b->unit.n)
		return benchi_fail(BENCH_ERR_ARGUMENT, "--paired: %s has %zu values and %s has %zu, "
		                   "expected as many", a->label, a->unit.n, b->label, b->unit.n);
	if (rounds && others && !a->units.n && memcmp(rounds, others, a->unit.n * sizeof *rounds))
		return benchi_fail(BENCH_ERR_ARGUMENT, "--paired: the rounds of %s and %s are "
		                   "not the same", a->label, b->label);
	x = malloc(gap.n * sizeof *x);
	if (!x)
		return out_of_memory();
	for (size_t i = 0; i < gap.n; i++)
		x[i] = b->unit.x[i] - a->unit.x[i];
	gap.x = x;
	status = benchi_prepare(&gap, 1, &prepared);
	if (!status)
		status = benchi_shape_find(&prepared, 0.95, &c->gap);
	benchi_prepared_free(&prepared);
	free(x);
	return status;
}

/* Two files whose values have a start-up beside them are two sessions; runs have their own
 * spread. */
static void look_at_sessions(benchi_comparison *c)
{
	const benchi_side *a = c->base, *b = c->test;
	benchi_session base, test;

	c->sessions = false;
	if (a->file == b->file || !a->startup || !b->startup || benchi_comparison_by_run(c)
	    || a->startup->n != a->raw.n || b->startup->n != b->raw.n)
		return;
	base = (benchi_session){ a->raw.x, a->startup->x, a->raw.n };
	test = (benchi_session){ b->raw.x, b->startup->x, b->raw.n };
	c->sessions = !benchi_sessions_change(&base, &test, &c->session);
}

static benchi_sides sides_of(const benchi_question *question, benchi_comparison *c)
{
	benchi_sides s = { benchi_side_units(c->base), benchi_side_units(c->test), &c->base->shape,
		&c->test->shape, question->paired ? &c->gap : NULL, &c->by_unit,
		c->sessions ? &c->session : NULL };

	return s;
}

/* A count that is the same in every run needs no statistics: a change of 1 is a change. */
static bool find_exact(const benchi_question *question, benchi_comparison *c)
{
	const benchi_set *a = c->base->set, *b = c->test->set;
	double d;
	bool matters;

	if (!benchi_count_exact(a->metric) || a->n != 1 || b->n != 1 || a->round || b->round)
		return false;
	d = b->x[0] - a->x[0];
	matters = fabs(d) > question->beyond * fabs(a->x[0]);
	memset(&c->finding, 0, sizeof c->finding);
	c->finding.method = BENCHI_METHOD_EXACT;
	c->finding.answer = !matters ? BENCH_SAME : d < 0 ? BENCH_LOWER : BENCH_HIGHER;
	c->finding.sure = c->finding.equal = (benchi_interval){ d, d, d };
	c->finding.location = fabs(a->x[0]) > 0 ? fabs(a->x[0]) : (double)NAN;
	c->finding.p = (double)NAN;
	c->finding.reached = 1;
	c->finding.n = 1;
	return true;
}

static bench_status find(const benchi_question *question, benchi_comparison *c)
{
	benchi_sides s = sides_of(question, c);
	benchi_method method;

	if (find_exact(question, c))
		return BENCH_OK;
	method = benchi_choose(question, &s);
	return benchi_find(question, method, c->alpha, &s, &c->finding);
}

/* Gives each comparison its corrected alpha. */
static bench_status correct(const benchi_question *question, benchi_comparison *c, size_t n)
{
	double *p = malloc(2 * n * sizeof *p);
	bench_status status = BENCH_OK;

	if (!p)
		return out_of_memory();
	for (size_t i = 0; i < n; i++) {
		/* p is that of no change at all; beyond a stated margin all share alike */
		p[i] = question->beyond > 0 ? 1 : c[i].finding.p;
		p[n + i] = question->alpha / (double)n;
	}
	if (!question->anytime)
		status = benchi_holm_alphas(p, n, question->alpha, p + n);
	for (size_t i = 0; i < n; i++)
		c[i].alpha = p[n + i];
	free(p);
	return status;
}

static bench_status decide_one(const benchi_question *question, size_t blocks, benchi_comparison *c)
{
	bench_status status = benchi_side_prepare(question, blocks, c->base);

	c->alpha = question->alpha;
	if (!status)
		status = benchi_side_prepare(question, blocks, c->test);
	if (!status && question->paired)
		status = look_at_gap(c);
	if (!status)
		look_at_sessions(c);
	return status ? status : find(question, c);
}

bench_status benchi_comparisons_decide(const benchi_question *question, size_t blocks,
                                       benchi_comparison *c, size_t n)
{
	bench_status status = BENCH_OK;
	benchi_question first = *question;

	first.unplanned = question->unplanned || n > 1; /* the corrected one plans */
	for (size_t i = 0; i < n && !status; i++)
		status = decide_one(&first, blocks, &c[i]);
	if (status || n < 2)
		return status;
	status = correct(question, c, n);
	for (size_t i = 0; i < n && !status; i++)
		status = find(question, &c[i]);
	return status;
}

void benchi_side_free(benchi_side *side)
{
	benchi_units_free(&side->units);
	benchi_prepared_free(&side->values);
	benchi_prepared_free(&side->means);
	free(side->made_runs);
	side->made_runs = NULL;
}

benchi_prepared *benchi_side_units(benchi_side *side)
{
	return side->units.n ? &side->means : &side->values;
}

benchi_rank_memo *benchi_comparison_memo(benchi_comparison *c)
{
	return c->base->units.n || c->test->units.n ? &c->by_value : &c->by_unit;
}

int benchi_comparison_better(const benchi_comparison *c)
{
	if (c->finding.answer != BENCH_LOWER && c->finding.answer != BENCH_HIGHER)
		return 0;
	return (c->finding.answer == BENCH_HIGHER) == c->higher ? 1 : -1;
}

bool benchi_comparison_by_run(const benchi_comparison *c)
{
	return c->base->units.n && c->test->units.n;
}
