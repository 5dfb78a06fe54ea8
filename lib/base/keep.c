/*
 * What BENCH_KEEP and BENCH_CLOBBER call where the compiler has no asm statement:
 * calls through a volatile pointer, which no compiler looks through, also at link
 * time or in one file.  The values go with the call, lest they are seen to be unused.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#include <stdarg.h>

static void nothing(va_list *values)
{
	(void)values;
}

static void (*volatile opaque)(va_list *) = nothing;

void bench_keep(int none, ...)
{
	va_list values;

	va_start(values, none);
	opaque(&values);
	va_end(values);
}

void bench_clobber(void)
{
	opaque(NULL);
}
