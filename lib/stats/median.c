/*
 * The median's interval, what correlation does to it, and the median absolute deviation.
 *
 * The interval of the median assumes only independent numbers. The number of values below the true
 * median is Binomial(n, 1/2), so the order statistics k from either end enclose the median with
 * probability 1 - 2 P(B < k).
 *
 * Worked: n = 11, 95 %: P(B <= 1) = 12/2048, so ranks 2 and 10 (of 1 to 11) enclose it with 1 -
 * 24/2048 = 98.8 %; the next pair would reach 93.5 %.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

/* Distances fall towards the centre and rise after it, so two ascending sequences are merged up
 * to their middle. */
double benchi_mad(const double *sorted, size_t n, double origin, double centre)
{
	size_t right = benchi_count_below(sorted, n, origin + centre, false), left = right;
	double low = (double)NAN, high = low;

	for (size_t k = 0; k <= n / 2 && n > 0; k++) {
		double down = left > 0 ? fabs((sorted[left - 1] - origin) - centre) : (double)INFINITY;
		double up = right < n ? fabs((sorted[right] - origin) - centre) : (double)INFINITY;

		low = high;
		high = down < up ? down : up;
		if (down < up)
			left--;
		else
			right++;
	}
	if (n % 2)
		low = high;
	return low + 0.5 * (high - low);
}

double benchi_median_ranks(size_t n, double confidence, size_t *lo, size_t *hi)
{
	/* exp(log_term) = P(B = k), summed while the tail stays within (1 - confidence) / 2. In
	 * logarithms, because 2^-n underflows above n = 1074. */
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

enum { LAGS = 200 };    /* correlations up to this distance are summed */

/* Returns 1 if the value is above the median, -1 if below, 0 if equal. */
static double side(double value, double median)
{
	return (double)((value > median) - (value < median));
}

double benchi_correlated(const double *values, size_t n, double median, double *scratch)
{
	double mean = 0, variance = 0, together = 1;

	for (size_t i = 0; i < n; i++)
		mean += side(values[i], median) / (double)n;
	for (size_t i = 0; i < n; i++) {
		scratch[i] = side(values[i], median) - mean;
		variance += scratch[i] * scratch[i];
	}
	for (size_t lag = 1; variance > 0 && lag < n / 4 && lag <= LAGS; lag++) {
		double product = 0;

		for (size_t i = lag; i < n; i++)
			product += scratch[i] * scratch[i - lag];
		if (product / variance * sqrt((double)n) < 1)
			break;
		together += 2 * (product / variance + 1 / (double)n);
	}
	return together > 1 ? together * (1 + 2 * together / (double)n) : 1;
}
