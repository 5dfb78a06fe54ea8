/*
 * A clock detector that trusts one chain: the fastest of five windows of 20 ms of "a = (a + k) ^
 * m", which is assumed to take two cycles. mhz is compared with it. Prints MHz.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { WINDOWS = 5, STEPS = 10 };

static const double WINDOW_NS = 20e6;

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

#define STEP a = (a + k) ^ m;

static volatile uint64_t one = 1;

/* Returns the nanoseconds of `iterations` iterations of ten steps. */
static double time_iterations(uint64_t iterations)
{
	register uint64_t a = one, k = one, m = one;
	double begin = now_ns();

	for (uint64_t i = 0; i < iterations; i++) {
		STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP
	}
	one = a | 1;
	return now_ns() - begin;
}

int main(void)
{
	uint64_t iterations = 1000;
	double best = 1e300;

	while (time_iterations(iterations) < WINDOW_NS / 2)
		iterations *= 2;
	for (int i = 0; i < WINDOWS; i++) {
		double ns = time_iterations(iterations);

		best = ns < best ? ns : best;
	}
	printf("%.2f\n", (double)iterations * STEPS * 2 * 1e3 / best);
	return 0;
}
