/*
 * The clocks that the library knows, one file each.  A backend returns a clock, or
 * one whose now_ns is NULL where its system is not this one: never a made-up time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CLOCK_BACKENDS_H
#define BENCHI_CLOCK_BACKENDS_H

#include <bench.h>

bench_clock benchi_clock_posix(void);
bench_clock benchi_clock_mach(void);
bench_clock benchi_clock_win32(void);
bench_clock benchi_clock_std(void);

#endif
