/*
 * What a gate decides of pairs of processes with several layouts, and when.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/versus/versus.h"

int complain(const char *verb_name, const char *format, ...)
{
	ck_abort_msg("%s: %s", verb_name, format);
	return 2;
}

/* The change of pairs of processes: normal, of one standard deviation between layouts and another
 * within them. */
static versus_case *measured(versus *v, size_t layouts, size_t times, double change, double between,
                             double within)
{
	versus_case *c;
	uint64_t random = 7;

	*v = (versus){ .settings = { .question = { .margin = .01, .alpha = .01 }, .git = "base" } };
	c = versus_case_of(v, "case");
	ck_assert_ptr_nonnull(c);
	c->margin = .01;
	c->listed[OLD] = c->listed[NEW] = true;
	for (int side = 0; side < SIDES; side++)
		for (size_t k = 0; k < layouts; k++)
			ck_assert(versus_add_variant(&v->side[side], "program"));
	for (size_t i = 0; i < layouts * times; i++) {
		size_t k = i % layouts;
		double u = ((double)(k * 7 % layouts) + .5) / (double)layouts;
		double e = ((double)benchi_random_below(&random, 1000) + .5) / 1000;

		for (int side = 0; side < SIDES; side++) {
			one_run run = { .build = k, .ns = 100 * (side == NEW ? exp(change
				+ between * benchi_normal_quantile(u) + within * benchi_normal_quantile(e)) : 1),
				.cycles = (double)NAN };

			ck_assert(versus_add(c, side, &run));
		}
	}
	ck_assert_int_eq(versus_decide(v, false), BENCH_OK);
	return c;
}

/* A busy machine can stop a process in its only window, whose mean is then its median. */
TEST(one_stopped_process_is_no_rare_work)
{
	versus v;
	versus_case *c = measured(&v, 17, 3, .03, 0, .005);

	for (int side = 0; side < SIDES; side++)
		for (size_t i = 0; i < c->n[side]; i++) {
			c->run[side][i].mean = (struct benchi_mean){ 1, .99, 1.01 };
			c->run[side][i].iterations = 10;
		}
	c->run[NEW][20].ns *= 200;
	c->run[NEW][20].iterations = 1;
	ck_assert_int_eq(versus_decide(&v, true), BENCH_OK);
	ck_assert(!c->by_total);
	ck_assert(versus_is_red(c));
	versus_free(&v);
}

/* Next to a neighbour for nearly all of the time, the few undisturbed pairs need not be better. */
TEST(disturbed_pairs_count_where_they_tell_far_more)
{
	versus v;
	versus_case *c = measured(&v, 17, 16, .03, 0, .01);

	for (size_t i = 0; i < c->n[NEW]; i++)
		c->run[NEW][i].disturbed = i % 16 != 0;
	ck_assert_int_eq(versus_decide(&v, false), BENCH_OK);
	ck_assert_uint_eq(c->left_out, 0);
	for (size_t i = 0; i < c->n[NEW]; i++)          /* they scatter four times as much */
		c->run[NEW][i].ns = c->run[NEW][i].disturbed
			? pow(c->run[NEW][i].ns / 103, 4) * 103 : c->run[NEW][i].ns;
	ck_assert_int_eq(versus_decide(&v, false), BENCH_OK);
	ck_assert_uint_eq(c->left_out, 17 * 15);
	versus_free(&v);
}

TEST(pairs_of_a_layout_repeat_each_other)
{
	versus v;
	versus_case *c = measured(&v, 17, 20, .03, .06, .001);

	/* 17 layouts of +-6 % know their median to 2 %: 3 % is not surely above 1 % */
	ck_assert(!versus_is_red(c) && !versus_is_green(c));
	ck_assert(versus_layouts_differ(c));
	ck_assert_double_lt(c->change.low, -.01);
	versus_free(&v);
	c = measured(&v, 17, 20, .03, 0, .03);
	ck_assert(versus_is_red(c));
	ck_assert(!versus_layouts_differ(c));
	versus_free(&v);
	/* further layouts help */
	c = measured(&v, 90, 4, .05, .06, .001);
	ck_assert(versus_is_red(c));
	versus_free(&v);
}

/* Red needs a certain slowdown, which is probably beyond the margin. */
TEST(the_margin_is_judged_more_easily_than_the_slowdown)
{
	versus v;
	versus_case *c = measured(&v, 17, 3, .025, 0, .03);

	ck_assert(versus_is_red(c));
	ck_assert_double_lt(c->certain.low, .01);
	versus_free(&v);
	c = measured(&v, 17, 1, .03, 0, .03);
	ck_assert(!versus_is_slower(c));        /* too few pairs to be certain */
	ck_assert(!versus_is_red(c) && !versus_is_green(c));
	c->certain.low = -(double)INFINITY;     /* and to tell how many are needed */
	c->change.low = c->change.estimate - 2 * (c->change.estimate - log1p(c->margin));
	ck_assert_double_eq_tol(versus_times_needed(c), 4, 1e-9);
	versus_free(&v);
	c = measured(&v, 17, 3, .0102, 0, .003);
	ck_assert(versus_is_slower(c));
	ck_assert(!versus_is_red(c) && !versus_is_green(c));
	ck_assert_double_gt(versus_times_needed(c), 2);
	versus_free(&v);
}

TEST(the_last_look_needs_fewer_pairs)
{
	versus v;
	versus_case *c = measured(&v, 17, 3, .0125, 0, .008);
	benchi_interval before = c->change;

	ck_assert(!versus_is_red(c) && !versus_is_green(c));
	ck_assert_int_eq(versus_decide(&v, true), BENCH_OK);
	ck_assert(versus_is_red(c));
	ck_assert_double_gt(c->change.low, before.low);
	ck_assert_double_lt(c->change.high, before.high);
	versus_free(&v);
	c = measured(&v, 3, 1, .05, 0, .001);
	ck_assert_int_eq(versus_decide(&v, true), BENCH_OK);
	ck_assert(isinf(c->change.low));        /* three pairs are too few for any interval */
	versus_free(&v);
}

/* Longer processes make total times surer, but there are fewer pairs of them for medians. */
TEST(processes_get_longer_for_rare_work_or_if_only_total_times_are_open)
{
	versus v;
	versus_case *total = measured(&v, 17, 3, 0, 0, .005), *pairs;

	v.settings.git = NULL;
	pairs = versus_case_of(&v, "other");
	total = &v.c[0];
	ck_assert_ptr_nonnull(pairs);
	ck_assert(versus_add(pairs, OLD, total->run[OLD]));
	total->answer = pairs->answer = BENCH_UNSURE;
	total->by_total = true;
	total->change = (benchi_interval){ -.1, 0, .1 };
	ck_assert_int_eq(versus_length_wanted(&v), VERSUS_LONGER);    /* the other is in one program */
	ck_assert(versus_add(pairs, NEW, total->run[NEW]));
	ck_assert_int_eq(versus_length_wanted(&v), VERSUS_SHORT);
	pairs->answer = BENCH_SAME;
	ck_assert_int_eq(versus_length_wanted(&v), VERSUS_LONGER);
	total->change.low = -(double)INFINITY;
	ck_assert_int_eq(versus_length_wanted(&v), VERSUS_SHORT);
	pairs->answer = BENCH_UNSURE;
	total->total[NEW].rare = true;
	ck_assert_int_eq(versus_length_wanted(&v), VERSUS_RARE);
	total->answer = BENCH_SAME;
	ck_assert_int_eq(versus_length_wanted(&v), VERSUS_SHORT);
	versus_free(&v);
}

TEST(a_case_is_timed_until_faster_is_certain)
{
	versus v;
	versus_case *c = measured(&v, 24, 1, -.05, 0, .05);

	ck_assert(versus_is_green(c));
	ck_assert(versus_needs_pairs(c));
	versus_free(&v);
	c = measured(&v, 17, 2, -.05, 0, .01);
	ck_assert_double_lt(c->certain.high, 0);
	ck_assert(!versus_needs_pairs(c));
	versus_free(&v);
	c = measured(&v, 17, 1, -.005, 0, .01);
	ck_assert(versus_is_green(c));          /* perhaps faster, but not by the margin */
	ck_assert(!versus_needs_pairs(c));
	versus_free(&v);
	c = measured(&v, 11, 1, 0, 0, .001);    /* too few to show rare work */
	ck_assert(versus_is_green(c));
	ck_assert(versus_needs_pairs(c));
	versus_free(&v);
}

CHECK_SUITE("versus")
