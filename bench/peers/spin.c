/*
 * A program of known length: a chain of N dependent steps. With a second argument, prints how many
 * nanoseconds the chain took.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	unsigned long long x = (unsigned long long)argc;
	struct timespec a, b;

	clock_gettime(CLOCK_MONOTONIC, &a);
	for (unsigned long i = 0; i < n; i++)
		x = x * 6364136223846793005u + 1442695040888963407u;
	clock_gettime(CLOCK_MONOTONIC, &b);
	if (argc > 2)
		printf("%lld\n", (b.tv_sec - a.tv_sec) * 1000000000LL + b.tv_nsec - a.tv_nsec);
	return x == 42;
}
