/* The core's clock from one loop, as the first mhz found it, and from many.  SPDX-License-Identifier: MIT */
#include <bench.h>
#include <stdio.h>

/* Prints the clock if one step takes one cycle, which nothing in C promises. */
static void one_loop(const char *step)
{
	printf("%-10s %5.0f MHz\n", step, 1000 / bench_last()->ns);
}

int main(void)
{
	volatile int one = 1;
	int bits = one;
	uint64_t x = 1;
	bench_cpu cpu;

	BENCH(BENCH_KEEP(x); x >>= bits, 0);
	one_loop("x >>= bits");
	BENCH(BENCH_KEEP(x); x ^= x + x, 0);
	one_loop("x ^= x + x");
	BENCH(BENCH_KEEP(x); x *= x, 0);
	one_loop("x *= x");

	if (bench_cpu_clock(NULL, &cpu) != BENCH_OK) {
		fprintf(stderr, "%s\n", bench_detail());
		return 1;
	}
	printf("%-10s %5.0f MHz\n", "their tick", cpu.mhz);
	return 0;
}
