/*
 * Distributions: normal, beta and related ones, Student's t; tails, quantiles and root finding.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

/*
 * The standard normal distribution: tails and quantiles.
 *
 * The tails are the C library's erfc. The quantile solves ln tail(x) = ln p by Newton's method.
 * The tail is log-concave, so this converges from the starting value of Abramowitz and Stegun
 * 1964, 26.2.23, which is accurate to 4.5e-4.
 *
 * Worked: P(Z <= -1.96) = 0.024997895148220435.
 *
 * Wrong if x is below -38, where the tail is smaller than the smallest double.
 */

#define SQRT_2 1.41421356237309504880
#define LN_SQRT_2PI 0.91893853320467274178

double benchi_normal_sf(double x)
{
	return 0.5 * erfc(x / SQRT_2);
}

double benchi_normal_log_cdf(double x)
{
	double w = 1 / (x * x), sum = 1;

	if (x > -30)
		return x > 5 ? log1p(-benchi_normal_sf(x)) : log(benchi_normal_sf(-x));
	/* 1 - w (1 - 3 w (1 - 5 w ...)): six terms are exact to 1e-16 in this range. */
	for (int i = 11; i >= 1; i -= 2)
		sum = 1 - i * w * sum;
	return -x * x / 2 - log(-x) - LN_SQRT_2PI + log(sum);
}

double benchi_normal_quantile(double p)
{
	double q = p < 0.5 ? p : 1 - p, r, ln_q, x;     /* x <= 0 with P(Z <= x) = q */

	if (!(p >= 0 && p <= 1))
		return NAN;
	if (p == 0 || p == 1)
		return p == 0 ? -(double)INFINITY : (double)INFINITY;
	if (p == 0.5)
		return 0;
	ln_q = log(q);
	r = sqrt(-2 * ln_q);
	x = (2.515517 + r * (0.802853 + r * 0.010328))
	  / (1 + r * (1.432788 + r * (0.189269 + r * 0.001308))) - r;
	for (int i = 0; i < 4; i++) {
		double ln_tail = q > 0.25 ? 0 : benchi_normal_log_cdf(x);

		if (q > 0.25) /* near the middle the tail's logarithm is flat: solve for P(x < Z <= 0) */
			x -= (0.5 * erf(x / SQRT_2) + (0.5 - q)) * exp(x * x / 2 + LN_SQRT_2PI);
		else
			x -= (ln_tail - ln_q) * exp(ln_tail + x * x / 2 + LN_SQRT_2PI);
	}
	return p < 0.5 ? x : -x;
}

/*
 * Finding a zero of a function.
 *
 * Chandrupatla's method (Advances in Engineering Software 28, 1997, p. 145): inverse quadratic
 * interpolation through three points if their order is suitable, otherwise halving. Never takes
 * more than about twice as long as bisection, usually ten calls.
 *
 * Assumes a continuous function and a change of sign. Wrong if the function jumps across zero:
 * then the position of the jump is returned.
 */

typedef struct point {
	double x, y;
} point;

/* Starts with a bracket that grows until its ends have opposite signs. */
double benchi_root_near(benchi_function *f, const void *arg, double guess, double step)
{
	point a = { guess - step, f(guess - step, arg) }, b = { guess + step, f(guess + step, arg) };
	point c, t;
	double fraction = 0.5;

	for (int i = 0; i < 100 && (a.y < 0) == (b.y < 0); i++) {
		step *= 2;
		if (fabs(a.y) < fabs(b.y)) {
			b = a;
			a.x -= step;
			a.y = f(a.x, arg);
		} else {
			a = b;
			b.x += step;
			b.y = f(b.x, arg);
		}
	}
	if (a.y == 0 || b.y == 0)
		return a.y == 0 ? a.x : b.x;
	if ((a.y < 0) == (b.y < 0) || isnan(a.y) || isnan(b.y))
		return NAN;
	for (int i = 0; i < 300; i++) {
		double best, smallest, xi, phi;

		t.x = a.x + fraction * (b.x - a.x);
		t.y = f(t.x, arg);
		if ((t.y < 0) == (a.y < 0)) {
			c = a;
		} else {
			c = b;
			b = a;
		}
		a = t;
		best = fabs(a.y) < fabs(b.y) ? a.x : b.x;
		smallest = 2 * DBL_EPSILON * fabs(best) / fabs(b.x - a.x);
		if (a.y == 0 || smallest > 0.5 || b.x == a.x)
			return a.y == 0 ? a.x : best;
		/* the next position, as a fraction of the way from a to b */
		xi = (a.x - b.x) / (c.x - b.x);
		phi = (a.y - b.y) / (c.y - b.y);
		fraction = 0.5;
		if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
			fraction = a.y / (b.y - a.y) * c.y / (b.y - c.y)
			         + (c.x - a.x) / (b.x - a.x) * a.y / (c.y - a.y) * b.y / (c.y - b.y);
		if (fraction < smallest)
			fraction = smallest;
		else if (fraction > 1 - smallest)
			fraction = 1 - smallest;
	}
	return a.x;
}

/*
 * Beta, chi-square and binomial distributions: tails and quantiles.
 *
 * Tails are the incomplete beta and gamma functions of special.c. A quantile solves ln(tail) =
 * ln(p) for the smaller tail, in ln x, so that both ends of the range are far away.
 *
 * Worked: P(B <= 1) for n = 11, 1/2 is 12/2048; I_1/2(10, 2) is the same.
 *
 * p is the lower probability, so quantiles very near the upper end have only the digits that 1 - p
 * has.
 */

typedef struct chisquare_target {
	double df, ln;
	int upper;
} chisquare_target;

static double chisquare_distance(double ln_x, const void *arg)
{
	const chisquare_target *goal = arg;
	benchi_tails t = benchi_gamma_tails(goal->df / 2, exp(ln_x) / 2);
	double tail = goal->upper ? t.upper : t.lower;

	return (tail > 0 ? log(tail) : -1e4) - goal->ln;
}

double benchi_chisquare_quantile(double p, double df)
{
	chisquare_target goal = { df, p > 0.5 ? log1p(-p) : log(p), p > 0.5 };

	if (!(p >= 0 && p <= 1) || !(df > 0))
		return NAN;
	if (p == 0 || p == 1)
		return p == 0 ? 0 : (double)INFINITY;
	return exp(benchi_root_near(chisquare_distance, &goal, log(df), sqrt(2 / df)));
}

double benchi_binomial_cdf(double k, double n, double chance)
{
	k = floor(k);
	if (isnan(k) || !(n >= 0) || n != floor(n) || isinf(n) || !(chance >= 0 && chance <= 1))
		return NAN;
	/* P(B > k) = I_chance(k + 1, n - k) */
	return k < 0 ? 0 : k >= n ? 1 : benchi_beta_tails(chance, 1 - chance, k + 1, n - k).upper;
}

/*
 * Student's t distribution.
 *
 * P(T > t) = I_x(df/2, 1/2) / 2 with x = df / (df + t t), t > 0 (Abramowitz and Stegun 1964,
 * 26.7.1). 1 - x = t t / (df + t t) is computed directly, so that a df of ten million costs no
 * digits. The quantile solves for ln t: from the tail P(T > t), or from P(-t < T < t) if that
 * is small.
 *
 * Worked: df = 1 is Cauchy's distribution: P(T > 1) = 1/4.
 *
 * A quantile beyond the largest double (df far below 1) is infinite.
 */

#define FAR 230 /* ln(t / sqrt(df)) above which t t would overflow and 1 + df/(t t) is 1 */

/* Returns ln P(|T| > t) in the far tail: the first term of the beta function's series, x^a / (a
 * B). */
static double ln_far_tail(double ln_r, double df)
{
	return -df * ln_r - log(df / 2) - benchi_log_beta(df / 2, 0.5);
}

/* Returns both probabilities for t > 0: P(|T| > t) as lower, P(|T| < t) as upper. */
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

double benchi_student_sf(double t, double df)
{
	if (isnan(t) || !(df > 0))
		return NAN;
	if (isinf(df))
		return benchi_normal_sf(t);
	if (t == 0)
		return 0.5;
	return t > 0 ? two_sided(t, df).lower / 2 : 0.5 + two_sided(-t, df).upper / 2;
}

typedef struct student_target {
	double ln, df;
	int middle;
} student_target;

static double student_distance(double ln_t, const void *arg)
{
	const student_target *goal = arg;
	double ln_r = ln_t - log(goal->df) / 2;
	benchi_tails tails;

	if (ln_r > FAR && !goal->middle)
		return ln_far_tail(ln_r, goal->df) - goal->ln;
	tails = two_sided(exp(ln_t), goal->df);
	return log(goal->middle ? tails.upper : tails.lower) - goal->ln;
}

double benchi_student_quantile(double p, double df)
{
	double q = p < 0.5 ? p : 1 - p, guess, t;   /* t > 0 with P(T > t) = q */
	student_target goal = { log(2 * q), df, 0 };

	if (!(p >= 0 && p <= 1) || !(df > 0))
		return NAN;
	if (isinf(df) || p == 0 || p == 0.5 || p == 1)
		return benchi_normal_quantile(p);
	guess = log(-benchi_normal_quantile(q));
	if (q > 0.25) {
		goal.middle = 1;
		goal.ln = log(1 - 2 * q);
	}
	if (df < 4 && q < 0.1) /* the tail falls as t^-df */
		guess = log(0.5 / df / q) / df;
	t = benchi_stored(exp(benchi_root_near(student_distance, &goal, guess, 0.1)));
	return p < 0.5 ? -t : t;
}
