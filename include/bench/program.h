/*
 * A whole benchmark program in one line.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h>, not its rooms"
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
 * Returns the program's exit status: 0; 1 for a result that is wrong or impossible; 2 for
 * misuse and for output that could not be written; 128 and the signal's number for an
 * interrupt.  bench-program(1) has the command line.  Catches SIGINT, SIGTERM and SIGHUP
 * while it runs.  For one thread at a time.  Since 0.1.0.
 */
BENCH_API int bench_main(int argc, char **argv, const bench_case *cases, size_t n);

#endif
