/*
 * Where does this function cross zero?
 *
 * Chandrupatla's method (Advances in Engineering Software 28, 1997, p. 145): inverse
 * quadratic interpolation through three points where these lie in good order, else
 * halving; never slower than about twice bisection, usually ten calls.
 * Assumes a continuous function and a change of sign.
 * Wrong when the function jumps over zero: then the place of the jump is returned.
 *
 * SPDX-License-Identifier: MIT
 */
#include <float.h>
#include <math.h>

#include "stats/root.h"

typedef struct point {
	double x, y;
} point;

/* Where to look next, as a fraction of the way from a to b; c is the third point. */
static double next_fraction(point a, point b, point c)
{
	double xi = (a.x - b.x) / (c.x - b.x), phi = (a.y - b.y) / (c.y - b.y);

	if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
		return a.y / (b.y - a.y) * c.y / (b.y - c.y)
		     + (c.x - a.x) / (b.x - a.x) * a.y / (c.y - a.y) * b.y / (c.y - b.y);
	return 0.5;
}

/* The zero between two points. */
static double between(benchi_function *f, const void *arg, point a, point b)
{
	double fraction = 0.5;
	point c, t;

	if (a.y == 0)
		return a.x;
	if (b.y == 0)
		return b.x;
	if (!((a.y < 0) != (b.y < 0)) || isnan(a.y) || isnan(b.y))
		return NAN;
	for (int i = 0; i < 300; i++) {
		double best, smallest;

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
		fraction = next_fraction(a, b, c);
		if (fraction < smallest)
			fraction = smallest;
		else if (fraction > 1 - smallest)
			fraction = 1 - smallest;
	}
	return a.x;
}

double benchi_root(benchi_function *f, const void *arg, double lo, double hi)
{
	point a = { lo, f(lo, arg) }, b = { hi, f(hi, arg) };

	return between(f, arg, a, b);
}

double benchi_root_near(benchi_function *f, const void *arg, double guess, double step)
{
	point lo = { guess - step, f(guess - step, arg) }, hi = { guess + step, f(guess + step, arg) };

	for (int i = 0; i < 100 && (lo.y < 0) == (hi.y < 0); i++) {
		step *= 2;
		if (fabs(lo.y) < fabs(hi.y)) {
			hi = lo;
			lo.x -= step;
			lo.y = f(lo.x, arg);
		} else {
			lo = hi;
			hi.x += step;
			hi.y = f(hi.x, arg);
		}
	}
	return between(f, arg, lo, hi);
}
