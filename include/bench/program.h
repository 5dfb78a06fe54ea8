/*
 * A whole benchmark program in one line, and what it was compiled with.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/*
 * bench_main: runs a table of cases as the command line asks, and reports.
 *
 *	static const bench_case cases[] = { { "xorshift", xorshift }, { "division", division } };
 *
 *	int main(int argc, char **argv)
 *	{
 *		return bench_main(argc, argv, cases, 2);
 *	}
 *
 * argc, argv: as main has them; argv ends in NULL.  cases: n of them; the same in every
 *             process of the program.  Their names and ranges must outlive the call.
 *             NULL and 0: those that BENCH_CASE declares.
 * Returns the program's exit status: 0; 1 for a result that is wrong or impossible; 2 for
 * misuse and for output that could not be written; 128 and the signal's number for an
 * interrupt.  bench-program(1) has the command line.  Catches SIGINT, SIGTERM and SIGHUP
 * while it runs.  For one thread at a time.  Since 0.1.0.
 */
BENCH_API int bench_main(int argc, char **argv, const bench_case *cases, size_t n);

/*
 * BENCH_CASE: declares a case beside the code that it times.  A program collects the cases of all
 * its files, in the order of the files when it was linked; BENCH_MAIN is its main function.
 *
 *	BENCH_CASE(division)
 *	{
 *		for (; n > 0; n--)
 *			BENCH_KEEP(x /= 3);
 *	}
 *
 *	BENCH_CASE_WITH(copy, .range = "64..64k", .bytes = 1) { ... }
 *
 *	BENCH_MAIN
 *
 * The body sees n, its iterations, and arg, the case's.  BENCH_CASE_WITH takes initialisers of
 * bench_case (C99; C++20, or an extension before).  With compilers that have GNU's constructors.
 * In C and C++.  Since 0.1.0.
 */
#if defined __GNUC__
#define BENCH_CASE(case_) BENCH_CASE_DECLARE_(case_) \
	static void bench_case_add_##case_(void) \
	{ \
		BENCH_CASE_ADD_(case_); \
	} \
	static void bench_case_body_##case_(BENCH_CASE_PARAMETERS_)

#define BENCH_CASE_WITH(case_, ...) BENCH_CASE_DECLARE_(case_) \
	_Pragma("GCC diagnostic push") \
	_Pragma("GCC diagnostic ignored \"-Wmissing-field-initializers\"") \
	static void bench_case_add_##case_(void) \
	{ \
		const bench_case item_ = { __VA_ARGS__ }; \
		bench_case_entry_##case_.item = item_; \
		BENCH_CASE_ADD_(case_); \
	} \
	_Pragma("GCC diagnostic pop") \
	static void bench_case_body_##case_(BENCH_CASE_PARAMETERS_)

#define BENCH_CASE_PARAMETERS_ __attribute__((unused)) uint64_t n, __attribute__((unused)) void *arg

#define BENCH_CASE_DECLARE_(case_) \
	static void bench_case_body_##case_(uint64_t, void *); \
	static bench_entry bench_case_entry_##case_; \
	static void bench_case_add_##case_(void) __attribute__((constructor));

#define BENCH_CASE_ADD_(case_) \
	bench_case_entry_##case_.item.name = #case_; \
	bench_case_entry_##case_.item.body = bench_case_body_##case_; \
	bench_add(&bench_case_entry_##case_)
#endif

#define BENCH_MAIN \
	int main(int argc, char **argv) \
	{ \
		return bench_main(argc, argv, 0, 0); \
	}

/*
 * bench_add: adds a case to those that bench_main runs when its table is NULL and n is 0.
 * BENCH_CASE calls it.
 *
 * entry: must outlive bench_main; its next is the library's.
 * For one thread at a time.  Since 0.1.0.
 */
typedef struct bench_entry {
	bench_case item;
	struct bench_entry *next;
} bench_entry;
BENCH_API void bench_add(bench_entry *entry);

/*
 * bench_build: what the program was compiled by and with, for the head of its results.
 * Calling bench_main does it: the macro of that name hands over BENCH_COMPILER and
 * BENCH_FLAGS.
 *
 * compiler, flags: texts that outlive bench_main; NULL or "": not known.
 * For one thread at a time.  Since 0.1.0.
 */
BENCH_API void bench_build(const char *compiler, const char *flags);

#define bench_main(...) (bench_build(BENCH_COMPILER, BENCH_FLAGS), (bench_main)(__VA_ARGS__))

/* The compiler of the file that asks. */
#if defined __clang__
#define BENCH_COMPILER "clang " __clang_version__
#elif defined __GNUC__
#define BENCH_COMPILER "gcc " __VERSION__
#elif defined __VERSION__
#define BENCH_COMPILER __VERSION__
#elif defined __TINYC__
#define BENCH_COMPILER "tcc"
#else
#define BENCH_COMPILER ""
#endif

/* Its flags: -DBENCH_FLAGS='"$(CFLAGS)"' tells them; otherwise as much as the compiler lets
 * a file know: "optimised, AVX2". */
#ifndef BENCH_FLAGS
#define BENCH_FLAGS BENCH_OPTIMISED_ BENCH_MATHS_ BENCH_VECTORS_ BENCH_SANITIZER_

#if defined __OPTIMIZE_SIZE__
#define BENCH_OPTIMISED_ "optimised for size"
#elif defined __OPTIMIZE__
#define BENCH_OPTIMISED_ "optimised"
#elif defined __GNUC__
#define BENCH_OPTIMISED_ "NOT optimised"
#else
#define BENCH_OPTIMISED_ ""
#endif

#if defined __FAST_MATH__
#define BENCH_MATHS_ ", fast math"
#else
#define BENCH_MATHS_ ""
#endif

#if defined __AVX512F__
#define BENCH_VECTORS_ ", AVX-512"
#elif defined __AVX2__
#define BENCH_VECTORS_ ", AVX2"
#elif defined __ARM_FEATURE_SVE
#define BENCH_VECTORS_ ", SVE"
#else
#define BENCH_VECTORS_ ""
#endif

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define BENCH_SANITIZER_ ", a sanitizer"
#else
#define BENCH_SANITIZER_ ""
#endif
#endif

#endif
