/*
 * The library's version as text, made from the numbers in bench/version.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *bench_version(void)
{
	return TEXT(BENCH_VERSION_MAJOR) "." TEXT(BENCH_VERSION_MINOR) "." TEXT(BENCH_VERSION_PATCH);
}
