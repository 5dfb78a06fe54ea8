/*
 * A complete benchmark program in one line, and its compiler and flags.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/*
 * bench_main: runs a table of cases according to the command line, and reports.
 *
 *	static const bench_case cases[] = { { "xorshift", xorshift }, { "division", division } };
 *
 *	int main(int argc, char **argv)
 *	{
 *		return bench_main(argc, argv, cases, 2);
 *	}
 *
 * argc, argv: those of main; argv ends in NULL.
 * cases:      n cases, the same in every process of the program.  Their names and ranges must
 *             outlive the call.  NULL with n = 0: the cases declared by BENCH_CASE.
 * Returns the program's exit status: 0; 1 for a wrong or impossible result; 2 for misuse and for
 * failed output; 128 plus the number of the signal that interrupted the program.  bench-program(1)
 * has the command line and further statuses.
 * Catches SIGINT, SIGTERM and SIGHUP while it runs.  Needs 128 KiB of stack.  Not thread-safe.
 * Since 0.1.0.
 */
static inline int bench_main(int argc, char **argv, const bench_case *cases, size_t n);

/*
 * bench_program: bench_main without the call of bench_build, for callers that cannot use this
 * header's inline functions, such as other languages.
 */
BENCH_API int bench_program(int argc, char **argv, const bench_case *cases, size_t n);

/*
 * BENCH_CASE: declares a case next to the code that it times.  A program collects the cases of all
 * its files, in the order of each file.  BENCH_MAIN defines main.
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
 * In the body, n is the number of iterations and arg the case's argument.  BENCH_CASE_WITH takes
 * initialisers of bench_case (C99; C++20, or an extension before).  Compilers without GNU
 * constructors (tcc) do not collect cases: main calls BENCH_ADD(division) before bench_main, in the
 * file of the case.  Elsewhere BENCH_ADD is a no-op.
 * Since 0.1.0.
 */
#define BENCH_CASE(case_) BENCH_CASE_DECLARE_(case_) \
	static void bench_case_add_##case_(void) \
	{ \
		BENCH_CASE_ADD_(case_); \
	} \
	static void bench_case_body_##case_(BENCH_CASE_PARAMETERS_)

#define BENCH_CASE_WITH(case_, ...) BENCH_CASE_DECLARE_(case_) \
	BENCH_CASE_QUIET_ \
	static void bench_case_add_##case_(void) \
	{ \
		const bench_case item_ = { __VA_ARGS__ }; \
		bench_case_entry_##case_.item = item_; \
		BENCH_CASE_ADD_(case_); \
	} \
	BENCH_CASE_LOUD_ \
	static void bench_case_body_##case_(BENCH_CASE_PARAMETERS_)

#define BENCH_CASE_DECLARE_(case_) \
	static void bench_case_body_##case_(uint64_t, void *); \
	static bench_entry bench_case_entry_##case_; \
	static void bench_case_add_##case_(void) BENCH_CASE_CONSTRUCTOR_;

#define BENCH_CASE_ADD_(case_) \
	bench_case_entry_##case_.item.name = #case_; \
	bench_case_entry_##case_.item.body = bench_case_body_##case_; \
	bench_case_entry_##case_.file = __FILE__; \
	bench_case_entry_##case_.line = __LINE__; \
	bench_add(&bench_case_entry_##case_)

#if defined __GNUC__
#define BENCH_ADD(case_) ((void)0)
#define BENCH_CASE_CONSTRUCTOR_ __attribute__((constructor))
#define BENCH_CASE_PARAMETERS_ __attribute__((unused)) uint64_t n, __attribute__((unused)) void *arg
#define BENCH_CASE_QUIET_ _Pragma("GCC diagnostic push") \
	_Pragma("GCC diagnostic ignored \"-Wmissing-field-initializers\"")
#define BENCH_CASE_LOUD_ _Pragma("GCC diagnostic pop")
#else
#define BENCH_ADD(case_) bench_case_add_##case_()
#define BENCH_CASE_CONSTRUCTOR_
#define BENCH_CASE_PARAMETERS_ uint64_t n, void *arg
#define BENCH_CASE_QUIET_
#define BENCH_CASE_LOUD_
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
 * entry: must outlive bench_main; the library uses its member `next`.
 * Not thread-safe.  Since 0.1.0.
 */
typedef struct bench_entry {
	bench_case item;
	struct bench_entry *next;
	const char *file;   /* source file, or NULL */
	int line;
} bench_entry;
BENCH_API void bench_add(bench_entry *entry);

/*
 * bench_statistic: adds the program's own figure to every row.  The function receives the times of
 * one process's windows; the row shows the median over processes.
 *
 *	static double range(const double *ns, size_t n) { return ns[n - 1] - ns[0]; }
 *	...
 *	bench_statistic("range_ns", range);
 *	return bench_main(argc, argv, cases, 2);
 *
 * name: name of the metric in every format; one that ends in _ns is shown as a time.  Must outlive
 *       bench_main.
 * of:   receives n >= 1 times per iteration in nanoseconds, sorted; returns NaN for no figure.
 * At most four; further ones and NULL are ignored.  Call it before bench_main.  Not thread-safe.
 * Since 0.1.0.
 */
BENCH_API void bench_statistic(const char *name, double (*of)(const double *ns, size_t n));

/*
 * bench_build: sets the compiler and flags shown at the head of the results.  bench_main calls it
 * with BENCH_COMPILER and BENCH_FLAGS.
 *
 * compiler, flags: strings that outlive bench_main; NULL or "": unknown.
 * Not thread-safe.  Since 0.1.0.
 */
BENCH_API void bench_build(const char *compiler, const char *flags);

/* The compiler of the including file. */
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

/* Its flags, if set by -DBENCH_FLAGS='"$(CFLAGS)"'; otherwise what predefined macros show:
 * "optimised, AVX2". */
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

static inline int bench_main(int argc, char **argv, const bench_case *cases, size_t n)
{
	bench_build(BENCH_COMPILER, BENCH_FLAGS);
	return bench_program(argc, argv, cases, n);
}

#endif
