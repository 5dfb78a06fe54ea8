/*
 * Fits the growth of time with a parameter: n, n log n, ...
 *
 * For each order, time = fixed + each * f(n), both not below 0, by least squares of the
 * relative errors: a nanosecond off matters at ten and not at a thousand.  Every order
 * has two numbers to be fitted (O(1): one), so their errors are comparable.  The simplest
 * is chosen whose error is at most 1.5 times the best one's plus one percent;
 * none, if that is above 10 %.  Worked: 12, 22, 42, 82 ns at 5, 10, 20, 40 are 2 ns
 * and 2 ns each, with no error; the same times at 1, 2, 3, 4 give no result: too close.
 *
 * Wrong where time jumps between values (a cache overflows): usually no order
 * fits then.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "analysis/growth.h"

static const double FITS = 0.1, SPAN = 8;

static double shape(int order, double n)
{
	switch (order) {
	case 0: return 0;
	case 1: return log2(n);
	case 2: return n;
	case 3: return n * log2(n);
	case 4: return n * n;
	default: return n * n * n;
	}
}

/* What counts: parameters and times above 0. */
static int counts(double parameter, double time)
{
	return parameter > 0 && time > 0 && isfinite(time);
}

/* Sums over what counts: of u = 1 / time and v = f / time. */
struct sums {
	double u, v, uu, uv, vv, n;
};

static struct sums add_up(int order, const double *parameter, const double *time, size_t n)
{
	struct sums s = { 0, 0, 0, 0, 0, 0 };

	for (size_t i = 0; i < n; i++) {
		double u = 1 / time[i], v = shape(order, parameter[i]) / time[i];

		if (!counts(parameter[i], time[i]))
			continue;
		s.n++;
		s.u += u;
		s.v += v;
		s.uu += u * u;
		s.uv += u * v;
		s.vv += v * v;
	}
	return s;
}

/* Fits one order: minimises the sum of (1 - fixed u - each v)^2. */
static benchi_growth fit(int order, const double *parameter, const double *time, size_t n)
{
	struct sums s = add_up(order, parameter, time, n);
	benchi_growth g = { order, -1, s.u / s.uu, 0, 0 };
	double det = s.uu * s.vv - s.uv * s.uv, left = 0;

	if (order > 0 && det > 1e-12 * s.uu * s.vv) {
		g.fixed = (s.u * s.vv - s.v * s.uv) / det;
		g.each = (s.v * s.uu - s.u * s.uv) / det;
	}
	if (order > 0 && g.fixed < 0) {
		g.fixed = 0;
		g.each = s.v / s.vv;
	}
	if (g.each < 0 || (order > 0 && !(g.each > 0))) {
		g.off = (double)INFINITY;
		return g;
	}
	for (size_t i = 0; i < n; i++)
		if (counts(parameter[i], time[i]))
			left += pow(1 - (g.fixed + g.each * shape(order, parameter[i])) / time[i], 2);
	g.off = sqrt(left / (s.n - 2));
	return g;
}

/* Are there enough, and far enough apart? */
static int enough(const double *parameter, const double *time, size_t n)
{
	double low = INFINITY, high = 0;
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		if (counts(parameter[i], time[i])) {
			low = fmin(low, parameter[i]);
			high = fmax(high, parameter[i]);
			count++;
		}
	return count >= BENCHI_GROWTH_LEAST && high >= SPAN * low;
}

benchi_growth benchi_growth_fit(const double *parameter, const double *time, size_t n)
{
	benchi_growth none = { -1, -1, (double)NAN, (double)NAN, (double)NAN }, g[BENCHI_GROWTH_ORDERS];
	double best = INFINITY;
	int chosen = -1;

	if (!enough(parameter, time, n))
		return none;
	for (int order = 0; order < BENCHI_GROWTH_ORDERS; order++) {
		g[order] = fit(order, parameter, time, n);
		best = fmin(best, g[order].off);
	}
	for (int order = BENCHI_GROWTH_ORDERS - 1; order >= 0; order--)
		if (g[order].off <= 1.5 * best + 0.01) {
			if (chosen >= 0)
				g[order].other = chosen;
			chosen = order;
		}
	none.off = best;
	return chosen < 0 || g[chosen].off > FITS ? none : g[chosen];
}

const char *benchi_growth_name(int order)
{
	static const char *const names[BENCHI_GROWTH_ORDERS] = { "O(1)", "O(log n)", "O(n)",
		"O(n log n)", "O(n^2)", "O(n^3)" };

	return order >= 0 && order < BENCHI_GROWTH_ORDERS ? names[order] : "";
}
