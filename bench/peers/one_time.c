/*
 * One chain of six cycles, timed by libbench for the given number of milliseconds (0: its
 * default). Prints chain_6,ns,cycles.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>

#include <bench.h>

static void chain(uint64_t n, void *arg)
{
	uint64_t a = 3, b = 5;

	(void)arg;
	for (; n > 0; n--)
		__asm__ volatile(".rept 6\n\txor %1, %0\n\t.endr" : "+r"(a) : "r"(b));
	BENCH_KEEP(a);
}

int main(int argc, char **argv)
{
	const bench_options options = { .time_ns = argc > 1 ? 1e6 * atof(argv[1]) : 0 };
	bench_summary s;
	bench_status status = bench_measure(chain, NULL, &options, &s);

	printf("chain_6,%.9g,%.9g\n", s.ns, s.cycles);
	return status;
}
