/*
 * What BENCH_KEEP and BENCH_CLOBBER call where the compiler has no asm statement:
 * calls through a volatile pointer, which no compiler looks through, also at link
 * time.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

static void nothing(void)
{
}

static void (*volatile opaque)(void) = nothing;

void bench_keep(int none, ...)
{
	(void)none;
	opaque();
}

void bench_clobber(void)
{
	opaque();
}
