/*
 * Exact tests of decisions: four answers from intervals, the method for each kind of set, Holm's
 * levels, modes, runs as units.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/tools.h"

static benchi_interval interval(double low, double high)
{
	benchi_interval i = { low, (low + high) / 2, high };

	return i;
}

TEST(four_answers)
{
	static const struct {
		double low, high, equal_low, equal_high, margin;
		bench_answer answer;
		double beyond;
	} cases[] = {
		{ 1, 3, 1.2, 2.8, 1, BENCH_HIGHER, 0 }, { -3, -1, -2.8, -1.2, 1, BENCH_LOWER, 0 },
		{ -.5, .5, -.4, .4, 1, BENCH_SAME, 0 },
		{ .2, .8, .3, .7, 1, BENCH_SAME, 0 },         /* certain, within the margin */
		{ .2, 1.1, .3, .9, 1, BENCH_SAME, 0 },        /* so is only the narrower interval */
		{ .2, 1.2, .3, 1.1, 1, BENCH_HIGHER, 0 },     /* certain, maybe beyond the margin */
		{ -1.2, .2, -1.1, .1, 1, BENCH_UNSURE, 0 },
		{ -2, 2, -1.5, 1.5, 1, BENCH_UNSURE, 0 },
		{ 0, 2, .1, 1.9, 1, BENCH_UNSURE, 0 },  /* 0 is within the interval */
		{ -2, 0, -1.9, -.1, 1, BENCH_UNSURE, 0 }, { -1, 1, -1, .9, 1, BENCH_UNSURE, 0 },
		{ -1, 1, -.9, 1, 1, BENCH_UNSURE, 0 },
		{ -.1, .1, -.1, .1, 0, BENCH_UNSURE, 0 }, /* without a margin no difference is "the same" */
		{ .1, .2, .1, .2, 0, BENCH_HIGHER, 0 },
		{ NAN, NAN, NAN, NAN, 1, BENCH_UNSURE, 0 },
		{ .2, 1.2, .3, 1.1, 1, BENCH_UNSURE, 1 },  /* maybe not beyond 1, as required */
		{ 1.1, 3, 1.2, 2.8, 1, BENCH_HIGHER, 1 }, { -3, -1.1, -2.8, -1.2, 1, BENCH_LOWER, 1 },
		{ -3, -1, -2.8, -1.2, 1, BENCH_UNSURE, 1 }, { .2, .8, .3, .7, 1, BENCH_SAME, 1 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		benchi_interval sure = interval(cases[i].low, cases[i].high);
		benchi_interval equal = interval(cases[i].equal_low, cases[i].equal_high);

		ck_assert_msg(benchi_answer_of(&sure, &equal, cases[i].margin,
		                               cases[i].beyond) == cases[i].answer,
		              "case %zu", i);
	}
}

TEST(how_many_more)
{
	/* the article's third data set: sd 2.938169, 1 % of 324.8128, n = 13.87397 */
	benchi_outlook plan = { { -5, 0, 5 }, 3.248128, 2.938169, 0.05, 3, 0 };

	ck_assert_double_eq(benchi_more_runs(&plan), 14 - 3);
	plan.sure = interval(-9, -1); /* estimate 5, further than the margin: fewer runs */
	ck_assert_double_eq(benchi_more_runs(&plan), 7 - 3);
	plan.n = 100;
	ck_assert_double_eq(benchi_more_runs(&plan), 1);
	plan.sd = (double)NAN; /* the interval shrinks with the square root of n */
	plan.sure = interval(-4, 4);
	plan.margin = 4;
	ck_assert_double_eq_tol(benchi_more_runs(&plan), 105, 1); /* 100 * 1.4294 squared, minus 100 */
	plan.margin = 0;
	ck_assert(isnan(benchi_more_runs(&plan)));
}

TEST(levels_after_holm)
{
	double p[] = { .04, .001, NAN, .02, .5 };
	double alpha[5];

	ck_assert_int_eq(benchi_holm_alphas(p, 5, .05, alpha), BENCH_OK);
	CHECK_NUMBERS({ alpha[1], .05 / 4 },
		{ alpha[3], .05 / 3 },   /* .02 exceeds it: the later levels do not rise */
		{ alpha[0], .05 / 3 }, { alpha[4], .05 / 3 }, { alpha[2], .05 / 4 });
	p[3] = .015;            /* now it does not */
	ck_assert_int_eq(benchi_holm_alphas(p, 5, .05, alpha), BENCH_OK);
	CHECK_NUMBERS({ alpha[3], .05 / 3 }, { alpha[0], .05 / 2 }, { alpha[4], .05 / 2 });
}

static double x[1000], y[1000];

/* n numbers: quantiles of the normal distribution, in an order without a trend. */
static bench_numbers normal_set(double *to, size_t n, double mean, double sd)
{
	bench_numbers set = { to, n };

	for (size_t i = 0; i < n; i++) {
		size_t place = i * 7919 % n;

		to[i] = mean + sd * benchi_normal_quantile(((double)place + .5) / (double)n);
	}
	return set;
}

/* Finds the shape of a set; frees the sorted copy. */
static bench_status shape_of(const bench_numbers *set, benchi_shape *shape)
{
	benchi_prepared p;
	bench_status status = benchi_prepare(set, 1, &p);

	if (!status)
		status = benchi_shape_find(&p, .95, shape);
	benchi_prepared_free(&p);
	return status;
}

TEST(warnings_are_raised)
{
	bench_numbers set = normal_set(x, 101, 10, 1);
	benchi_shape shape, other;
	char text[200];

	x[17] = 90;
	ck_assert_int_eq(shape_of(&set, &shape), BENCH_OK);
	ck_assert_uint_ne(shape.warnings & BENCHI_SET_WARN_OUTLIERS, 0);
	ck_assert_ptr_nonnull(strstr(benchi_warning_summary(BENCHI_SET_WARN_OUTLIERS, &shape,
		"ms", text, 200), "90 ms (value 18)"));
	for (size_t i = 0; i < 101; i++)
		x[i] = (double)i + (double)(i * 7919 % 101) / 10;
	ck_assert_int_eq(shape_of(&set, &shape), BENCH_OK);
	ck_assert_uint_eq(shape.warnings & (BENCHI_SET_WARN_DRIFT | BENCHI_SET_WARN_NEIGHBOURS),
	                  BENCHI_SET_WARN_DRIFT | BENCHI_SET_WARN_NEIGHBOURS);
	set.n = 4;
	ck_assert_int_eq(shape_of(&set, &shape), BENCH_OK);
	ck_assert_uint_ne(shape.warnings & BENCHI_SET_WARN_FEW, 0);
	set = normal_set(x, 30, 1, 1);
	ck_assert_int_eq(shape_of(&set, &shape), BENCH_OK);
	set = normal_set(y, 30, 1, 4);
	ck_assert_int_eq(shape_of(&set, &other), BENCH_OK);
	ck_assert_uint_eq(benchi_shape_spread(&shape, &other), BENCHI_SET_WARN_SPREAD);
	ck_assert_uint_eq(benchi_shape_spread(&shape, &shape), 0);
}

/* The finding for two sets, including their shapes. */
static benchi_finding find(const benchi_question *q, bench_numbers a, bench_numbers b)
{
	static double gap_x[1000];
	bench_numbers gap_set = { gap_x, a.n };
	benchi_shape shape_a, shape_b, gap;
	benchi_prepared pa, pb;
	benchi_rank_memo memo = { 0 };
	benchi_sides s = { &pa, &pb, &shape_a, &shape_b, NULL, &memo, NULL };
	benchi_finding f;

	ck_assert_int_eq(benchi_prepare(&a, 1, &pa), BENCH_OK);
	ck_assert_int_eq(benchi_prepare(&b, 1, &pb), BENCH_OK);
	ck_assert_int_eq(benchi_shape_find(&pa, .95, &shape_a), BENCH_OK);
	ck_assert_int_eq(benchi_shape_find(&pb, .95, &shape_b), BENCH_OK);
	for (size_t i = 0; i < a.n && q->paired; i++)
		gap_x[i] = b.x[i] - a.x[i];
	if (q->paired) {
		ck_assert_int_eq(shape_of(&gap_set, &gap), BENCH_OK);
		s.gap = &gap;
	}
	ck_assert_int_eq(benchi_find(q, q->alpha, &s, &f), BENCH_OK);
	benchi_prepared_free(&pa);
	benchi_prepared_free(&pb);
	return f;
}

/* 40 values: `many` of them near 8, the others near 14.6. */
static bench_numbers two_modes(double *to, size_t many)
{
	bench_numbers set = { to, 40 };

	for (size_t i = 0; i < 40; i++)
		to[i] = (i * 17 % 40 < many ? 8 : 14.6) + (double)(i * 7 % 40) / 1000;
	return set;
}

TEST(a_shift_that_the_medians_do_not_share)
{
	benchi_question q = { .margin = .01, .alpha = .05 };
	benchi_finding f = find(&q, two_modes(x, 16), two_modes(y, 28));

	CHECK_NUMBERS({ f.method, BENCHI_METHOD_WELCH },   /* ranks would give 0 % lower */
		{ f.answer, BENCH_LOWER }, { 100 * f.sure.estimate / f.location, -16.6, .1 });
	f = find(&q, two_modes(x, 28), two_modes(y, 29));
	CHECK_NUMBERS({ f.method, BENCHI_METHOD_RANKS }, { f.sure.estimate, 0, .01 });
}

TEST(the_method_suits_the_sets)
{
	benchi_question q = { .margin = .01, .alpha = .05 };
	bench_numbers a = normal_set(x, 30, 100, 1), b = normal_set(y, 30, 103, 1);
	benchi_finding f = find(&q, a, b);

	CHECK_NUMBERS({ f.method, BENCHI_METHOD_WELCH }, { f.answer, BENCH_HIGHER },
		{ 100 * f.sure.estimate / f.location, 3, 1e-9 }, { f.more, 0 });
	for (size_t i = 0; i < 30; i++)
		x[i] = 100 + exp(x[i] - 100);
	f = find(&q, a, b);
	ck_assert_int_eq(f.method, BENCHI_METHOD_RANKS);
	a.n = b.n = 3; /* too few for ranks */
	x[0] = 1;
	x[1] = 1.0001;
	x[2] = 50;
	ck_assert_int_eq(find(&q, a, b).method, BENCHI_METHOD_WELCH);
	a.n = 1;
	f = find(&q, a, b);
	CHECK_NUMBERS({ f.method, BENCHI_METHOD_NONE }, { f.answer, BENCH_UNSURE }, { f.more, 2 });
}

TEST(constant_sets)
{
	benchi_question q = { .margin = .01, .alpha = .05 };
	bench_numbers a = { x, 5 }, b = { y, 5 };

	for (size_t i = 0; i < 5; i++) {
		x[i] = 7.25;
		y[i] = 7.5;
	}
	ck_assert_int_eq(find(&q, a, b).answer, BENCH_HIGHER);
	ck_assert_int_eq(find(&q, a, a).answer, BENCH_SAME);
	a.n = b.n = 3; /* three constant values each prove nothing at 95 % */
	ck_assert_int_eq(find(&q, a, b).answer, BENCH_UNSURE);
	ck_assert_double_eq(find(&q, a, b).more, 1);
	a.n = b.n = 2;
	ck_assert_double_eq(find(&q, a, b).more, 2);
}

TEST(pairs_cancel_what_they_share)
{
	benchi_question q = { .margin = .001, .alpha = .05 };
	bench_numbers a = normal_set(x, 20, 100, 5), b = { y, 20 };
	benchi_finding f;

	for (size_t i = 0; i < 20; i++)
		y[i] = x[i] + 1 + .1 * benchi_normal_quantile(((double)(i * 7 % 20) + .5) / 20);
	ck_assert_int_eq(find(&q, a, b).answer, BENCH_UNSURE);
	q.paired = true;
	f = find(&q, a, b);
	CHECK_NUMBERS({ f.method, BENCHI_METHOD_PAIRED }, { f.answer, BENCH_HIGHER });
	y[3] += 40; /* an outlier among the differences: the sign test */
	f = find(&q, a, b);
	CHECK_NUMBERS({ f.method, BENCHI_METHOD_SIGNS }, { f.answer, BENCH_HIGHER },
		{ f.sure.estimate, 1, .1 });
}

TEST(evidence_at_any_time)
{
	benchi_question q = { .margin = .01, .alpha = .05, .anytime = true };
	bench_numbers a = normal_set(x, 200, 100, 1), b = { y, 200 };
	benchi_finding f;

	for (size_t i = 0; i < 200; i++)
		y[i] = 1.1 * x[(i * 31 + 7) % 200];
	f = find(&q, a, b);
	CHECK_NUMBERS({ f.method, BENCHI_METHOD_ANYTIME }, { f.answer, BENCH_HIGHER },
		{ f.sure.estimate / f.location, .1, .005 },
		{ log1p(f.sure.low / f.location), log1p(f.sure.estimate / f.location) - .0035, .0025 });
	ck_assert_double_gt(f.sure.high, f.sure.estimate);
	b.n = 150;
	f = find(&q, a, b);
	CHECK_NUMBERS({ f.method, BENCHI_METHOD_STREAMS }, { f.answer, BENCH_HIGHER });
	a.n = b.n = 5;
	f = find(&q, a, b);
	ck_assert_int_eq(f.answer, BENCH_UNSURE);
	ck_assert_double_eq(f.more, 12 - 5); /* with fewer than 12 pairs the interval is unbounded */
}

TEST(runs_are_units)
{
	double values[] = { 1, 5, 2, 6 };
	uint32_t run[] = { 9, 4, 9, 4 };
	const benchi_set set = { .x = values, .n = 4, .run = run };
	const benchi_question q = { .alpha = .05, .brief = true };
	benchi_side side = { .set = &set, .raw = { values, 4 } };
	const benchi_units *units = &side.units;

	ck_assert_int_eq(benchi_side_prepare(&q, 0, &side), BENCH_OK);
	CHECK_NUMBERS({ units->n, 2 }, { units->most, 2 }, { units->mean[0], 1.5 },
		{ units->mean[1], 5.5 }, { units->between, 7.75 / 8.25, 1e-12 });
	benchi_side_free(&side);
}

TEST(more_runs_at_any_scale)
{
	for (int e = -9; e <= 9; e += 3) {
		double unit = pow(10, e);
		benchi_outlook plan = { { -1 * unit, .5 * unit, 2 * unit }, unit, 1.5 * unit, .05, 9, 0 };

		ck_assert_double_eq(benchi_more_runs(&plan), 134);
		plan.sd = 0;
		ck_assert_double_eq(benchi_more_runs(&plan), 157);
	}
}

CHECK_SUITE("decide")
