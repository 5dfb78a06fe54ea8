/*
 * Compares every number of every pair in tests/oracle, with the tolerance that its source allows.
 * An unknown key is a failure, and so is a pair or key that was not read. Errors of R are noted
 * with the key.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "stats/stats.h"

#define MOST_NUMBERS 5000
#define KEYS 151 /* per expected.tsv */
#define CLOSED 1e-11
#define CHANCE 1e-10

static const char *const names[] = { "g01_phk_real", "g02_phk_user", "g03_phk_sys",
	"g04_openssl_97_98", "g05_jvm_s10u5_s10u6", "g06_iguana_chameleon", "g07_normal",
	"g08_lognormal", "g09_bimodal", "g10_ties_int", "g11_tiny3", "g12_unequal_5_400", "g13_n2",
	"g14_const_vs_varying", "g15_const_const", "g16_const_same", "g17_offset_1e12",
	"g18_nano_1e-9", "g19_n5000", "g20_shift_0p3pct", "g21_one_outlier", "g22_exact_49x49",
	"g23_mixed_sign", "g24_drift" };
#define NAMES (sizeof names / sizeof *names)

/* Everything computed for one set. */
typedef struct one_set {
	bench_numbers set;
	bench_description d;
	bench_normality normality;
	struct benchi_outlier_test outlier;
	bench_modality modality;
	bench_trend trend;
} one_set;

/* Everything computed for a pair of sets. */
typedef struct pair {
	const char *name;
	one_set a, b;
	benchi_prepared prepared_a, prepared_b;
	int paired; /* a and b have the same number of values */
	bench_ttest student, welch, paired_test;
	bench_signedrank signed_rank;
	bench_ranksum rank90, rank95;
	bench_equivalence by_welch, by_ranks;
	double diff_pct, power_n, power_strict, power_chance;
} pair;

/* What a difference near 0 is compared with. */
typedef enum scale_kind { BY_VALUE, BY_MEAN_INTERVAL, BY_MEAN, BY_PERCENT, BY_STUDENT, BY_WELCH,
	BY_MAX } scale_kind;

/* One side may have no answer, always or in the case that the name says. */
typedef enum leniency { STRICT, OURS_ONLY, THEIRS_ONLY, THEIRS_UNPAIRED, THEIRS_CONSTANT } leniency;

typedef struct entry {
	const char *key;
	size_t offset;     /* in one_set or pair */
	double tolerance;  /* relative to max(expected value, scale) */
	scale_kind scale;
	leniency lenient;
} entry;

/* An answer and how to compare it. */
typedef struct answer {
	double value, tolerance, scale;
	const char *text;  /* not NULL: a text instead of a number */
	leniency lenient;
} answer;

#define AT(member) offsetof(one_set, member)

static const entry of_set[] = {
	{ "min", AT(d.min), 0, BY_VALUE, STRICT },
	{ "max", AT(d.max), 0, BY_VALUE, STRICT },
	{ "median", AT(d.median), 5e-16, BY_VALUE, STRICT },
	{ "mean", AT(d.mean), 5e-16, BY_VALUE, STRICT },
	{ "sd", AT(d.sd), CLOSED, BY_VALUE, STRICT },
	{ "var", AT(d.variance), CLOSED, BY_VALUE, STRICT },
	{ "q05", AT(d.q05), 1e-15, BY_VALUE, STRICT },
	{ "q25", AT(d.q25), 1e-15, BY_VALUE, STRICT },
	{ "q75", AT(d.q75), 1e-15, BY_VALUE, STRICT },
	{ "q95", AT(d.q95), 1e-15, BY_VALUE, STRICT },
	{ "mad", AT(d.mad), CLOSED, BY_VALUE, STRICT },
	{ "iqr", AT(d.iqr), CLOSED, BY_VALUE, STRICT },
	{ "mean.ci95.lo", AT(d.mean_low), CLOSED, BY_MEAN_INTERVAL, STRICT },
	{ "mean.ci95.hi", AT(d.mean_high), CLOSED, BY_MEAN_INTERVAL, STRICT },
	{ "sd.ci95.lo", AT(d.sd_low), CLOSED, BY_VALUE, STRICT },
	{ "sd.ci95.hi", AT(d.sd_high), CLOSED, BY_VALUE, STRICT },
	{ "shapiro.W", AT(normality.w), 1e-8, BY_VALUE, STRICT },
	{ "shapiro.p", AT(normality.p), 1e-5, BY_VALUE, STRICT },
	{ "shapiro.W.shifted", AT(normality.w), 1e-8, BY_VALUE, STRICT },
	{ "shapiro.p.shifted", AT(normality.p), 1e-5, BY_VALUE, STRICT },
	{ "grubbs.G", AT(outlier.g), CLOSED, BY_VALUE, STRICT },
	{ "grubbs.U", AT(outlier.u), CLOSED, BY_VALUE, STRICT },
	{ "grubbs.value", AT(outlier.value), 0, BY_VALUE, STRICT },
	{ "grubbs.p1", AT(outlier.p_one), CHANCE, BY_VALUE, STRICT },
	{ "grubbs.p2", AT(outlier.p_two), CHANCE, BY_VALUE, STRICT },
	{ "dip.D", AT(modality.dip), 1e-13, BY_VALUE, STRICT },
	{ "dip.p", AT(modality.p), CHANCE, BY_VALUE, STRICT },
	{ "acf1", AT(trend.lag1), CLOSED, BY_VALUE, STRICT },
	{ "mk.S", AT(trend.s), 0, BY_VALUE, STRICT },
	{ "mk.varS", AT(trend.variance), CLOSED, BY_VALUE, STRICT },
	{ "mk.Z", AT(trend.z), CLOSED, BY_VALUE, STRICT },
	{ "mk.p", AT(trend.p), CHANCE, BY_VALUE, STRICT },
	{ "kendall.tau", AT(trend.tau), CLOSED, BY_VALUE, STRICT },
	{ "kendall.p.default", AT(trend.tau_p), CHANCE, BY_VALUE, STRICT },
};

#undef AT
#define AT(member) offsetof(pair, member)

/* Where R refuses: if all numbers are equal there is no test, but a df and an error of 0. Its
 * sd(b - a) recycles the shorter set. Its search for a sample size stops at 1.2e-4. */
static const entry of_pair[] = {
	{ "diff", AT(welch.difference), CLOSED, BY_MEAN, STRICT },
	{ "diff.pct", AT(diff_pct), CLOSED, BY_PERCENT, STRICT },
	{ "hl", AT(rank95.shift), 1e-15, BY_MAX, STRICT },
	{ "student.pooled.sd", AT(student.sd), CLOSED, BY_VALUE, STRICT },
	{ "student.df", AT(student.df), CLOSED, BY_VALUE, THEIRS_ONLY },
	{ "student.se", AT(student.se), CLOSED, BY_VALUE, OURS_ONLY },
	{ "student.t", AT(student.t), CLOSED, BY_STUDENT, STRICT },
	{ "student.p", AT(student.p), CHANCE, BY_VALUE, STRICT },
	{ "welch.df", AT(welch.df), CLOSED, BY_VALUE, STRICT },
	{ "welch.se", AT(welch.se), CLOSED, BY_VALUE, OURS_ONLY },
	{ "welch.t", AT(welch.t), CLOSED, BY_WELCH, STRICT },
	{ "welch.p", AT(welch.p), CHANCE, BY_VALUE, STRICT },
	{ "wilcox.W", AT(rank95.w), 0, BY_VALUE, STRICT },
	{ "wilcox.p", AT(rank95.p), CHANCE, BY_VALUE, STRICT },
	{ "wilcox.p.exact", AT(rank95.p_exact), 1e-12, BY_VALUE, STRICT },
	{ "wilcox.p.normal", AT(rank95.p_normal), CHANCE, BY_VALUE, STRICT },
	{ "wilcox.p.normal.nocc", AT(rank95.p_plain), CHANCE, BY_VALUE, STRICT },
	{ "wilcox.z", AT(rank95.z), CLOSED, BY_VALUE, STRICT },
	{ "wilcox.z.nocc", AT(rank95.z_plain), CLOSED, BY_VALUE, STRICT },
	{ "paired.diff", AT(paired_test.difference), CLOSED, BY_VALUE, STRICT },
	{ "paired.sd", AT(paired_test.sd), CLOSED, BY_VALUE, THEIRS_UNPAIRED },
	{ "paired.df", AT(paired_test.df), CLOSED, BY_VALUE, THEIRS_CONSTANT },
	{ "paired.t", AT(paired_test.t), CLOSED, BY_VALUE, STRICT },
	{ "paired.p", AT(paired_test.p), CHANCE, BY_VALUE, STRICT },
	{ "signedrank.V", AT(signed_rank.v), 0, BY_VALUE, STRICT },
	{ "signedrank.p", AT(signed_rank.p), CHANCE, BY_VALUE, STRICT },
	{ "power.n", AT(power_n), 1e-4, BY_VALUE, STRICT },
	{ "power.n.tight", AT(power_n), 1e-9, BY_VALUE, STRICT },
	{ "power.n.tight.strict", AT(power_strict), 1e-9, BY_VALUE, STRICT },
	{ "power.at.min.n", AT(power_chance), 1e-9, BY_VALUE, STRICT },
	{ "equiv.margin", AT(by_welch.margin), CLOSED, BY_VALUE, STRICT },
	{ "equiv.welch.tost.p", AT(by_welch.p), CHANCE, BY_VALUE, STRICT },
};

static void read_set(one_set *s, const char *name, const char *file, double *space,
                     benchi_prepared *prepared)
{
	FILE *f = check_source("tests/oracle/%s/%s", name, file);
	char line[64];

	s->set.x = space;
	s->set.n = 0;
	while (fgets(line, sizeof line, f)) {
		ck_assert_int_lt((int)s->set.n, MOST_NUMBERS);
		space[s->set.n++] = strtod(line, NULL);
	}
	fclose(f);
	ck_assert_int_eq(bench_numbers_describe(&s->set, 0, &s->d), BENCH_OK);
	ck_assert_int_eq(bench_normality_test(&s->set, &s->normality),
	                 s->set.n < 3 ? BENCH_ERR_ARGUMENT : BENCH_OK);
	ck_assert_int_eq(benchi_prepare(&s->set, 1, prepared), BENCH_OK);
	benchi_outlier(prepared, &s->outlier);
	ck_assert_int_eq(bench_modality_test(&s->set, &s->modality), BENCH_OK);
	ck_assert_int_eq(bench_trend_test(&s->set, &s->trend), BENCH_OK);
}

static void read_pair(pair *p, const char *name, double *space)
{
	const bench_equivalence_options ranks = { 0, 0, 1 };
	bench_numbers *a = &p->a.set, *b = &p->b.set;
	bench_power plan = { 0, 0, 0, 0, 0, 0 };

	p->name = name;
	read_set(&p->a, name, "a.txt", space, &p->prepared_a);
	read_set(&p->b, name, "b.txt", space + MOST_NUMBERS, &p->prepared_b);
	p->paired = a->n == b->n;
	ck_assert_int_eq(bench_paired_test(a, b, 0, &p->paired_test),
	                 p->paired ? BENCH_OK : BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_signedrank_test(a, b, &p->signed_rank),
	                 p->paired ? BENCH_OK : BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(benchi_student(&p->prepared_a, &p->prepared_b, .95, &p->student), BENCH_OK);
	ck_assert_int_eq(bench_welch_test(a, b, 0, &p->welch), BENCH_OK);
	ck_assert_int_eq(bench_ranksum_test(a, b, 0.90, &p->rank90), BENCH_OK);
	ck_assert_int_eq(bench_ranksum_test(a, b, 0.95, &p->rank95), BENCH_OK);
	ck_assert_int_eq(bench_equivalence_test(a, b, NULL, &p->by_welch), BENCH_OK);
	ck_assert_int_eq(bench_equivalence_test(a, b, &ranks, &p->by_ranks), BENCH_OK);
	p->diff_pct = 100 * p->welch.difference / p->a.d.mean;
	plan.delta = 0.01 * p->a.d.mean;
	plan.sd = fmax(p->a.d.sd, p->b.d.sd);
	plan.n = (double)(a->n < b->n ? a->n : b->n);
	/* without a status: what cannot be computed is NaN */
	bench_power_chance(&plan, &p->power_chance);
	bench_power_n(&plan, &p->power_n);
	plan.strict = 1;
	bench_power_n(&plan, &p->power_strict);
}

static double scale_of(const pair *p, const one_set *s, scale_kind kind)
{
	double mean = fabs(s->d.mean);

	switch (kind) {
	case BY_MEAN_INTERVAL:
		return s->d.mean_high - s->d.mean_low + 1e-5 * mean; /* 1e-16 of the mean */
	case BY_MEAN:
		return mean < 1e11 ? 1e-5 * mean : 0;
	case BY_PERCENT:
		return 1e-3;
	case BY_STUDENT:
		return 1e-5 * mean / p->student.se;
	case BY_WELCH:
		return 1e-5 * mean / p->welch.se;
	case BY_MAX:
		return fabs(s->d.max);
	default:
		return 0;
	}
}

/* Finds the key in a table of figures of the struct at `base`. */
static int by_table(const entry *table, size_t n, const void *base, const pair *p,
                    const one_set *s, const char *key, answer *out)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(table[i].key, key) == 0) {
			memcpy(&out->value, (const char *)base + table[i].offset, sizeof out->value);
			out->tolerance = table[i].tolerance;
			out->scale = scale_of(p, s, table[i].scale);
			out->lenient = table[i].lenient;
			return 1;
		}
	return 0;
}

static int answer_set(const pair *p, const one_set *s, const char *key, answer *out)
{
	if (strcmp(key, "grubbs.side") == 0)
		out->text = s->outlier.high ? "highest" : "lowest";
	else if (strcmp(key, "n") == 0)
		out->value = (double)s->d.n;
	else if (!by_table(of_set, sizeof of_set / sizeof *of_set, s, p, s, key, out))
		return 0;
	/* R's shapiro.test loses digits in sums of numbers near 1e12; the shifted keys do not. */
	if (s->d.mean > 1e11 && strcmp(key, "shapiro.W") == 0)
		out->tolerance = 1e-4;
	if (s->d.mean > 1e11 && strcmp(key, "shapiro.p") == 0)
		out->tolerance = 1e-2;
	/* Above the middle R computes the exact probability as 1 - p: its absolute error is 1e-14,
	 * its relative error may be larger. */
	if (strcmp(key, "kendall.p.default") == 0)
		out->scale = 1e-4;
	return 1;
}

static int starts(const char *text, const char *with, const char **rest)
{
	size_t n = strlen(with);

	*rest = text + n;
	return strncmp(text, with, n) == 0;
}

/* Parses "99.5.lo": the confidence and the end of a t test's interval. which: 'w' Welch's, 's'
 * Student's, 'p' the paired one. */
static int interval_end(const pair *p, int which, const char *rest, double factor, answer *out)
{
	/* in "99.9.lo" strtod would read the second dot too */
	const char *end = rest + strlen(rest) - 3;
	bench_ttest t = which == 'w' ? p->welch : which == 's' ? p->student : p->paired_test;
	char digits[16] = "";

	if (strlen(rest) < 5 || strlen(rest) > 12 || (strcmp(end, ".lo") && strcmp(end, ".hi")))
		return 0;
	memcpy(digits, rest, (size_t)(end - rest));
	benchi_ttest_interval(&t, strtod(digits, NULL) / 100, (double)NAN);
	*out = (answer){ factor * (strcmp(end, ".lo") ? t.high : t.low), CLOSED, fabs(factor)
		* (t.high - t.low + (which == 'p' ? 0 : scale_of(p, &p->a, BY_MEAN))), NULL, STRICT };
	return 1;
}

/* The keys of one interval of the shift, "orderstat.lo", "lo", "tight.hi", "level", and its
 * estimate. R's search ends anywhere between the two middle differences. It stops at an absolute
 * error of 1e-4, or at 1e-13 of the range, and fails if all numbers of a set are equal, although
 * the order statistics exist. */
static int shift_interval(const pair *p, const bench_ranksum *r, const char *key,
                          const char *source, answer *out)
{
	int by_search = strcmp(source, "R") == 0 || strcmp(source, "NA") == 0;
	double end = strstr(key, "lo") ? r->low : r->high, most = fabs(p->a.d.max);

	*out = (answer){ end, 1e-15, most, NULL, OURS_ONLY };
	if (strcmp(key, "level") == 0) {
		/* R gives the requested confidence unless it is off by half of alpha */
		double missed = (1 - r->reached) - (1 - r->confidence);

		out->value = missed > (1 - r->confidence) / 2 ? r->reached : r->confidence;
		out->tolerance = 1e-12;
		out->scale = 0;
	} else if (strncmp(key, "est", 3) == 0) {
		out->value = r->shift;
		if (strcmp(source, "R") == 0) {
			out->tolerance = 1;
			out->scale = r->high - r->low + 2e-4;
		}
	} else if (strncmp(key, "orderstat.", 10) == 0) {
		out->lenient = STRICT;
		out->value = strstr(key, ".lo") ? r->low_normal : r->high_normal;
		if (strcmp(key, "orderstat.k") == 0)
			*out = (answer){ r->rank_normal, 0, 0, NULL, STRICT };
	} else if (by_search) {
		out->tolerance = strncmp(key, "tight.", 6) ? 2e-4 : 1e-11;
		out->scale = strncmp(key, "tight.", 6) ? 1 : fabs(p->b.d.max - p->a.d.min);
	}
	return 1;
}

static int answer_pair(const pair *p, const char *key, const char *source, answer *out)
{
	static const char *const answers[] = { "inconclusive", "equivalent", "different",
		"different" };
	const char *rest;

	if (by_table(of_pair, sizeof of_pair / sizeof *of_pair, p, p, &p->a, key, out))
		return 1;
	if (strcmp(key, "wilcox.method") == 0)
		out->text = p->rank95.exact ? "Wilcoxon rank sum exact test"
		                            : "Wilcoxon rank sum test with continuity correction";
	if (strcmp(key, "signedrank.method") == 0)
		out->text = !p->paired ? "NA" : p->signed_rank.exact ? "Wilcoxon signed rank exact test"
			: "Wilcoxon signed rank test with continuity correction";
	if (starts(key, "equiv.w", &rest)) {
		out->text = answers[(*rest == 'e' ? &p->by_welch : &p->by_ranks)->answer];
		out->lenient = OURS_ONLY; /* R fails if all numbers of a set are equal */
	}
	if (out->text)
		return 1;
	if (starts(key, "cbdr.pct", &rest))
		return interval_end(p, 'w', rest, 100 / p->a.d.mean, out);
	if (starts(key, "student.ci", &rest) || starts(key, "welch.ci", &rest)
	    || starts(key, "paired.ci", &rest))
		return interval_end(p, *key, rest, 1, out);
	if (starts(key, "wilcox.ci90.", &rest))
		return shift_interval(p, &p->rank90, rest, source, out);
	if (strcmp(key, "wilcox.est") == 0 || strcmp(key, "wilcox.est.tight") == 0)
		return shift_interval(p, &p->rank95, "est", source, out);
	return starts(key, "wilcox.ci95.", &rest)
	    && shift_interval(p, &p->rank95, rest, source, out);
}

/* With n < 2 there is no test; R's answer is meaningless, ours is 2. */
static int too_few_for_r(const char *key, double expected)
{
	return strncmp(key, "power.n", 7) == 0 && expected < 2;
}

/* Two numbers are equally far from the mean: in R the last bit decides between them. */
static int is_tie(const pair *p, const char *key)
{
	const one_set *s = key[0] == 'a' ? &p->a : &p->b;

	return s->d.n == 2 && (strstr(key, ".grubbs.side") || strstr(key, ".grubbs.value"))
	    && s->outlier.value == s->d.max;
}

static int agrees(const pair *p, const char *key, const char *expected, const answer *ours)
{
	int undefined = strcmp(expected, "NA") == 0;
	double value;

	if (ours->text)
		return strcmp(ours->text, expected) == 0 || is_tie(p, key)
		    || (undefined && ours->lenient == OURS_ONLY);
	if (undefined)
		return isnan(ours->value) || ours->lenient == OURS_ONLY;
	value = strtod(expected, NULL);
	if (isnan(ours->value))
		return ours->lenient == THEIRS_ONLY || (ours->lenient == THEIRS_UNPAIRED && !p->paired)
		    || (ours->lenient == THEIRS_CONSTANT && !(p->paired_test.sd > 0));
	if (is_tie(p, key))
		return value == p->a.d.min || value == p->b.d.min;
	if (too_few_for_r(key, value))
		return ours->value == 2;
	return ours->value == value
	    || fabs(ours->value - value)
	           <= ours->tolerance * fmax(fabs(value), isnan(ours->scale) ? 0 : ours->scale);
}

static int check_line(const pair *p, char *line)
{
	char *key = line, *expected = strchr(line, '\t'), *source_column;
	const char *source;
	answer ours = { 0, 0, 0, NULL, STRICT };
	int known;

	line[strcspn(line, "\n")] = '\0';
	ck_assert_ptr_nonnull(expected);
	*expected++ = '\0';
	source_column = strchr(expected, '\t');
	ck_assert_ptr_nonnull(source_column);
	*source_column++ = '\0';
	source = *source_column ? source_column : "NA";
	known = key[1] == '.' ? answer_set(p, key[0] == 'a' ? &p->a : &p->b, key + 2, &ours)
	                      : answer_pair(p, key, source, &ours);
	if (known && agrees(p, key, expected, &ours))
		return 0;
	fprintf(stderr, "# %s: %s is %.17g %s, expected %s (%s)%s\n", p->name, key, ours.value,
	        ours.text ? ours.text : "", expected, source, known ? "" : ": unknown key");
	return 1;
}

TEST(every_figure_of_every_pair)
{
	static double space[2 * MOST_NUMBERS];
	static pair p;
	int wrong = 0;

	for (size_t i = 0; i < NAMES; i++) {
		FILE *f = check_source("tests/oracle/%s/%s", names[i], "expected.tsv");
		char line[512];
		int keys = 0;

		read_pair(&p, names[i], space);
		ck_assert_ptr_nonnull(fgets(line, sizeof line, f)); /* the header */
		for (; fgets(line, sizeof line, f); keys++)
			wrong += check_line(&p, line);
		fclose(f);
		ck_assert_int_eq(keys, KEYS);
		benchi_prepared_free(&p.prepared_a);
		benchi_prepared_free(&p.prepared_b);
	}
	ck_assert_msg(wrong == 0, "%d figures are wrong", wrong);
}

CHECK_SUITE("oracle")
