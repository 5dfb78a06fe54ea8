/*
 * Exact distributions of rank sum, signed rank and inversions under random
 * order.
 *
 * Rank sum: of j numbers, k are in the first set.  The largest is in it with
 * probability k/j, and then exceeds the j - k others: P(j, k, u) = (k/j)
 * P(j-1, k-1, u - (j - k)) + (1 - k/j) P(j-1, k, u) (Mann and Whitney 1947, p. 51,
 * divided by binomials so that nothing overflows).  Signed rank: rank i is positive
 * or not, each with probability 1/2.  Inversions: the i-th number stands before
 * 0..i-1 of the earlier ones, each with probability 1/i (Kendall, Biometrika 30,
 * 1938, p. 81).  Only sums of positive numbers: each mass keeps about 14 digits.
 * Worked: sets of 3 and 3: P(U = 0) = 1/20; n = 3: P(V = 0) = 1/8.
 * Assumes: no ties.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include <bench.h>

#include "stats/rankmass.h"

/* Row k of the table after j numbers, in place: k falls, so row k - 1 is still old. */
static void ranksum_row(double *row, const double *fewer, size_t width, size_t j, size_t k)
{
	double in = (double)k / (double)j, out = 1 - in;
	size_t shift = j - k;

	for (size_t u = width; u-- > 0;)
		row[u] = out * row[u] + (u >= shift ? in * fewer[u - shift] : 0);
}

benchi_masses benchi_ranksum_masses(size_t m, size_t n)
{
	size_t few = m < n ? m : n, many = m < n ? n : m, width;
	benchi_masses d = { NULL, (double)few * (double)many, 0 };
	double *table;

	if (few == 0 || many > BENCHI_RANKSUM_MOST / few)
		return d;
	width = few * many / 2 + 1;
	table = calloc((few + 1) * width, sizeof *table);
	d.lost = !table;
	if (!table)
		return d;
	table[0] = 1;
	for (size_t j = 1; j <= few + many; j++)
		for (size_t k = j < few ? j : few; k >= 1 && j - k <= many; k--)
			ranksum_row(table + k * width, table + (k - 1) * width, width, j, k);
	/* row 0 has one outcome, u = 0, whatever j: it stays 1 as it was set */
	d.mass = malloc(width * sizeof *d.mass);
	d.lost = !d.mass;
	for (size_t u = 0; d.mass && u < width; u++)
		d.mass[u] = table[few * width + u];
	free(table);
	return d;
}

/* A distribution on 0..top of which nothing but 0 has been seen. */
static benchi_masses start(size_t top, size_t *width)
{
	benchi_masses d = { NULL, (double)top, 0 };

	*width = top / 2 + 1;
	d.mass = calloc(*width, sizeof *d.mass);
	d.lost = !d.mass;
	if (d.mass)
		d.mass[0] = 1;
	return d;
}

benchi_masses benchi_signedrank_masses(size_t n)
{
	benchi_masses d = { NULL, 0, 0 };
	size_t width = 0;

	if (n > 0 && n <= BENCHI_SIGNEDRANK_MOST)
		d = start(n * (n + 1) / 2, &width);
	for (size_t i = 1; d.mass && i <= n; i++)
		for (size_t v = width; v-- > 0;)
			d.mass[v] = (d.mass[v] + (v >= i ? d.mass[v - i] : 0)) / 2;
	return d;
}

benchi_masses benchi_kendall_masses(size_t n)
{
	benchi_masses d = { NULL, 0, 0 };
	size_t width = 0;

	if (n > 0 && n <= BENCHI_KENDALL_MOST)
		d = start(n * (n - 1) / 2, &width);
	for (size_t i = 2; d.mass && i <= n; i++)
		for (size_t u = width; u-- > 0;) {
			double sum = 0;

			for (size_t before = 0; before < i && before <= u; before++)
				sum += d.mass[u - before];
			d.mass[u] = sum / (double)i;
		}
	return d;
}

static double lower_sum(const benchi_masses *d, double x)
{
	double sum = 0;

	for (size_t u = 0; (double)u <= x; u++)
		sum += d->mass[u];
	return sum;
}

double benchi_masses_cdf(const benchi_masses *d, double x)
{
	x = floor(x);
	if (x < 0)
		return 0;
	if (x >= d->top)
		return 1;
	return x < d->top / 2 ? lower_sum(d, x) : 1 - lower_sum(d, d->top - x - 1);
}

double benchi_masses_quantile(const benchi_masses *d, double p)
{
	double sum = 0, above = 1 - p;
	size_t u;

	if (p <= 0 || p >= 1)
		return p <= 0 ? 0 : d->top;
	if (p > 0.5) { /* the largest w with P(X < w) <= 1 - p, seen from the top */
		for (u = 0; (double)u < d->top / 2; u++) {
			sum += d->mass[u];
			if (sum > above * (1 + 1e-13))
				break;
		}
		return d->top - (double)u;
	}
	for (u = 0; (double)u < floor(d->top / 2); u++) {
		sum += d->mass[u];
		if (sum >= p * (1 - 1e-13))
			break;
	}
	return (double)u;
}

double benchi_masses_two_sided(const benchi_masses *d, double x)
{
	double p = 2 * benchi_masses_cdf(d, x > d->top / 2 ? d->top - x : x);

	return p > 1 ? 1 : p;
}

double bench_ranksum_cdf(double u, size_t m, size_t n)
{
	benchi_masses d = benchi_ranksum_masses(m, n);
	double p = !d.mass || isnan(u) ? (double)NAN : benchi_masses_cdf(&d, u);

	free(d.mass);
	return p;
}

double bench_ranksum_sf(double u, size_t m, size_t n)
{
	return bench_ranksum_cdf((double)m * (double)n - floor(u) - 1, m, n);
}

double bench_ranksum_quantile(double p, size_t m, size_t n)
{
	benchi_masses d = benchi_ranksum_masses(m, n);
	double u = !d.mass || !(p >= 0 && p <= 1) ? (double)NAN : benchi_masses_quantile(&d, p);

	free(d.mass);
	return u;
}

double bench_signedrank_cdf(double v, size_t n)
{
	benchi_masses d = benchi_signedrank_masses(n);
	double p = !d.mass || isnan(v) ? (double)NAN : benchi_masses_cdf(&d, v);

	free(d.mass);
	return p;
}

double bench_signedrank_sf(double v, size_t n)
{
	return bench_signedrank_cdf((double)n * ((double)n + 1) / 2 - floor(v) - 1, n);
}

double bench_signedrank_quantile(double p, size_t n)
{
	benchi_masses d = benchi_signedrank_masses(n);
	double v = !d.mass || !(p >= 0 && p <= 1) ? (double)NAN : benchi_masses_quantile(&d, p);

	free(d.mass);
	return v;
}
