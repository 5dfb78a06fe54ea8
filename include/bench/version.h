/*
 * The library's version, stated only here: configure, the package file and the
 * programs read it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_VERSION_H
#define BENCH_VERSION_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

#define BENCH_VERSION_MAJOR 0
#define BENCH_VERSION_MINOR 1
#define BENCH_VERSION_PATCH 0

/* One number for #if: major * 1000000 + minor * 1000 + patch. */
#define BENCH_VERSION \
	(BENCH_VERSION_MAJOR * 1000000 + BENCH_VERSION_MINOR * 1000 + BENCH_VERSION_PATCH)

/* What a declaration of the library carries: its symbol leaves the shared object, or, where
 * BENCH_HIDDEN is defined while the library is compiled, stays within what links it. */
#if defined __GNUC__ && !defined _WIN32 && defined BENCH_HIDDEN
#define BENCH_API __attribute__((visibility("hidden")))
#elif defined __GNUC__ && !defined _WIN32
#define BENCH_API __attribute__((visibility("default")))
#else
#define BENCH_API
#endif

/* The caller must use the result; compilers that can, warn otherwise. */
#if defined __GNUC__
#define BENCH_MUST_CHECK __attribute__((warn_unused_result))
#else
#define BENCH_MUST_CHECK
#endif

/*
 * bench_version: the version of the library that the program runs with, such as
 * "0.1.0" (the macros state the version that it was compiled with).
 *
 * Returns a constant string.  Thread-safe.  Since 0.1.0.
 */
BENCH_API const char *bench_version(void);

#endif
