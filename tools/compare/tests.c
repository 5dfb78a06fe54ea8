/*
 * All tests of two sets under their names in R, for --json and --csv.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "stats/prepared_tests.h"
#include "tools/keys.h"

/* "ci95.lo" and "ci95.hi". */
static void add_interval(keys *k, const char *prefix, double confidence, double low, double high)
{
	char name[KEY_LENGTH];

	snprintf(name, sizeof name, "ci%.4g.lo", 100 * confidence);
	keys_number(k, prefix, name, low);
	snprintf(name, sizeof name, "ci%.4g.hi", 100 * confidence);
	keys_number(k, prefix, name, high);
}

/* Most comparisons have as many values as the one before, whose quantiles hold. */
static void student_interval(keys *k, bench_ttest *t, size_t level, double confidence)
{
	if (!level && !(k->df == t->df)) {
		k->df = t->df;
		for (size_t i = 0; i < sizeof k->quantile / sizeof *k->quantile; i++)
			k->quantile[i] = (double)NAN;
	}
	if (isnan(k->quantile[level]) && t->se > 0)
		k->quantile[level] = bench_student_quantile(0.5 + confidence / 2, t->df);
	benchi_ttest_interval_by(t, confidence, k->quantile[level]);
}

/* t: of a test that returned status; its numbers are NaN where it failed. */
static void add_ttest(keys *k, const char *prefix, const bench_ttest *t, const double *levels)
{
	bool student = *prefix == 's';

	keys_number(k, prefix, "t", t->t);
	keys_number(k, prefix, "df", t->df);
	keys_number(k, prefix, "p", t->p);
	keys_number(k, prefix, "se", t->se);
	if (student)
		keys_number(k, prefix, "pooled.sd", t->sd);
	if (*prefix == 'p') {
		keys_number(k, prefix, "diff", t->difference);
		keys_number(k, prefix, "sd", t->sd);
	}
	/* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): each list ends with 0 */
	for (size_t i = 0; levels[i] > 0; i++) {
		bench_ttest at = *t;

		if (student)
			student_interval(k, &at, i, levels[i]);
		else if (levels[i] < at.confidence || levels[i] > at.confidence)
			benchi_ttest_interval(&at, levels[i]);
		add_interval(k, prefix, levels[i], at.low, at.high);
	}
}

/* Welch's interval as cbdr prints it: in percent of the base's mean. */
static void add_percent(keys *k, const char *low, const char *high, const bench_ttest *t,
                        double mean)
{
	keys_number(k, "cbdr.", low, 100 * t->low / mean);
	keys_number(k, "cbdr.", high, 100 * t->high / mean);
}

static void add_ttests(keys *k, const benchi_prepared *a, const benchi_prepared *b)
{
	static const double all[] = { .8, .9, .95, .98, .99, .995, 0 }, welch[] = { .9, .95, .999, 0 };
	static const double one[] = { .95, 0 };
	double mean = benchi_mean(&a->moments);
	bench_ttest unequal, t;

	keys_nothing(k, benchi_welch(a, b, 0.95, &unequal)); /* its numbers are NaN where it fails */
	t = unequal;
	keys_number(k, "", "diff", t.difference);
	keys_number(k, "", "diff.pct", 100 * t.difference / mean);
	add_percent(k, "pct95.lo", "pct95.hi", &t, mean);
	benchi_ttest_interval(&t, 0.999);
	add_percent(k, "pct99.9.lo", "pct99.9.hi", &t, mean);
	if (!keys_nothing(k, benchi_student(a, b, 0.95, &t)))
		t.df = (double)(a->set.n + b->set.n - 2);
	add_ttest(k, "student.", &t, all);
	add_ttest(k, "welch.", &unequal, welch);
	keys_nothing(k, bench_paired_test(&a->set, &b->set, 0.95, &t));
	add_ttest(k, "paired.", &t, one);
}

static void add_ranksum(keys *k, benchi_prepared *a, benchi_prepared *b, benchi_rank_memo *memo)
{
	bench_ranksum r;

	keys_nothing(k, benchi_ranksum(a, b, 0.95, memo, &r));
	keys_number(k, "wilcox.", "W", r.w);
	keys_text(k, "wilcox.", "method", r.exact ? "Wilcoxon rank sum exact test" :
	          "Wilcoxon rank sum test with continuity correction");
	keys_number(k, "wilcox.", "p", r.p);
	keys_number(k, "wilcox.", "p.exact", r.p_exact);
	keys_number(k, "wilcox.", "p.normal", r.p_normal);
	keys_number(k, "wilcox.", "p.normal.nocc", r.p_plain);
	keys_number(k, "wilcox.", "z", r.z);
	keys_number(k, "wilcox.", "z.nocc", r.z_plain);
	keys_number(k, "", "hl", r.shift);
}

/* The interval as it is (exact for small sets), and its normal approximation. */
static void add_shift(keys *k, benchi_prepared *a, benchi_prepared *b, benchi_rank_memo *memo,
                      double confidence)
{
	char prefix[KEY_LENGTH];
	bench_ranksum r;

	keys_nothing(k, benchi_ranksum(a, b, confidence, memo, &r));
	snprintf(prefix, sizeof prefix, "wilcox.ci%.4g.", 100 * confidence);
	keys_number(k, prefix, "lo", r.low);
	keys_number(k, prefix, "hi", r.high);
	keys_number(k, prefix, "level", fmin(r.reached, confidence));
	keys_number(k, prefix, "reached", r.reached);
	keys_number(k, prefix, "orderstat.lo", r.low_normal);
	keys_number(k, prefix, "orderstat.hi", r.high_normal);
	keys_number(k, prefix, "orderstat.k", r.rank_normal);
}

static void add_signedrank(keys *k, const bench_numbers *a, const bench_numbers *b)
{
	bench_signedrank s;

	if (keys_nothing(k, bench_signedrank_test(a, b, &s)))
		s.v = s.p = (double)NAN;
	keys_number(k, "signedrank.", "V", s.v);
	keys_number(k, "signedrank.", "p", s.p);
}

static double power_n(bench_power plan, int strict)
{
	double n;

	plan.strict = strict;
	return bench_power_n(&plan, &n) || !isfinite(n) ? (double)NAN : n;
}

static double sd_of(const benchi_prepared *set)
{
	return sqrt(benchi_variance(&set->moments));
}

/* The margin in the unit of the values, and what it takes to find it. */
static double add_power(keys *k, const settings *s, const benchi_prepared *a,
                        const benchi_prepared *b)
{
	bench_power plan = { 0, 0, 0, 0.8, 0.95, 0 };
	double chance = (double)NAN, n;

	plan.delta = s->question.margin * fabs(benchi_mean(&a->moments));
	plan.sd = fmax(sd_of(a), sd_of(b));
	plan.n = (double)(a->set.n < b->set.n ? a->set.n : b->set.n);
	if (bench_power_chance(&plan, &chance))
		chance = (double)NAN;
	n = power_n(plan, 0);
	keys_number(k, "power.", "n", n);
	keys_number(k, "power.", "n.tight", n);
	/* both tails together are found no less often: the least of all is enough for them, too */
	keys_number(k, "power.", "n.tight.strict", n <= 2 ? n : power_n(plan, 1));
	keys_number(k, "power.", "at.min.n", chance);
	keys_number(k, "equiv.", "margin", plan.delta);
	return plan.delta;
}

static void add_equivalence(keys *k, double margin, benchi_prepared *a, benchi_prepared *b,
                            benchi_rank_memo *memo)
{
	static const char *const answers[] = { "inconclusive", "equivalent", "different",
		"different" };
	bench_equivalence_options options = { margin, 0, 0 };
	bench_equivalence e;

	if (!(margin > 0) || keys_nothing(k, benchi_equivalence(a, b, &options, memo, &e))) {
		e.answer = BENCH_UNSURE;
		e.p = (double)NAN;
	}
	keys_text(k, "equiv.", "welch", answers[e.answer]);
	keys_number(k, "equiv.", "welch.tost.p", e.p);
	options.ranks = 1;
	if (!(margin > 0) || keys_nothing(k, benchi_equivalence(a, b, &options, memo, &e)))
		e.answer = BENCH_UNSURE;
	keys_text(k, "equiv.", "wilcox", answers[e.answer]);
	keys_text(k, "equiv.", "wilcox.orderstat", answers[e.answer]);
}

void keys_tests(const settings *s, benchi_comparison *c, keys *k)
{
	benchi_prepared *a = &c->base->values, *b = &c->test->values;
	benchi_rank_memo *memo = benchi_comparison_memo(c);
	double margin;

	add_ttests(k, a, b);
	add_ranksum(k, a, b, memo);
	add_shift(k, a, b, memo, 0.9);
	add_shift(k, a, b, memo, 0.95);
	add_signedrank(k, &a->set, &b->set);
	margin = add_power(k, s, a, b);
	add_equivalence(k, margin, a, b, memo);
}
