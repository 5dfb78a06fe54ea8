/*
 * Picks the fastest of five ways to copy memory for each length.
 *
 * Method: bench_pick_ranges tries lengths and bisects between two with different winners until it
 * knows where one routine overtakes the other. The result is a small table that a program could
 * use. Each routine is checked first: every length up to 300, at every distance from the start of
 * a word, without changing adjacent bytes.
 *
 * Assumes buffers in the cache, equally aligned, and the same length again and again; a program
 * with other habits should put its own calls into the bodies. Compilers turn copying loops into
 * calls of memcpy; configure finds options that prevent this.
 *
 * SPDX-License-Identifier: MIT
 */
#define EXAMPLE "pick_copy"
#include "example.h"

static const char help[] = "Usage: pick_copy [LOW [HIGH]]\n"
"Prints which way to copy LOW to HIGH bytes is the fastest (16 to 64K).\n"
"K and M after a number mean 1024 and 1024 * 1024.\n";

enum { MOST = 1 << 24, ROWS = 32, CHECKED = 300 };

/* Some compilers need an attribute in the source; even then a few bytes are moved without a
 * call. */
#ifdef __has_attribute
#if __has_attribute(no_builtin)
#define PLAIN __attribute__((no_builtin("memcpy", "memmove")))
#endif
#endif
#ifndef PLAIN
#define PLAIN
#endif
#ifdef __GNUC__
#define MOVE __builtin_memcpy
#else
#define MOVE memcpy
#endif

#if defined __GNUC__ && (defined __x86_64__ || defined __i386__)
#define HAS_STRING 1
#endif

typedef void copy_routine(unsigned char *restrict to, const unsigned char *restrict from, size_t n);

PLAIN static void copy_bytes(unsigned char *restrict to, const unsigned char *restrict from,
                             size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = from[i];
}

PLAIN static void copy_words(unsigned char *restrict to, const unsigned char *restrict from,
                             size_t n)
{
	for (; n >= 8; n -= 8, to += 8, from += 8) {
		uint64_t word;

		MOVE(&word, from, 8);
		MOVE(to, &word, 8);
	}
	copy_bytes(to, from, n);
}

/* 64 bytes per iteration, in the widest pieces that the compiler knows. */
PLAIN static void copy_unrolled(unsigned char *restrict to, const unsigned char *restrict from,
                                size_t n)
{
	for (; n >= 64; n -= 64, to += 64, from += 64) {
		uint64_t words[8];

		MOVE(words, from, 64);
		MOVE(to, words, 64);
	}
	copy_words(to, from, n);
}

static void copy_memcpy(unsigned char *restrict to, const unsigned char *restrict from, size_t n)
{
	memcpy(to, from, n);
}

/* The processor's own string instruction; elsewhere memmove of the C library. */
static void copy_string(unsigned char *restrict to, const unsigned char *restrict from, size_t n)
{
#ifdef HAS_STRING
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
#else
	memmove(to, from, n);
#endif
}

static unsigned char *source, *target;

static void body(uint64_t n, void *arg)
{
	copy_routine *copy = *(copy_routine *const *)arg;
	size_t bytes = (size_t)bench_parameter();

	while (n-- > 0) {
		copy(target, source, bytes);
		BENCH_CLOBBER();
	}
}

/* Checks one length at one distance: the bytes, and those next to them. */
static int copies(copy_routine *copy, size_t bytes, size_t at)
{
	memset(target, 0, CHECKED + 32);
	copy(target + 8 + at, source + at, bytes);
	for (size_t i = 0; i < CHECKED + 32; i++)
		if (target[i] != (i < 8 + at || i >= 8 + at + bytes ? 0 : source[i - 8]))
			return 0;
	return 1;
}

static int verify(void *arg)
{
	copy_routine *copy = *(copy_routine *const *)arg;

	for (size_t bytes = 0; bytes <= CHECKED; bytes++)
		for (size_t at = 0; at < 8; at++)
			if (!copies(copy, bytes, at))
				return 0;
	return 1;
}

static copy_routine *routine[] = { copy_memcpy, copy_unrolled, copy_words, copy_bytes,
	copy_string };

static const bench_case cases[] = {
	{ .name = "memcpy", .body = body, .arg = &routine[0], .verify = verify },
	{ .name = "unrolled", .body = body, .arg = &routine[1], .verify = verify },
	{ .name = "word loop", .body = body, .arg = &routine[2], .verify = verify },
	{ .name = "byte loop", .body = body, .arg = &routine[3], .verify = verify },
#ifdef HAS_STRING
	{ .name = "rep movsb", .body = body, .arg = &routine[4], .verify = verify },
#else
	{ .name = "memmove", .body = body, .arg = &routine[4], .verify = verify },
#endif
};

enum { CASES = sizeof cases / sizeof *cases };

static void print(const bench_ranges *ranges)
{
	printf("%10s  %10s  %-10s  %9s  %10s\n", "from", "to", "fastest", "ahead, %", "at");
	for (size_t i = 0; i < ranges->n; i++) {
		const bench_range *row = &ranges->range[i];

		printf("%10llu  %10llu  %-10s", (unsigned long long)row->low,
		       (unsigned long long)row->high, cases[row->index].name);
		if (row->tie)
			printf("  %9s  %10s\n", "tie", "-");
		else {
			example_number(9, 1, (row->lead - 1) * 100);
			printf("  %10llu\n", (unsigned long long)row->at);
		}
	}
	if (ranges->end == BENCH_PICK_END_BUDGET)
		printf("Some of this is uncertain: the time was over too early.\n");
}

static bench_status run(size_t low, size_t high)
{
	bench_range table[ROWS];
	bench_ranges ranges = { .low = low, .high = high, .range = table, .capacity = ROWS };
	bench_pick_options options = { .margin = 0.02, .time_ns = 1e9 };
	size_t capacity = high > CHECKED ? high : CHECKED;
	bench_status status = BENCH_ERR_MEMORY;

	source = malloc(capacity + 64);
	target = malloc(capacity + 64);
	if (source && target) {
		for (size_t i = 0; i < capacity + 64; i++)
			source[i] = (unsigned char)(i % 255 + 1);
		memset(target, 0, capacity + 64);
		status = bench_pick_ranges(cases, CASES, &options, &ranges);
	}
	free(source);
	free(target);
	if (status == BENCH_OK)
		print(&ranges);
	return status;
}

int main(int argc, char **argv)
{
	size_t size[] = { 16, 65536 };
	int code = example_begin(argc, argv, 2, help);

	if (code != EXAMPLE_GO_ON)
		return example_end(code);
	for (int i = 1; i < argc; i++)
		if ((size[i - 1] = example_bytes(argv[i], MOST)) == 0)
			return example_refuse(argv[i], "expected 1 to 16M");
	if (size[0] > size[1])
		return example_refuse(argv[argc - 1], "the lowest length is above the highest");
	return example_end(example_code(run(size[0], size[1])));
}
