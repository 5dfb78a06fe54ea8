/*
 * The incomplete beta and gamma functions.
 *
 * The weight x^a (1-x)^b / B(a,b) is written with the error terms of Stirling's formula (special.c)
 * and two deviances, so that large a and b cancel in the formula and not in the machine (Loader,
 * Fast and Accurate Computation of Binomial Probabilities, 2000). The incomplete beta function is
 * the continued fraction of DiDonato and Morris (ACM TOMS 18, 1992, p. 360, section 2), in the tail
 * where it converges. The incomplete gamma function is its power series below the mean, and
 * Legendre's continued fraction above (Abramowitz and Stegun 1964, 6.5.29, 6.5.31).
 *
 * Worked: I_0.5(2, 3) = 11/16, the probability of at least 2 heads in 4 throws.
 *
 * Wrong if a or b is so large (above 1e14) that a + b is rounded.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

#define LN_SQRT_2PI 0.91893853320467274178
#define TINY 1e-300
#define PRECISION 1e-16
#define MOST_TERMS 2000000

double benchi_deviance(double k, double m, double d)
{
	double v, power, sum, term;

	if (k == 0)
		return m;
	if (fabs(d) > 0.1 * (k + m))
		return k * log(k / m) - d;
	/* ln(k/m) = 2 (v + v^3/3 + ...), and 2 k v - d = v d. */
	v = d / (k + m);
	sum = v * d;
	power = 2 * k * v;
	for (int i = 3; i < 1000; i += 2) {
		power *= v * v;
		term = power / i;
		if (sum + term == sum)
			break;
		sum += term;
	}
	return sum;
}

void benchi_fraction_start(struct benchi_fraction *f, double first)
{
	f->value = fabs(first) < TINY ? TINY : first;
	f->c = f->value;
	f->d = 0;
	f->change = 0;
}

int benchi_fraction_step(struct benchi_fraction *f, double numerator, double denominator)
{
	f->d = denominator + numerator * f->d;
	f->d = 1 / (fabs(f->d) < TINY ? TINY : f->d);
	f->c = denominator + numerator / f->c;
	if (fabs(f->c) < TINY)
		f->c = TINY;
	f->change = f->c * f->d;
	f->value *= f->change;
	return fabs(f->change - 1) > PRECISION;
}

/* Returns I_x(a, b) for x below the mean, where excess = a - (a + b) x is at least 0. */
static double beta_below_mean(double x, double y, double a, double b, double excess)
{
	double n = a + b, weight, rests;
	struct benchi_fraction f;

	rests = benchi_stirling_rest(n) - benchi_stirling_rest(a) - benchi_stirling_rest(b);
	weight = sqrt(a / n * b)
	       * exp(rests - LN_SQRT_2PI - benchi_deviance(a, n * x, excess)
	             - benchi_deviance(b, n * y, -excess));
	if (weight == 0)
		return 0;
	benchi_fraction_start(&f, a * (excess + 1) / (a + 1));
	for (double i = 1; i < MOST_TERMS; i++) {
		double r = a + 2 * i - 1;
		double up = (a + i - 1) / r * ((n + i - 1) / r) * i * (b - i) * x * x;
		double down = i + i * (b - i) * x / r + (a + i) * (excess + 1 + i * (1 + y)) / (r + 2);

		if (!benchi_fraction_step(&f, up, down))
			break;
	}
	return weight / f.value;
}

benchi_tails benchi_beta_tails(double x, double y, double a, double b)
{
	benchi_tails t;
	double excess;

	if (x <= 0 || y <= 0) {
		t.lower = x <= 0 ? 0 : 1;
		t.upper = 1 - t.lower;
		return t;
	}
	excess = x <= y ? a - (a + b) * x : (a + b) * y - b;
	if (excess >= 0) {
		t.lower = beta_below_mean(x, y, a, b, excess);
		t.upper = 1 - t.lower;
	} else {
		t.upper = beta_below_mean(y, x, b, a, -excess);
		t.lower = 1 - t.upper;
	}
	return t;
}

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
