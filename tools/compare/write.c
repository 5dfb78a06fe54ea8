/*
 * Comparisons for programs: one flat object, or one row, a comparison; numbers in
 * full precision, null (JSON) or nothing (CSV) where there is none.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/compare/compare.h"

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

void keys_tests(const settings *s, benchi_comparison *c, flat_keys *k)
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
