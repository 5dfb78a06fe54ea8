/* How long does one step of a random number generator take?  SPDX-License-Identifier: MIT */
#include <bench.h>
#include <stdio.h>

int main(void)
{
	uint64_t x = 1;

	BENCH(x ^= x << 13; x ^= x >> 7; x ^= x << 17, 0);
	BENCH_KEEP(x);
	printf("%.3g ns, %.3g cycles\n", bench_last()->ns, bench_last()->cycles);
	return bench_last()->status != BENCH_OK;
}
