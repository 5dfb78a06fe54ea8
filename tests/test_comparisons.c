/*
 * Comparisons of made-up saved sets. Each row expects a method and an answer. In each the answer
 * must follow from the interval, and exchanged sides must give the opposite answer.
 *
 * SPDX-License-Identifier: MIT
 */

#include "sound.h"

#include "tools/tools.h"

enum { VALUES = 120, COMPARISONS = 2 };

/* A set: values around `at`, with these peculiarities. */
struct made {
	double at;
	size_t n;
	double spread;
	double mode;      /* shift of one in three values */
	double far;       /* shift of one in 37 values */
	double drift;     /* added from one value to the next */
	double tick;      /* values are rounded down to multiples; 0: no rounding */
	size_t run_of;    /* values per run; runs differ by half the spread */
	double startup;   /* of a session: time of its start */
};

static const struct comparison_row {
	struct made made[2];
	benchi_question question;
	size_t blocks;
	const char *metric;
	bool rounds;
	const char *name;
	benchi_method method;
	bench_answer answer;
} comparisons[] = {
	{ { { 100, 20, .spread = 2 }, { 103, 24, .spread = 4 } }, { .margin = .01, .alpha = .01 },
	  .name = "means",
	  .method = BENCHI_METHOD_RANKS, .answer = BENCH_UNSURE },
	{ { { 100, 20, .spread = 2 }, { 101, 20, .spread = 2 } }, { .margin = .01, .alpha = .01 },
	  .name = "means, unsure",
	  .method = BENCHI_METHOD_RANKS, .answer = BENCH_UNSURE },
	{ { { 100, 60, .spread = .5 }, { 100.2, 50, .spread = .5 } },
	  { .margin = .01, .alpha = .01 }, .name = "means, the same",
	  .method = BENCHI_METHOD_WELCH, .answer = BENCH_SAME },
	{ { { -5, 3, .spread = 1 }, { -6, 2, .spread = 1 } }, { .margin = .1, .alpha = .05 },
	  .name = "few",
	  .method = BENCHI_METHOD_WELCH, .answer = BENCH_UNSURE },
	{ { { 10, 1, .spread = 1 }, { 11, 2, .spread = 1 } }, { .margin = .1, .alpha = .05 },
	  .name = "one",
	  .method = BENCHI_METHOD_NONE, .answer = BENCH_UNSURE },
	{ { { 100, 60, .spread = 2, .mode = 20 }, { 103, 50, .spread = 4, .far = 80 } },
	  { .margin = .01, .alpha = .01 }, .name = "ranks",
	  .method = BENCHI_METHOD_RANKS, .answer = BENCH_UNSURE },
	{ { { 100, 80, .spread = 2, .tick = 1, .far = 9 }, { 100.4, 70, .spread = 2, .tick = 1 } },
	  { .margin = .01, .alpha = .05 }, .name = "ranks of ties",
	  .method = BENCHI_METHOD_RANKS, .answer = BENCH_UNSURE },
	{ { { 50, 110, .spread = 1, .drift = .02, .far = 8 }, { 50, 105, .spread = 1, .drift = .02 } },
	  { .margin = .02, .alpha = .02 }, .name = "ranks, the same",
	  .method = BENCHI_METHOD_RANKS, .answer = BENCH_SAME },
	{ { { 10, 30, .spread = 0 }, { 10, 30, .mode = 1 } }, { .margin = .01, .alpha = .05 },
	  .name = "rounded, a third of the values in the next step",
	  .method = BENCHI_METHOD_RANKS, .answer = BENCH_UNSURE },
	{ { { 100, 30, .spread = 3, .drift = .2 }, { 101, 30, .spread = 1, .drift = .2 } },
	  { .margin = .01, .alpha = .01, .paired = true }, .name = "pairs",
	  .method = BENCHI_METHOD_PAIRED, .answer = BENCH_UNSURE },
	{ { { 100, 40, .spread = 3, .far = 30 }, { 99, 40, .spread = 1, .mode = 9 } },
	  { .margin = .01, .alpha = .01, .paired = true }, .rounds = true, .name = "signs",
	  .method = BENCHI_METHOD_SIGNS, .answer = BENCH_UNSURE },
	{ { { 3, 6, .spread = 1, .mode = 9 }, { 4, 6, .spread = 1, .far = 90 } },
	  { .margin = .01, .alpha = .01, .paired = true }, .name = "pairs, too few",
	  .method = BENCHI_METHOD_PAIRED, .answer = BENCH_UNSURE },
	{ { { .5, 30, .spread = .0, .far = 1 }, { .5, 30, .spread = .0, .far = 2 } },
	  { .margin = 0, .alpha = .05, .paired = true }, .name = "differences of 0",
	  .method = BENCHI_METHOD_SIGNS, .answer = BENCH_UNSURE },
	{ { { 100, 70, .spread = 2 }, { 104, 70, .spread = 2, .far = 50 } },
	  { .margin = .01, .alpha = .05, .anytime = true }, .name = "anytime",
	  .method = BENCHI_METHOD_ANYTIME, .answer = BENCH_HIGHER },
	{ { { -1, 70, .spread = 2 }, { 1, 70, .spread = 2 } },
	  { .margin = .01, .alpha = .05, .anytime = true }, .name = "anytime, around 0",
	  .method = BENCHI_METHOD_ANYTIME, .answer = BENCH_HIGHER },
	{ { { 100, 70, .spread = 2 }, { 101, 60, .spread = 1 } },
	  { .margin = .02, .alpha = .05, .anytime = true }, .name = "two streams",
	  .method = BENCHI_METHOD_STREAMS, .answer = BENCH_HIGHER },
	{ { { 100, 4, .spread = 2 }, { 101, 5, .spread = 1 } },
	  { .margin = .02, .alpha = .05, .anytime = true }, .name = "two short streams",
	  .method = BENCHI_METHOD_STREAMS, .answer = BENCH_UNSURE },
	{ { { 100, 84, .spread = 2, .run_of = 12 }, { 101, 77, .spread = 2, .run_of = 11 } },
	  { .margin = .001, .alpha = .05 }, .name = "runs",
	  .method = BENCHI_METHOD_WELCH, .answer = BENCH_UNSURE },
	{ { { 100, 84, .spread = 2 }, { 101, 72, .spread = 2 } },
	  { .margin = .001, .alpha = .05 }, 6, .name = "blocks",
	  .method = BENCHI_METHOD_WELCH, .answer = BENCH_HIGHER },
	{ { { .02, 60, .spread = .001, .startup = .002 },
	    { .024, 50, .spread = .001, .startup = .0022 } },
	  { .margin = .01, .alpha = .05 }, .name = "two sessions",
	  .method = BENCHI_METHOD_WELCH, .answer = BENCH_HIGHER },
	{ { { 20, 60, .spread = 1, .startup = 2 }, { 20.1, 50, .spread = 1, .startup = 1.9 } },
	  { .margin = .05, .alpha = .05 }, .name = "two sessions, unsure",
	  .method = BENCHI_METHOD_WELCH, .answer = BENCH_HIGHER },
	{ { { 2000, 1, .spread = 0 }, { 2004, 1, .spread = 0 } },
	  { .margin = .05, .alpha = .05 }, .metric = "instructions", .name = "counts",
	  .method = BENCHI_METHOD_EXACT, .answer = BENCH_HIGHER },
	{ { { 7, 12, .spread = 0 }, { 7, 15, .spread = 0 } }, { .margin = .05, .alpha = .05 },
	  .name = "constant",
	  .method = BENCHI_METHOD_RANKS, .answer = BENCH_SAME },
	{ { { 100, 10, .spread = 1 }, { 101, 15, .spread = 1 } },
	  { .margin = .005, .alpha = .05, .unplanned = true }, .name = "unplanned",
	  .method = BENCHI_METHOD_WELCH, .answer = BENCH_HIGHER },
};

/* Uniform in [0, 1). */
static double drawn(uint64_t *random)
{
	*random = *random * 6364136223846793005u + 1442695040888963407u;
	return (double)(*random >> 40) / (1 << 24);
}

/* Approximately normal. */
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

/* Checks that the answer follows from the intervals: "the same" means within the margin,
 * "lower" and "higher" beyond 0. */
static void check_finding(const char *name, const benchi_finding *f)
{
	sound_interval(name, f->sure.low, f->sure.estimate, f->sure.high);
	ck_assert_msg(isnan(f->p) || (f->p >= 0 && f->p <= 1), "%s: p %g", name, f->p);
	ck_assert_msg(isnan(f->sure.low) || (f->equal.low >= f->sure.low
		&& f->equal.high <= f->sure.high), "%s: the narrower interval is wider", name);
	switch (f->answer) {
	case BENCH_SAME:
		ck_assert_msg(f->equal.low > -f->margin && f->equal.high < f->margin, "%s", name);
		break;
	case BENCH_LOWER:
		ck_assert_msg(f->sure.high < -f->beyond, "%s", name);
		break;
	case BENCH_HIGHER:
		ck_assert_msg(f->sure.low > f->beyond, "%s", name);
		break;
	default:
		ck_assert_msg(!(f->sure.low > f->beyond) && !(f->sure.high < -f->beyond), "%s", name);
	}
	ck_assert_msg(f->answer == BENCH_UNSURE ? isnan(f->more) || f->more >= 1 : !(f->more > 0),
		"%s: %g more", name, f->more);
}

/* Checks the answers for a pair and for the exchanged pair. */
static void check_row(const struct comparison_row *row)
{
	static struct values v[2];
	static const bench_answer opposite[] = { BENCH_UNSURE, BENCH_SAME, BENCH_HIGHER, BENCH_LOWER };
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
	ck_assert_int_eq(benchi_comparisons_decide(&row->question, row->blocks, c, 1), BENCH_OK);
	ck_assert_msg(c[0].finding.method == row->method && c[0].finding.answer == row->answer,
		"%s: method %d, answer %d", row->name, c[0].finding.method, c[0].finding.answer);
	check_finding(row->name, &c[0].finding);
	ck_assert_int_eq(benchi_comparisons_decide(&row->question, row->blocks, c, 2), BENCH_OK);
	check_finding(row->name, &c[0].finding);
	check_finding(row->name, &c[1].finding);
	ck_assert_msg(c[0].alpha <= row->question.alpha && c[1].alpha <= row->question.alpha, "%s",
		row->name);
	if (c[0].finding.answer != BENCH_SAME && c[1].finding.answer != BENCH_SAME)
		ck_assert_msg(c[1].finding.answer == opposite[c[0].finding.answer], "%s: %d, exchanged %d",
			row->name, c[0].finding.answer, c[1].finding.answer);
	ck_assert_int_eq(benchi_comparison_by_run(&c[0]), row->blocks > 0 || row->made[0].run_of > 0);
	ck_assert_int_eq(c[0].sessions, row->made[0].startup > 0);
	benchi_side_free(&side[0]);
	benchi_side_free(&side[1]);
}

START_TEST(the_interval_decides_and_sides_are_alike)
{
	check_row(&comparisons[_i]);
}
END_TEST

ROWS_MAIN("comparisons", the_interval_decides_and_sides_are_alike, comparisons)
