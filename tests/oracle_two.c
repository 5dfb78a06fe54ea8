/*
 * The oracle's keys for a pair of sets (welch.p, hl, power.n.tight, ...).
 *
 * SPDX-License-Identifier: MIT
 */
#include "oracle.h"

/* The status is not needed: what cannot be computed is missing from the result. */
static void ignore(bench_status status)
{
	(void)status;
}

#define CLOSED 1e-11
#define CHANCE 1e-10

static int starts(const char *text, const char *with, const char **rest)
{
	size_t n = strlen(with);

	if (strncmp(text, with, n) != 0)
		return 0;
	*rest = text + n;
	return 1;
}

static int is(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

/* A difference near 0 is compared on the scale of the two means. */
static int put(answer *out, double value, double tolerance, double scale)
{
	out->value = value;
	out->tolerance = tolerance;
	out->scale = scale;
	return 1;
}

static void t_test(const pair *p, int welch, double confidence, bench_ttest *t)
{
	benchi_prepared a, b;

	if (!benchi_prepare(&p->a.set, 2, &a) && !benchi_prepare(&p->b.set, 2, &b))
		ignore((welch ? benchi_welch : benchi_student)(&a, &b, confidence, t));
}

/* Parses "ci99.5.lo": the confidence and the end of the interval; tests at that confidence. */
static int interval_end(bench_ttest *t, const pair *p, int welch, const char *rest, answer *out,
                        double factor)
{
	/* in "99.9.lo" strtod would read the second dot too */
	const char *end = rest + strlen(rest) - 3;
	char digits[16] = "";
	double confidence;
	double rounding = 1e-5 * (fabs(p->a.d.mean) > 1e11 ? 0 : fabs(p->a.d.mean));

	if (strlen(rest) < 5 || strlen(rest) > 12 || (!is(end, ".lo") && !is(end, ".hi")))
		return 0;
	memcpy(digits, rest, (size_t)(end - rest));
	confidence = strtod(digits, NULL) / 100;
	t_test(p, welch, confidence, t);
	return put(out, factor * (is(end, ".lo") ? t->low : t->high), CLOSED,
	           fabs(factor) * (t->high - t->low + rounding));
}

static int answer_t(const pair *p, int welch, const char *key, answer *out)
{
	bench_ttest t;
	const char *rest;

	t_test(p, welch, 0.95, &t);
	if (is(key, "df")) { /* if all numbers are equal there is no test, but df is defined */
		out->lenient = welch ? 0 : THEIRS_ONLY;
		return put(out, t.df, CLOSED, 0);
	}
	if (is(key, "se")) { /* R refuses if all numbers are equal; the error is then 0 */
		out->lenient = OURS_ONLY;
		return put(out, t.se, CLOSED, 0);
	}
	if (is(key, "pooled.sd"))
		return put(out, t.sd, CLOSED, 0);
	if (is(key, "t"))
		return put(out, t.t, CLOSED, 1e-5 * fabs(p->a.d.mean) / t.se);
	if (is(key, "p"))
		return put(out, t.p, CHANCE, 0);
	return starts(key, "ci", &rest) && interval_end(&t, p, welch, rest, out, 1);
}

static int answer_paired(const pair *p, const char *key, answer *out)
{
	const bench_ttest *t = &p->paired_test;
	double width = t->high - t->low;

	if (is(key, "sd")) { /* R's sd(b - a) recycles the shorter set, so its value is meaningless */
		out->lenient = p->paired ? 0 : THEIRS_ONLY;
		return put(out, t->sd, CLOSED, 0);
	}
	if (is(key, "diff"))
		return put(out, t->difference, CLOSED, 0);
	if (is(key, "df")) { /* if all differences are equal there is no test */
		out->lenient = t->sd > 0 ? 0 : THEIRS_ONLY;
		return put(out, t->df, CLOSED, 0);
	}
	if (is(key, "t"))
		return put(out, t->t, CLOSED, 0);
	if (is(key, "p"))
		return put(out, t->p, CHANCE, 0);
	if (is(key, "ci95.lo"))
		return put(out, t->low, CLOSED, width);
	return is(key, "ci95.hi") && put(out, t->high, CLOSED, width);
}

static int answer_signed(const pair *p, const char *key, answer *out)
{
	if (is(key, "V"))
		return put(out, p->signed_rank.v, 0, 0);
	if (is(key, "p"))
		return put(out, p->signed_rank.p, CHANCE, 0);
	out->text = p->signed_rank.exact ? "Wilcoxon signed rank exact test"
	                                 : "Wilcoxon signed rank test with continuity correction";
	if (!p->paired)
		out->text = "NA";
	return is(key, "method");
}

/* The keys of one interval: "orderstat.lo", "lo", "tight.hi", "level". */
static int answer_shift_interval(const pair *p, const bench_ranksum *r, const char *key,
                                 const char *source, answer *out)
{
	int by_search = is(source, "R") || is(source, "NA");
	double end = strstr(key, "lo") ? r->low : r->high, range = p->b.d.max - p->a.d.min;

	if (is(key, "level")) { /* R gives the requested confidence unless it is off by half of alpha */
		double missed = (1 - r->reached) - (1 - r->confidence);

		out->lenient = OURS_ONLY; /* R's search failed; the order statistics exist */
		return put(out, missed > (1 - r->confidence) / 2 ? r->reached : r->confidence, 1e-12, 0);
	}
	if (is(key, "orderstat.k"))
		return put(out, r->rank_normal, 0, 0);
	if (is(key, "orderstat.lo"))
		return put(out, r->low_normal, 1e-15, fabs(p->a.d.max));
	if (is(key, "orderstat.hi"))
		return put(out, r->high_normal, 1e-15, fabs(p->a.d.max));
	/* R's search stops at an absolute error of 1e-4, or at 1e-13 of the range. If all numbers
	 * of a set are equal it fails, although the order statistics exist. */
	out->lenient = OURS_ONLY;
	if (is(key, "lo") || is(key, "hi"))
		return put(out, end, by_search ? 2e-4 : 1e-15, by_search ? 1 : fabs(p->a.d.max));
	return (is(key, "tight.lo") || is(key, "tight.hi"))
	    && put(out, end, by_search ? 1e-11 : 1e-15, by_search ? fabs(range) : fabs(p->a.d.max));
}

static int answer_wilcox(const pair *p, const char *key, const char *source, answer *out)
{
	const bench_ranksum *r = &p->rank95;
	const char *rest;

	if (is(key, "W"))
		return put(out, r->w, 0, 0);
	if (is(key, "p"))
		return put(out, r->p, r->exact ? 1e-12 : CHANCE, 0);
	if (is(key, "p.exact"))
		return put(out, r->p_exact, 1e-12, 0);
	if (is(key, "p.normal"))
		return put(out, r->p_normal, CHANCE, 0);
	if (is(key, "p.normal.nocc"))
		return put(out, r->p_plain, CHANCE, 0);
	if (is(key, "z"))
		return put(out, r->z, CLOSED, 0);
	if (is(key, "z.nocc"))
		return put(out, r->z_plain, CLOSED, 0);
	if (is(key, "est") || is(key, "est.tight")) {
		/* R's search ends anywhere between the two middle differences, or fails */
		out->lenient = OURS_ONLY;
		return put(out, r->shift, is(source, "R") ? 1 : 1e-15,
		           is(source, "R") ? r->high - r->low + 2e-4 : fabs(p->a.d.max));
	}
	if (is(key, "method")) {
		out->text = r->exact ? "Wilcoxon rank sum exact test"
		                     : "Wilcoxon rank sum test with continuity correction";
		return 1;
	}
	if (starts(key, "ci90.", &rest))
		return answer_shift_interval(p, &p->rank90, rest, source, out);
	return starts(key, "ci95.", &rest) && answer_shift_interval(p, r, rest, source, out);
}

static int answer_power(const pair *p, const char *key, answer *out)
{
	bench_power plan = p->plan;

	if (is(key, "at.min.n")) {
		plan.n = (double)(p->a.d.n < p->b.d.n ? p->a.d.n : p->b.d.n);
		ignore(bench_power_chance(&plan, &out->value));
		return put(out, out->value, 1e-9, 0);
	}
	plan.strict = is(key, "n.tight.strict");
	ignore(bench_power_n(&plan, &out->value));
	/* R's search stops at 1.2e-4, and goes on below 2, where no test exists */
	return (plan.strict || is(key, "n") || is(key, "n.tight"))
	    && put(out, out->value, is(key, "n") ? 1e-4 : 1e-9, 0);
}

static const char *words_of(const bench_equivalence *e)
{
	return e->answer == BENCH_SAME ? "equivalent"
	     : e->answer == BENCH_UNSURE ? "inconclusive" : "different";
}

static int answer_equivalence(const pair *p, const char *key, answer *out)
{
	if (is(key, "margin"))
		return put(out, p->by_welch.margin, CLOSED, 0);
	if (is(key, "welch.tost.p"))
		return put(out, p->by_welch.p, CHANCE, 0);
	out->text = words_of(is(key, "welch") ? &p->by_welch : &p->by_ranks);
	out->lenient = OURS_ONLY; /* R fails if all numbers of a set are equal */
	return is(key, "welch") || is(key, "wilcox") || is(key, "wilcox.orderstat");
}

int answer_two(const pair *p, const char *key, const char *source, answer *out)
{
	const char *rest;
	bench_ttest t;
	double mean = p->a.d.mean;

	ignore(bench_welch_test(&p->a.set, &p->b.set, 0, &t));
	if (is(key, "diff"))
		return put(out, t.difference, CLOSED, 1e-5 * fabs(mean) * (fabs(mean) < 1e11));
	if (is(key, "diff.pct"))
		return put(out, 100 * t.difference / mean, CLOSED, 1e-3);
	if (is(key, "hl"))
		return put(out, p->rank95.shift, 1e-15, fabs(p->a.d.max));
	if (starts(key, "student.", &rest))
		return answer_t(p, 0, rest, out);
	if (starts(key, "welch.", &rest))
		return answer_t(p, 1, rest, out);
	if (starts(key, "cbdr.pct", &rest))
		return interval_end(&t, p, 1, rest, out, 100 / mean);
	if (starts(key, "wilcox.", &rest))
		return answer_wilcox(p, rest, source, out);
	if (starts(key, "paired.", &rest))
		return answer_paired(p, rest, out);
	if (starts(key, "signedrank.", &rest))
		return answer_signed(p, rest, out);
	if (starts(key, "power.", &rest))
		return answer_power(p, rest, out);
	return starts(key, "equiv.", &rest) && answer_equivalence(p, rest, out);
}
