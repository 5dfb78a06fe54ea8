/* The functions used by lmbench's clock.c and seek.c: overheads and a stopwatch. */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

extern int get_enough(int);
extern int sched_pin(int cpu);

main()
{
	uint64 enough = compute_enough(15), usecs;
	double timing = timing_overhead(enough), loop = loop_overhead(enough, timing);

	printf("enough %d\n", enough == (uint64)get_enough(0));
	printf("timing %d, loop %d\n", timing >= 0 && timing < 1000, loop >= 0 && loop < 1000);
	printf("pinned %d\n", sched_pin(-1));
	start();
	usleep(2000);
	usecs = stop();
	printf("slept %d\n", usecs >= 2000);
	exit(0);
}
