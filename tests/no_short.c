/*
 * With BENCH_NO_SHORT the program may use the short names itself; the long ones still work.
 *
 * SPDX-License-Identifier: MIT
 */
#define BENCH_NO_SHORT
#include <bench.h>

#include "no_short.h"

#if defined BENCH || defined START || defined STOP
#error "a short name is there all the same"
#endif

/* Names that programs are likely to define themselves. */
enum no_short_state { BENCH, START, STOP };

int no_short_states(void)
{
	return BENCH + START + STOP;
}

double no_short_measure(uint64_t *iterations)
{
	double ns;

	BENCH_BENCH(++*iterations; BENCH_KEEP(*iterations), 0);
	BENCH_START;
	BENCH_CLOBBER();
	ns = BENCH_STOP;
	return ns;
}
