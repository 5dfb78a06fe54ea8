/*
 * Looks a value up in a table of ranges. A separate file, because a program that makes no table
 * needs nothing of it.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

size_t bench_ranges_index(const bench_ranges *ranges, uint64_t value)
{
	size_t low = 0, n;

	if (!ranges || !ranges->range)
		return BENCH_NONE;
	n = ranges->n < ranges->capacity ? ranges->n : ranges->capacity;
	if (n == 0)
		return BENCH_NONE;
	while (n > 1) {
		size_t half = n / 2;

		if (ranges->range[low + half].low <= value)
			low += half;
		n -= half;
	}
	return ranges->range[low].index;
}
