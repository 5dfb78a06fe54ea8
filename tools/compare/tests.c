/*
 * Which tests can be made of two sets, and what do they say?  Under the names that an
 * R session would give them, for --json and --csv.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "tools/keys.h"

/* "ci95.lo" and "ci95.hi". */
static void add_interval(keys *k, const char *prefix, double level, double low, double high)
{
	char name[KEY_LENGTH];

	snprintf(name, sizeof name, "ci%.4g.lo", 100 * level);
	keys_number(k, prefix, name, low);
	snprintf(name, sizeof name, "ci%.4g.hi", 100 * level);
	keys_number(k, prefix, name, high);
}

typedef bench_status ttest(const bench_numbers *a, const bench_numbers *b, double level,
                           bench_ttest *out);

static void add_ttest(keys *k, const char *prefix, ttest *test, const bench_numbers *a,
                      const bench_numbers *b, const double *levels)
{
	bench_ttest t;

	if (keys_nothing(k, test(a, b, 0.95, &t)))
		t.t = t.df = t.p = t.se = t.sd = t.difference = (double)NAN;
	if (test == bench_student_test && a->n > 1 && b->n > 1)
		t.df = (double)(a->n + b->n - 2);
	keys_number(k, prefix, "t", t.t);
	keys_number(k, prefix, "df", t.df);
	keys_number(k, prefix, "p", t.p);
	keys_number(k, prefix, "se", t.se);
	if (test == bench_student_test)
		keys_number(k, prefix, "pooled.sd", t.sd);
	if (test == bench_paired_test) {
		keys_number(k, prefix, "diff", t.difference);
		keys_number(k, prefix, "sd", t.sd);
	}
	/* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): each list ends with 0 */
	for (; *levels > 0; levels++) {
		if (keys_nothing(k, test(a, b, *levels, &t)))
			t.low = t.high = (double)NAN;
		add_interval(k, prefix, *levels, t.low, t.high);
	}
}

/* Welch's interval as cbdr prints it: in per cent of the base's mean. */
static void add_percent(keys *k, const char *low, const char *high, const bench_ttest *t,
                        double mean)
{
	keys_number(k, "cbdr.", low, 100 * t->low / mean);
	keys_number(k, "cbdr.", high, 100 * t->high / mean);
}

static void add_ttests(keys *k, const bench_numbers *a, const bench_numbers *b)
{
	static const double all[] = { .8, .9, .95, .98, .99, .995, 0 }, welch[] = { .9, .95, .999, 0 };
	static const double one[] = { .95, 0 };
	double mean = (double)NAN;
	bench_description d;
	bench_ttest t;

	if (!keys_nothing(k, bench_numbers_describe(a, 0, &d)))
		mean = d.mean;
	if (keys_nothing(k, bench_welch_test(a, b, 0.95, &t)))
		t.difference = t.low = t.high = (double)NAN;
	keys_number(k, "", "diff", t.difference);
	keys_number(k, "", "diff.pct", 100 * t.difference / mean);
	add_percent(k, "pct95.lo", "pct95.hi", &t, mean);
	if (keys_nothing(k, bench_welch_test(a, b, 0.999, &t)))
		t.low = t.high = (double)NAN;
	add_percent(k, "pct99.9.lo", "pct99.9.hi", &t, mean);
	add_ttest(k, "student.", bench_student_test, a, b, all);
	add_ttest(k, "welch.", bench_welch_test, a, b, welch);
	add_ttest(k, "paired.", bench_paired_test, a, b, one);
}

static void add_ranksum(keys *k, const bench_numbers *a, const bench_numbers *b)
{
	bench_ranksum r;

	if (keys_nothing(k, bench_ranksum_test(a, b, 0.95, &r)))
		r.w = r.p = r.p_exact = r.p_normal = r.p_plain = r.z = r.z_plain = r.shift = (double)NAN;
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
static void add_shift(keys *k, const char *prefix, const bench_numbers *a,
                      const bench_numbers *b, double level)
{
	bench_ranksum r;

	if (keys_nothing(k, bench_ranksum_test(a, b, level, &r)))
		r.low = r.high = r.low_normal = r.high_normal = r.rank_normal = r.reached = (double)NAN;
	keys_number(k, prefix, "lo", r.low);
	keys_number(k, prefix, "hi", r.high);
	keys_number(k, prefix, "level", fmin(r.reached, level));
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

/* The margin in the unit of the values, and what it takes to find it. */
static double add_power(keys *k, const settings *s, const bench_numbers *a,
                        const bench_numbers *b)
{
	bench_description da = { 0 }, db = { 0 };
	bench_power plan = { 0, 0, 0, 0.8, 0.95, 0 };
	double chance = (double)NAN;

	if (keys_nothing(k, bench_numbers_describe(a, 0, &da))
	    || keys_nothing(k, bench_numbers_describe(b, 0, &db)))
		da.mean = da.sd = db.sd = (double)NAN;
	plan.delta = s->question.margin * fabs(da.mean);
	plan.sd = fmax(da.sd, db.sd);
	plan.n = (double)(a->n < b->n ? a->n : b->n);
	if (bench_power_chance(&plan, &chance))
		chance = (double)NAN;
	keys_number(k, "power.", "n", power_n(plan, 0));
	keys_number(k, "power.", "n.tight", power_n(plan, 0));
	keys_number(k, "power.", "n.tight.strict", power_n(plan, 1));
	keys_number(k, "power.", "at.min.n", chance);
	keys_number(k, "equiv.", "margin", plan.delta);
	return plan.delta;
}

static void add_equivalence(keys *k, double margin, const bench_numbers *a,
                            const bench_numbers *b)
{
	static const char *const verdicts[] = { "inconclusive", "equivalent", "different" };
	bench_equivalence_options options = { margin, 0, 0 };
	bench_equivalence e;

	if (!(margin > 0) || keys_nothing(k, bench_equivalence_test(a, b, &options, &e))) {
		e.verdict = BENCH_INCONCLUSIVE;
		e.p = (double)NAN;
	}
	keys_text(k, "equiv.", "welch", verdicts[e.verdict]);
	keys_number(k, "equiv.", "welch.tost.p", e.p);
	options.ranks = 1;
	if (!(margin > 0) || keys_nothing(k, bench_equivalence_test(a, b, &options, &e)))
		e.verdict = BENCH_INCONCLUSIVE;
	keys_text(k, "equiv.", "wilcox", verdicts[e.verdict]);
	keys_text(k, "equiv.", "wilcox.orderstat", verdicts[e.verdict]);
}

void keys_tests(const settings *s, const bench_numbers *a, const bench_numbers *b, keys *k)
{
	double margin;

	add_ttests(k, a, b);
	add_ranksum(k, a, b);
	add_shift(k, "wilcox.ci90.", a, b, 0.9);
	add_shift(k, "wilcox.ci95.", a, b, 0.95);
	add_signedrank(k, a, b);
	margin = add_power(k, s, a, b);
	add_equivalence(k, margin, a, b);
}
