/*
 * Where does the middle of these numbers lie, and how surely?
 *
 * Quantiles are Hyndman and Fan's type 7 (The American Statistician 50, 1996,
 * p. 361).  The median's interval supposes independent numbers and nothing else:
 * of n, the number below the true median is Binomial(n, 1/2), so the order
 * statistics k from either end enclose it with probability 1 - 2 P(B < k).
 * Worked: n = 11, 95 %: P(B <= 1) = 12/2048, so ranks 2 and 10 (of 1 to 11)
 * enclose it with 1 - 24/2048 = 98.8 %; the next pair would reach 93.5 %.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "stats/order.h"

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void benchi_sort(double *x, size_t n)
{
	if (n > 1)
		qsort(x, n, sizeof *x, ascending);
}

double benchi_quantile(const double *sorted, size_t n, double p)
{
	double h, below;
	size_t i;

	if (n == 0)
		return NAN;
	h = (double)(n - 1) * p;
	below = floor(h);
	i = (size_t)below;
	if (i + 1 >= n)
		return sorted[n - 1];
	return sorted[i] + (h - below) * (sorted[i + 1] - sorted[i]);
}

double benchi_mad(const double *x, size_t n, double centre, double *scratch)
{
	for (size_t i = 0; i < n; i++)
		scratch[i] = fabs(x[i] - centre);
	benchi_sort(scratch, n);
	return benchi_quantile(scratch, n, 0.5);
}

double benchi_median_ranks(size_t n, double confidence, size_t *lo, size_t *hi)
{
	/* term = P(B = k), summed while the tail stays under (1 - confidence) / 2;
	 * in logarithms, since 2^-n vanishes above n = 1074. */
	double tail = 0, allowed = (1 - confidence) / 2, log_term = -(double)n * log(2.0);
	size_t k = 0;

	*lo = *hi = 0;
	if (n == 0)
		return 0;
	while (2 * k < n && tail + exp(log_term) <= allowed) {
		tail += exp(log_term);
		log_term += log((double)(n - k)) - log((double)(k + 1));
		k++;
	}
	if (k == 0) {
		*hi = n - 1;
		return n == 1 ? 0 : 1 - 2 * exp(-(double)n * log(2.0));
	}
	*lo = k - 1;
	*hi = n - k;
	return 1 - 2 * tail;
}
