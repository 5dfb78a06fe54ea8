/*
 * The latency of a load by the size of the working set, and the sizes of the caches.
 *
 *	$ lat_mem          up to 128 MiB
 *	$ lat_mem 512M     up to that
 *
 * Method: a ring of pointers, one in each cache line. Each load provides the next address, so
 * loads cannot overlap. The ring is gone through once before a size is timed, because only then
 * does a cache contain what it will contain. Two orders separate caches from address translation
 * (TLB). `near` is shuffled among 32 pages before it moves to the next 32, so that a page is
 * translated once in 64 loads, and yet no prefetcher finds a pattern, as it would within a single
 * page. `far` jumps anywhere and pays for a translation each time. Sizes are found from `near`
 * (levels.c).
 *
 * All sizes are measured three times, and each keeps its fastest time: what other programs take of
 * a shared cache for some seconds only adds.
 *
 * Wrong if other programs use the shared caches, whose part is then missing (near is slower than
 * far, or a cache ends early), and if the system puts 4 KiB pages in places that compete for the
 * same part of a cache, as all systems do to some extent, so that a cache overflows before it is
 * full.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#define EXAMPLE "lat_mem"
#include "example.h"
#include "levels.h"
#include "ring.h"

enum { PASSES = 3, PAGE = 4096, NEAR = 32 * PAGE / RING_LINE, FIRST = 4096, SIZES = 128, BAR = 32 };

static const size_t MOST = (size_t)1 << 30;

static const char help[] = "Usage: lat_mem [BYTES]\n"
"Prints how long a load takes in arrays of up to BYTES (128M), in random order\n"
"within 32 pages at a time (near) and over the whole array (far), and the sizes\n"
"of the caches that these times show.  K and M mean 1024 and 1024 * 1024.\n";

/* The table: sizes, and times of both orders. */
static size_t size[SIZES], sizes;
static double near_ns[SIZES], far_ns[SIZES], cycles[SIZES];  /* results of the fastest pass */

static bench_status measure(char *memory, uint32_t *order, size_t i, int is_near)
{
	size_t lines = size[i] / RING_LINE;
	void *at = memory;
	bench_summary s;
	bench_status status;

	ring_link(memory, lines, is_near ? NEAR : lines, order);
	ring_follow(lines, &at);
	status = bench_measure(ring_follow, &at, NULL, &s);
	if (status == BENCH_OK && !(s.ns >= *(is_near ? &near_ns[i] : &far_ns[i]))) {
		*(is_near ? &near_ns[i] : &far_ns[i]) = s.ns;
		if (is_near)
			cycles[i] = s.cycles;
	}
	return status;
}

static void print_bytes(size_t bytes)
{
	int mega = bytes >= 1 << 20;

	printf("%6.4g %s", (double)bytes / (mega ? 1 << 20 : 1024), mega ? "MiB" : "KiB");
}

/* Prints a row with bars on a logarithmic scale: = up to near, - from there to far. */
static void print_row(size_t i, double low, double high)
{
	double scale = BAR / log(high / low);

	print_bytes(size[i]);
	example_number(8, 2, near_ns[i]);
	example_number(8, 2, far_ns[i]);
	example_number(8, 1, cycles[i]);
	fputs("  |", stdout);
	for (int k = 0; k < BAR; k++) {
		if (k >= scale * log(fmax(near_ns[i], far_ns[i]) / low) && k > 0)
			break;
		putchar(k == 0 || k < scale * log(near_ns[i] / low) ? '=' : '-');
	}
	putchar('\n');
}

/* Prints the levels: the range of sizes in which each cache ends, and the size that the system
 * reports. */
static void print_levels(void)
{
	struct level level[LEVELS_MOST];
	size_t n = levels_find(size, near_ns, sizes, level);

	if (n < 2) {
		puts("\nno cache ends within these sizes");
		return;
	}
	printf("\n%-6s  %-24s  %10s  %8s\n", "cache", "holds", "system", "ns");
	for (size_t i = 0; i < n; i++) {
		size_t reported = levels_reported(i + 1);

		if (level[i].fits == 0) {
			printf("%-6s  %-24s  %10s", "beyond", "", "");
		} else {
			printf("%-6u  ", (unsigned)i + 1);
			print_bytes(level[i].fits);
			fputs(" to ", stdout);
			print_bytes(level[i].overflows);
			fputs("  ", stdout);
			if (reported > 0)
				print_bytes(reported);
			else
				printf("%10s", "-");
		}
		example_number(8, 2, level[i].time);
		putchar('\n');
	}
	for (size_t told; (told = levels_reported(n)) > 0; n++) {
		printf("%-6u  %-24s  ", (unsigned)n, "not found");
		print_bytes(told);
		putchar('\n');
	}
}

static bench_status run(size_t most)
{
	char *all = malloc(most + PAGE), *memory;
	uint32_t *order = malloc(most / RING_LINE * sizeof *order);
	bench_status status = all && order ? BENCH_OK : BENCH_ERR_MEMORY;
	double high = 0;

	for (size_t octave = FIRST; octave <= most; octave *= 2)
		for (size_t part = 4; part < 8 && octave / 4 * part <= most; part++)
			if (octave / 4 * part % PAGE == 0)
				size[sizes++] = octave / 4 * part;
	memory = all ? all + (PAGE - (uintptr_t)all % PAGE) : NULL;
	for (size_t i = 0; i < sizes; i++)
		near_ns[i] = far_ns[i] = NAN;
	for (size_t k = 0; k < PASSES * sizes && status == BENCH_OK; k++) {
		status = measure(memory, order, k % sizes, 1);
		if (status == BENCH_OK)
			status = measure(memory, order, k % sizes, 0);
	}
	for (size_t i = 0; i < sizes; i++)
		high = fmax(high, fmax(near_ns[i], far_ns[i]));
	free(all);
	free(order);
	if (status != BENCH_OK)
		return status;
	printf("%10s  %8s  %8s  %8s\n", "bytes", "near ns", "far ns", "cycles");
	for (size_t i = 0; i < sizes; i++)
		print_row(i, near_ns[0] / 1.1, high);
	print_levels();
	return BENCH_OK;
}

int main(int argc, char **argv)
{
	int code = example_begin(argc, argv, 1, help);
	size_t most = (size_t)128 << 20;

	if (code != EXAMPLE_GO_ON)
		return example_end(code);
	if (argc > 1 && ((most = example_bytes(argv[1], MOST)) < 4 * FIRST))
		return example_refuse(argv[1], "expected 16K to 1024M");
	return example_end(example_code(run(most)));
}
