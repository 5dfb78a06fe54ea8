/*
 * What the example benchmarks share: arguments that are refused, failures that are
 * told, and output that is known to be written.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <bench.h>

enum { EXAMPLE_OK = 0, EXAMPLE_NO_ANSWER = 1, EXAMPLE_BAD = 2 };  /* exit codes */

/* One line that names what is wrong.  Returns the exit code. */
static inline int example_refuse(const char *program, const char *thing, const char *why)
{
	fprintf(stderr, "%s: %s: %s\n", program, thing, why);
	return EXAMPLE_BAD;
}

/* Handles --help, and refuses options and more than most arguments.  True: go on;
 * otherwise *code is the exit code. */
static inline int example_begin(int argc, char **argv, int most, const char *help, int *code)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--help") == 0) {
			fputs(help, stdout);
			*code = EXAMPLE_OK;
			return 0;
		}
		if (argv[i][0] == '-' || i > most) {
			*code = example_refuse(argv[0], argv[i], "unknown argument (--help tells the usage)");
			return 0;
		}
	}
	*code = EXAMPLE_OK;
	return 1;
}

/* Prints a number in a column, or - where there is none. */
static inline void example_number(int width, int decimals, double value)
{
	if (isfinite(value))
		printf("  %*.*f", width, decimals, value);
	else
		printf("  %*s", width, "-");
}

/* Ends a line with the names of a result's warnings (bench_warning_text has the words). */
static inline void example_warnings(const bench_summary *result)
{
	for (unsigned bit = 1; bit < 1u << BENCH_WARNINGS; bit <<= 1)
		if (result->warnings & bit)
			printf("  %s", bench_warning_name(bit));
	putchar('\n');
}

/* Says why there is no answer.  Returns the exit code. */
static inline int example_fail(const char *program, bench_status status)
{
	fprintf(stderr, "%s: %s%s%s\n", program, bench_status_text(status), *bench_detail() ? ": " : "",
	        bench_detail());
	return EXAMPLE_NO_ANSWER;
}

/* Is everything printed?  Otherwise says so.  Returns the exit code, code if all is well. */
static inline int example_end(const char *program, int code)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return code;
	fprintf(stderr, "%s: standard output: %s\n", program,
	        errno ? strerror(errno) : "not all could be written");
	return EXAMPLE_BAD;
}

#endif
