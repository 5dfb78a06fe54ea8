/*
 * Reading a file: with read and mmap, from the system's cache and from the disk.
 *
 * Method: each iteration reads the whole open file once and adds up a word of each cache line.
 * `read` copies the file into a buffer of 64 KiB, piece by piece. `mapped` reads an existing
 * mapping. `map` makes a mapping for each iteration and removes it. `map only` does the same and
 * reads nothing: a partial operation, so its time does not grow with the file. In the cold rows
 * the system's cache of the file is dropped before each iteration (posix_fadvise), so that the
 * file comes from the disk.
 *
 * What must agree: `mapped` is close to reading in bw_mem; `map` adds a page fault every few
 * pages; `read` adds a copy. The cold rows are at most as fast as the disk, unless a hypervisor
 * has a cache, as is often the case.
 *
 * Wrong if the file is on a file system in memory, which cannot drop its pages; the cold rows are
 * then skipped. TMPDIR names the folder; the default is the current one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <bench.h>

#if defined HAVE_MMAP && defined HAVE_MINCORE && defined HAVE_POSIX_FADVISE

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PIECE = 65536, PAGE = 4096, LINE = 64, LARGEST = 16 << 20 };

static char piece[PIECE];
static const char *mapped;
static int file = -1;
static uint64_t sum;

static size_t size_now(void) { return (size_t)bench_parameter(); }

static uint64_t add(const char *from, size_t size)
{
	uint64_t total = 0, word;

	for (size_t i = 0; i < size; i += LINE) {
		memcpy(&word, from + i, sizeof word);
		total += word;
	}
	return total;
}

static int make(size_t size)
{
	const char *folder = getenv("TMPDIR");
	char path[4096];

	snprintf(path, sizeof path, "%s/bw_file.XX" "XX" "XX", folder && *folder ? folder : ".");
	file = mkstemp(path);
	if (file < 0)
		return -1;
	unlink(path);
	memset(piece, 1, sizeof piece);
	for (size_t at = 0; at < size; at += PIECE)
		if (write(file, piece, PIECE) != PIECE)
			return -1;
	return fsync(file);
}

static void start(void *arg)
{
	(void)arg;
	if (make(size_now()) == 0) {
		mapped = mmap(NULL, size_now(), PROT_READ, MAP_SHARED, file, 0);
		if (mapped != MAP_FAILED)
			return;
	}
	bench_skip(strerror(errno));
	if (file >= 0)
		close(file);
}

static void end(void *arg)
{
	(void)arg;
	munmap((void *)(uintptr_t)mapped, size_now());
	close(file);
}

static void drop(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
	madvise((void *)(uintptr_t)mapped, size_now(), MADV_DONTNEED);
	posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
}

static void by_read(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--)
		for (size_t at = 0; at < size_now(); at += PIECE)
			if (pread(file, piece, PIECE, (off_t)at) == PIECE)
				sum += add(piece, PIECE);
	BENCH_KEEP(sum);
}

static void by_mapping(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--) {
		BENCH_CLOBBER();
		sum += add(mapped, size_now());
	}
	BENCH_KEEP(sum);
}

/* arg NULL: do not read. */
static void by_new_mapping(uint64_t n, void *arg)
{
	for (; n > 0; n--) {
		char *at = mmap(NULL, size_now(), PROT_READ, MAP_SHARED, file, 0);

		if (at == MAP_FAILED)
			return;
		if (arg)
			sum += add(at, size_now());
		munmap(at, size_now());
	}
	BENCH_KEEP(sum);
}

static int reads_right(void *arg)
{
	uint64_t one = 0x0101010101010101u;

	sum = 0;
	by_read(1, arg);
	return sum == one * (size_now() / LINE);
}

static int can_be_cold(void *arg)
{
	int right = reads_right(arg);
	unsigned char there[LARGEST / PAGE];

	drop(1, arg);
	/* Check whether the file's first page is in the system's cache. */
	if (mincore((void *)(uintptr_t)mapped, size_now(), (void *)there) == 0 && there[0] & 1)
		bench_skip("this file system keeps the file in memory");
	return right;
}

static int yes;

#define ROW(words, does, ...) { .name = words, .body = does, .setup = start, .teardown = end, \
	.arg = &yes, .bytes = 1, .range = "64k..16M x16", __VA_ARGS__ }
#define WARM .verify = reads_right
#define COLD .verify = can_be_cold, .prepare = drop, .cold = BENCH_COLD_DATA

#else

static void start(void *arg)
{
	(void)arg;
	bench_skip("this system has no mmap, mincore and posix_fadvise");
}

static void by_read(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
}

#define ROW(words, does, ...) { .name = words, .body = by_read, .setup = start, \
	.range = "64k..16M x16" }

#endif

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		ROW("read", by_read, WARM),
		ROW("mapped", by_mapping, WARM),
		ROW("map", by_new_mapping, WARM),
		{ .name = "map only", .range = "64k..16M x16", .setup = start,
#ifdef WARM
		  .body = by_new_mapping, .teardown = end,
#else
		  .body = by_read,
#endif
		},
		ROW("cold read", by_read, COLD),
		ROW("cold map", by_new_mapping, COLD),
	};

	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
