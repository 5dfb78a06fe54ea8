/*
 * All distributions, against references of 60 digits (tests/specials.csv), including far tails.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "stats/stats.h"

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

/* P(U <= u) by the two-sided probability p of u, or of its mirror image below the middle. */
static double cdf_of(double u, double all, double (*two_sided)(double u, const double *arg),
                     const double *arg)
{
	if (u >= all)
		return 1;
	return 2 * u < all ? two_sided(u, arg) / 2 : 1 - two_sided(all - u - 1, arg) / 2;
}

/* Two sets with this number of pairs in which the first one's value is larger. */
static double two_sided_ranksum(double u, const double *arg)
{
	double x[64], y[64], above;
	bench_numbers a = { x, (size_t)arg[1] }, b = { y, (size_t)arg[2] };
	bench_ranksum r;

	for (size_t i = 0; i < b.n; i++)
		y[i] = (double)i;
	for (size_t i = 0; i < a.n; i++, u -= above) {
		above = fmin(u, arg[2]);
		x[i] = above - 0.5 + 1e-3 * (double)i;
	}
	ck_assert_int_eq(bench_ranksum_test(&a, &b, 0, &r), BENCH_OK);
	return r.p_exact;
}

/* Differences 1 to n; the positive ones have this sum of ranks. */
static double two_sided_signedrank(double u, const double *arg)
{
	double zero[64] = { 0 }, x[64];
	bench_numbers a = { zero, (size_t)arg[1] }, b = { x, (size_t)arg[1] };
	bench_signedrank s;

	for (size_t i = a.n; i > 0; i--) {
		bool positive = u >= (double)i;

		x[i - 1] = positive ? (double)i : -(double)i;
		u -= positive ? (double)i : 0;
	}
	ck_assert_int_eq(bench_signedrank_test(&a, &b, &s), BENCH_OK);
	return s.p_exact;
}

static double ranksum_cdf(const double *a)
{
	return cdf_of(a[0], a[1] * a[2], two_sided_ranksum, a);
}
static double signedrank_cdf(const double *a)
{
	return cdf_of(a[0], a[1] * (a[1] + 1) / 2, two_sided_signedrank, a);
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
	{ "wilcox_cdf", ranksum_cdf, 1e-12, 0 },
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

static void near(double value, double expected, double relative)
{
	ck_assert_msg(fabs(value - expected) <= relative * fabs(expected),
	              "%.17g instead of %.17g", value, expected);
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
	near(benchi_beta_tails(0.5, 0.5, 10, 2).upper, 1 - 12.0 / 2048, 1e-14);
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
		{ benchi_chisquare_quantile(0.5, NAN), NAN }, { benchi_binomial_cdf(1, 2.5, 0.5), NAN });
}

TEST(ends_are_ends)
{
	CHECK_NUMBERS({ benchi_normal_quantile(0), -INFINITY }, { benchi_normal_sf(INFINITY), 0 },
		{ benchi_student_quantile(1, 3), INFINITY }, { benchi_student_sf(-INFINITY, 3), 1 },
		{ benchi_student_quantile(0.5, 3), 0 });
}

CHECK_SUITE("distribution")
