/*
 * The core's clock from assembly, run before and after a peer that only reports nanoseconds: xor
 * of a register takes one cycle. Prints MHz: Q3 of windows of 15 us.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WINDOWS = 1500, ITERATIONS = 550, LENGTH = 100 };

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(void)
{
	static double mhz[WINDOWS];
	uint64_t a = 3, b = 5;

	for (int i = 0; i < WINDOWS; i++) {
		double begin = now_ns();

		for (int iteration = 0; iteration < ITERATIONS; iteration++)
			__asm__ volatile(".rept 100\n\txor %1, %0\n\t.endr" : "+r"(a) : "r"(b));
		mhz[i] = ITERATIONS * (double)LENGTH * 1e3 / (now_ns() - begin);
	}
	qsort(mhz, WINDOWS, sizeof *mhz, ascending);
	printf("%.3f\n", mhz[WINDOWS * 3 / 4]);
	return 0;
}
