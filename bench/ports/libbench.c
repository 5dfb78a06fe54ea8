/*
 * The port to libbench in C.
 *
 * The map of 64k keys is a megabyte read at random, which the 12 ms of a single process do not
 * bring into the caches. find/65536 read 43 to 95 cycles with --processes 1, the same with huge
 * pages and without random addresses, and 43 to 55 with --time 0.1. The median of 20 processes
 * read 46 to 54 in 20 starts.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#include "work.h"

static void map(void *arg)
{
	(void)arg;
	work_begin();
	work_map_fill((size_t)bench_parameter());
}

static void begin(void *arg)
{
	(void)arg;
	work_begin();
}

static void heap(uint64_t n, void *arg)
{
	(void)arg;
	work_heap_fill(4096 + (size_t)n / 2);
}

BENCH_CASE_WITH(find, .setup = map, .range = "1k,64k")
{
	uint64_t probes = 0;

	for (uint64_t i = bench_iteration(), end = i + n; i < end; i++)
		probes += work_map_find(i);
	bench_count("probes", (double)probes);
}

BENCH_CASE_WITH(miss, .setup = map, .range = "1k,64k")
{
	uint64_t probes = 0;

	for (uint64_t i = bench_iteration(), end = i + n; i < end; i++)
		probes += work_map_miss(i);
	bench_count("probes", (double)probes);
}

BENCH_CASE_WITH(sort_one, .setup = begin)
{
	for (; n > 0; n--)
		BENCH_KEEP(work_sort(0));
}

BENCH_CASE_WITH(sort_rotated, .setup = begin)
{
	for (uint64_t i = bench_iteration(), end = i + n; i < end; i++)
		BENCH_KEEP(work_sort((size_t)i));
}

BENCH_CASE_WITH(search_last, .setup = begin)
{
	for (; n > 0; n--)
		BENCH_KEEP(work_search_last());
}

BENCH_CASE_WITH(search_none, .setup = begin)
{
	for (; n > 0; n--)
		BENCH_KEEP(work_search_none());
}

BENCH_CASE_WITH(pop, .prepare = heap)
{
	for (; n > 0; n--)
		BENCH_KEEP(work_heap_pop());
}

BENCH_MAIN
