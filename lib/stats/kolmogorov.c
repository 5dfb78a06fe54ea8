/*
 * Kolmogorov's distribution of the largest distance of an empirical distribution.
 *
 * The limit of sqrt(n) D: P(K > x) = 2 sum (-1)^(k-1) e^(-2 k k x x), and by the
 * theta function's identity P(K <= x) = sqrt(2 pi)/x sum e^(-(2k-1)^2 pi^2 / (8 x x))
 * (Feller, Annals of Mathematical Statistics 19, 1948, p. 177).  The first is used
 * above 1, the second below: a handful of terms each.
 * Worked: P(K > 1.3581) = 0.05.
 * Wrong when: n is small (below about 50); the limit is then too cautious.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include <bench.h>

#include "stats/root.h"

#define PI 3.14159265358979323846

static double upper_series(double x)
{
	double sum = 0;

	for (int k = 20; k >= 1; k--)
		sum += (k % 2 ? 2 : -2) * exp(-2.0 * k * k * x * x);
	return sum;
}

static double lower_series(double x)
{
	double sum = 0;

	for (int k = 19; k >= 1; k -= 2)
		sum += exp(-k * k * PI * PI / (8 * x * x));
	return sqrt(2 * PI) / x * sum;
}

double bench_kolmogorov_cdf(double x)
{
	if (isnan(x))
		return x;
	return x <= 0 ? 0 : x < 1 ? lower_series(x) : 1 - upper_series(x);
}

double bench_kolmogorov_sf(double x)
{
	if (isnan(x))
		return x;
	return x <= 0 ? 1 : x < 1 ? 1 - lower_series(x) : upper_series(x);
}

static double distance(double x, const void *p)
{
	double lower = *(const double *)p;

	if (lower > 0.5)
		return log1p(-lower) - log(bench_kolmogorov_sf(x));
	return log(bench_kolmogorov_cdf(x)) - log(lower);
}

double bench_kolmogorov_quantile(double p)
{
	if (!(p >= 0 && p <= 1))
		return NAN;
	if (p == 0 || p == 1)
		return p == 0 ? 0 : (double)INFINITY;
	return benchi_root(distance, &p, 0.041, 19);
}
