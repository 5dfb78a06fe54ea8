/*
 * Times the interpreter (loop.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#include "relinks.h"

static const unsigned char code[OPERATIONS] = { 3, 1, 4, 1, 5, 2, 6, 5, 3, 5, 0, 7, 2, 3, 2, 0,
	4, 6, 2, 6, 4, 3, 3, 0, 3, 2, 7, 1, 5, 0, 2, 4, 1, 7, 1, 6, 3 };

static void run(uint64_t n, void *arg)
{
	uint64_t x = 12345;

	(void)arg;
	for (; n > 0; n--) {
		x = interpret(code, multiply(x) | 1);
		BENCH_KEEP(x);
	}
}

int main(int argc, char **argv)
{
	static const bench_case cases[] = { { .name = "interpret", .body = run } };

	return bench_main(argc, argv, cases, 1);
}
