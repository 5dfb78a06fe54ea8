/*
 * Finds a periodic pattern in the run order.
 *
 * A timer, a garbage collector or a buffer that is flushed disturbs every k-th value.  The
 * autocorrelation has a peak at such a lag: it is taken where it exceeds what independent values
 * reach at any of the lags with a probability of 1 % (normal quantile over sqrt(n), corrected
 * for their number), and where it was below 0 at a shorter lag, which a drift is not.
 * Worked: 1 1 1 5 1 1 1 5 ...: the lags 1 to 3 have -1/3, lag 4 nearly 1.
 * Assumes: values taken at even steps.  Of more than 5000 values the first 5000 are looked at.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "tools/describe/describe.h"

#define MOST 5000
#define FEWEST 20
#define ALPHA 0.01

static double autocorrelation(const double *x, size_t n, double mean, double squares, size_t lag)
{
	double sum = 0;

	for (size_t i = lag; i < n; i++)
		sum += (x[i] - mean) * (x[i - lag] - mean);
	return sum / squares;
}

bench_status describe_period(const benchi_prepared *set, period *found)
{
	size_t n = set->set.n < MOST ? set->set.n : MOST, lags = n / 3;
	bench_numbers some = { set->set.x, n };
	double *r = malloc((lags + 2) * sizeof *r), bound, lowest = 1, highest;
	benchi_moments m = benchi_moments_of(&some);

	found->length = 0;
	found->correlation = (double)NAN;
	if (!r)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the autocorrelation");
	if (n >= FEWEST && m.squares > 0) {
		bound = bench_normal_quantile(1 - ALPHA / (double)lags / 2) / sqrt((double)n);
		highest = bound;
		for (size_t k = 1; k <= lags + 1; k++)
			r[k] = autocorrelation(some.x, n, benchi_mean(&m), m.squares, k);
		for (size_t k = 2; k <= lags; k++) {
			lowest = fmin(lowest, r[k - 1]);
			/* its multiples are as high: the first is taken, unless a later one is clearer */
			if (lowest < 0 && r[k] > highest && r[k] >= r[k - 1] && r[k] >= r[k + 1]) {
				found->length = k;
				found->correlation = r[k];
				highest = r[k] + bound;
			}
		}
	}
	free(r);
	return BENCH_OK;
}
