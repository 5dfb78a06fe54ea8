/* One row for each size, the throughput, and how the time grows.  SPDX-License-Identifier: MIT */
#include <bench.h>
#include <string.h>

static char from[1 << 16], to[1 << 16];

static void copy(uint64_t n, void *arg)
{
	size_t bytes = (size_t)bench_parameter();

	(void)arg;
	BENCH_KEEP(&from[0]);
	BENCH_KEEP(&to[0]);             /* now anybody may read and write them */
	for (; n > 0; n--) {
		memcpy(to, from, bytes);
		BENCH_CLOBBER();
	}
}

static void count(uint64_t n, void *arg)
{
	size_t bytes = (size_t)bench_parameter(), found = 0;

	(void)arg;
	BENCH_KEEP(&from[0]);
	for (; n > 0; n--) {
		for (size_t i = 0; i < bytes; i++)
			found += from[i] == 'x';
		BENCH_CLOBBER();
	}
	BENCH_KEEP(found);
}

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		{ .name = "copy", .body = copy, .range = "64..64k x4", .bytes = 1 },
		{ .name = "count", .body = count, .range = "64..64k x4", .items = 1 },
	};

	return bench_main(argc, argv, cases, 2);
}
