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

/* Marks the declarations of the library: exported from the shared object, or, if BENCH_HIDDEN is
 * defined while the library is compiled, visible only within the program that links it. */
#if defined __GNUC__ && !defined _WIN32 && defined BENCH_HIDDEN
#define BENCH_API __attribute__((visibility("hidden")))
#elif defined __GNUC__ && !defined _WIN32
#define BENCH_API __attribute__((visibility("default")))
#else
#define BENCH_API
#endif

/* Makes compilers warn if the caller ignores the result. */
#if defined __GNUC__
#define BENCH_MUST_CHECK __attribute__((warn_unused_result))
#else
#define BENCH_MUST_CHECK
#endif

/*
 * bench_version: the version of the library at run time, such as "0.1.0".  The macros are the
 * version at compile time.
 *
 * Returns a constant string.  Thread-safe.  Since 0.1.0.
 */
BENCH_API const char *bench_version(void);

#endif
