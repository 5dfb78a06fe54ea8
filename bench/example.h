/*
 * Shared by the example benchmarks: parsing arguments, reporting failures, and checking that
 * output was written. EXAMPLE is the program's name.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bench.h>

/* Exit codes; EXAMPLE_GO_ON: continue. */
enum { EXAMPLE_OK = 0, EXAMPLE_NO_ANSWER = 1, EXAMPLE_BAD = 2, EXAMPLE_GO_ON = -1 };

/* Prints a line that says what is wrong. Returns the exit code. */
static inline int example_refuse(const char *thing, const char *why)
{
	fprintf(stderr, EXAMPLE ": %s: %s\n", thing, why);
	return EXAMPLE_BAD;
}

/* Handles --help, and rejects options and more than `most` arguments. Returns EXAMPLE_GO_ON, or
 * the exit code. */
static inline int example_begin(int argc, char **argv, int most, const char *help)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--help") == 0)
			return fputs(help, stdout) < 0 ? EXAMPLE_BAD : EXAMPLE_OK;
		if (argv[i][0] == '-' || i > most)
			return example_refuse(argv[i], "unknown argument (--help tells the usage)");
	}
	return EXAMPLE_GO_ON;
}

/* Returns the whole number from 1 to `most` in a text, optionally followed by K or M; 0 for
 * anything else. */
static inline size_t example_bytes(const char *text, size_t most)
{
	char *end;
	unsigned long long value = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;

	if (value > 0 && value <= most && *end) {
		value *= *end == 'K' ? 1024 : *end == 'M' ? 1024 * 1024 : 0;
		end++;
	}
	return value > 0 && value <= most && *end == '\0' ? (size_t)value : 0;
}

/* Prints a number in a column; NaN as "-". */
static inline void example_number(int width, int decimals, double value)
{
	if (isfinite(value))
		printf("  %*.*f", width, decimals, value);
	else
		printf("  %*s", width, "-");
}

/* Ends a line with the names of a result's warnings (bench_warning_text has their texts). */
static inline void example_warnings(const bench_summary *result)
{
	for (unsigned bit = 1; bit < 1u << BENCH_WARNINGS; bit <<= 1)
		if (result->warnings & bit)
			printf("  %s", bench_warning_name(bit));
	putchar('\n');
}

/* Reports a failure. Returns the exit code. */
static inline int example_code(bench_status status)
{
	if (status == BENCH_OK)
		return EXAMPLE_OK;
	fprintf(stderr, EXAMPLE ": %s%s%s\n", bench_status_text(status), *bench_detail() ? ": " : "",
	        bench_detail());
	return EXAMPLE_NO_ANSWER;
}

/* Reports failed output. Returns the exit code: `code` on success. */
static inline int example_end(int code)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return code;
	return example_refuse("standard output", errno ? strerror(errno) : "not all could be written");
}

#endif
