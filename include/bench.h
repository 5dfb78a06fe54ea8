/*
 * libbench: measures small pieces of C code in nanoseconds and core cycles, with confidence
 * intervals.
 *
 *	#include <bench.h>
 *	BENCH(x = f(x), 0);                    time f; 0: the library sizes the windows
 *	printf("%g ns, %g cycles\n", bench_last()->ns, bench_last()->cycles);
 *
 * Umbrella header: do not include bench/ headers directly.  C99, C11, C++11 and later; needs only
 * <stddef.h> and <stdint.h>.  Every name begins with bench_ or BENCH_, except START and STOP,
 * which BENCH_NO_SHORT leaves out.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_H
#define BENCH_H

#if defined __cplusplus ? __cplusplus < 201103L && !defined _MSC_VER \
	: defined __STDC__ && (!defined __STDC_VERSION__ || __STDC_VERSION__ < 199901L)
#error "bench.h needs C99 or C++11: compile with -std=gnu99, -std=gnu++11 or later"
#endif

#include <stddef.h>
#include <stdint.h>

#define BENCH_H_INSIDE_ 1

#ifdef __cplusplus
extern "C" {
#endif

#include "bench/version.h"
#include "bench/status.h"
#include "bench/stats.h"
#include "bench/difference.h"
#include "bench/evidence.h"
#include "bench/clock.h"
#include "bench/timing.h"
#include "bench/keep.h"
#include "bench/measure.h"
#include "bench/short.h"
#include "bench/cpu.h"
#include "bench/case.h"
#include "bench/compare.h"
#include "bench/pick.h"
#include "bench/crossover.h"
#include "bench/tune.h"
#include "bench/wisdom.h"
#include "bench/fastest.h"
#include "bench/program.h"

#ifdef __cplusplus
}
#endif

#undef BENCH_H_INSIDE_

#endif
