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
 * Returns the program's exit status.  bench-program(5) has the command line.
 */
BENCH_API int bench_main(int argc, char **argv, const bench_case *cases, size_t n);

#endif
