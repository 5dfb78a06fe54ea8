/*
 * Compares every number of every pair in tests/oracle, with the tolerance that its source allows.
 * An unknown key is a failure, and so is a pair or key that was not read. Errors of R are noted
 * with the key.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "oracle.h"

#define MOST_NUMBERS 5000
#define KEYS 151 /* per expected.tsv */

static const char *const names[] = { "g01_phk_real", "g02_phk_user", "g03_phk_sys",
	"g04_openssl_97_98", "g05_jvm_s10u5_s10u6", "g06_iguana_chameleon", "g07_normal",
	"g08_lognormal", "g09_bimodal", "g10_ties_int", "g11_tiny3", "g12_unequal_5_400", "g13_n2",
	"g14_const_vs_varying", "g15_const_const", "g16_const_same", "g17_offset_1e12",
	"g18_nano_1e-9", "g19_n5000", "g20_shift_0p3pct", "g21_one_outlier", "g22_exact_49x49",
	"g23_mixed_sign", "g24_drift" };
#define NAMES (sizeof names / sizeof *names)

static void read_set(one_set *s, const char *name, const char *file, double *capacity)
{
	FILE *f = check_source("tests/oracle/%s/%s", name, file);
	benchi_prepared prepared;
	char line[64];

	s->set.x = capacity;
	s->set.n = 0;
	while (fgets(line, sizeof line, f)) {
		ck_assert_int_lt((int)s->set.n, MOST_NUMBERS);
		capacity[s->set.n++] = strtod(line, NULL);
	}
	fclose(f);
	ck_assert_int_eq(bench_numbers_describe(&s->set, 0, &s->d), BENCH_OK);
	ck_assert_int_eq(bench_normality_test(&s->set, &s->normality),
	                 s->set.n < 3 ? BENCH_ERR_ARGUMENT : BENCH_OK);
	ck_assert_int_eq(benchi_prepare(&s->set, 1, &prepared), BENCH_OK);
	benchi_outlier(&prepared, &s->outlier);
	benchi_prepared_free(&prepared);
	ck_assert_int_eq(bench_modality_test(&s->set, &s->modality), BENCH_OK);
	ck_assert_int_eq(bench_trend_test(&s->set, &s->trend), BENCH_OK);
}

static void read_pair(pair *p, const char *name, double *capacity)
{
	const bench_equivalence_options ranks = { 0, 0, 1 };
	bench_numbers *a = &p->a.set, *b = &p->b.set;

	p->name = name;
	read_set(&p->a, name, "a.txt", capacity);
	read_set(&p->b, name, "b.txt", capacity + MOST_NUMBERS);
	p->paired = a->n == b->n;
	ck_assert_int_eq(bench_paired_test(a, b, 0, &p->paired_test),
	                 p->paired ? BENCH_OK : BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_signedrank_test(a, b, &p->signed_rank),
	                 p->paired ? BENCH_OK : BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_ranksum_test(a, b, 0.90, &p->rank90), BENCH_OK);
	ck_assert_int_eq(bench_ranksum_test(a, b, 0.95, &p->rank95), BENCH_OK);
	ck_assert_int_eq(bench_equivalence_test(a, b, NULL, &p->by_welch), BENCH_OK);
	ck_assert_int_eq(bench_equivalence_test(a, b, &ranks, &p->by_ranks), BENCH_OK);
	memset(&p->plan, 0, sizeof p->plan);
	p->plan.delta = 0.01 * p->a.d.mean;
	p->plan.sd = fmax(p->a.d.sd, p->b.d.sd);
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
		return ours->lenient == THEIRS_ONLY;
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
	answer ours = { 0, 0, 0, NULL, 0 };
	int known;

	line[strcspn(line, "\n")] = '\0';
	ck_assert_ptr_nonnull(expected);
	*expected++ = '\0';
	source_column = strchr(expected, '\t');
	ck_assert_ptr_nonnull(source_column);
	*source_column++ = '\0';
	source = *source_column ? source_column : "NA";
	known = key[1] == '.' ? answer_one(key[0] == 'a' ? &p->a : &p->b, key + 2, &ours)
	                      : answer_two(p, key, source, &ours);
	if (known && agrees(p, key, expected, &ours))
		return 0;
	fprintf(stderr, "# %s: %s is %.17g %s, expected %s (%s)%s\n", p->name, key, ours.value,
	        ours.text ? ours.text : "", expected, source, known ? "" : ": unknown key");
	return 1;
}

TEST(every_figure_of_every_pair)
{
	static double capacity[2 * MOST_NUMBERS];
	static pair p;
	int wrong = 0;

	for (size_t i = 0; i < NAMES; i++) {
		FILE *f = check_source("tests/oracle/%s/%s", names[i], "expected.tsv");
		char line[512];
		int keys = 0;

		read_pair(&p, names[i], capacity);
		ck_assert_ptr_nonnull(fgets(line, sizeof line, f)); /* the header */
		for (; fgets(line, sizeof line, f); keys++)
			wrong += check_line(&p, line);
		fclose(f);
		ck_assert_int_eq(keys, KEYS);
	}
	ck_assert_msg(wrong == 0, "%d figures are wrong", wrong);
}

CHECK_SUITE("oracle")
