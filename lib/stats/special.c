/*
 * Gamma function and beta function.
 *
 * ln Gamma is Stirling's formula plus an error term. The error term is its asymptotic series above
 * 16; below, it is carried down by rest(z) = rest(z + 1) + (z + 1/2) ln(1 + 1/z) - 1 (Abramowitz
 * and Stegun 1964, 6.1.15 and 6.1.41).
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

#define LN_SQRT_2PI 0.91893853320467274178

double benchi_stirling_rest(double z)
{
	/* Bernoulli numbers B(2k) / (2k (2k - 1)), k = 1 to 6; the next term is below 1e-18. */
	static const double c[] = { 1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188,
		-691.0 / 360360 };
	double steps = 0, sum = 0;

	for (; z < 16; z++)
		steps += (z + 0.5) * log1p(1 / z) - 1;
	for (int i = 5; i >= 0; i--)
		sum = sum * (1 / (z * z)) + c[i];
	return steps + sum / z;
}

double benchi_log_beta(double a, double b)
{
	double small = a < b ? a : b, large = a < b ? b : a, n = small + large;
	double rests = benchi_stirling_rest(small) + benchi_stirling_rest(large)
	             - benchi_stirling_rest(n);

	/* small ln(small/n) + large ln(large/n) + ln(n / (small large)) / 2 + ... */
	return rests + LN_SQRT_2PI - 0.5 * log(small) + small * log(small / n)
	     + (large - 0.5) * log1p(-small / n);
}
