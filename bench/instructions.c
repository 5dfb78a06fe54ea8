/*
 * Times of single instructions: latency, and cycles per instruction of independent ones.
 *
 *	$ make bench/instructions
 *	$ bench/instructions --filter 'vaddps*'
 *	$ bench/instructions --time 2m -o results.json && bench/instructions.mca results.json
 *
 * Method: each row is a block of 384 copies of one form of an instruction, in assembly that
 * bench/instructions.awk writes from bench/instructions.table. The library's reference chains give
 * the core's clock. Latency: each copy needs the previous one's result, through the registers that
 * the row names. "2>1" is the time from register 2, counted from the left, to the result in
 * register 1. Throughput: copies that do not depend on each other, with 6 to 12 results in
 * rotation. doc/internals/method-instructions.md explains the words after the comma and what a
 * latency includes.
 *
 * Forms that the processor or the system does not support are found by running each form once
 * (SIGILL). One skipped row per missing feature says so.
 *
 * Wrong if an old processor decodes a form as another one (lzcnt as bsr, tzcnt as bsf).
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of the assembly file. Its function runs the block of pairs `blocks` times, and then the
 * first pair `pairs` times. */
struct row {
	const char *name, *feature;
	void (*run)(uint64_t blocks, uint64_t pairs, void *memory);
	uint64_t pairs;
};
extern const struct row instructions[];
extern const uint64_t instructions_count;

/* Memory for the forms: its own address for chains of loads, scratch lines, and from 512 on the
 * initial values of vector registers: chain, constants and divisors for each type. */
static union {
	void *self;
	double scratch[64];
	unsigned char bytes[512 + 3 * 256];
} memory __attribute__((aligned(4096)));

static void fill(size_t at, const void *value, size_t size)
{
	for (size_t i = 0; i < 64; i += size)
		memcpy(memory.bytes + at + i, value, size);
}

static void fill_memory(void)
{
	static const double doubles[] = { 1.7, 1, 5.3 };
	static const float floats[] = { 1.7f, 1, 5.3f };
	static const uint16_t halves[] = { 0x3ecd, 0x3c00, 0x454d };

	for (size_t i = 0; i < 64; i++)
		memory.scratch[i] = 1;
	memory.self = &memory;
	for (size_t i = 0; i < 3; i++) {
		fill(512 + i * 64, &doubles[i], sizeof *doubles);
		fill(768 + i * 64, &floats[i], sizeof *floats);
		fill(1024 + i * 64, &halves[i], sizeof *halves);
	}
}

/* An iteration is a pair, and the row counts as two: a single copy may take a sixth of a cycle. */
static void run(uint64_t n, void *arg)
{
	const struct row *row = arg;

	row->run(n / row->pairs, n % row->pairs, &memory);
}

/* Wakes wide units before a window; they sleep, and would wake in the middle of it. */
static void wake(uint64_t n, void *arg)
{
	run(n, arg);
}

static sigjmp_buf back;

static void illegal(int number)
{
	siglongjmp(back, number);
}

/* Returns nonzero if this processor and system support the row's form. */
static int usable(void *arg)
{
	const struct row *row = arg;
	struct sigaction action, before;
	volatile int runs = 0;

	memset(&action, 0, sizeof action);
	action.sa_handler = illegal;
	sigaction(SIGILL, &action, &before);
	if (sigsetjmp(back, 1) == 0) {
		row->run(0, 1, &memory);
		runs = 1;
	}
	sigaction(SIGILL, &before, NULL);
	return runs;
}

static void skip(void *arg)
{
	(void)arg;
	bench_skip("this processor, or the system, has no such instructions");
}

/* Adds the case of a row, or one case for all rows of a missing feature. Returns the number of
 * cases. */
static size_t add(bench_case *cases, size_t n, const struct row *row)
{
	bench_case *c = &cases[n];

	c->arg = (void *)(uintptr_t)row;
	c->body = run;
	c->name = row->name;
	c->prepare = wake;
	c->parts = 2;
	if (usable(c->arg))
		return n + 1;
	c->name = row->feature;
	c->setup = skip;
	for (size_t i = 0; i < n; i++)
		if (cases[i].setup == skip && strcmp(cases[i].name, row->feature) == 0)
			return n;
	return n + 1;
}

int main(int argc, char **argv)
{
	size_t n = 0;
	bench_case *cases = calloc(instructions_count, sizeof *cases);

	if (cases == NULL) {
		fputs("instructions: out of memory\n", stderr);
		return 2;
	}
	fill_memory();
	for (size_t i = 0; i < instructions_count; i++) {
		memset(&cases[n], 0, sizeof *cases);
		n = add(cases, n, &instructions[i]);
	}
	return bench_main(argc, argv, cases, n);
}
