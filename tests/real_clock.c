/*
 * The real clock: are nanoseconds, cycles and megahertz of the right order here?
 *
 * Truth is an assembly chain whose length in cycles is known (x86-64: xor of a
 * register takes one).  Bounds are wide, and where the machine cannot tell (another
 * processor, no tick) the test is skipped: this is run by hand, make check-timing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>

#include <bench.h>

#define SKIPPED 77

#if defined __x86_64__ && defined __GNUC__

static int failed;

static void check(const char *what, double value, double truth, double share)
{
	int ok = fabs(value / truth - 1) <= share;

	printf("%-28s %10.4f, expected %10.4f +- %2.0f %%: %s\n", what, value, truth, 100 * share,
	       ok ? "ok" : "WRONG");
	failed |= !ok;
}

#define CHAIN(times) __asm__ volatile(".rept " #times "\n\txor %1, %0\n\t.endr" : "+r"(a) : "r"(b))

int main(void)
{
	uint64_t a = 3, b = 5;
	bench_cpu cpu;
	bench_status status = bench_cpu_clock(NULL, &cpu);

	if (status != BENCH_OK) {
		printf("skipped: %s\n", bench_status_text(status));
		return SKIPPED;
	}
	BENCH(CHAIN(1), 0);
	check("chain of 1, cycles", bench_last()->cycles, 1, 0.1);
	BENCH(CHAIN(6), 0);
	check("chain of 6, cycles", bench_last()->cycles, 6, 0.05);
	BENCH(CHAIN(40), 0);
	check("chain of 40, cycles", bench_last()->cycles, 40, 0.05);
	check("clock by mhz and by reference", bench_last()->mhz, cpu.mhz, 0.2);
	BENCH(CHAIN(4000), 0);
	check("chain of 4000, cycles", bench_last()->cycles, 4000, 0.05);
	check("chain of 4000, ns", bench_last()->ns, 4000 * 1e3 / cpu.mhz, 0.2);
	BENCH(CHAIN(3700); START; CHAIN(40); STOP, 0);
	check("region of 40, cycles", bench_last()->cycles, 40, 0.15);
	return failed;
}

#else

int main(void)
{
	puts("skipped: no assembly reference for this processor");
	return SKIPPED;
}

#endif
