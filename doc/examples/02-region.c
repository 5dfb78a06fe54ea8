/* Only what lies between START and STOP counts: filling the array does not. */
/* SPDX-License-Identifier: MIT */
#include <bench.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static int value[N];

static int compare(const void *a, const void *b)
{
	const int *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void fill(void)
{
	for (int i = 0; i < N; i++)
		value[i] = rand();
}

int main(void)
{
	BENCH(fill(); START; qsort(value, N, sizeof *value, compare); STOP, 0);
	printf("sorting %d numbers: %.3g us\n", N, bench_last()->ns / 1e3);
	return bench_last()->status != BENCH_OK;
}
