/*
 * Sorting and quantiles of small sets.
 *
 * Quantiles are Hyndman and Fan's type 7 (The American Statistician 50, 1996, p. 361).
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

/* Heapsort, since the C library's qsort allocates for more than some hundred bytes. */
void benchi_sort(double *x, size_t n)
{
	size_t i = 1, root = n / 2, end = n;

	while (i < n && x[i - 1] <= x[i])
		i++;
	while (i < n && end > 1) {
		size_t hole, child;
		double value;

		if (root > 0) {
			value = x[--root];
		} else {
			value = x[--end];
			x[end] = x[0];
		}
		for (hole = root; (child = 2 * hole + 1) < end; hole = child) {
			child += child + 1 < end && x[child] < x[child + 1];
			if (!(value < x[child]))
				break;
			x[hole] = x[child];
		}
		x[hole] = value;
	}
}

double benchi_quantile(const double *sorted, size_t n, double p)
{
	double h, part;
	size_t i;

	if (n == 0)
		return NAN;
	h = (double)(n - 1) * p;
	i = (size_t)h;
	part = h - (double)i;
	if (i + 1 >= n)
		return sorted[n - 1];
	if (!BENCHI_SMALL && !isfinite(sorted[i + 1] - sorted[i])) /* the difference of two huge numbers
	                                                              overflows */
		return sorted[i] * (1 - part) + sorted[i + 1] * part;
	return sorted[i] + part * (sorted[i + 1] - sorted[i]);
}

size_t benchi_count_below(const double *sorted, size_t n, double x, bool equal)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (sorted[middle] < x || (equal && sorted[middle] == x))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

double benchi_median(double *x, size_t n)
{
	const double *at = x + n / 2;

	benchi_sort(x, n);
	if (!BENCHI_SMALL)
		return benchi_quantile(x, n, 0.5);
	/* the small library: less code, for numbers that are not huge */
	return n == 0 ? (double)NAN : n % 2 ? *at : at[-1] + 0.5 * (*at - at[-1]);
}
