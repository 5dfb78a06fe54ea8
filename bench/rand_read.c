/*
 * Random reads of 8 KiB from a file, with increasing numbers of readers.
 *
 *	$ rand_read                                    one reader: the time of a read
 *	$ rand_read --ramp 1..8 --svg reads.svg        1 to 8 readers: throughput, latency
 *	$ rand_read --ramp 1..4 --latency-limit 1ms@p99.9 --rate 5000
 *
 * Method: each read is a pread of an aligned block that the worker draws at random (xorshift64*);
 * all workers use one descriptor. By default the file is a temporary one that disappears with the
 * program. If it fits into the system's cache, the cache and the copy are measured and not the
 * disk (--direct: the disk). The method is B. Gregg's, "Systems Performance", 2013, section
 * 12.3.7.
 *
 * Wrong if the blocks of a given file were never written (holes are read fast).
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* O_DIRECT */
#include <config.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define EXAMPLE "rand_read"
#include "example.h"

#ifndef O_DIRECT
#define O_DIRECT 0
#endif

enum { BLOCK = 8192, WORKERS = 1024, LINE = 64, ALIGNMENT = 4096, EVERY_NS = 1000000000 };

static const double SMALLEST = 8192, LARGEST = 1e13;

/* State of a worker, at least a cache line away from the next worker's. */
union worker {
	struct { uint64_t random, stalled; } is;
	char line[2 * LINE];
};

/* Shared by all workers. */
static struct {
	int file;
	uint64_t blocks;
	char *memory;              /* one block per worker */
	double stall_ns;           /* worker 0 pauses for this time once per second; 0: never */
	bench_clock clock;
	volatile int failed;       /* errno of a failed read */
	union worker worker[WORKERS];
} all;

static const char help[] =
"Usage: rand_read [--file FILE | --size BYTES] [--direct] [--stall MS] [OPTION]\n"
"Reads 8 KiB at random places of a file, again and again.\n"
"\n"
"      --file FILE       read this file (a temporary one)\n"
"      --size 64M        make the temporary file this large (64M = 64 MiB)\n"
"      --direct          bypass the system's cache\n"
"      --stall MS        have worker 0 pause for MS once a second, to see if\n"
"                        the results show a stall\n"
"\n"
"Everything else as in every benchmark program, above all --ramp 1..8:\n"
"\n";

/* Pauses, for worker 0 if its last pause was a second ago. */
static void rest(union worker *worker)
{
	uint64_t now = all.clock.now_ns(all.clock.ctx);
	struct timespec t = { (time_t)(all.stall_ns / 1e9), (long)fmod(all.stall_ns, 1e9) };

	if (!worker->is.stalled)
		worker->is.stalled = now;
	if (now - worker->is.stalled < EVERY_NS)
		return;
	nanosleep(&t, NULL);
	worker->is.stalled = now;
}

static void read_blocks(uint64_t n, void *arg)
{
	size_t me = bench_worker();
	union worker *worker = &all.worker[me];
	uint64_t random = worker->is.random ? worker->is.random : (me + 1) * 0x9e3779b97f4a7c15u;
	char *block = all.memory + me * BLOCK;

	(void)arg;
	while (n-- > 0) {
		uint64_t place;

		random ^= random >> 12;
		random ^= random << 25;
		random ^= random >> 27;
		place = (random * 0x2545f4914f6cdd1du >> 11) % all.blocks;
		if (pread(all.file, block, BLOCK, (off_t)(place * BLOCK)) != BLOCK)
			all.failed = errno ? errno : EIO;
		if (all.stall_ns > 0 && me == 0)
			rest(worker);
	}
	worker->is.random = random;
}

/* Fills a new file, so that every block exists. The file no longer has a name. Returns
 * EXAMPLE_GO_ON, or an exit code after a message. */
static int make_file(double bytes, int flags)
{
	const char *folder = getenv("TMPDIR");
	char path[4096], again[4096 + 32];
	int file;

	snprintf(path, sizeof path, "%s/rand_read.XX" "XX" "XX", folder && *folder ? folder : ".");
	file = mkstemp(path);
	if (file < 0)
		return example_refuse(path, strerror(errno));
	for (double at = 0; at < bytes; at += BLOCK) {
		memset(all.memory, 1 + (int)fmod(at / BLOCK, 255), BLOCK);
		if (write(file, all.memory, BLOCK) != BLOCK) {
			int code = example_refuse(path, errno ? strerror(errno) : "not all could be written");

			unlink(path);
			return code;
		}
	}
	snprintf(again, sizeof again, "%s", path);
	if (flags && fsync(file) == 0) {
		all.file = open(again, O_RDONLY | flags);
		close(file);
	} else {
		all.file = file;
	}
	unlink(path);
	return all.file < 0 ? example_refuse(path, strerror(errno)) : EXAMPLE_GO_ON;
}

static int open_file(const char *path, int flags)
{
	all.file = open(path, O_RDONLY | flags);
	return all.file < 0 ? example_refuse(path, strerror(errno)) : EXAMPLE_GO_ON;
}

/* Counts the blocks of a file. Returns EXAMPLE_GO_ON, or an exit code after a message. */
static int count_blocks(const char *path)
{
	struct stat facts;

	if (fstat(all.file, &facts) < 0)
		return example_refuse(path, strerror(errno));
	if (!S_ISREG(facts.st_mode) || facts.st_size < BLOCK)
		return example_refuse(path, "expected a file of 8192 bytes at least");
	all.blocks = (uint64_t)facts.st_size / BLOCK;
	return EXAMPLE_GO_ON;
}

/* Returns the number in a text, optionally followed by K, M or G; -1 for anything else. */
static double number(const char *text)
{
	char *end;
	double value;
	const char *letters = "KMG", *letter;

	if (!(*text >= '0' && *text <= '9'))
		return -1;
	value = strtod(text, &end);
	if (*end && (letter = strchr(letters, *end))) {
		value = ldexp(value, 10 * (int)(letter - letters + 1));
		end++;
	}
	return *end ? -1 : value;
}

/* This program's own options. */
struct request { const char *path; double size; int direct; };

/* Removes this program's options from argv; bench_main gets the others. Returns the exit code,
 * or EXAMPLE_GO_ON. */
static int take_options(int *argc, char **argv, struct request *request)
{
	int kept = 1;

	for (int i = 1; i < *argc; i++) {
		int is_file = !strcmp(argv[i], "--file"), is_size = !strcmp(argv[i], "--size");
		int is_stall = !strcmp(argv[i], "--stall");
		double value;

		if (!strcmp(argv[i], "--direct")) {
			request->direct = 1;
			continue;
		}
		if (!is_file && !is_size && !is_stall) {
			argv[kept++] = argv[i];
			continue;
		}
		if (++i == *argc)
			return example_refuse(argv[i - 1], "needs an argument");
		value = is_file ? 0 : number(argv[i]);
		if ((is_size && !(value >= SMALLEST && value <= LARGEST)) || value < 0)
			return example_refuse(argv[i], is_size ? "expected 8K or more"
			                                       : "expected milliseconds");
		if (is_file)
			request->path = argv[i];
		else if (is_size)
			request->size = value;
		else
			all.stall_ns = 1e6 * value;
	}
	*argc = kept;
	argv[kept] = NULL;
	return EXAMPLE_GO_ON;
}

static int prepare(const struct request *request)
{
	int code, flags = request->direct ? O_DIRECT : 0;
	char *memory;

	if (request->direct && !O_DIRECT)
		return example_refuse("--direct", "this system cannot bypass its cache");
	memory = malloc((size_t)WORKERS * BLOCK + ALIGNMENT);
	if (!memory)
		return example_refuse("memory", "not enough for the buffers");
	all.memory = memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT);
	all.clock = bench_clock_default();
	code = request->path ? open_file(request->path, flags) : make_file(request->size, flags);
	/* cppcheck-suppress memleak; all.memory points into it, until the end */
	return code == EXAMPLE_GO_ON ? count_blocks(request->path ? request->path : "file") : code;
}

int main(int argc, char **argv)
{
	static const bench_case cases[] = { { "rand_read", read_blocks, .bytes = BLOCK } };
	struct request request = { NULL, 64 * 1024 * 1024, 0 };
	int code = take_options(&argc, argv, &request), asks = 0;

	for (int i = 1; i < argc; i++)
		asks = asks || !strcmp(argv[i], "--help") || !strcmp(argv[i], "-h");
	if (code == EXAMPLE_GO_ON && asks)
		fputs(help, stdout);
	else if (code == EXAMPLE_GO_ON)
		code = prepare(&request);
	if (code != EXAMPLE_GO_ON)
		return code;
	code = bench_main(argc, argv, cases, 1);
	if (all.failed)
		return example_refuse("a read", strerror(all.failed));
	return code;
}
