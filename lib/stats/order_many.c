/*
 * Sorting, medians and selecting in large sets.
 *
 * Large sets are sorted by their bits, eleven at a time from the lowest (Knuth, The Art of
 * Computer Programming 3, 5.2.5). A double's bits ascend with its value if all of them are
 * inverted for negative numbers and only the sign bit for others. A million numbers take about
 * 25 ms. Small sets use heapsort, and so do large ones without memory for a copy.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

#define DIGIT_BITS 11
#define DIGITS 6
#define BUCKETS (1u << DIGIT_BITS)
#define WORTH_IT 1024 /* below this size, heapsort is as fast */
#define RANGES 256

static uint64_t get(const double *x, size_t i)
{
	uint64_t bits;

	memcpy(&bits, x + i, sizeof bits);
	return bits;
}

static void put(double *x, size_t i, uint64_t bits)
{
	memcpy(x + i, &bits, sizeof bits);
}

static uint64_t key_of(const double *x, size_t i)
{
	const uint64_t sign = (uint64_t)1 << 63, bits = get(x, i);

	return bits & sign ? ~bits : bits | sign;
}

static unsigned digit(uint64_t key, int which)
{
	return (unsigned)(key >> (which * DIGIT_BITS)) & (BUCKETS - 1);
}

/* Sorts by moving keys between x and a second array, one digit at a time. Returns 0 if out of
 * memory. */
static int sort_by_digits(double *x, size_t n)
{
	const uint64_t sign = (uint64_t)1 << 63;
	double *second = malloc(n * sizeof *second), *from = x, *to = second;
	size_t *counts = calloc(DIGITS * BUCKETS, sizeof *counts);
	const int enough = second && counts;

	for (size_t i = 0; i < n && enough; i++) {
		uint64_t key = key_of(x, i);

		put(x, i, key);
		for (int which = 0; which < DIGITS; which++)
			counts[(size_t)which * BUCKETS + digit(key, which)]++;
	}
	for (int which = 0; which < DIGITS && enough; which++) {
		size_t *count = counts + (size_t)which * BUCKETS, place = 0;
		double *swap = from;

		if (count[digit(get(from, 0), which)] == n)
			continue;   /* all keys have the same digit */
		for (unsigned d = 0; d < BUCKETS; d++) {
			size_t here = count[d];

			count[d] = place;
			place += here;
		}
		for (size_t i = 0; i < n; i++) {
			uint64_t key = get(from, i);

			put(to, count[digit(key, which)]++, key);
		}
		from = to;
		to = swap;
	}
	for (size_t i = 0; i < n && enough; i++) {
		uint64_t key = get(from, i);

		put(x, i, key & sign ? key & ~sign : ~key);
	}
	free(counts);
	free(second);
	return enough;
}

void benchi_sort_many(double *x, size_t n)
{
	size_t i = 1;

	while (i < n && x[i - 1] <= x[i])
		i++;
	if (i < n && (BENCHI_SMALL || n < WORTH_IT || !sort_by_digits(x, n)))
		benchi_sort(x, n);
}

/* Each number goes to its range of keys in the copy, so that one range at a time needs a second
 * array, and this array stays in the cache. */
static BENCHI_OUT_OF_LINE void sort_by_ranges(double *copy, const double *x, size_t n)
{
	size_t end[RANGES + 1] = { 0 }, begin = 0;
	uint64_t low = UINT64_MAX, high = 0;
	int shift = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t key = key_of(x, i);

		low = key < low ? key : low;
		high = key > high ? key : high;
	}
	while ((high - low) >> shift >= RANGES)
		shift++;
	for (size_t i = 0; i < n; i++)
		end[((key_of(x, i) - low) >> shift) + 1]++;
	for (int r = 0; r < RANGES; r++)
		end[r + 1] += end[r];
	for (size_t i = 0; i < n; i++)
		copy[end[(key_of(x, i) - low) >> shift]++] = x[i];
	for (int r = 0; r < RANGES; begin = end[r++])
		benchi_sort_many(copy + begin, end[r] - begin);
}

void benchi_sort_copy(double *copy, const double *x, size_t n)
{
	if (!BENCHI_SMALL && n >= RANGES * WORTH_IT) {
		sort_by_ranges(copy, x, n);
		return;
	}
	if (n)
		memcpy(copy, x, n * sizeof *copy);
	benchi_sort_many(copy, n);
}

double benchi_median_many(double *x, size_t n)
{
	benchi_sort_many(x, n);
	return benchi_quantile(x, n, 0.5);
}

/* The pivot is drawn at random, so that ordered, reversed or folded sets are no slower. */
double benchi_select(double *x, size_t n, size_t k)
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
