/*
 * What comparing saved results gives on made-up sets: every method with all its numbers.
 *
 * SPDX-License-Identifier: MIT
 */

#include "digits.h"

#include "tools/tools.h"

enum { VALUES = 120, COMPARISONS = 2 };

/* A set: values around at, and what is unusual about them. */
struct made {
	double at;
	size_t n;
	double spread;
	double mode;      /* so far away lies one of three */
	double far;       /* and so far one of 37 */
	double drift;     /* from one to the next */
	double tick;      /* rounded to multiples */
	size_t run_of;    /* values in a run, which differ by half the spread */
	double startup;   /* of a session: at first */
};

static const struct comparison_row {
	struct made made[2];
	benchi_question question;
	size_t blocks;
	const char *metric;
	bool rounds;
	const char *name;
} comparisons[] = {
	{ { { 100, 20, .spread = 2 }, { 103, 24, .spread = 4 } }, { .margin = .01, .alpha = .01 },
	  .name = "means" },
	{ { { 100, 20, .spread = 2 }, { 101, 20, .spread = 2 } }, { .margin = .01, .alpha = .01 },
	  .name = "means, unsure" },
	{ { { 100, 60, .spread = .5 }, { 100.2, 50, .spread = .5 } },
	  { .margin = .01, .alpha = .01 }, .name = "means, the same" },
	{ { { -5, 3, .spread = 1 }, { -6, 2, .spread = 1 } }, { .margin = .1, .alpha = .05 },
	  .name = "few" },
	{ { { 10, 1, .spread = 1 }, { 11, 2, .spread = 1 } }, { .margin = .1, .alpha = .05 },
	  .name = "one" },
	{ { { 100, 60, .spread = 2, .mode = 20 }, { 103, 50, .spread = 4, .far = 80 } },
	  { .margin = .01, .alpha = .01 }, .name = "ranks" },
	{ { { 100, 80, .spread = 2, .tick = 1, .far = 9 }, { 100.4, 70, .spread = 2, .tick = 1 } },
	  { .margin = .01, .alpha = .05 }, .name = "ranks of ties" },
	{ { { 50, 110, .spread = 1, .drift = .02, .far = 8 }, { 50, 105, .spread = 1, .drift = .02 } },
	  { .margin = .02, .alpha = .02 }, .name = "ranks, the same" },
	{ { { 100, 30, .spread = 3, .drift = .2 }, { 101, 30, .spread = 1, .drift = .2 } },
	  { .margin = .01, .alpha = .01, .paired = true }, .name = "pairs" },
	{ { { 100, 40, .spread = 3, .far = 30 }, { 99, 40, .spread = 1, .mode = 9 } },
	  { .margin = .01, .alpha = .01, .paired = true }, .rounds = true, .name = "signs" },
	{ { { 3, 6, .spread = 1, .mode = 9 }, { 4, 6, .spread = 1, .far = 90 } },
	  { .margin = .01, .alpha = .01, .paired = true }, .name = "pairs, too few" },
	{ { { .5, 30, .spread = .0, .far = 1 }, { .5, 30, .spread = .0, .far = 2 } },
	  { .margin = 0, .alpha = .05, .paired = true }, .name = "differences of 0" },
	{ { { 100, 70, .spread = 2 }, { 104, 70, .spread = 2, .far = 50 } },
	  { .margin = .01, .alpha = .05, .anytime = true }, .name = "anytime" },
	{ { { -1, 70, .spread = 2 }, { 1, 70, .spread = 2 } },
	  { .margin = .01, .alpha = .05, .anytime = true }, .name = "anytime, around 0" },
	{ { { 100, 70, .spread = 2 }, { 101, 60, .spread = 1 } },
	  { .margin = .02, .alpha = .05, .anytime = true }, .name = "two streams" },
	{ { { 100, 4, .spread = 2 }, { 101, 5, .spread = 1 } },
	  { .margin = .02, .alpha = .05, .anytime = true }, .name = "two short streams" },
	{ { { 100, 84, .spread = 2, .run_of = 12 }, { 101, 77, .spread = 2, .run_of = 11 } },
	  { .margin = .001, .alpha = .05 }, .name = "runs" },
	{ { { 100, 84, .spread = 2 }, { 101, 72, .spread = 2 } },
	  { .margin = .001, .alpha = .05 }, 6, .name = "blocks" },
	{ { { .02, 60, .spread = .001, .startup = .002 },
	    { .024, 50, .spread = .001, .startup = .0022 } },
	  { .margin = .01, .alpha = .05 }, .name = "two sessions" },
	{ { { 20, 60, .spread = 1, .startup = 2 }, { 20.1, 50, .spread = 1, .startup = 1.9 } },
	  { .margin = .05, .alpha = .05 }, .name = "two sessions, unsure" },
	{ { { 2000, 1, .spread = 0 }, { 2004, 1, .spread = 0 } },
	  { .margin = .05, .alpha = .05 }, .metric = "instructions", .name = "counts" },
	{ { { 7, 12, .spread = 0 }, { 7, 15, .spread = 0 } }, { .margin = .05, .alpha = .05 },
	  .name = "constant" },
	{ { { 100, 10, .spread = 1 }, { 101, 15, .spread = 1 } },
	  { .margin = .005, .alpha = .05, .unplanned = true }, .name = "unplanned" },
};

/* From 0 to 1. */
static double drawn(uint64_t *random)
{
	*random = *random * 6364136223846793005u + 1442695040888963407u;
	return (double)(*random >> 40) / (1 << 24);
}

/* Normal, nearly. */
static double noise(uint64_t *random)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += drawn(random);
	return sum;
}

/* The arrays of a side. */
struct values {
	double x[VALUES], startup[VALUES];
	uint32_t run[VALUES], round[VALUES];
	benchi_set set, ups;
};

static void make(const struct made *m, bool rounds, uint64_t random, struct values *v)
{
	uint64_t of_run = random + 1;
	double apart = 0;

	for (size_t i = 0; i < m->n; i++) {
		if (m->run_of && i % m->run_of == 0)
			apart = noise(&of_run) * m->spread / 2;
		v->startup[i] = m->startup * (1 + noise(&random) / 64);
		v->x[i] = m->at + noise(&random) * m->spread + apart + m->drift * (double)i;
		v->x[i] += i % 3 == 1 ? m->mode : 0;
		v->x[i] += i % 37 == 5 ? m->far : 0;
		if (m->tick > 0)
			v->x[i] = floor(v->x[i] / m->tick) * m->tick;
		v->run[i] = (uint32_t)(m->run_of ? i / m->run_of + 7 : 0);
		v->round[i] = (uint32_t)i;
	}
	v->set = (benchi_set){ .x = v->x, .n = m->n, .run = m->run_of ? v->run : NULL,
		.round = rounds ? v->round : NULL };
	v->ups = (benchi_set){ .x = v->startup, .n = m->n };
}

static void add_interval(struct digits *d, const benchi_interval *i)
{
	digits_add(d, i->low);
	digits_add(d, i->estimate);
	digits_add(d, i->high);
}

static void add_finding(struct digits *d, const benchi_finding *f)
{
	digits_add(d, f->method + 10 * (int)f->answer);
	add_interval(d, &f->sure);
	add_interval(d, &f->equal);
	digits_add(d, f->location);
	digits_add(d, f->margin);
	digits_add(d, f->p);
	digits_add(d, f->reached);
	digits_add(d, f->more);
	digits_add(d, (double)f->n);
}

static void add_shape(struct digits *d, const benchi_shape *s)
{
	digits_add(d, s->warnings);
	digits_add(d, s->normality.p);
	digits_add(d, s->trend.p);
	digits_add(d, s->trend.lag1);
	digits_add(d, (double)(s->far + 100 * s->modes.n + 1000 * s->outlier.index));
	digits_add(d, s->modes.n ? s->modes.at[s->modes.n - 1] : 0);
}

static void compare(const struct comparison_row *row, struct digits *d)
{
	static struct values v[2];
	benchi_side side[2];
	benchi_comparison c[COMPARISONS];

	memset(side, 0, sizeof side);
	memset(c, 0, sizeof c);
	for (size_t i = 0; i < 2; i++) {
		make(&row->made[i], row->rounds, 7919 * i + row->made[i].n, &v[i]);
		v[i].set.benchmark = i ? "test" : "base";
		v[i].set.metric = row->metric ? row->metric : "time";
		side[i].set = &v[i].set;
		side[i].label = i ? "test" : "base";
		side[i].file = i;
		side[i].startup = row->made[i].startup > 0 ? &v[i].ups : NULL;
		side[i].raw = (bench_numbers){ v[i].x, v[i].set.n };
		c[i].base = &side[i];
		c[i].test = &side[1 - i];
		c[i].higher = i == 0;
	}
	digits_add(d, benchi_comparisons_decide(&row->question, row->blocks, c, 1));
	add_finding(d, &c[0].finding);
	digits_add(d, benchi_comparisons_decide(&row->question, row->blocks, c, 2));
	digits_add(d, c[1].finding.answer);
	digits_add(d, c[1].finding.sure.low);
	digits_add(d, c[1].finding.equal.high);
	digits_add(d, c[1].finding.reached);
	digits_add(d, c[1].finding.more);
	digits_add(d, c[0].alpha);
	digits_add(d, c[1].alpha);
	digits_add(d, benchi_comparison_better(&c[0]) + 3 * benchi_comparison_by_run(&c[0]));
	digits_add(d, c[0].sessions ? c[0].session.startup : 0);
	digits_add(d, c[0].sessions ? c[0].session.se : 0);
	digits_add(d, c[0].sessions ? c[0].session.df : 0);
	digits_add(d, (double)side[0].units.n + 100 * (double)side[1].units.most);
	digits_add(d, side[0].units.n ? side[0].units.between : 0);
	digits_add(d, benchi_shape_spread(&side[0].shape, &side[1].shape));
	add_shape(d, &side[0].shape);
	add_shape(d, row->question.paired ? &c[0].gap : &side[1].shape);
	benchi_side_free(&side[0]);
	benchi_side_free(&side[1]);
}

START_TEST(comparing_saved_results_gives_the_same_numbers)
{
	struct digits found = { .name = comparisons[_i].name };

	compare(&comparisons[_i], &found);
	digits_golden(&found);
}
END_TEST

DIGITS_MAIN("analysis", comparing_saved_results_gives_the_same_numbers, comparisons)
