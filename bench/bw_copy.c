/*
 * How many bytes a second does memcpy copy, from the cache and from memory?
 *
 * Method: one buffer copied again and again lies in a cache; of many distinct
 * segments, taken in turn, the cache has forgotten the first when it comes again, if
 * they are larger than the cache together.  Every page is written first: pages that
 * were never written may all be one page of zeros.
 *
 * SPDX-License-Identifier: MIT
 */
#define EXAMPLE "bw_copy"
#include "example.h"

static const char help[] = "Usage: bw_copy [BYTES [SEGMENTS]]\n"
"Prints how fast memcpy copies one buffer, and distinct segments in turn.\n"
"K and M behind a number mean 1024 and 1024 * 1024; MB are 1000000 bytes.\n";

static const size_t MOST = (size_t)1 << 30;  /* bytes, of all segments */

/* Copies segment upon segment, and prints what that comes to. */
static bench_status run(size_t bytes, size_t segments)
{
	size_t all = bytes * segments, at = 0;
	char *from = malloc(all), *to = malloc(all);
	const bench_summary *s = bench_last();

	if (from && to) {
		memset(from, 1, all);
		memset(to, 2, all);
		BENCH_KEEP(from);  /* others may look there now, for all the compiler knows, */
		BENCH_KEEP(to);    /* so that the copy cannot be left out */
		BENCH({
			memcpy(to + at, from + at, bytes);
			BENCH_CLOBBER();
			at = at + bytes < all ? at + bytes : 0;
		}, 0);
	}
	free(from);
	free(to);
	if (!from || !to || s->status != BENCH_OK)
		return from && to ? s->status : BENCH_ERR_MEMORY;
	printf("%10lu  %8lu", (unsigned long)bytes, (unsigned long)segments);
	example_number(10, 1, (double)bytes / s->ns * 1e3);
	example_number(8, 1, (double)bytes / s->ns * 1e3 * (s->ns_high - s->ns_low) / 2 / s->ns);
	example_number(11, 2, (double)bytes / s->cycles);
	example_warnings(s);
	return BENCH_OK;
}

int main(int argc, char **argv)
{
	size_t size[] = { 1024 * 1024, 64 };  /* of a segment; how many */
	int code = example_begin(argc, argv, 2, help);
	bench_status status;

	if (code != EXAMPLE_GO_ON)
		return example_end(code);
	for (int i = 1; i < argc; i++)
		if ((size[i - 1] = example_bytes(argv[i], MOST)) == 0)
			return example_refuse(argv[i], "expected 1 to 1024M");
	if (size[1] > MOST / size[0])
		return example_refuse(argv[argc - 1], "the segments are over 1024M together");
	printf("%10s  %8s  %10s  %8s  %11s\n", "bytes", "segments", "MB/s", "+-", "bytes/cycle");
	status = run(size[0], 1);
	if (status == BENCH_OK && size[1] > 1)
		status = run(size[0], size[1]);
	return example_end(example_code(status));
}
