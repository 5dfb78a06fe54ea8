/*
 * Memory bandwidth: bytes per second read, written and copied, by size and by number of threads.
 *
 *	$ bw_mem                          one thread
 *	$ bw_mem --threads 1,2,4          the column of throughput is that of all together
 *	$ bw_mem --filter 'copy/4*'       some rows
 *
 * Method: reading adds up words of 8 bytes in four sums, so that the additions do not wait for
 * each other. Writing is memset and copying memcpy, which the C library makes as fast as possible.
 * An iteration goes through a whole buffer, and the next one through the same buffer: a buffer
 * that fits into a cache stays there. Each thread has its own buffers and writes them first,
 * because pages that were never written may all be one page of zeros, and belong to the memory
 * next to the processor that writes them.
 *
 * Linux is asked for huge pages.  With small ones the speed of a process depends on where its
 * pages happen to be: of 17 processes that filled 64 MB on a virtual machine, twelve took 2.4 ms
 * and five took 5.4 to 8.8; with huge pages sixteen took 2.2 to 2.4.
 *
 * A copied byte counts once, although it is read and written. Wrong if the buffers of all threads
 * do not fit into memory and are swapped out.
 *
 * SPDX-License-Identifier: MIT
 */
#ifdef __linux__
#define _DEFAULT_SOURCE 1 /* madvise */
#include <sys/mman.h>
#endif

#include <bench.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS_MOST = 1024 };

static unsigned char *buffer[WORKERS_MOST];

/* Asks for huge pages in the whole pages of a block, before its first use; no-op elsewhere. */
static void ask_for_huge_pages(unsigned char *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
	enum { PAGE = 65536 }; /* a multiple of every system's page size */
	const size_t before = (PAGE - (uintptr_t)block % PAGE) % PAGE;

	if (bytes > 2 * PAGE)
		(void)madvise(block + before, (bytes - before) / PAGE * PAGE, MADV_HUGEPAGE);
#else
	(void)block;
	(void)bytes;
#endif
}

/* Returns this worker's two buffers, consecutive, each with the parameter's number of bytes. */
static unsigned char *mine(void)
{
	size_t worker = bench_worker(), bytes = 2 * (size_t)bench_parameter();

	if (buffer[worker])
		return buffer[worker];
	buffer[worker] = malloc(bytes);
	if (!buffer[worker]) {
		fprintf(stderr, "bw_mem: no memory for %.0f bytes\n", (double)bytes);
		exit(1);
	}
	ask_for_huge_pages(buffer[worker], bytes);
	return memset(buffer[worker], 1, bytes);
}

/* Allocates before each worker's first window: page faults are not part of the bandwidth. */
static void own_memory(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
	mine();
}

static void try_memory(void *arg)
{
	void *all = malloc(2 * (size_t)bench_parameter());

	(void)arg;
	if (!all)
		bench_skip("no memory");
	free(all);
}

static void free_all(void *arg)
{
	(void)arg;
	for (int i = 0; i < WORKERS_MOST; i++) {
		free(buffer[i]);
		buffer[i] = NULL;
	}
}

static void read_words(uint64_t n, void *arg)
{
	const uint64_t *from = (const uint64_t *)(void *)mine();
	size_t words = (size_t)bench_parameter() / sizeof *from;
	uint64_t a = 0, b = 0, c = 0, d = 0;

	(void)arg;
	for (; n > 0; n--) {
		for (size_t i = 0; i + 4 <= words; i += 4) {
			a += from[i];
			b += from[i + 1];
			c += from[i + 2];
			d += from[i + 3];
		}
		BENCH_CLOBBER();
	}
	BENCH_KEEP(a + b + c + d);
}

static void write_bytes(uint64_t n, void *arg)
{
	unsigned char *to = mine();
	size_t bytes = (size_t)bench_parameter();

	(void)arg;
	for (; n > 0; n--) {
		memset(to, (int)(n & 1), bytes);
		BENCH_CLOBBER();
	}
}

static void copy_bytes(uint64_t n, void *arg)
{
	unsigned char *from = mine();
	size_t bytes = (size_t)bench_parameter();

	(void)arg;
	for (; n > 0; n--) {
		memcpy(from + bytes, from, bytes);
		BENCH_CLOBBER();
	}
}

/* A pass through a large buffer takes milliseconds, and longer while other programs use the
 * memory.  Six processes with dozens of passes each need this time in all.  times: 2 for bodies
 * that go through two buffers. */
#define ROWS(words, what, values, ns) { .name = words, .body = what, .setup = try_memory, \
	.prepare = own_memory, .teardown = free_all, .bytes = 1, .range = values, .time_ns = ns }
#define CASE(words, what, times) ROWS(words, what, "4k..1M x4", 0), \
	ROWS(words " large", what, "4M,16M", (times) * 0.5e9), \
	ROWS(words " huge", what, "64M", (times) * 2e9)

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		CASE("read", read_words, 1),
		CASE("write", write_bytes, 1),
		CASE("copy", copy_bytes, 2),
	};

	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
