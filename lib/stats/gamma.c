/*
 * The incomplete gamma function: its power series below the mean, and Legendre's continued fraction
 * above (Abramowitz and Stegun 1964, 6.5.29, 6.5.31). Weights as in special.c.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

#define LN_SQRT_2PI 0.91893853320467274178
#define PRECISION 1e-16
#define MOST_TERMS 2000000

benchi_tails benchi_gamma_tails(double a, double x)
{
	benchi_tails t = { 0, 1 };
	double weight; /* x^a e^-x / Gamma(a) */

	if (x <= 0)
		return t;
	if (isinf(x)) {
		t.lower = 1;
		t.upper = 0;
		return t;
	}
	weight = sqrt(a)
	       * exp(-LN_SQRT_2PI - benchi_stirling_rest(a) - benchi_deviance(a, x, a - x));
	if (x < a + 1) {
		double term = 1, sum = 1;

		for (double k = 1; k < MOST_TERMS && term > PRECISION * sum; k++) {
			term *= x / (a + k);
			sum += term;
		}
		t.lower = weight / a * sum;
		t.upper = 1 - t.lower;
	} else {
		struct benchi_fraction f;

		benchi_fraction_start(&f, x + 1 - a);
		for (double i = 1; i < MOST_TERMS; i++)
			if (!benchi_fraction_step(&f, i * (a - i), x + 2 * i + 1 - a))
				break;
		t.upper = weight / f.value;
		t.lower = 1 - t.upper;
	}
	return t;
}
