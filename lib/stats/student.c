/*
 * How likely is a Student t below or above t; and which t has p below it?
 *
 * P(T > t) = I_x(df/2, 1/2) / 2 with x = df / (df + t t), t > 0 (Abramowitz and
 * Stegun 1964, 26.7.1).  1 - x = t t / (df + t t) is formed by itself, so that
 * df of ten millions costs no digits.  The quantile solves in ln t: for the tail
 * where the tail is small, for P(-t < T < t) where that is small.
 * Worked: df = 1 is Cauchy's distribution: P(T > 1) = 1/4.
 * Wrong when: never; a quantile beyond the largest double (df far below 1) is infinite.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include <bench.h>

#include "base/stored.h"
#include "stats/root.h"
#include "stats/special.h"

#define FAR 230 /* ln(t / sqrt(df)) beyond which t t would overflow and 1 + df/(t t) is 1 */

/* ln P(|T| > t) in the far tail: the first term of the beta function's series, x^a / (a B). */
static double ln_far_tail(double ln_r, double df)
{
	return -df * ln_r - log(df / 2) - benchi_log_beta(df / 2, 0.5);
}

/* .lower: P(|T| > t), .upper: P(|T| < t), for t > 0. */
static benchi_tails two_sided(double t, double df)
{
	double r = t / sqrt(df), x = 1 / (1 + r * r);
	double y = r < 1 ? r * r / (1 + r * r) : 1 / (1 + 1 / (r * r));
	benchi_tails tails;

	if (log(r) <= FAR)
		return benchi_beta_tails(x, y, df / 2, 0.5);
	tails.lower = exp(ln_far_tail(log(r), df));
	tails.upper = 1 - tails.lower;
	return tails;
}

static double upper_tail(double t, double df)
{
	if (t == 0)
		return 0.5;
	return t > 0 ? two_sided(t, df).lower / 2 : 0.5 + two_sided(-t, df).upper / 2;
}

double bench_student_sf(double t, double df)
{
	if (isnan(t) || !(df > 0))
		return NAN;
	return isinf(df) ? bench_normal_sf(t) : upper_tail(t, df);
}

double bench_student_cdf(double t, double df)
{
	return bench_student_sf(-t, df);
}

typedef struct target {
	double ln, df;
	int middle;
} target;

static double distance(double ln_t, const void *arg)
{
	const target *goal = arg;
	double ln_r = ln_t - log(goal->df) / 2;
	benchi_tails tails;

	if (ln_r > FAR && !goal->middle)
		return ln_far_tail(ln_r, goal->df) - goal->ln;
	tails = two_sided(exp(ln_t), goal->df);
	return log(goal->middle ? tails.upper : tails.lower) - goal->ln;
}

/* The t > 0 with P(T > t) = q, for 0 < q < 1/2. */
static double upper_quantile(double q, double df)
{
	target goal = { log(2 * q), df, 0 };
	double guess = log(-bench_normal_quantile(q));

	if (q > 0.25) {
		goal.middle = 1;
		goal.ln = log(1 - 2 * q);
	}
	if (df < 4 && q < 0.1) /* the tail falls as t^-df */
		guess = log(0.5 / df / q) / df;
	return benchi_stored(exp(benchi_root_near(distance, &goal, guess, 0.1)));
}

double bench_student_quantile(double p, double df)
{
	if (!(p >= 0 && p <= 1) || !(df > 0))
		return NAN;
	if (isinf(df) || p == 0 || p == 0.5 || p == 1)
		return bench_normal_quantile(p);
	return p < 0.5 ? -upper_quantile(p, df) : upper_quantile(1 - p, df);
}
