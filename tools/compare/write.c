/*
 * Comparisons for programs: one flat object, or one row, a comparison; numbers in
 * full precision, null (JSON) or nothing (CSV) where there is none.
 *
 * The answer and what it rests on come first; then each set's figures (a: the base, b:
 * the test) and the tests of both, of all values, whatever the unit of the answer is.
 * What does not exist is a NaN here and null outside.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/compare/compare.h"

#define KEYS_MOST 220
#define KEY_LENGTH 32

typedef struct flat_key {
	char name[KEY_LENGTH];
	const char *text; /* NULL: it is a number */
	char kept[96];    /* what text may point to */
	double number;    /* NaN: null */
} flat_key;

/* One comparison, flat. */
typedef struct flat_keys {
	flat_key key[KEYS_MOST];
	size_t n;
	double df, quantile[8]; /* Student's of the last comparison, one a level; df NaN: none */
	bool no_memory;   /* for one of the tests: its keys are missing, not undefined */
} flat_keys;

#define keys_numbers(k, prefix, ...) \
	keys_number_list(k, prefix, RECORD_LIST(record_item, __VA_ARGS__))

/* Whether a test that returned status has no result.  Notes if memory was the reason. */
static bool keys_nothing(flat_keys *k, bench_status status)
{
	k->no_memory = k->no_memory || status == BENCH_ERR_MEMORY;
	return status != BENCH_OK;
}

static flat_key *add(flat_keys *k, const char *prefix, const char *name)
{
	flat_key *added = &k->key[k->n < KEYS_MOST - 1 ? k->n++ : k->n];

	snprintf(added->name, sizeof added->name, "%s%s", prefix, name);
	added->text = NULL;
	added->number = (double)NAN;
	return added;
}

/* Adds one; prefix and name are joined. */
static void keys_number(flat_keys *k, const char *prefix, const char *name, double number)
{
	add(k, prefix, name)->number = number;
}

static void keys_number_list(flat_keys *k, const char *prefix, const record_item *item, size_t n)
{
	for (size_t i = 0; i < n; i++)
		keys_number(k, prefix, item[i].key, item[i].x);
}

static void keys_text(flat_keys *k, const char *prefix, const char *name, const char *text)
{
	add(k, prefix, name)->text = text;
}

/* What is computed of one set, in a thread of its own where the set is large. */
typedef struct figures {
	benchi_prepared *set;
	bench_status status; /* BENCH_ERR_MEMORY if one of them needed more */
	bench_description description;
	bench_normality normality;
	struct benchi_outlier_test outlier;
	bench_modality modality;
	bench_trend trend;
} figures;

static void compute(void *arg)
{
	figures *f = arg;
	bench_status status[] = { benchi_describe(f->set, 0.95, &f->description),
		bench_normality_test(&f->set->set, &f->normality), benchi_modality(f->set, &f->modality),
		benchi_trend(f->set, &f->trend) };

	benchi_outlier(f->set, &f->outlier);
	f->status = BENCH_OK;
	for (size_t i = 0; i < sizeof status / sizeof *status; i++)
		f->status = status[i] == BENCH_ERR_MEMORY ? BENCH_ERR_MEMORY : f->status;
}

static void add_figures(flat_keys *k, const char *prefix, const figures *f)
{
	const bench_description *d = &f->description;
	const bench_normality *w = &f->normality;
	const struct benchi_outlier_test *o = &f->outlier;
	const bench_trend *t = &f->trend;

	keys_nothing(k, f->status);
	keys_numbers(k, prefix, { "min", d->min }, { "max", d->max }, { "median", d->median },
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
	keys_text(k, prefix, "grubbs.side", o->high ? "highest" : "lowest");
}

/* The warnings' names, joined with blanks. */
static void add_warnings(flat_keys *k, const char *prefix, unsigned warnings)
{
	static const char *const names[BENCHI_SET_WARNINGS] = { "few", "modes", "outliers", "drift",
		"neighbours", "normal", "spread", "constant" };
	flat_key *added = add(k, prefix, "warnings");

	added->kept[0] = '\0';
	for (unsigned bit = 0; bit < BENCHI_SET_WARNINGS; bit++)
		if (warnings >> bit & 1)
			snprintf(added->kept + strlen(added->kept), sizeof added->kept - strlen(added->kept),
			         "%s%s", *added->kept ? " " : "", names[bit]);
	added->text = added->kept;
}

static void add_side(flat_keys *k, const char *prefix, const benchi_side *s, const figures *f)
{
	keys_numbers(k, prefix, { "n", (double)s->raw.n },
		{ "runs", s->units.n ? (double)s->units.n : (double)NAN },
		{ "between", s->units.n ? s->units.between : (double)NAN });
	add_warnings(k, prefix, s->shape.warnings);
	add_figures(k, prefix, f);
}

static void add_answer(const job *j, const benchi_comparison *c, flat_keys *k)
{
	static const char *const methods[] = { "none", "welch", "ranks", "paired", "signs", "anytime",
		"streams", "exact" };
	const benchi_finding *f = &c->finding;
	int better = benchi_comparison_better(c);
	const double share = 100 / f->location;

	keys_text(k, "", "base", c->base->label);
	keys_text(k, "", "test", c->test->label);
	keys_text(k, "", "benchmark", c->test->set->benchmark);
	keys_text(k, "", "metric", c->test->set->metric);
	keys_text(k, "", "unit", c->test->set->unit);
	keys_text(k, "", "answer", benchi_answer_name(f->answer));
	keys_text(k, "", "better", better > 0 ? "test" : better < 0 ? "base" : "neither");
	keys_text(k, "", "method", methods[f->method]);
	keys_text(k, "", "replication", benchi_comparison_by_run(c) ? "run" : "value");
	keys_numbers(k, "", { "more_runs", f->more }, { "confidence", 100 * (1 - c->alpha) },
		{ "margin", 100 * j->settings.question.margin }, { "p", f->p },
		{ "difference", f->sure.estimate }, { "difference.lo", f->sure.low },
		{ "difference.hi", f->sure.high }, { "percent", f->sure.estimate * share },
		{ "percent.lo", f->sure.low * share }, { "percent.hi", f->sure.high * share },
		{ "percent.equal.lo", f->equal.low * share },
		{ "percent.equal.hi", f->equal.high * share });
	keys_number(k, "", "startup.percent", c->sessions ? 100 * c->session.startup : (double)NAN);
}

/*
 * All tests of two sets under their names in R, for --json and --csv.
 */

/* "ci95.lo" and "ci95.hi". */
static void add_interval(flat_keys *k, const char *prefix, double confidence, double low,
                         double high)
{
	char name[KEY_LENGTH];

	snprintf(name, sizeof name, "ci%.4g.lo", 100 * confidence);
	keys_number(k, prefix, name, low);
	snprintf(name, sizeof name, "ci%.4g.hi", 100 * confidence);
	keys_number(k, prefix, name, high);
}

/* Most comparisons have as many values as the one before, whose quantiles hold. */
static void student_interval(flat_keys *k, bench_ttest *t, size_t level, double confidence)
{
	if (!level && !(k->df == t->df)) {
		k->df = t->df;
		for (size_t i = 0; i < sizeof k->quantile / sizeof *k->quantile; i++)
			k->quantile[i] = (double)NAN;
	}
	if (isnan(k->quantile[level]) && t->se > 0)
		k->quantile[level] = benchi_student_quantile(0.5 + confidence / 2, t->df);
	benchi_ttest_interval_by(t, confidence, k->quantile[level]);
}

/* t: of a test that returned status; its numbers are NaN where it failed. */
static void add_ttest(flat_keys *k, const char *prefix, const bench_ttest *t, const double *levels)
{
	bool student = *prefix == 's';

	keys_numbers(k, prefix, { "t", t->t }, { "df", t->df }, { "p", t->p }, { "se", t->se });
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
static void add_percent(flat_keys *k, const char *low, const char *high, const bench_ttest *t,
                        double mean)
{
	keys_number(k, "cbdr.", low, 100 * t->low / mean);
	keys_number(k, "cbdr.", high, 100 * t->high / mean);
}

static void add_ttests(flat_keys *k, const benchi_prepared *a, const benchi_prepared *b)
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

static void add_ranksum(flat_keys *k, benchi_prepared *a, benchi_prepared *b,
                        benchi_rank_memo *memo)
{
	bench_ranksum r;

	keys_nothing(k, benchi_ranksum(a, b, 0.95, memo, &r));
	keys_number(k, "wilcox.", "W", r.w);
	keys_text(k, "wilcox.", "method", r.exact ? "Wilcoxon rank sum exact test" :
	          "Wilcoxon rank sum test with continuity correction");
	keys_numbers(k, "wilcox.", { "p", r.p }, { "p.exact", r.p_exact }, { "p.normal", r.p_normal },
		{ "p.normal.nocc", r.p_plain }, { "z", r.z }, { "z.nocc", r.z_plain });
	keys_number(k, "", "hl", r.shift);
}

/* The interval as it is (exact for small sets), and its normal approximation. */
static void add_shift(flat_keys *k, benchi_prepared *a, benchi_prepared *b, benchi_rank_memo *memo,
                      double confidence)
{
	char prefix[KEY_LENGTH];
	bench_ranksum r;

	keys_nothing(k, benchi_ranksum(a, b, confidence, memo, &r));
	snprintf(prefix, sizeof prefix, "wilcox.ci%.4g.", 100 * confidence);
	keys_numbers(k, prefix, { "lo", r.low }, { "hi", r.high },
		{ "level", fmin(r.reached, confidence) }, { "reached", r.reached },
		{ "orderstat.lo", r.low_normal }, { "orderstat.hi", r.high_normal },
		{ "orderstat.k", r.rank_normal });
}

static void add_signedrank(flat_keys *k, const bench_numbers *a, const bench_numbers *b)
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
static double add_power(flat_keys *k, const settings *s, const benchi_prepared *a,
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

static void add_equivalence(flat_keys *k, double margin, benchi_prepared *a, benchi_prepared *b,
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

static void keys_tests(const settings *s, benchi_comparison *c, flat_keys *k)
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

/* Everything about a comparison, always the same keys in the same order.  BENCH_ERR_MEMORY. */
static bench_status keys_fill(const job *j, benchi_comparison *c, flat_keys *k)
{
	figures a = { .set = &c->base->values }, b = { .set = &c->test->values };

	k->n = 0;
	k->no_memory = false;
	parallel_two(a.set->set.n + b.set->set.n, compute, &a, &b);
	add_answer(j, c, k);
	add_side(k, "a.", c->base, &a);
	add_side(k, "b.", c->test, &b);
	keys_tests(&j->settings, c, k);
	return k->no_memory ? BENCH_ERR_MEMORY : BENCH_OK;
}

/* Comparisons that are filled in at the same time, half of them by each of two threads. */
enum { BATCH = 64 };

typedef struct part {
	const job *job;
	size_t first, n;
	flat_keys *keys;      /* of each */
	bool no_memory;
} part;

static void fill(void *arg)
{
	part *p = arg;

	for (size_t i = 0; i < p->n; i++)
		if (keys_fill(p->job, &p->job->comparison[p->first + i], &p->keys[i]) != BENCH_OK)
			p->no_memory = true;
}

/* Sorts what threads share: two comparisons may have one set. */
static bool sort(const job *j, size_t first, size_t n)
{
	bench_status status = BENCH_OK;

	for (size_t i = first; i < first + n && status == BENCH_OK; i++) {
		status = benchi_prepared_sort(&j->comparison[i].base->values);
		if (status == BENCH_OK)
			status = benchi_prepared_sort(&j->comparison[i].test->values);
	}
	return status == BENCH_OK;
}

/* The keys of n comparisons.  A whole batch is as much work as sorting PARALLEL_MIN numbers. */
static bool fill_batch(const job *j, size_t first, size_t n, flat_keys *k)
{
	part a = { j, first, n / 2, k, false }, b = { j, first + n / 2, n - n / 2, k + n / 2, false };

	parallel_two(n == BATCH && sort(j, first, n) ? PARALLEL_MIN : 0, fill, &a, &b);
	return !a.no_memory && !b.no_memory;
}

/* The keys of a batch, or NULL after benchi_fail. */
static flat_keys *new_keys(void)
{
	flat_keys *k = malloc(BATCH * sizeof *k);

	if (!k)
		benchi_fail(BENCH_ERR_MEMORY, "out of memory for the output");
	for (size_t i = 0; k && i < BATCH; i++)
		k[i].df = (double)NAN;
	return k;
}

static void put_keys(records *r, const void *all, const void *of)
{
	const flat_keys *k = of;

	for (size_t i = 0; i < k->n; i++)
		if (k->key[i].text)
			record_text(r, k->key[i].name, k->key[i].text);
		else
			record_number(r, k->key[i].name, k->key[i].number);
}

int compare_print_records(const job *j)
{
	records r = { .out = stdout, .csv = j->settings.output == OUTPUT_CSV };
	flat_keys *k = new_keys();
	size_t n = BATCH;
	bool whole = true;

	if (!k)
		return -1;
	if (!r.csv)
		printf("{\n  \"libbench\": 1,\n  \"correction\": \"%s\",\n  \"comparisons\": [",
		       j->comparisons < 2 || j->settings.consecutive ? "none"
		       : j->settings.question.anytime ? "bonferroni" : "holm");
	for (size_t first = 0; first < j->comparisons; first += n) {
		if (n > j->comparisons - first)
			n = j->comparisons - first;
		whole = fill_batch(j, first, n, k) && whole;
		for (size_t i = 0; i < n; i++)
			records_add(&r, put_keys, j, &k[i]);
	}
	free(k);
	fputs(r.csv ? "" : "]\n}\n", stdout);
	if (!whole)
		benchi_fail(BENCH_ERR_MEMORY, "out of memory for the tests");
	return whole ? 0 : -1;
}
