/*
 * Beta, chi-square and binomial: tails and quantiles.
 *
 * Tails are the incomplete beta and gamma functions of special.c.  A quantile
 * solves ln(tail) = ln(p) for the smaller tail, in ln(x / (1 - x)) or ln x, where
 * both ends of the range are far away.  The binomial's quantile starts from the
 * normal's and walks.
 * Worked: P(B <= 1) for n = 11, 1/2 is 12/2048; I_1/2(10, 2) is the same.
 * Assumes: p is the lower probability, so quantiles very near the upper end carry
 * only the digits that 1 - p has.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include <bench.h>

#include "stats/root.h"
#include "stats/special.h"

typedef benchi_tails tails_at(double place, const double *parameters);

typedef struct target {
	tails_at *tails;
	const double *parameters;
	double ln;
	int upper;
} target;

static double distance(double place, const void *arg)
{
	const target *goal = arg;
	benchi_tails t = goal->tails(place, goal->parameters);
	double tail = goal->upper ? t.upper : t.lower;

	return (tail > 0 ? log(tail) : -1e4) - goal->ln;
}

/* The place where the lower tail is p, 0 < p < 1. */
static double solve(tails_at *tails, const double *parameters, double p, double guess, double step)
{
	target goal = { tails, parameters, log(p), p > 0.5 };

	if (goal.upper)
		goal.ln = log1p(-p);
	return benchi_root_near(distance, &goal, guess, step);
}

static benchi_tails beta_at_logit(double v, const double *ab)
{
	return benchi_beta_tails(1 / (1 + exp(-v)), 1 / (1 + exp(v)), ab[0], ab[1]);
}

static benchi_tails chisquare_at_ln(double v, const double *df)
{
	return benchi_gamma_tails(*df / 2, exp(v) / 2);
}

double bench_beta_cdf(double x, double a, double b)
{
	return isnan(x) || !(a > 0) || !(b > 0) ? (double)NAN : benchi_beta_tails(x, 1 - x, a, b).lower;
}

double bench_beta_sf(double x, double a, double b)
{
	return isnan(x) || !(a > 0) || !(b > 0) ? (double)NAN : benchi_beta_tails(x, 1 - x, a, b).upper;
}

double bench_beta_quantile(double p, double a, double b)
{
	double ab[2] = { a, b };

	if (!(p >= 0 && p <= 1) || !(a > 0) || !(b > 0))
		return NAN;
	if (p == 0 || p == 1)
		return p;
	return 1 / (1 + exp(-solve(beta_at_logit, ab, p, log(a / b), sqrt(1 / a + 1 / b))));
}

double bench_chisquare_cdf(double x, double df)
{
	return isnan(x) || !(df > 0) ? (double)NAN : benchi_gamma_tails(df / 2, x / 2).lower;
}

double bench_chisquare_sf(double x, double df)
{
	return isnan(x) || !(df > 0) ? (double)NAN : benchi_gamma_tails(df / 2, x / 2).upper;
}

double bench_chisquare_quantile(double p, double df)
{
	if (!(p >= 0 && p <= 1) || !(df > 0))
		return NAN;
	if (p == 0 || p == 1)
		return p == 0 ? 0 : (double)INFINITY;
	return exp(solve(chisquare_at_ln, &df, p, log(df), sqrt(2 / df)));
}

static int binomial_is_bad(double n, double chance)
{
	return !(n >= 0) || n != floor(n) || isinf(n) || !(chance >= 0 && chance <= 1);
}

static benchi_tails binomial_tails(double k, double n, double chance)
{
	benchi_tails t = { 0, 1 }, swapped;

	k = floor(k);
	if (k >= 0 && k < n) {
		/* P(B > k) = I_chance(k + 1, n - k) */
		swapped = benchi_beta_tails(chance, 1 - chance, k + 1, n - k);
		t.lower = swapped.upper;
		t.upper = swapped.lower;
	} else if (k >= n) {
		t.lower = 1;
		t.upper = 0;
	}
	return t;
}

double bench_binomial_cdf(double k, double n, double chance)
{
	if (isnan(k) || binomial_is_bad(n, chance))
		return NAN;
	return binomial_tails(k, n, chance).lower;
}

double bench_binomial_sf(double k, double n, double chance)
{
	if (isnan(k) || binomial_is_bad(n, chance))
		return NAN;
	return binomial_tails(k, n, chance).upper;
}

double bench_binomial_mass(double k, double n, double chance)
{
	double rests;

	if (isnan(k) || binomial_is_bad(n, chance))
		return NAN;
	if (k < 0 || k > n || k != floor(k))
		return 0;
	if (chance == 0 || chance == 1)
		return k == n * chance;
	if (k == 0 || k == n)
		return exp(n * (k == 0 ? log1p(-chance) : log(chance)));
	rests = benchi_stirling_rest(n) - benchi_stirling_rest(k) - benchi_stirling_rest(n - k);
	return exp(rests - benchi_deviance(k, n * chance, k - n * chance)
	           - benchi_deviance(n - k, n * (1 - chance), n * chance - k))
	     * sqrt(n / (6.28318530717958647692 * k * (n - k)));
}

double bench_binomial_quantile(double p, double n, double chance)
{
	double k, fuzz = 1e-13 * (p < 0.5 ? p : 1 - p);

	if (!(p >= 0 && p <= 1) || binomial_is_bad(n, chance))
		return NAN;
	if (p == 0 || p == 1)
		return p == 0 ? (chance == 1 ? n : 0) : (chance == 0 ? 0 : n);
	k = floor(n * chance + bench_normal_quantile(p) * sqrt(n * chance * (1 - chance)));
	k = k < 0 ? 0 : k > n ? n : k;
	while (k > 0 && binomial_tails(k - 1, n, chance).lower >= p - fuzz)
		k--;
	while (k < n && binomial_tails(k, n, chance).lower < p - fuzz)
		k++;
	return k;
}
