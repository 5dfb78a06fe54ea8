/*
 * Whether nanoseconds, cycles and megahertz are of the right order on the real clock.
 *
 * The reference is an assembly chain of known length in cycles (on x86-64: an xor of a register
 * takes one). Bounds are wide. Where the machine cannot tell (another processor, no tick) the test
 * is skipped. Run by hand: make check-timing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef HAVE_FORK
#include <sys/wait.h>
#include <unistd.h>
#endif

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

#ifdef HAVE_FORK

enum { STARTS = 9 };

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Runs in a child process, since the cost of START and STOP is measured once per process. */
static double region_cycles(void)
{
	int end[2];
	pid_t child;
	double cycles = -1;

	if (pipe(end))
		return -1;
	child = fork();
	if (child == 0) {
		uint64_t a = 3, b = 5;
		ssize_t written;

		BENCH(CHAIN(3700); START; CHAIN(40); STOP, 0);
		written = write(end[1], &bench_last()->cycles, sizeof cycles);
		_exit(written == sizeof cycles ? 0 : 1);
	}
	close(end[1]);
	if (child < 0 || read(end[0], &cycles, sizeof cycles) != sizeof cycles)
		cycles = -1;
	close(end[0]);
	if (child > 0)
		waitpid(child, NULL, 0);
	return cycles;
}

/* Another workload may make clock readings slower for a while. If it starts or ends between the
 * calibration and the measurement, the region is off by the difference. */
static void check_region(void)
{
	double cycles[STARTS];

	for (int i = 0; i < STARTS; i++)
		cycles[i] = region_cycles();
	qsort(cycles, STARTS, sizeof *cycles, by_size);
	if (cycles[STARTS * 3 / 4] - cycles[STARTS / 4] > 0.15 * 40)
		printf("region of 40, cycles: skipped: %.1f to %.1f in the middle of %d processes: the "
		       "system is too busy\n", cycles[STARTS / 4], cycles[STARTS * 3 / 4], STARTS);
	else
		check("region of 40, cycles", cycles[STARTS / 2], 40, 0.15);
}

#else

static void check_region(void)
{
	puts("region of 40, cycles: skipped: no processes");
}

#endif

int main(void)
{
	uint64_t a = 3, b = 5;
	bench_cpu cpu;
	bench_status status;

	check_region(); /* before the cost of regions is known in this process */
	status = bench_cpu_clock(NULL, &cpu);
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
	return failed;
}

#else

int main(void)
{
	puts("skipped: no assembly reference for this processor");
	return SKIPPED;
}

#endif
