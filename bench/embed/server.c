/*
 * A server with a hash table whose load changes: what does a choice that is looked after cost and
 * gain, in time and in its slowest calls?
 *
 * Requests look 32 keys up in a table with linear probing, or in a sorted array by halving.  The
 * table is nearly empty, fills, and is emptied again.  The same requests are served by either
 * routine alone, and by bench_serving; the mean, and the 99.99th percentile of requests that are
 * timed one by one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 14, KEYS = SLOTS - 40, STEP = 1 << 15, STEPS = 24, GETS = 32 };

typedef int lookup(unsigned key);
typedef unsigned request(unsigned key);

static unsigned slot[SLOTS], sorted[KEYS];
static size_t keys;

static int by_probing(unsigned key)
{
	size_t at = key * 2654435769u >> 18;

	while (slot[at] && slot[at] != key)
		at = (at + 1) % SLOTS;
	return slot[at] == key;
}

static int by_halving(unsigned key)
{
	size_t low = 0, n = keys;

	while (n > 1) {
		low += sorted[low + n / 2] <= key ? n / 2 : 0;
		n -= n / 2;
	}
	return n > 0 && sorted[low] == key;
}

/* A request has some keys. */
static unsigned next(unsigned key)
{
	return key * 1664525u + 1013904223u;
}

static unsigned gets_by_probing(unsigned key)
{
	unsigned found = 0;

	for (int i = 0; i < GETS; i++, key = next(key))
		found += (unsigned)by_probing(1 + (key >> 8) % 49152);
	return found;
}

static unsigned gets_by_halving(unsigned key)
{
	unsigned found = 0;

	for (int i = 0; i < GETS; i++, key = next(key))
		found += (unsigned)by_halving(1 + (key >> 8) % 49152);
	return found;
}

/* The table has so many keys. */
static void fill(size_t n)
{
	memset(slot, 0, sizeof slot);
	for (keys = 0; keys < n; keys++) {
		unsigned key = (unsigned)keys * 3 + 1;
		size_t at = key * 2654435769u >> 18;

		while (slot[at])
			at = (at + 1) % SLOTS;
		slot[at] = sorted[keys] = key;
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static uint64_t now(void)
{
	bench_clock clock = bench_clock_default();

	return clock.now_ns(clock.ctx);
}

static uint32_t took[STEP];

/* A step of requests.  Returns ns per request; *slow: their 99.99th percentile, if not NULL. */
static double serve(bench_serving *serving, bench_caller *caller, request *only, double *slow)
{
	static request *const of[] = { gets_by_probing, gets_by_halving };
	unsigned key = 1, found = 0;
	uint64_t began = now();

	for (size_t i = 0; i < STEP; i++) {
		uint64_t at = slow ? now() : 0;

		key = next(key);
		if (only) {
			found += only(key);
		} else {
			found += of[bench_serving_begin(serving, caller)](key);
			bench_serving_end(serving, caller);
		}
		took[i] = slow ? (uint32_t)(now() - at) : 0;
	}
	began = now() - began;
	BENCH_KEEP(found);
	if (slow) {
		qsort(took, STEP, sizeof *took, by_number);
		*slow = took[STEP - STEP / 10000];
	}
	return (double)began / STEP;
}

int main(void)
{
	static const double load[] = { 0.05, 0.3, 0.99, 1, 0.6, 0.1 };
	static bench_serving serving, timed;
	bench_caller caller = { 0, 0, 0, { 0 } }, timed_turn = caller;
	double sum[4] = { 0, 0, 0, 0 };

	if (bench_serving_init(&serving, 2, NULL) || bench_serving_init(&timed, 2, NULL))
		return 1;
	printf("%6s  %9s  %9s  %9s  %10s  %21s\n", "load", "probing", "halving", "served", "99.99 %",
	       "of the better alone");
	for (size_t step = 0; step < STEPS; step++) {
		double ns[3], slow[3];
		size_t n = (size_t)(load[step / 4] * KEYS);

		fill(n);
		ns[0] = serve(NULL, NULL, gets_by_probing, NULL);
		ns[1] = serve(NULL, NULL, gets_by_halving, NULL);
		ns[2] = serve(&serving, &caller, NULL, NULL);
		serve(NULL, NULL, ns[0] < ns[1] ? gets_by_probing : gets_by_halving, &slow[0]);
		serve(&timed, &timed_turn, NULL, &slow[1]);
		for (int i = 0; i < 3; i++)
			sum[i] += ns[i];
		sum[3] += ns[0] < ns[1] ? ns[0] : ns[1];
		printf("%6.2f  %6.1f ns  %6.1f ns  %6.1f ns  %7.0f ns  %18.0f ns\n", load[step / 4], ns[0],
		       ns[1], ns[2], slow[1], slow[0]);
	}
	printf("%6s  %6.1f ns  %6.1f ns  %6.1f ns, the better each time %.1f ns, %.0f changes\n",
	       "mean", sum[0] / STEPS, sum[1] / STEPS, sum[2] / STEPS, sum[3] / STEPS,
	       (double)bench_serving_report(&serving).switches);
	return 0;
}
