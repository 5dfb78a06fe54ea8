/*
 * Gamma and beta functions to nearly full precision, and what the distributions
 * share: the weight x^a y^b / B(a, b) and both tails of the incomplete functions.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_SPECIAL_H
#define BENCHI_STATS_SPECIAL_H

/* Lower and upper tail; each is accurate relative to itself. */
typedef struct benchi_tails {
	double lower, upper;
} benchi_tails;

/* ln Gamma(z) - ((z - 1/2) ln z - z + ln(2 pi)/2), z > 0: what Stirling leaves. */
double benchi_stirling_rest(double z);

/* ln B(a, b), a and b > 0.  No global state (signgam). */
double benchi_log_beta(double a, double b);

/* k ln(k / m) - (k - m) for k >= 0, m > 0; d is k - m, which the caller may know
 * better than the difference of both tells. */
double benchi_deviance(double k, double m, double d);

/* e^v - 1 - v without cancellation. */
double benchi_exp_rest(double v);

/* The regularized incomplete beta function I_x(a, b); y is 1 - x, given by the
 * caller because the smaller of both carries the precision.  a, b > 0. */
benchi_tails benchi_beta_tails(double x, double y, double a, double b);

/* The regularized incomplete gamma functions P(a, x) and Q(a, x), a > 0, x >= 0. */
benchi_tails benchi_gamma_tails(double a, double x);

#endif
