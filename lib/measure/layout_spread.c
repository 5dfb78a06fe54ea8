/*
 * How much does the result depend on the layout?
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "measure/layout.h"
#include "measure/layout_spread.h"
#include "stats/order.h"

enum { LEAST_VALUES = 3 };

double benchi_layout_spread(const double *values, const double *round, size_t n,
                            double *scratch)
{
	double lowest = INFINITY, highest = -INFINITY;
	int groups = 0;

	for (int p = 0; p < BENCHI_LAYOUTS; p++) {
		size_t count = 0;
		double median;

		for (size_t i = 0; i < n; i++)
			if (benchi_layout_of((size_t)round[i]) == p)
				scratch[count++] = values[i];
		if (count < LEAST_VALUES)
			continue;
		benchi_sort(scratch, count);
		median = benchi_quantile(scratch, count, 0.5);
		lowest = fmin(lowest, median);
		highest = fmax(highest, median);
		groups++;
	}
	return groups > 1 ? highest - lowest : (double)NAN;
}
