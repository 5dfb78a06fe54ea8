/*
 * The interface of libcpucycles on libbench: programs that count a core's cycles by it compile
 * unchanged, and need no counter, device or right.
 *
 *	cc -I/usr/include/libbench/cpucycles program.c -lbench -lm
 *
 * Written from the documented interface alone.  The clock is the system's, multiplied by the
 * core's clock, which the first call finds by timing instructions (bench_cpu_clock, 0.02 to
 * 0.2 s).  cpucycles(3) states the error.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CPUCYCLES_H
#define BENCH_CPUCYCLES_H

#include <bench.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One for all files of a program that include this, where the compiler can. */
#if defined __GNUC__ && defined _WIN32
#define BENCH_CPUCYCLES_SHARED __attribute__((selectany))
#elif defined __GNUC__
#define BENCH_CPUCYCLES_SHARED __attribute__((weak))
#else
#define BENCH_CPUCYCLES_SHARED static
#endif

/* The clock, its first reading, and the cycles in a nanosecond: 1 where the core's clock was not
 * found. */
struct bench_cpucycles {
	bench_clock clock;
	uint64_t began;
	double per_ns;
	int found;
};
BENCH_CPUCYCLES_SHARED struct bench_cpucycles bench_cpucycles_ = { { 0, 0, 0 }, 0, 0, 0 };

/* Chooses the time source and measures the core's frequency on the first call; later calls are
 * no-ops. Different from libcpucycles, prints no trace. */
static inline void cpucycles_tracesetup(void)
{
	bench_cpu cpu;

	if (bench_cpucycles_.per_ns > 0)
		return;
	bench_cpucycles_.clock = bench_clock_default();
	bench_cpucycles_.found = bench_cpu_clock(0, &cpu) == BENCH_OK;
	bench_cpucycles_.per_ns = bench_cpucycles_.found ? cpu.mhz / 1e3 : 1;
	if (bench_cpucycles_.clock.now_ns)
		bench_cpucycles_.began = bench_cpucycles_.clock.now_ns(bench_cpucycles_.clock.ctx);
}

/* Cycles of the core's clock since the first call; nanoseconds where it was not found. */
static inline long long cpucycles(void)
{
	cpucycles_tracesetup();
	if (!bench_cpucycles_.clock.now_ns)
		return 0;
	return (long long)((double)(bench_cpucycles_.clock.now_ns(bench_cpucycles_.clock.ctx)
		- bench_cpucycles_.began) * bench_cpucycles_.per_ns);
}

/* Cycles in a second. */
static inline long long cpucycles_persecond(void)
{
	cpucycles_tracesetup();
	return (long long)(bench_cpucycles_.per_ns * 1e9 + 0.5);
}

/* "libbench-cycles", or "libbench-nanoseconds". */
static inline const char *cpucycles_implementation(void)
{
	cpucycles_tracesetup();
	return bench_cpucycles_.found ? "libbench-cycles" : "libbench-nanoseconds";
}

/* The version of libbench. */
static inline const char *cpucycles_version(void)
{
	return bench_version();
}

#ifdef __cplusplus
}
#endif

#endif
