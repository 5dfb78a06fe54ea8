/*
 * Holm's correction of several tests' p-values.
 *
 * The smallest of k p-values is multiplied by k, the next by k - 1 and so on, each at
 * least as large as the one before, and at most 1 (Holm, Scandinavian Journal of
 * Statistics 6, 1979, p. 65).  Compared with alpha, all together raise a false alarm
 * with probability alpha at most, however they depend on each other.
 * Worked: {0.01, 0.04, 0.03} becomes {0.03, 0.06, 0.06}.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"

typedef struct chance {
	double p;
	size_t place;
} chance;

static int ascending(const void *a, const void *b)
{
	double x = ((const chance *)a)->p, y = ((const chance *)b)->p;

	return (x > y) - (x < y);
}

bench_status bench_holm_adjust(const double *p, size_t n, double *adjusted)
{
	chance *sorted;
	size_t tests = 0;
	double least = 0;

	if (n && (!p || !adjusted))
		return benchi_fail(BENCH_ERR_ARGUMENT, "p or adjusted is NULL");
	for (size_t i = 0; i < n; i++)
		if (!isnan(p[i]) && !(p[i] >= 0 && p[i] <= 1))
			return benchi_fail(BENCH_ERR_INPUT, "chance %.0f is %g", (double)i + 1, p[i]);
	sorted = malloc((n ? n : 1) * sizeof *sorted);
	if (!sorted)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f chances", (double)n);
	for (size_t i = 0; i < n; i++) {
		if (!isnan(p[i])) {
			sorted[tests].p = p[i];
			sorted[tests++].place = i;
		} else {
			adjusted[i] = p[i];
		}
	}
	qsort(sorted, tests, sizeof *sorted, ascending);
	for (size_t i = 0; i < tests; i++) {
		least = fmax(least, fmin(1, (double)(tests - i) * sorted[i].p));
		adjusted[sorted[i].place] = least;
	}
	free(sorted);
	return BENCH_OK;
}
