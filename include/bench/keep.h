/*
 * What keeps the compiler honest.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_KEEP_H
#define BENCH_KEEP_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/*
 * BENCH_KEEP(x): the compiler must compute x, each time, although nobody uses it.
 *
 * x: an expression of any type.  Costs no instruction, or one store.  What x is
 *    computed from may still be computed once, before the loop, if nothing changes
 *    it: use BENCH_CLOBBER, or make each iteration depend on the one before.
 *
 * BENCH_CLOBBER(): the compiler must assume that all memory whose address has left
 * the function has changed: stored values are stored, loaded ones loaded again.
 *
 * With GNU C an empty asm statement, otherwise (or with BENCH_NO_ASM defined) a
 * call that the compiler cannot see through, which takes a few nanoseconds.
 * Thread-safe.  Since 0.1.0.
 */
#if defined __GNUC__ && !defined BENCH_NO_ASM
#define BENCH_KEEP(x) __asm__ volatile("" : : "r,m"(x))
#define BENCH_CLOBBER() __asm__ volatile("" : : : "memory")
#else
#define BENCH_KEEP(x) bench_keep(0, (x))
#define BENCH_CLOBBER() bench_clobber()
#endif

/*
 * bench_keep, bench_clobber: what the two macros call where there is no asm.  They
 * do nothing that can be seen.
 *
 * none: not looked at, nor what follows it.  Thread-safe.  Since 0.1.0.
 */
BENCH_API void bench_keep(int none, ...);
BENCH_API void bench_clobber(void);

#endif
