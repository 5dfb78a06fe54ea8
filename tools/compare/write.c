/*
 * Comparisons for programs: one flat object, or one row, per comparison.  Numbers have full
 * precision; an unknown number is null (JSON) or empty (CSV), and NaN within this file.
 *
 * The answer and its basis come first, then the figures of each set (a: the base, b: the test) and
 * all tests.  Tests use all values even if runs were compared.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/compare/compare.h"

enum { KEY = 32, WARNINGS = 96 };

/* Larger sets have no numbers that are slow and decide nothing (null): the dip, the trend, ranks of
 * pairs, and all of the shift that the answer does not rest on.  With them two sets of a million
 * take twice as long. */
enum { ALL_TESTS_MOST = 100000 };

/* State shared by the functions that make one record. */
typedef struct tests {
	records *r;
	char warnings[2][WARNINGS];
	double df, quantile[8]; /* degrees of freedom and Student's quantiles of the last comparison,
	                           one per level; df NaN: none yet */
	bool no_memory;   /* a test ran out of memory: its keys are left out */
} tests;

/* Returns the record after setting the prefix of the keys that follow. */
static records *under(const tests *k, const char *prefix)
{
	k->r->prefix = prefix;
	return k->r;
}

/* Returns whether a test failed; remembers if memory was the reason. */
static bool tests_failed(tests *k, bench_status status)
{
	k->no_memory = k->no_memory || status == BENCH_ERR_MEMORY;
	return status != BENCH_OK;
}

/* Figures of one set; a separate thread computes those of a large set. */
typedef struct figures {
	benchi_prepared *set;
	bench_status status; /* BENCH_ERR_MEMORY if a figure ran out of memory */
	bench_description description;
	bench_normality normality;
	struct benchi_outlier_test outlier;
	bench_modality modality;
	bench_trend trend;
} figures;

static void compute(void *arg)
{
	figures *f = arg;
	const benchi_moments *m = &f->set->moments;
	bench_status status[4] = { benchi_describe(f->set, 0.95, &f->description),
		bench_normality_test(&f->set->set, &f->normality) };

	if (f->set->set.n <= ALL_TESTS_MOST) {
		status[2] = benchi_modality(f->set, &f->modality);
		status[3] = benchi_trend(f->set, &f->trend);
	} else {
		f->modality = (bench_modality){ .dip = (double)NAN, .p = (double)NAN };
		f->trend = (bench_trend){ .s = (double)NAN, .variance = (double)NAN, .z = (double)NAN,
			.p = (double)NAN, .tau = (double)NAN, .tau_p = (double)NAN,
			.lag1 = m->squares > 0 ? m->products / m->squares : (double)NAN };
	}
	benchi_outlier(f->set, &f->outlier);
	f->status = BENCH_OK;
	for (size_t i = 0; i < sizeof status / sizeof *status; i++)
		f->status = status[i] == BENCH_ERR_MEMORY ? BENCH_ERR_MEMORY : f->status;
}

static void add_side(tests *k, const char *prefix, const benchi_side *s, const figures *f)
{
	static const char *const names[BENCHI_SET_WARNINGS] = { "few", "modes", "outliers", "drift",
		"neighbours", "normal", "spread", "constant" };
	char *warnings = k->warnings[*prefix == 'b'];

	*warnings = '\0';
	for (unsigned bit = 0; bit < BENCHI_SET_WARNINGS; bit++)
		if (s->shape.warnings >> bit & 1)
			snprintf(warnings + strlen(warnings), WARNINGS - strlen(warnings), "%s%s",
			         *warnings ? " " : "", names[bit]);
	record_numbers(under(k, prefix), { "n", (double)s->raw.n },
		{ "runs", s->units.n ? (double)s->units.n : (double)NAN },
		{ "between", s->units.n ? s->units.between : (double)NAN });
	record_texts(under(k, prefix), { "warnings", warnings });
	const bench_description *d = &f->description;
	const bench_normality *w = &f->normality;
	const struct benchi_outlier_test *o = &f->outlier;
	const bench_trend *t = &f->trend;

	tests_failed(k, f->status);
	record_numbers(under(k, prefix), { "min", d->min }, { "max", d->max }, { "median", d->median },
		{ "mean", d->mean }, { "sd", d->sd }, { "var", d->variance }, { "q05", d->q05 },
		{ "q25", d->q25 }, { "q75", d->q75 }, { "q95", d->q95 }, { "mad", d->mad },
		{ "iqr", d->iqr }, { "mean.ci95.lo", d->mean_low }, { "mean.ci95.hi", d->mean_high },
		{ "sd.ci95.lo", d->sd_low }, { "sd.ci95.hi", d->sd_high }, { "shapiro.W", w->w },
		{ "shapiro.p", w->p }, { "shapiro.W.shifted", w->w }, { "shapiro.p.shifted", w->p },
		{ "grubbs.G", o->g }, { "grubbs.U", o->u }, { "grubbs.value", o->value },
		{ "grubbs.p1", o->p_one }, { "grubbs.p2", o->p_two }, { "dip.D", f->modality.dip },
		{ "dip.p", f->modality.p }, { "acf1", t->lag1 }, { "mk.S", t->s },
		{ "mk.varS", t->variance }, { "mk.Z", t->z }, { "mk.p", t->p }, { "kendall.tau", t->tau },
		{ "kendall.p.default", t->tau_p });
	record_texts(under(k, prefix), { "grubbs.side", o->high ? "highest" : "lowest" });
}

/*
 * All tests of two sets under their names in R, for programs.
 */

/* Adds a t test. t: result of a test that returned status; numbers of a failed test are NaN.
 * levels: confidence of each interval, ending in 0: "ci95.lo" and "ci95.hi". */
static void add_ttest(tests *k, const char *prefix, const bench_ttest *t, const double *levels)
{
	const bool student = *prefix == 's';
	char name[KEY];

	record_numbers(under(k, prefix), { "t", t->t }, { "df", t->df }, { "p", t->p },
		{ "se", t->se });
	if (student)
		record_numbers(under(k, prefix), { "pooled.sd", t->sd });
	if (*prefix == 'p')
		record_numbers(under(k, prefix), { "diff", t->difference }, { "sd", t->sd });
	if (student && !(k->df == t->df)) {
		k->df = t->df;
		for (size_t i = 0; i < sizeof k->quantile / sizeof *k->quantile; i++)
			k->quantile[i] = (double)NAN;
	}
	/* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): each list ends with 0 */
	for (size_t i = 0; levels[i] > 0; i++) {
		bench_ttest at = *t;

		if (student) {
			/* Most comparisons have as many values as the previous one, so its quantiles still
			 * hold. */
			if (isnan(k->quantile[i]) && at.se > 0)
				k->quantile[i] = benchi_student_quantile(0.5 + levels[i] / 2, at.df);
			benchi_ttest_interval(&at, levels[i], k->quantile[i]);
		} else if (levels[i] < at.confidence || levels[i] > at.confidence)
			benchi_ttest_interval(&at, levels[i], (double)NAN);
		snprintf(name, sizeof name, "ci%.4g.lo", 100 * levels[i]);
		record_numbers(under(k, prefix), { name, at.low });
		snprintf(name, sizeof name, "ci%.4g.hi", 100 * levels[i]);
		record_numbers(under(k, prefix), { name, at.high });
	}
}

/* Adds the interval of the shift: exact for small sets, and its normal approximation. whole: the
 * sets are small enough for both. */
static void add_shift(tests *k, benchi_prepared *a, benchi_prepared *b, benchi_rank_memo *memo,
                      double confidence, bool whole)
{
	char prefix[KEY];
	bench_ranksum r;

	tests_failed(k, benchi_ranksum(a, b, whole ? confidence : (double)NAN, memo, &r));
	snprintf(prefix, sizeof prefix, "wilcox.ci%.4g.", 100 * confidence);
	record_numbers(under(k, prefix), { "lo", r.low }, { "hi", r.high },
		{ "level", whole ? fmin(r.reached, confidence) : (double)NAN }, { "reached", r.reached },
		{ "orderstat.lo", r.low_normal }, { "orderstat.hi", r.high_normal },
		{ "orderstat.k", r.rank_normal });
}

static double power_n(bench_power plan, int strict)
{
	double n;

	plan.strict = strict;
	return bench_power_n(&plan, &n) || !isfinite(n) ? (double)NAN : n;
}

static void add_tests(const settings *s, benchi_comparison *c, tests *k)
{
	static const double all[] = { .8, .9, .95, .98, .99, .995, 0 }, welch[] = { .9, .95, .999, 0 };
	static const double one[] = { .95, 0 };
	static const char *const answers[] = { "inconclusive", "equivalent", "different",
		"different" };
	benchi_prepared *a = &c->base->values, *b = &c->test->values;
	benchi_rank_memo *memo = c->base->units.n || c->test->units.n ? &c->by_value : &c->by_unit;
	const bool whole = a->set.n <= ALL_TESTS_MOST && b->set.n <= ALL_TESTS_MOST;
	const bool decisive = memo->counted && fabs(c->alpha - 0.05) < 1e-9; /* has the 95 % interval */
	const double mean = benchi_mean(&a->moments);
	bench_power plan = { 0, 0, 0, 0.8, 0.95, 0 };
	bench_equivalence_options options = { .ranks = 0 };
	bench_equivalence e;
	double chance = (double)NAN, n;
	bench_ttest unequal, t;
	bench_ranksum r;
	bench_signedrank signedrank;

	tests_failed(k, benchi_welch(a, b, 0.95, &unequal)); /* NaN if it fails */
	record_numbers(under(k, ""), { "diff", unequal.difference },
		{ "diff.pct", 100 * unequal.difference / mean });
	/* Welch's interval as cbdr prints it: in percent of the base's mean. */
	record_numbers(under(k, "cbdr."), { "pct95.lo", 100 * unequal.low / mean },
		{ "pct95.hi", 100 * unequal.high / mean });
	t = unequal;
	benchi_ttest_interval(&t, 0.999, (double)NAN);
	record_numbers(under(k, "cbdr."), { "pct99.9.lo", 100 * t.low / mean },
		{ "pct99.9.hi", 100 * t.high / mean });
	if (!tests_failed(k, benchi_student(a, b, 0.95, &t)))
		t.df = (double)(a->set.n + b->set.n - 2);
	add_ttest(k, "student.", &t, all);
	add_ttest(k, "welch.", &unequal, welch);
	tests_failed(k, bench_paired_test(&a->set, &b->set, 0.95, &t));
	add_ttest(k, "paired.", &t, one);

	tests_failed(k, benchi_ranksum(a, b, whole ? 0.95 : (double)NAN, memo, &r));
	record_numbers(under(k, "wilcox."), { "W", r.w });
	record_texts(under(k, "wilcox."), { "method", r.exact ? "Wilcoxon rank sum exact test" :
	          "Wilcoxon rank sum test with continuity correction" });
	record_numbers(under(k, "wilcox."), { "p", r.p }, { "p.exact", r.p_exact },
		{ "p.normal", r.p_normal }, { "p.normal.nocc", r.p_plain },
		{ "z", r.z }, { "z.nocc", r.z_plain });
	record_numbers(under(k, ""), { "hl", memo->counted ? memo->shift : (double)NAN });
	add_shift(k, a, b, memo, 0.9, whole);
	add_shift(k, a, b, memo, 0.95, whole || decisive);
	if (!whole || tests_failed(k, bench_signedrank_test(&a->set, &b->set, &signedrank)))
		signedrank.v = signedrank.p = (double)NAN;
	record_numbers(under(k, "signedrank."), { "V", signedrank.v }, { "p", signedrank.p });

	/* The margin in the unit of the values, and the number of values that find it. */
	plan.delta = s->question.margin * fabs(mean);
	plan.sd = sqrt(fmax(benchi_variance(&a->moments), benchi_variance(&b->moments)));
	plan.n = (double)(a->set.n < b->set.n ? a->set.n : b->set.n);
	if (bench_power_chance(&plan, &chance))
		chance = (double)NAN;
	n = power_n(plan, 0);
	/* Counting both tails raises the power, so the smallest n suffices for them as well. */
	record_numbers(under(k, "power."), { "n", n }, { "n.tight", n },
		{ "n.tight.strict", n <= 2 ? n : power_n(plan, 1) }, { "at.min.n", chance });
	record_numbers(under(k, "equiv."), { "margin", plan.delta });
	options.margin = plan.delta;
	if (!(plan.delta > 0) || tests_failed(k, benchi_equivalence(a, b, &options, memo, &e)))
		e = (bench_equivalence){ .answer = BENCH_UNSURE, .p = (double)NAN };
	record_texts(under(k, "equiv."), { "welch", answers[e.answer] });
	record_numbers(under(k, "equiv."), { "welch.tost.p", e.p });
	options.ranks = 1;
	if (!whole || !(plan.delta > 0)
	    || tests_failed(k, benchi_equivalence(a, b, &options, memo, &e)))
		e.answer = BENCH_UNSURE;
	record_texts(under(k, "equiv."), { "wilcox", whole ? answers[e.answer] : NULL },
		{ "wilcox.orderstat", whole ? answers[e.answer] : NULL });
}

int compare_print_records(const job *j)
{
	static const char *const methods[] = { "none", "welch", "ranks", "paired", "signs", "anytime",
		"streams", "exact", "total" };
	records r = { .out = stdout, .csv = j->settings.output == OUTPUT_CSV };
	tests k = { .r = &r, .df = (double)NAN };

	if (!r.csv)
		printf("{\n  \"libbench\": 1,\n  \"correction\": \"%s\",\n  \"comparisons\": [",
		       j->comparisons < 2 || j->settings.consecutive ? "none"
		       : j->settings.question.anytime ? "bonferroni" : "holm");
	for (size_t i = 0; i < j->comparisons && !k.no_memory; i++) {
		/* Everything about a comparison, always the same keys in the same order. */
		benchi_comparison *c = &j->comparison[i];
		figures a = { .set = &c->base->values }, b = { .set = &c->test->values };
		const benchi_finding *f = &c->finding;
		const int better = benchi_comparison_better(c);
		const double share = 100 / f->location;

		parallel_two(a.set->set.n + b.set->set.n, compute, &a, &b);
		record_texts(under(&k, ""), { "base", c->base->label }, { "test", c->test->label },
			{ "benchmark", c->test->set->benchmark }, { "metric", c->test->set->metric },
			{ "unit", c->test->set->unit }, { "answer", benchi_answer_name(f->answer) },
			{ "better", better > 0 ? "test" : better < 0 ? "base" : "neither" },
			{ "method", methods[f->method] },
			{ "replication", benchi_comparison_by_run(c) ? "run" : "value" });
		record_numbers(&r, { "more_runs", f->more }, { "confidence", 100 * (1 - c->alpha) },
			{ "margin", 100 * j->settings.question.margin }, { "p", f->p },
			{ "difference", f->sure.estimate }, { "difference.lo", f->sure.low },
			{ "difference.hi", f->sure.high }, { "percent", f->sure.estimate * share },
			{ "percent.lo", f->sure.low * share }, { "percent.hi", f->sure.high * share },
			{ "percent.equal.lo", f->equal.low * share },
			{ "percent.equal.hi", f->equal.high * share },
			{ "startup.percent", c->sessions ? 100 * c->session.startup : (double)NAN });
		add_side(&k, "a.", c->base, &a);
		add_side(&k, "b.", c->test, &b);
		add_tests(&j->settings, c, &k);
		record_end(&r);
	}
	records_end(&r);
	if (k.no_memory)
		benchi_no_memory("the statistical tests");
	return k.no_memory ? -1 : 0;
}
