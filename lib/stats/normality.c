/*
 * Shapiro and Wilk's test for the normal distribution.
 *
 * W is the squared correlation of the sorted numbers with weights close to the
 * expected order statistics of normal numbers.  The weights come from Blom's scores
 * q((i - 3/8) / (n + 1/4)); the outer one or two are corrected by polynomials in
 * 1/sqrt(n), and ln(1 - W) is normal with a mean and deviation that are polynomials
 * in n or ln n; for n = 3 the p-value is exact (Royston, Statistics and Computing 2,
 * 1992, p. 117; the ranges of AS R94, Applied Statistics 44, 1995, p. 547).
 * Worked: {1, 2, 3}: W = 1, p = 1.
 * Assumes: independent numbers.
 * Wrong when: there are many ties (rounded numbers): W is then too small.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "stats/numbers.h"

#define MOST 5000
#define PI 3.14159265358979323846

static double polynomial(const double *c, int terms, double x)
{
	double sum = 0;

	while (terms-- > 0)
		sum = sum * x + c[terms];
	return sum;
}

/* The upper half of the weights, largest first; the lower half mirrors it. */
static void make_weights(double *weight, size_t n)
{
	static const double outer[] = { 0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056 };
	static const double second[] = { 0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633 };
	size_t half = n / 2, corrected = n > 5 ? 2 : 1;
	double squares = 0, left = 0, taken = 0, r = 1 / sqrt((double)n), scale;

	if (n == 3) {
		weight[0] = sqrt(0.5);
		return;
	}
	for (size_t i = 0; i < half; i++) {
		weight[i] = -bench_normal_quantile(((double)i + 0.625) / ((double)n + 0.25));
		squares += 2 * weight[i] * weight[i];
	}
	left = squares;
	for (size_t i = 0; i < corrected && i < half; i++) {
		left -= 2 * weight[i] * weight[i];
		weight[i] = weight[i] / sqrt(squares) + polynomial(i == 0 ? outer : second, 6, r);
		taken += 2 * weight[i] * weight[i];
	}
	scale = sqrt(left / (1 - taken));
	for (size_t i = corrected; i < half; i++)
		weight[i] /= scale;
}

/* 1 - W, which carries the digits. */
static double one_less_w(const double *sorted, const double *weight, size_t n)
{
	bench_numbers set = { sorted, n };
	benchi_moments m = benchi_moments_of(&set);
	double product = 0, weights = 0, root;

	for (size_t i = 0; i < n / 2; i++) {
		product += weight[i] * (sorted[n - 1 - i] - sorted[i]);
		weights += 2 * weight[i] * weight[i];
	}
	root = sqrt(weights * m.squares);
	return (root - product) * (root + product) / (weights * m.squares);
}

static double chance(double rest, size_t n)
{
	static const double bound[] = { -2.273, 0.459 };
	static const double mean_few[] = { 0.544, -0.39978, 0.025054, -6.714e-4 };
	static const double ln_sd_few[] = { 1.3822, -0.77857, 0.062767, -0.0020322 };
	static const double mean_many[] = { -1.5861, -0.31082, -0.083751, 0.0038915 };
	static const double ln_sd_many[] = { -0.4803, -0.082676, 0.0030302 };
	double size = (double)n, y = log(rest), p;

	if (n == 3) {
		p = 6 / PI * (asin(sqrt(1 - rest)) - asin(sqrt(0.75)));
		return p < 0 ? 0 : p;
	}
	if (rest <= 0)
		return 1;
	if (n <= 11) {
		double gamma = polynomial(bound, 2, size);

		if (y >= gamma)
			return 0;
		return bench_normal_sf((-log(gamma - y) - polynomial(mean_few, 4, size))
		                       / exp(polynomial(ln_sd_few, 4, size)));
	}
	size = log(size);
	return bench_normal_sf((y - polynomial(mean_many, 4, size))
	                       / exp(polynomial(ln_sd_many, 3, size)));
}

bench_status bench_normality_test(const bench_numbers *set, bench_normality *out)
{
	bench_status status = benchi_numbers_begin(set, 3, out, sizeof *out,
	                                           sizeof *out / sizeof(double));
	double *sorted, *weight;

	if (status == BENCH_OK && set->n > MOST)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "%.0f numbers, but at most %d can be tested",
		                     (double)set->n, MOST);
	if (status != BENCH_OK)
		return status;
	sorted = benchi_numbers_sorted(set);
	weight = malloc(set->n / 2 * sizeof *weight);
	if (!sorted || !weight) {
		status = benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers", (double)set->n);
	} else if (sorted[0] < sorted[set->n - 1]) {
		double rest;

		make_weights(weight, set->n);
		rest = one_less_w(sorted, weight, set->n);
		out->w = 1 - rest;
		out->p = chance(rest, set->n);
	}
	free(sorted);
	free(weight);
	return status;
}
