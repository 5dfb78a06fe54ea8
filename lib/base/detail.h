/*
 * Details of a failing call beside its status (bench_detail), per thread.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_DETAIL_H
#define BENCHI_BASE_DETAIL_H

#include <stdio.h>

#include <bench.h>

/* A function like printf: which parameter is the format, and which the first that it is of.  MinGW
 * has two kinds; its own macro names the one that it links, of C99. */
#if defined __MINGW_PRINTF_FORMAT
#define BENCHI_PRINTF(format_at, first) \
	__attribute__((format(__MINGW_PRINTF_FORMAT, format_at, first)))
#elif defined __GNUC__
#define BENCHI_PRINTF(format_at, first) __attribute__((format(printf, format_at, first)))
#else
#define BENCHI_PRINTF(format_at, first)
#endif

/* Sets this thread's detail, printf-like, cut to 255 characters.  Returns status,
 * so that a failing function can end with: return benchi_fail(BENCH_ERR_..., "..."). */
BENCHI_PRINTF(2, 3)
bench_status benchi_fail(bench_status status, const char *format, ...);

#endif
