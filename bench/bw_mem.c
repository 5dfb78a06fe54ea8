/*
 * Memory bandwidth: bytes per second read, written and copied, by size and by number of threads.
 *
 *	$ bw_mem                          one thread
 *	$ bw_mem --threads 1,2,4          the column of throughput is that of all together
 *	$ bw_mem --filter 'copy/4*'       some rows
 *
 * Method: reading adds up words of 8 bytes in four sums, so that the additions do not wait for
 * each other, and sixteen words in a loop, so that the loop does not matter: with four words it
 * took 152 cycles for 4 kB, and 258 where it crossed a line of 64 bytes. Writing is memset and
 * copying memcpy, which the C library makes as fast as possible. An iteration goes through a whole
 * buffer, and the next one through the same buffer: a buffer that fits into a cache stays there.
 * Memory is written before it is timed, because pages that were never written may all be one page
 * of zeros. Each of several threads writes its own, which then belongs to the memory next to its
 * processor.
 *
 * Linux is asked for huge pages.  With small ones the speed of a process depends on where its
 * pages happen to be: of 17 processes that filled 64 MB on a virtual machine, twelve took 2.4 ms
 * and five took 5.4 to 8.8; with huge pages sixteen took 2.2 to 2.4.
 *
 * A process with one thread keeps its memory for its next row. The system takes 60 to 400 ms to
 * hand out 128 MB, as long as ten passes: after that, only a first pass would fit into a row's
 * time.
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
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS_MOST = 1024 };
static struct {
	unsigned char *block;
	size_t bytes;
} held[WORKERS_MOST];

/* Returns this worker's memory: as many bytes as the row has, and behind them as many to copy to.
 * The memory begins at a huge page; madvise asks Linux for such pages. */
static unsigned char *mine(void)
{
	enum { HUGE_PAGE = 2 << 20, LEAST = 4 * HUGE_PAGE };
	const size_t worker = bench_worker(), needed = 2 * (size_t)bench_parameter();
	unsigned char *block = held[worker].block;
	const bool fits = held[worker].bytes >= needed;

	if (!fits) {
		free(block);
		held[worker].bytes = needed > LEAST || bench_workers() > 1 ? needed : LEAST;
		held[worker].block = block = malloc(held[worker].bytes + HUGE_PAGE);
		if (!block) {
			fprintf(stderr, "bw_mem: no memory for %.0f bytes\n", (double)needed);
			exit(1);
		}
	}
	block += (HUGE_PAGE - (uintptr_t)block % HUGE_PAGE) % HUGE_PAGE;
#ifdef MADV_HUGEPAGE
	if (!fits)
		(void)madvise(block, held[worker].bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#endif
	return fits ? block : memset(block, 1, held[worker].bytes);
}

/* Frees the memory of threads: those of the next row may run on other processors. */
static void free_of_threads(void *arg)
{
	(void)arg;
	for (int i = 0; bench_workers() > 1 && i < WORKERS_MOST; i++) {
		free(held[i].block);
		held[i].block = NULL;
		held[i].bytes = 0;
	}
}

static void set_up(void *arg)
{
	void *all = malloc(2 * (size_t)bench_parameter());

	free_of_threads(arg);
	if (!all)
		bench_skip("no memory");
	else if (bench_workers() == 1)
		mine();
	free(all);
}

/* Page faults are not part of the bandwidth: each thread has its memory before its first window. */
static void own_memory(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
	mine();
}

/* Adds four words. */
#define ADD4(at) a += from[at]; b += from[at + 1]; c += from[at + 2]; d += from[at + 3];

static void read_words(uint64_t n, void *arg)
{
	const uint64_t *from = (const uint64_t *)(void *)mine();
	size_t words = (size_t)bench_parameter() / sizeof *from;
	uint64_t a = 0, b = 0, c = 0, d = 0;

	(void)arg;
	for (; n > 0; n--) {
		for (size_t i = 0; i + 16 <= words; i += 16) {
			ADD4(i)
			ADD4(i + 4)
			ADD4(i + 8)
			ADD4(i + 12)
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

/* A pass through a large buffer takes milliseconds, and longer while other programs use the memory:
 * each of twenty processes has time for five passes or more. */
#define ROWS(words, what, values, ns) { .name = words, .body = what, .setup = set_up, \
	.prepare = own_memory, .teardown = free_of_threads, .bytes = 1, .range = values, .time_ns = ns }
#define CASE(words, what) ROWS(words, what, "4k..1M x4", 0), \
	ROWS(words " large", what, "4M,16M", 0.5e9), ROWS(words " huge", what, "64M", 2e9)

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		CASE("read", read_words),
		CASE("write", write_bytes),
		CASE("copy", copy_bytes),
	};

	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
