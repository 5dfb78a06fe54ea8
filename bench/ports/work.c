/*
 * A hash map with linear probing, a quicksort, Horspool's string search, a binary heap.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "work.h"

enum { HEAP = 1 << 20, PATTERN = 16, SMALL = 12 };

static uint64_t slot[2 * WORK_KEYS];
static size_t mask, keys;
static uint32_t array[WORK_ARRAYS][WORK_NUMBERS], copy[WORK_NUMBERS], heap[HEAP];
static size_t used;
static unsigned char text[WORK_TEXT], last[PATTERN], none[PATTERN];

static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static uint64_t key_of(size_t i)
{
	return 2 * mix(i + 1) + 1;
}

void work_begin(void)
{
	for (size_t i = 0; i < WORK_ARRAYS; i++)
		for (size_t k = 0; k < WORK_NUMBERS; k++)
			array[i][k] = (uint32_t)mix(i * WORK_NUMBERS + k);
	for (size_t i = 0; i < WORK_TEXT; i++)
		text[i] = (unsigned char)('a' + mix(i) % 4);
	for (size_t i = 0; i < PATTERN; i++)
		last[i] = text[WORK_TEXT - PATTERN + i];
	memcpy(none, last, PATTERN);
	none[0] = 'z';
	work_map_fill(1024);
}

/* Returns the slot of a key, or the free slot where it would go. *probes: number of slots
 * examined. */
static size_t place_of(uint64_t key, size_t *probes)
{
	size_t at = mix(key) & mask;

	for (*probes = 1; slot[at] && slot[at] != key; ++*probes)
		at = (at + 1) & mask;
	return at;
}

void work_map_fill(size_t n)
{
	size_t probes;

	keys = n;
	mask = 2 * n - 1;
	memset(slot, 0, 2 * n * sizeof *slot);
	for (size_t i = 0; i < n; i++)
		slot[place_of(key_of(i), &probes)] = key_of(i);
}

/* In an order different from that of filling, because keys that came first are placed better. */
static size_t shuffled(size_t i)
{
	return i * 40503 & (keys - 1);
}

size_t work_map_find(size_t i)
{
	size_t probes;

	place_of(key_of(shuffled(i)), &probes);
	return probes;
}

size_t work_map_miss(size_t i)
{
	size_t probes;

	place_of(key_of(WORK_KEYS + shuffled(i)), &probes);
	return probes;
}

static void insert(uint32_t *x, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		uint32_t key = x[i];
		size_t k = i;

		for (; k > 0 && x[k - 1] > key; k--)
			x[k] = x[k - 1];
		x[k] = key;
	}
}

static void sort(uint32_t *x, size_t n)
{
	while (n > SMALL) {
		uint32_t pivot = x[n / 2];
		size_t low = 0, high = n - 1;

		for (;;) {
			while (x[low] < pivot)
				low++;
			while (x[high] > pivot)
				high--;
			if (low >= high)
				break;
			uint32_t keep = x[low];
			x[low++] = x[high];
			x[high--] = keep;
		}
		sort(x, low);
		x += low;
		n -= low;
	}
	insert(x, n);
}

uint32_t work_sort(size_t i)
{
	memcpy(copy, array[i % WORK_ARRAYS], sizeof copy);
	sort(copy, WORK_NUMBERS);
	return copy[WORK_NUMBERS / 2];
}

static size_t search(const unsigned char *pattern)
{
	size_t skip[256], at = 0;

	for (size_t i = 0; i < 256; i++)
		skip[i] = PATTERN;
	for (size_t i = 0; i + 1 < PATTERN; i++)
		skip[pattern[i]] = PATTERN - 1 - i;
	while (at + PATTERN <= WORK_TEXT) {
		if (!memcmp(text + at, pattern, PATTERN))
			return at;
		at += skip[text[at + PATTERN - 1]];
	}
	return WORK_TEXT;
}

size_t work_search_last(void)
{
	return search(last);
}

size_t work_search_none(void)
{
	return search(none);
}

void work_heap_fill(size_t n)
{
	used = n < HEAP ? n : HEAP;
	for (size_t i = 0; i < used; i++)
		heap[i] = (uint32_t)(i * (UINT32_MAX / HEAP));
}

uint32_t work_heap_pop(void)
{
	uint32_t least = heap[0], end;
	size_t at = 0;

	if (used == 0)
		return 0;
	end = heap[--used];
	for (size_t child; (child = 2 * at + 1) < used; at = child) {
		child += child + 1 < used && heap[child + 1] < heap[child];
		if (heap[child] >= end)
			break;
		heap[at] = heap[child];
	}
	heap[at] = end;
	return least;
}
