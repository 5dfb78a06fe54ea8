/*
 * Pairs of functions with the same source. Only their addresses differ.
 *
 * SPDX-License-Identifier: MIT
 */
#include "twins.h"

enum { BYTES = 64, RING = 1 << 15 };

static volatile uint64_t sink = 1;

/* Data for the functions. */
struct twin_data {
	unsigned char byte[BYTES];
	uint32_t next[RING];        /* a ring in random order, 128 KiB */
};

/* Branches that depend on data, which a predictor learns to some extent. */
#define MAKE_BRANCHY(name) \
	static void name(uint64_t iterations, void *data) \
	{ \
		const struct twin_data *d = data; \
		uint64_t x = sink; \
		for (; iterations > 0; iterations--) { \
			for (int i = 0; i < BYTES; i++) { \
				if (d->byte[i] & 1) \
					x += d->byte[i]; \
				else \
					x ^= x >> 3; \
				BENCH_KEEP(x); \
				if (d->byte[i] & 2) \
					x *= 3; \
				BENCH_KEEP(x); \
			} \
		} \
		sink = x; \
	}
MAKE_BRANCHY(branchy)
MAKE_BRANCHY(same_branchy)

/* Dependent loads from the second-level cache. */
#define MAKE_LOADS(name) \
	static void name(uint64_t iterations, void *data) \
	{ \
		const struct twin_data *d = data; \
		uint32_t at = (uint32_t)sink % RING; \
		for (; iterations > 0; iterations--) { \
			for (int i = 0; i < BYTES; i++) \
				at = d->next[at]; \
		} \
		sink = at; \
	}
MAKE_LOADS(loads)
MAKE_LOADS(same_loads)

/* Calls through a pointer to one of two functions. */
static uint64_t step_up(uint64_t x)
{
	return x + 7;
}

static uint64_t step_down(uint64_t x)
{
	return x ^ x >> 5;
}

static uint64_t (*volatile steps_of[2])(uint64_t) = { step_up, step_down };

#define MAKE_CALLS(name) \
	static void name(uint64_t iterations, void *data) \
	{ \
		const struct twin_data *d = data; \
		uint64_t x = sink; \
		for (; iterations > 0; iterations--) { \
			for (int i = 0; i < BYTES; i++) \
				x = steps_of[d->byte[i] & 1](x); \
		} \
		sink = x; \
	}
MAKE_CALLS(calls)
MAKE_CALLS(same_calls)

static void fill(struct twin_data *data)
{
	uint64_t random = 7;

	for (uint32_t i = 0; i < BYTES; i++)
		data->byte[i] = (unsigned char)((random = random * 6364136223846793005u + 1) >> 57);
	for (uint32_t i = 0; i < RING; i++)
		data->next[i] = i;
	for (uint32_t i = RING - 1; i > 0; i--) {   /* Sattolo's algorithm: one ring */
		uint32_t j = (uint32_t)((random = random * 6364136223846793005u + 1) >> 33) % i;
		uint32_t keep = data->next[i];

		data->next[i] = data->next[j];
		data->next[j] = keep;
	}
}

bench_case twins_case(int pair, int which)
{
	static struct twin_data data;
	static bench_body *const body[TWINS][2] = { { branchy, same_branchy }, { loads, same_loads },
		{ calls, same_calls } };
	const bench_case c = { .body = body[pair][which], .arg = &data };

	if (data.next[0] == 0)
		fill(&data);
	return c;
}
