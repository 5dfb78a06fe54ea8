/*
 * The times of the ports' rows, measured by hand: the clock before and after many iterations, the
 * lowest median of several sets. Prints lines of "name ns".
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "work.h"

enum { SETS = 41 };

static volatile size_t sink;
static size_t turn;

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void find(size_t n)
{
	size_t sum = 0;

	while (n-- > 0)
		sum += work_map_find(turn++);
	sink = sum;
}

static void miss(size_t n)
{
	size_t sum = 0;

	while (n-- > 0)
		sum += work_map_miss(turn++);
	sink = sum;
}

static void sort_one(size_t n)
{
	while (n-- > 0)
		sink = work_sort(0);
}

static void sort_rotated(size_t n)
{
	while (n-- > 0)
		sink = work_sort(turn++);
}

static void search_last(size_t n)
{
	while (n-- > 0)
		sink = work_search_last();
}

static void search_none(size_t n)
{
	while (n-- > 0)
		sink = work_search_none();
}

static void pop(size_t n)
{
	while (n-- > 0)
		sink = work_heap_pop();
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void show(const char *name, void (*body)(size_t), size_t n)
{
	double ns[SETS];

	for (int i = 0; i < SETS; i++) {
		double begin;

		if (body == pop)
			work_heap_fill(4096 + n / 2);
		begin = now_ns();
		body(n);
		ns[i] = (now_ns() - begin) / (double)n;
	}
	qsort(ns, SETS, sizeof *ns, ascending);
	printf("%s %.4g\n", name, ns[SETS / 2]);
}

int main(void)
{
	work_begin();
	work_map_fill(1024);
	show("find/1024", find, 200000);
	show("miss/1024", miss, 200000);
	work_map_fill(65536);
	show("find/65536", find, 200000);
	show("miss/65536", miss, 200000);
	show("sort_one", sort_one, 64);
	show("sort_rotated", sort_rotated, 64);
	show("search_last", search_last, 256);
	show("search_none", search_none, 256);
	show("pop", pop, 512);
	return 0;
}
