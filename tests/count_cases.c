/*
 * Bodies for counting instructions (tests/count.sh).
 *
 * `count_cases NAME N` runs one of them for N iterations after a warm-up, so that another counter
 * can observe it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "callbacks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bench.h>

static uint64_t x = 88172645463325252u;
static char text[400], copy[4096];
static double real = 1;

static void xorshift(uint64_t n, void *arg)
{
	while (n-- > 0) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
	}
}

static void divide(uint64_t n, void *arg)
{
	while (n-- > 0)
		x = UINT64_MAX / (x | 1);
}

static void allocate(uint64_t n, void *arg)
{
	while (n-- > 0) {
		void *p = malloc(24);

		BENCH_KEEP(p);
		free(p);
	}
}

static void allocate_more(uint64_t n, void *arg)
{
	while (n-- > 0) {
		void *p = calloc(3, 7), *q;

		BENCH_KEEP(p);
		q = realloc(p, 100);
		BENCH_KEEP(q);
		free(q);        /* if there is no memory, the first block is lost */
	}
}

/* A realloc that calls malloc counts as one call. */
static void allocate_none(uint64_t n, void *arg)
{
	while (n-- > 0) {
		void *p = NULL;

		BENCH_KEEP(p);
		p = realloc(p, 40);
		BENCH_KEEP(p);
		free(p);
	}
}

/* The main loop is unrolled four times, so that an iteration takes fewer instructions there
 * than in the remainder loop. */
static void unrolled(uint64_t n, void *arg)
{
	uint64_t y = x;

	for (; n >= 4; n -= 4) {
		y = y * 5 + 1;
		BENCH_KEEP(y);
		y = y * 5 + 1;
		BENCH_KEEP(y);
		y = y * 5 + 1;
		BENCH_KEEP(y);
		y = y * 5 + 1;
		BENCH_KEEP(y);
	}
	for (; n > 0; n--) {
		y = y * 5 + 1;
		BENCH_KEEP(y);
	}
	x = y;
}

/* One iteration in `period` does more. */
static void more_in(uint64_t n, unsigned period, unsigned *state)
{
	while (n-- > 0)
		if (++*state % period == 0)
			for (volatile unsigned i = 0; i < 2 * period; i++)
				continue;
}

static void every_fifth(uint64_t n, void *arg)
{
	static unsigned state;

	more_in(n, 5, &state);
}

static void every_700th(uint64_t n, void *arg)
{
	static unsigned state;

	more_in(n, 700, &state);
}

static void print(uint64_t n, void *arg)
{
	while (n-- > 0) {
		snprintf(text, sizeof text, "%d %s %.3f", 42, "words", 2.5);
		BENCH_CLOBBER();
	}
}

static void read_number(uint64_t n, void *arg)
{
	while (n-- > 0) {
		real += strtod("3.14159", NULL);
		BENCH_CLOBBER();
	}
}

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void sort(uint64_t n, void *arg)
{
	while (n-- > 0) {
		int v[32];

		for (int i = 0; i < 32; i++)
			v[i] = i * 37 % 32;
		qsort(v, 32, sizeof *v, by_value);
		BENCH_CLOBBER();
	}
}

static void search(uint64_t n, void *arg)
{
	while (n-- > 0) {
		x += (uint64_t)(strstr("the quick brown fox jumps", "fox") != NULL);
		BENCH_CLOBBER();
	}
}

static void length(uint64_t n, void *arg)
{
	while (n-- > 0) {
		x += strlen(text);
		BENCH_CLOBBER();
	}
}

static void copies(uint64_t n, void *arg)
{
	while (n-- > 0) {
		memcpy(copy, copy + 2048, 100);
		BENCH_CLOBBER();
	}
}

/* Work that depends on the addresses of stack, heap and program. */
static void addresses(uint64_t n, void *arg)
{
	while (n-- > 0) {
		char *heap = malloc(40), stack[40];
		uintptr_t places;

		BENCH_KEEP(heap);
		places = (uintptr_t)heap >> 4 ^ (uintptr_t)stack >> 4 ^ (uintptr_t)text >> 12;
		for (places &= 1023; places > 0; places--)
			BENCH_CLOBBER();
		stack[0] = *heap = 1;
		BENCH_KEEP(stack[0]);
		free(heap);
	}
}

/* The C library scans all environment variables. */
static void variable(uint64_t n, void *arg)
{
	while (n-- > 0) {
		const char *value = getenv("QQ_NONE");

		BENCH_KEEP(value);
	}
}

static void called(void *arg, uint64_t value)
{
	x ^= x << 13 ^ value;
	x ^= x >> 7;
	x ^= x << 17;
}

static const bench_case cases[] = { { .name = "addresses", .body = addresses },
	{ .name = "variable", .body = variable },
	{ .name = "xorshift", .body = xorshift },
	{ .name = "divide", .body = divide }, { .name = "allocate", .body = allocate },
	{ .name = "allocate_more", .body = allocate_more },
	{ .name = "allocate_none", .body = allocate_none }, { .name = "unrolled", .body = unrolled },
	{ .name = "every_fifth", .body = every_fifth },
	{ .name = "every_700th", .body = every_700th }, { .name = "print", .body = print },
	{ .name = "read_number", .body = read_number }, { .name = "sort", .body = sort },
	{ .name = "search", .body = search }, { .name = "length", .body = length },
	{ .name = "copies", .body = copies }, { .name = "called", .call = called } };

enum { CASES = sizeof cases / sizeof *cases };

int main(int argc, char **argv)
{
	if (argc != 3 || *argv[1] == '-')
		return bench_main(argc, argv, cases, CASES);
	for (int i = 0; i < CASES; i++) {
		if (strcmp(cases[i].name, argv[1]))
			continue;
		if (cases[i].body) {
			cases[i].body(1, NULL);
			cases[i].body(strtoull(argv[2], NULL, 10), NULL);
		} else
			for (unsigned long n = 1 + strtoul(argv[2], NULL, 10); n > 0; n--)
				cases[i].call(NULL, 0);
		return 0;
	}
	return 2;
}
