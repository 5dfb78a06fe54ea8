/*
 * Orders values as ministat does.
 *
 * Where a NaN or a negative zero makes that depend on how it sorts: a merge sort of
 * halves, left before right, as C libraries' qsort commonly is.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "tools/ministat/ministat.h"

static void merge(double *x, double *scratch, size_t n)
{
	size_t left = n / 2, i = 0, j = left, out = 0;

	if (n < 2)
		return;
	merge(x, scratch, left);
	merge(x + left, scratch, n - left);
	while (i < left && j < n)
		scratch[out++] = x[i] > x[j] ? x[j++] : x[i++];
	memcpy(scratch + out, x + i, (left - i) * sizeof *x);
	memcpy(x, scratch, (out + left - i) * sizeof *x);
}

int ministat_merge_sort(double *x, size_t n)
{
	double *scratch = malloc(n * sizeof *scratch);

	if (!scratch)
		return -1;
	merge(x, scratch, n);
	free(scratch);
	return 0;
}
