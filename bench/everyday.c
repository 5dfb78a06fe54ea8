/*
 * Sixteen everyday bodies: what programs do, rather than what a processor does. bench/honest
 * starts this program many times to see whether its intervals are right.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bench.h>

enum { BYTES = 4096, NUMBERS = 1000, TABLE = 4096, NODES = 32, RING = 16384, SIDE = 16 };

static unsigned char from[BYTES], to[BYTES];
static char text[BYTES + 1], line[] = "  42, 1999,7 ,-365, 0x1f, 12345678, 3, 99 ";
static int numbers[NUMBERS], sorted[NUMBERS], small[64];
static uint32_t table[TABLE], ring[RING];
static float left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];
static char out[256];
static uint64_t random_state = 88172645463325252u, counter;

/* Returns the next random number, the same in every process. */
static uint32_t next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)(random_state >> 16);
}

static void fill(void)
{
	/* Make the compiler believe that other code reads these. */
	void *made[] = { to, sorted, small, out, product };

	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		BENCH_KEEP(made[i]);

	for (size_t i = 0; i < BYTES; i++) {
		from[i] = (unsigned char)next_random();
		text[i] = (char)('a' + next_random() % 6);
	}
	memcpy(text + BYTES - 8, "abcabcxy", 8);
	for (size_t i = 0; i < NUMBERS; i++)
		numbers[i] = (int)next_random();
	for (size_t i = 0; i < TABLE; i++)
		table[i] = next_random();
	for (size_t i = 0; i < SIDE * SIDE; i++)
		left[i / SIDE][i % SIDE] = right[i % SIDE][i / SIDE] = (float)(next_random() % 100);

	/* A ring through all places, in random order (Sattolo). */
	for (uint32_t i = 0; i < RING; i++)
		ring[i] = i;
	for (uint32_t i = RING - 1; i > 0; i--) {
		uint32_t k = next_random() % i, kept = ring[i];

		ring[i] = ring[k];
		ring[k] = kept;
	}
}

/* Reads 64 bytes, with four branches that depend on each. */
static void branchy(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		uint64_t a = 0, b = 1;

		for (int i = 0; i < 64; i++) {
			unsigned c = from[i];

			if (c & 1)
				a += c;
			else
				b ^= a;
			if (c & 2)
				b += a;
			if (c & 4)
				a ^= b << 1;
			if (c & 8)
				b -= c;
			BENCH_KEEP(a);
			BENCH_KEEP(b);
		}
	}
}

static void copy(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		memcpy(to, from, BYTES);
		BENCH_CLOBBER();
	}
}

static int ascending(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

static void sort(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		memcpy(sorted, numbers, sizeof sorted);
		qsort(sorted, NUMBERS, sizeof *sorted, ascending);
		BENCH_CLOBBER();
	}
}

static void read_double(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		double x;

		BENCH_CLOBBER();
		x = strtod("3.14159265358979", NULL);
		BENCH_KEEP(x);
	}
}

static void allocate(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		void *p = malloc(100);

		BENCH_KEEP(p);
		free(p);
	}
}

static void print(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		snprintf(out, sizeof out, "%d %g %s", 42, 3.14159, "abc");
		BENCH_CLOBBER();
	}
}

static void crc(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		uint32_t c = ~0u;

		for (int i = 0; i < 1024; i++)
			c = table[(c ^ from[i]) & 255] ^ (c >> 8);
		BENCH_KEEP(c);
	}
}

/* Looks up a random place of a hash table, with a branch on the content. */
static void probe(uint64_t n, void *arg)
{
	static uint64_t state = 88172645463325252u;
	uint64_t q = state;

	(void)arg;
	while (n-- > 0) {
		uint32_t v;

		q ^= q << 13;
		q ^= q >> 7;
		q ^= q << 17;
		v = table[q & (TABLE - 1)];
		if (v & 1)
			q += v;
		BENCH_KEEP(q);
	}
	state = q;
}

/* Parses a line of comma-separated numbers. */
static void parse(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		long sum = 0;
		char *at = line;

		BENCH_CLOBBER();
		for (;;) {
			sum += strtol(at, &at, 0);
			at += strspn(at, " ");
			if (*at++ != ',')
				break;
		}
		BENCH_KEEP(sum);
	}
}

static void insertion(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		memcpy(small, numbers, sizeof small);
		for (int i = 1; i < 64; i++) {
			int x = small[i], k = i;

			for (; k > 0 && small[k - 1] > x; k--)
				small[k] = small[k - 1];
			small[k] = x;
		}
		BENCH_CLOBBER();
	}
}

/* FNV-1a of 64 bytes. */
static void hash(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		uint64_t h = 14695981039346656037u;

		BENCH_CLOBBER();
		for (int i = 0; i < 64; i++)
			h = (h ^ from[i]) * 1099511628211u;
		BENCH_KEEP(h);
	}
}

/* Allocates 32 blocks of different sizes and frees them in another order. */
static void blocks(uint64_t n, void *arg)
{
	void *block[NODES];

	(void)arg;
	while (n-- > 0) {
		for (size_t i = 0; i < NODES; i++)
			block[i] = malloc(16 + (i * 37) % 400);
		BENCH_CLOBBER();
		for (size_t i = 0; i < NODES; i++)
			free(block[i * 11 % NODES]);
	}
}

static void search(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		const char *found;

		BENCH_CLOBBER();
		found = strstr(text, "abcabcxy");
		BENCH_KEEP(found);
	}
}

/* 64 steps through a ring of 64 KiB. */
static void chase(uint64_t n, void *arg)
{
	static uint32_t at;

	(void)arg;
	while (n-- > 0) {
		for (int i = 0; i < 64; i++)
			at = ring[at];
		BENCH_KEEP(at);
	}
}

static void matrix(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
		for (int i = 0; i < SIDE; i++)
			for (int j = 0; j < SIDE; j++) {
				float sum = 0;

				for (int k = 0; k < SIDE; k++)
					sum += left[i][k] * right[k][j];
				product[i][j] = sum;
			}
		BENCH_CLOBBER();
	}
}

/* The cost of an uncontended lock: an atomic addition. */
static void atomic(uint64_t n, void *arg)
{
	(void)arg;
	while (n-- > 0) {
#ifdef __GNUC__
		(void)__sync_fetch_and_add(&counter, 1);
#else
		counter++;
#endif
		BENCH_CLOBBER();
	}
}

/* Percent of calls added to the hundred of an iteration: a change of known size, with the same
 * machine code (bench/saved). */
static uint64_t percent;

static void hundred_calls(uint64_t n, void *arg)
{
	(*(void (**)(uint64_t, void *))arg)(n * (100 + percent), NULL);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*body)(uint64_t n, void *arg);
	} bodies[] = {
		{ "branchy", branchy }, { "memcpy", copy }, { "qsort", sort }, { "strtod", read_double },
		{ "malloc", allocate }, { "snprintf", print }, { "crc", crc }, { "probe", probe },
		{ "strtol", parse }, { "insertion", insertion }, { "fnv", hash }, { "blocks", blocks },
		{ "strstr", search }, { "chase", chase }, { "matrix", matrix }, { "atomic", atomic }
	};
	enum { COUNT = sizeof bodies / sizeof *bodies };
	static void (*called[COUNT])(uint64_t n, void *arg);
	bench_case cases[COUNT] = { { .name = NULL } };
	const char *more = getenv("EVERYDAY_MORE");

	percent = more ? strtoul(more, NULL, 10) : 0;
	for (size_t i = 0; i < COUNT; i++) {
		called[i] = bodies[i].body;
		cases[i] = (bench_case){ .name = bodies[i].name, .body = bodies[i].body };
		if (more) {
			cases[i].body = hundred_calls;
			cases[i].arg = &called[i];
		}
	}
	fill();
	return bench_main(argc, argv, cases, COUNT);
}
