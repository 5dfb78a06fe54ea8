/*
 * What a failing call has to add to its status (bench_detail), a thread each.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_DETAIL_H
#define BENCHI_BASE_DETAIL_H

#include <bench.h>

#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
/* Sets this thread's detail, printf-like, cut to 255 characters.  Returns status,
 * so that a failing function can end with: return benchi_fail(BENCH_ERR_..., "..."). */
bench_status benchi_fail(bench_status status, const char *format, ...);

#endif
