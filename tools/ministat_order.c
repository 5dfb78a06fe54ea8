/*
 * Which value stands k-th?
 *
 * Selection with a pseudo-random pivot: about 3 n comparisons, whatever the order.
 * Where a NaN or a negative zero makes the outcome depend on how ministat sorts, it is
 * a merge sort of halves, left before right, as C libraries' qsort commonly is.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ministat.h"

double ministat_select(double *x, size_t n, size_t k)
{
	size_t low = 0, high = n - 1;
	uint64_t random = 1;

	while (low < high) {
		size_t i = low, j = high;
		double pivot;

		random = random * 6364136223846793005u + 1442695040888963407u;
		pivot = x[low + (size_t)((random >> 33) % (high - low + 1))];
		while (i <= j) {
			while (x[i] < pivot)
				i++;
			while (x[j] > pivot)
				j--;
			if (i <= j) {
				double other = x[i];

				x[i++] = x[j];
				x[j] = other;
				if (!j)
					break;
				j--;
			}
		}
		if (k <= j)
			high = j;
		else if (k >= i)
			low = i;
		else
			return x[k];
	}
	return x[k];
}

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
