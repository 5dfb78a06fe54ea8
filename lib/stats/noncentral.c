/*
 * The noncentral t distribution: that of a t statistic when there is a difference.
 *
 * T = (Z + shift) / s with s = sqrt(chi-square(df) / df), so P(T > t) is the mean of
 * P(Z > t s - shift) over s.  In u = ln s the density of s falls off on both sides
 * like an exponential or faster, and so does the product: the trapezoidal rule over
 * the line converges geometrically (Trefethen and Weideman, SIAM Review 56, 2014,
 * p. 385).  Every term is positive: both tails keep their relative precision, which
 * the usual alternating series does not.
 * Worked: t = 2, df = 4, shift = 1: P(T > 2) = 0.23543254617567572.
 * Wrong when: df is below about 1e-3: the range to be summed grows as 1 / df.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include <bench.h>

#include "stats/normal.h"
#include "stats/root.h"
#include "stats/special.h"

#define PI 3.14159265358979323846

/* P(Z < shift - t s) is wanted, Z normal: both tails in one form. */
typedef struct integrand {
	double t, shift, df, ln_factor;
} integrand;

static double ln_height(const integrand *g, double u)
{
	return benchi_normal_log_cdf(g->shift - g->t * exp(u)) - g->df / 2 * benchi_exp_rest(2 * u);
}

/* About the top of a function that rises, then falls: by the golden section, to a part of its
 * width, since the sum's ends alone depend on it. */
static double find_top(const integrand *g, double lo, double hi, double width)
{
	const double section = 0.6180339887498949;
	double a = hi - section * (hi - lo), b = lo + section * (hi - lo);
	double at_a = ln_height(g, a), at_b = ln_height(g, b);

	for (int i = 0; i < 120 && hi - lo > fmax(width, 1e-9); i++)
		if (at_a < at_b) {
			lo = a;
			a = b;
			at_a = at_b;
			b = lo + section * (hi - lo);
			at_b = ln_height(g, b);
		} else {
			hi = b;
			b = a;
			at_b = at_a;
			a = hi - section * (hi - lo);
			at_a = ln_height(g, a);
		}
	return (lo + hi) / 2;
}

/* Where the integrand has fallen to e^-40 of its top. */
static double find_end(const integrand *g, double top, double step)
{
	double least = ln_height(g, top) - 40;

	while (ln_height(g, top + step) > least)
		step *= 1.5;
	return top + step;
}

/* The trapezoidal rule, halving the step until the sum stands still; the ends
 * themselves count for nothing. */
static double sum_between(const integrand *g, double lo, double hi)
{
	double sum = 0, area = 0, before;
	size_t n = 32;

	for (size_t i = 0; i < n; i++)
		sum += exp(ln_height(g, lo + (double)i * ((hi - lo) / (double)n)) + g->ln_factor);
	area = sum * (hi - lo) / (double)n;
	do {
		before = area;
		n *= 2;
		for (size_t i = 1; i < n; i += 2)
			sum += exp(ln_height(g, lo + (double)i * ((hi - lo) / (double)n)) + g->ln_factor);
		area = sum * (hi - lo) / (double)n;
	} while (fabs(area - before) > 1e-14 * area && n < (size_t)1 << 18);
	return area;
}

/* P(Z < shift - t s).  The density of u at s = 1 is sqrt(df / pi) e^-rest. */
static double mean_normal(double t, double df, double shift)
{
	integrand g = { t, shift, df, log(df / PI) / 2 - benchi_stirling_rest(df / 2) };
	double step = 0.5 / sqrt(df + t * t), top = find_top(&g, -60 / (df < 1 ? df : 1), 6, step / 50);

	return sum_between(&g, find_end(&g, top, -step), find_end(&g, top, step));
}

double bench_noncentral_sf(double t, double df, double shift)
{
	if (isnan(t) || !(df > 0) || isnan(shift) || isinf(shift))
		return NAN;
	if (isinf(t))
		return t < 0;
	if (isinf(df))
		return bench_normal_sf(t - shift);
	return shift == 0 ? bench_student_sf(t, df) : mean_normal(t, df, shift);
}

double bench_noncentral_cdf(double t, double df, double shift)
{
	return bench_noncentral_sf(-t, df, -shift);
}

typedef struct target {
	double p, df, shift;
} target;

static double distance(double t, const void *arg)
{
	const target *goal = arg;

	if (goal->p < 0.5)
		return log(bench_noncentral_cdf(t, goal->df, goal->shift)) - log(goal->p);
	return log1p(-goal->p) - log(bench_noncentral_sf(t, goal->df, goal->shift));
}

double bench_noncentral_quantile(double p, double df, double shift)
{
	target goal = { p, df, shift };

	if (!(p >= 0 && p <= 1) || !(df > 0) || isnan(shift) || isinf(shift))
		return NAN;
	if (p == 0 || p == 1)
		return p == 0 ? -(double)INFINITY : (double)INFINITY;
	return benchi_root_near(distance, &goal, shift + bench_student_quantile(p, df), 1);
}
