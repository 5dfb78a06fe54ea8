/*
 * Which of the routines is the fastest here?  Each has to be right first.
 *
 * SPDX-License-Identifier: MIT
 */
#include "crc32.h"

#include <string.h>

enum { BLOCK = 16384 };

#ifndef CHOOSING_NS   /* longest time for a choice; less where it is sure */
#define CHOOSING_NS 5e6
#endif

/* A candidate: the routine, and why it may be missing. */
static struct candidate { crc32_routine *run; const char *(*lacks)(void); } candidates[] = {
	{ crc32_slicing_by_8, NULL },
	{ crc32_slicing_by_16, NULL },
	{ crc32_bytewise, NULL },
	{ crc32_bitwise, NULL },
	{ crc32_hardware, crc32_hardware_lacks },
};

enum { CANDIDATES = sizeof candidates / sizeof *candidates };

static unsigned char block[BLOCK];
static size_t chosen;

static void setup(void *arg)
{
	struct candidate *self = arg;

	if (self->lacks && self->lacks())
		bench_skip(self->lacks());
}

/* Known vectors; then every length up to 100, in one go and in two, against the definition. */
static int verify(void *arg)
{
	static const struct { const char *text; uint32_t crc; } known[] = {
		{ "", 0 }, { "a", 0xe8b7be43u }, { "123456789", 0xcbf43926u },
		{ "The quick brown fox jumps over the lazy dog", 0x414fa339u },
	};
	crc32_routine *run = ((struct candidate *)arg)->run;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (run(0, (const unsigned char *)known[i].text, strlen(known[i].text)) != known[i].crc)
			return 0;
	for (size_t n = 0; n <= 100; n++)
		if (run(0, block + n, n) != crc32_bitwise(0, block + n, n))
			return 0;
	for (size_t n = 0; n <= 600; n += 75)
		if (run(run(0, block, n), block + n, 600 - n) != crc32_bitwise(0, block, 600))
			return 0;
	return 1;
}

static void body(uint64_t n, void *arg)
{
	crc32_routine *run = ((struct candidate *)arg)->run;
	uint32_t crc = 0;

	while (n-- > 0)
		crc = run(crc, block, BLOCK);
	BENCH_KEEP(crc);
}

#define CANDIDATE(i, title) { .name = title, .body = body, .setup = setup, .arg = &candidates[i], \
	.bytes = BLOCK, .verify = verify }
static const bench_case cases[CANDIDATES] = {
	CANDIDATE(0, "slicing-by-8"),
	CANDIDATE(1, "slicing-by-16"),
	CANDIDATE(2, "table"),
	CANDIDATE(3, "bitwise"),
	CANDIDATE(4, "hardware"),
};

void crc32_start(const char *wisdom_file, bench_choice *choice)
{
	bench_pick_options options = { .time_ns = CHOOSING_NS, .margin = 0.02 };
	bench_question question = { .key = "crc32sum/crc32", .candidates = cases, .n = CANDIDATES,
		.options = &options };
	bench_wisdom *wisdom;
	bench_status status;

	crc32_make_table();
	for (uint32_t i = 0, x = 1; i < BLOCK; i++, x = x * 1664525u + 1013904223u)
		block[i] = (unsigned char)(x >> 24);
	status = bench_wisdom_load(wisdom_file, &wisdom);
	if (bench_wisdom_pick(wisdom, &question, choice) == BENCH_OK && choice->index != BENCH_NONE)
		chosen = choice->index;
	if (status == BENCH_OK)
		status = bench_wisdom_save(wisdom);
	(void)status;   /* what was not remembered is chosen again at the next start */
	bench_wisdom_free(wisdom);
}

crc32_routine *crc32_best(void)
{
	return candidates[chosen].run;
}

const char *crc32_name(void)
{
	return cases[chosen].name;
}
