/* A program of two cases, with a command line: try --help, --processes 5, -o run.json. */
/* SPDX-License-Identifier: MIT */
#include <bench.h>

static uint64_t x = 1;

static void xorshift(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
	}
}

static void division(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--)
		x = UINT64_MAX / (x | 1);
}

int main(int argc, char **argv)
{
	static const bench_case cases[] = { { .name = "xorshift", .body = xorshift },
		{ .name = "division", .body = division } };

	return bench_main(argc, argv, cases, 2);
}
