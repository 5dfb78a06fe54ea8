/* Has the program choose, at its start, what is fastest on this machine. */
/* SPDX-License-Identifier: MIT */
#include <bench.h>
#include <stdio.h>
#include <string.h>

static char from[4096], to[4096];

static void by_byte(uint64_t n, void *arg)
{
	(void)arg;
	BENCH_KEEP(&from[0]);
	BENCH_KEEP(&to[0]);             /* now anybody may read and write them */
	for (; n > 0; n--)
		for (size_t i = 0; i < sizeof to; i++) {
			to[i] = from[i];
			BENCH_CLOBBER();
		}
}

static void by_library(uint64_t n, void *arg)
{
	(void)arg;
	BENCH_KEEP(&from[0]);
	BENCH_KEEP(&to[0]);
	for (; n > 0; n--) {
		memcpy(to, from, sizeof to);
		BENCH_CLOBBER();
	}
}

int main(void)
{
	static const bench_case c[2] = { { .name = "byte by byte", .body = by_byte },
		{ .name = "memcpy", .body = by_library } };
	bench_choice choice;

	if (bench_pick(c, 2, NULL, &choice) != BENCH_OK) {
		fprintf(stderr, "%s\n", bench_detail());
		return 1;
	}
	printf("%s: %.3g ns", c[choice.index].name, choice.ns);
	if (choice.lead >= 1)           /* unknown if the other one was far too slow to be timed */
		printf("; the other takes %.3g times as long", choice.lead);
	printf("\n");
	return 0;
}
