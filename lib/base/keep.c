/*
 * BENCH_KEEP and BENCH_CLOBBER for compilers without asm statements: calls through a volatile
 * pointer, which no compiler can resolve, not even at link time or within one file. The values are
 * arguments, so that they count as used.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

#include <stdarg.h>

static void nothing(va_list *values)
{
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
