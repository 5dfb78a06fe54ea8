/*
 * The standard normal distribution: tails and quantiles.
 *
 * The tails are the C library's erfc; the quantile solves ln tail(x) = ln p by
 * Newton's method (the tail is log-concave, so it converges from the starting
 * value of Abramowitz and Stegun 1964, 26.2.23, which is right to 4.5e-4).
 * Worked: P(Z <= -1.96) = 0.024997895148220435.
 * Wrong when: x is below -38, where the tail is smaller than the smallest double.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include <bench.h>

#include "stats/normal.h"

#define SQRT_2 1.41421356237309504880
#define LN_SQRT_2PI 0.91893853320467274178

double bench_normal_cdf(double x)
{
	return 0.5 * erfc(-x / SQRT_2);
}

double bench_normal_sf(double x)
{
	return 0.5 * erfc(x / SQRT_2);
}

double benchi_normal_log_cdf(double x)
{
	double w = 1 / (x * x), sum = 1;

	if (x > -30)
		return x > 5 ? log1p(-bench_normal_sf(x)) : log(bench_normal_cdf(x));
	/* 1 - w (1 - 3 w (1 - 5 w ...)): six terms are exact to 1e-16 here. */
	for (int i = 11; i >= 1; i -= 2)
		sum = 1 - i * w * sum;
	return -x * x / 2 - log(-x) - LN_SQRT_2PI + log(sum);
}

/* The x <= 0 with P(Z <= x) = p, for 0 < p <= 1/2. */
static double lower_quantile(double p)
{
	double r = sqrt(-2 * log(p)), ln_p = log(p);
	double x = (2.515517 + r * (0.802853 + r * 0.010328))
	         / (1 + r * (1.432788 + r * (0.189269 + r * 0.001308))) - r;

	if (p > 0.25) {
		/* near the middle the tail's logarithm is flat: solve P(x < Z <= 0) */
		for (int i = 0; i < 4; i++)
			x -= (0.5 * erf(x / SQRT_2) + (0.5 - p)) * exp(x * x / 2 + LN_SQRT_2PI);
		return x;
	}
	for (int i = 0; i < 4; i++) {
		double ln_tail = benchi_normal_log_cdf(x);

		x -= (ln_tail - ln_p) * exp(ln_tail + x * x / 2 + LN_SQRT_2PI);
	}
	return x;
}

double bench_normal_quantile(double p)
{
	if (!(p >= 0 && p <= 1))
		return NAN;
	if (p == 0 || p == 1)
		return p == 0 ? -(double)INFINITY : (double)INFINITY;
	if (p == 0.5)
		return 0;
	return p < 0.5 ? lower_quantile(p) : -lower_quantile(1 - p);
}
