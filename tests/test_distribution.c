/*
 * All distributions: against references of 60 digits (tests/specials.csv), including far tails,
 * and against themselves where there are none: cdf(quantile(p)) = p.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "stats/stats.h"
#include "stats/ranks.c"
#include "stats/ttest.c"

/* A function of the reference file: its name there, and our computation. */
typedef struct reference {
	const char *name;
	double (*compute)(const double *arg);
	double tolerance; /* relative */
	int seen;
} reference;

static double ln_gamma(double z)
{
	return z == 1 || z == 2 ? 0 : (z - 0.5) * log(z) - z + log(8 * atan(1)) / 2
	                              + benchi_stirling_rest(z);
}

static double ranksum_count(const double *a)
{
	masses d = ranksum_masses((size_t)a[1], (size_t)a[2]);
	double u = a[0] > d.top / 2 ? d.top - a[0] : a[0], n = a[1] + a[2];
	double ln_all = ln_gamma(n + 1) - ln_gamma(a[1] + 1)
	              - ln_gamma(a[2] + 1);
	double count = d.mass[(size_t)u] * exp(ln_all);

	free(d.mass);
	return count;
}

static double normal_cdf(const double *a) { return benchi_normal_sf(-a[0]); }
static double normal_sf(const double *a) { return benchi_normal_sf(a[0]); }
static double normal_quantile(const double *a) { return benchi_normal_quantile(a[0]); }
static double student_cdf(const double *a) { return benchi_student_sf(-a[0], a[1]); }
static double student_sf(const double *a) { return benchi_student_sf(a[0], a[1]); }
static double student_quantile(const double *a) { return benchi_student_quantile(a[0], a[1]); }
static double beta_cdf(const double *a)
{
	return benchi_beta_tails(a[2], 1 - a[2], a[0], a[1]).lower;
}
static double beta_sf(const double *a)
{
	return benchi_beta_tails(a[2], 1 - a[2], a[0], a[1]).upper;
}
static double log_gamma(const double *a) { return ln_gamma(a[0]); }
static double log_beta(const double *a) { return benchi_log_beta(a[0], a[1]); }
static double chisquare(const double *a) { return benchi_chisquare_quantile(a[0], a[1]); }
static double noncentral_sf(const double *a) { return noncentral_t_sf(a[0], a[1], a[2]); }
static double noncentral_cdf(const double *a) { return noncentral_t_sf(a[0], a[1], -a[2]); }
static double cdf_of(masses d, double x)
{
	double p = d.mass ? masses_cdf(&d, x) : (double)NAN;

	free(d.mass);
	return p;
}
static double ranksum_of(double x, size_t m, size_t n)
{
	return cdf_of(ranksum_masses(m, n), x);
}
static double ranksum_cdf(const double *a) { return ranksum_of(a[0], (size_t)a[1], (size_t)a[2]); }
static double signedrank_cdf(const double *a)
{
	return cdf_of(signedrank_masses((size_t)a[1]), a[0]);
}

static reference references[] = {
	{ "norm_cdf", normal_cdf, 1e-12, 0 },
	{ "norm_sf", normal_sf, 1e-12, 0 },
	{ "norm_quantile", normal_quantile, 1e-14, 0 },
	{ "t_cdf", student_cdf, 1e-12, 0 },
	{ "t_sf", student_sf, 1e-12, 0 },
	{ "t_quantile", student_quantile, 1e-12, 0 },
	{ "ibeta", beta_cdf, 1e-12, 0 },
	{ "ibeta_upper", beta_sf, 1e-12, 0 },
	{ "lgamma", log_gamma, 1e-12, 0 },
	{ "lbeta", log_beta, 1e-12, 0 },
	{ "chisq_quantile", chisquare, 1e-12, 0 },
	{ "nct_sf", noncentral_sf, 1e-12, 0 },
	{ "nct_cdf_neg", noncentral_cdf, 1e-12, 0 },
	{ "wilcox_cdf", ranksum_cdf, 1e-12, 0 },
	{ "wilcox_count", ranksum_count, 1e-12, 0 },
	{ "signrank_cdf", signedrank_cdf, 1e-12, 0 },
};
#define REFERENCES (sizeof references / sizeof *references)

/* Splits "name,1,2,,3" into name, arguments and value; an empty argument is NaN. */
static void split(char *line, const char **name, double field[4])
{
	*name = line;
	for (int i = 0; i < 4; i++) {
		line = strchr(line, ',');
		ck_assert_ptr_nonnull(line);
		*line++ = '\0';
		field[i] = *line == ',' ? (double)NAN : strtod(line, NULL);
	}
}

static void check_one(reference *r, const char *line, const double *arg, double expected)
{
	double value = r->compute(arg);
	/* near the smallest doubles there are fewer digits */
	double allowed = r->tolerance * fabs(expected) + (fabs(expected) < 1e-300 ? 1e-322 : 0);

	if (fabs(expected) < 1e-10 && r->compute == log_gamma)
		allowed = 1e-15;
	r->seen++;
	ck_assert_msg(fabs(value - expected) <= allowed, "%s: %.17g instead of %.17g, off by %.2g",
	              line, value, expected, fabs(value / expected - 1));
}

TEST(references_are_met)
{
	char line[512], copy[512];
	FILE *file = check_source("tests/specials.csv");

	while (fgets(line, sizeof line, file)) {
		const char *name;
		double field[4];
		reference *r = references;

		if (line[0] == '#')
			continue;
		memcpy(copy, line, sizeof copy);
		split(copy, &name, field);
		while (r < references + REFERENCES && strcmp(r->name, name) != 0)
			r++;
		ck_assert_msg(r < references + REFERENCES, "no test for %s", name);
		check_one(r, line, field, field[3]);
	}
	fclose(file);
	for (size_t i = 0; i < REFERENCES; i++)
		ck_assert_msg(references[i].seen > 5, "%s was not tested", references[i].name);
}

static const double some_p[] = { 1e-300, 1e-30, 1e-9, 0.001, 0.2, 0.4999, 0.5, 0.7, 0.99,
	1 - 1e-9 };
#define SOME_P (sizeof some_p / sizeof *some_p)

static void near(double value, double expected, double relative)
{
	ck_assert_msg(fabs(value - expected) <= relative * fabs(expected),
	              "%.17g instead of %.17g", value, expected);
}

TEST(quantiles_undo_the_cdf)
{
	for (size_t i = 0; i < SOME_P; i++) {
		double p = some_p[i];

		near(benchi_normal_sf(-benchi_normal_quantile(p)), p, 1e-12);
		near(benchi_student_sf(-benchi_student_quantile(p, 2.5), 2.5), p, 1e-12);
		near(benchi_student_sf(-benchi_student_quantile(p, 1e9), 1e9), p, 1e-10);
	}
}

TEST(binomial_sums_its_masses)
{
	double mass = pow(.7, 40), sum = 0;

	for (int k = 0; k <= 40; k++) {
		sum += mass;
		near(benchi_binomial_cdf(k, 40, 0.3), sum, 1e-13);
		mass *= (40 - k) * .3 / ((k + 1) * .7);
	}
	near(benchi_binomial_cdf(1, 11, 0.5), 12.0 / 2048, 1e-14);
	near(benchi_binomial_cdf(0, 1000, 0.5), ldexp(1, -1000), 1e-12);
	CHECK_NUMBERS({ benchi_binomial_cdf(-1, 11, 0.5), 0 }, { benchi_binomial_cdf(3, 3, 0.5), 1 },
		{ benchi_binomial_cdf(0, 0, 0.5), 1 });
}

TEST(symmetric_and_worked_values)
{
	near(benchi_student_sf(1, 1), 0.25, 1e-14);
	near(benchi_student_sf(3, INFINITY), benchi_normal_sf(3), 1e-15);
	/* df = 1/2 in the far tail: proportional to 1 / sqrt(t), while t * t overflows */
	near(benchi_student_sf(1e300, 0.5) / benchi_student_sf(1e298, 0.5), 0.1, 1e-11);
	near(benchi_student_sf(1e120, 0.5) / benchi_student_sf(1e90, 0.5), 1e-15, 1e-11);
	near(benchi_student_quantile(1e-100, 0.5) / benchi_student_quantile(1e-99, 0.5), 100, 1e-10);
	ck_assert_double_eq(benchi_student_quantile(1e-200, 0.5), -INFINITY);
	near(noncentral_t_sf(2, 4, 1), 0.23543254617567572, 1e-13);
	near(noncentral_t_sf(2, 4, 1e-9), benchi_student_sf(2, 4), 1e-8);
	near(benchi_beta_tails(0.5, 0.5, 10, 2).upper, 1 - 12.0 / 2048, 1e-14);
	near(ranksum_of(5000, 100, 100), 0.50048690, 2e-2);
}

/* ln Gamma(z) - ((z - 1/2) ln z - z + ln sqrt(2 pi)); the reference is the sum of eleven terms
 * of its series, in rational arithmetic. At 1 it is 1 - ln sqrt(2 pi). */
TEST(the_rest_of_stirlings_formula)
{
	ck_assert_double_eq_tol(benchi_stirling_rest(16), 0.0052076559196096404, 2e-17);
	ck_assert_double_eq_tol(benchi_stirling_rest(20), 0.004166319691996922, 2e-17);
	ck_assert_double_eq_tol(benchi_stirling_rest(64), 0.0013020727376910496, 1e-17);
	ck_assert_double_eq_tol(benchi_stirling_rest(1), 1 - 0.91893853320467274178, 2e-15);
}

TEST(nonsense_is_not_a_number)
{
	CHECK_NUMBERS({ benchi_normal_sf(NAN), NAN }, { benchi_normal_quantile(-0.1), NAN },
		{ benchi_normal_quantile(NAN), NAN }, { benchi_student_sf(1, 0), NAN },
		{ benchi_student_sf(NAN, 3), NAN }, { benchi_student_quantile(1.1, 3), NAN },
		{ noncentral_t_sf(1, -1, 0), NAN }, { noncentral_t_sf(1, 3, INFINITY), NAN },
		{ benchi_chisquare_quantile(0.5, NAN), NAN }, { benchi_binomial_cdf(1, 2.5, 0.5), NAN });
	ck_assert_double_nan(ranksum_of(1, 0, 3));
	ck_assert_double_nan(ranksum_of(1, 1000, 1000));
	ck_assert_double_nan(cdf_of(signedrank_masses(501), 1));
}

TEST(ends_are_ends)
{
	CHECK_NUMBERS({ benchi_normal_quantile(0), -INFINITY }, { benchi_normal_sf(INFINITY), 0 },
		{ benchi_student_quantile(1, 3), INFINITY }, { benchi_student_sf(-INFINITY, 3), 1 },
		{ benchi_student_quantile(0.5, 3), 0 }, { noncentral_t_sf(-INFINITY, 2, 1), 1 });
	ck_assert_double_eq(ranksum_of(9, 3, 3), 1);
}

CHECK_SUITE("distribution")
