/*
 * A ring of pointers through memory: each must be loaded before the next is known.
 *
 * Method: the lines are numbered, the numbers shuffled (Fisher and Yates, inside out), and each
 * line is linked to the next in that order.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ring.h"

#include <bench.h>

static uint64_t random_state = 88172645463325252u;

static size_t random_below(size_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (size_t)(random_state % n);
}

/* The n numbers from `first` on, in random order. */
static void shuffle(uint32_t *number, size_t first, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t j = random_below(i + 1);

		number[i] = number[j];
		number[j] = (uint32_t)(first + i);
	}
}

void ring_link(char *memory, size_t lines, size_t among, uint32_t *order)
{
	for (size_t i = 0; i < lines; i += among)
		shuffle(order + i, i, i + among < lines ? among : lines - i);
	for (size_t i = 0; i < lines; i++)
		*(void **)(void *)(memory + RING_LINE * (size_t)order[i])
			= memory + RING_LINE * (size_t)order[(i + 1) % lines];
}

void ring_follow(uint64_t n, void *at)
{
	void **p = *(void **)at;

	for (; n >= 8; n -= 8) {
		p = *p; p = *p; p = *p; p = *p;
		p = *p; p = *p; p = *p; p = *p;
	}
	for (; n > 0; n--)
		p = *p;
	BENCH_KEEP(p);
	*(void **)at = p;
}
