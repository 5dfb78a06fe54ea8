/*
 * Routines whose cost depends on what they did before: a buffer that is written when it is full, a
 * cache that evicts in batches, an arena that is cleared, a table that grows, a free list that is
 * sorted now and then.  All begin empty, so that the first milliseconds show none of that.
 *
 *	./state                 what bench_main says of them
 *	./state --loop 3s       the truth: iterations of each in three seconds
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#include <stdlib.h>
#include <string.h>

enum {
	LOG_BYTES = 1 << 20, RECORD = 64,
	CACHE = 1 << 15, SLOTS = 2 * CACHE, KEYS = CACHE + CACHE / 8,
	ARENA = 1 << 21,
	TABLE_MOST = 1 << 17,
	POOL = 1 << 14, SORTED_EVERY = 60000
};

static uint64_t random_state = 88172645463325252u;

static uint64_t draw(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

static void *memory(size_t bytes)
{
	void *got = calloc(1, bytes);

	if (!got)
		abort();
	return got;
}

/* Records of 64 bytes, which are summed up (for a checksum) when the buffer is full. */
static void log_buffer(uint64_t n, void *arg)
{
	static unsigned char *buffer;
	static size_t used;
	static uint64_t sum;

	(void)arg;
	if (!buffer)
		buffer = memory(LOG_BYTES);
	for (; n > 0; n--) {
		memset(buffer + used, (int)n, RECORD);
		BENCH_CLOBBER();
		used += RECORD;
		if (used < LOG_BYTES)
			continue;
		for (size_t i = 0; i < LOG_BYTES; i++)
			sum = (sum ^ buffer[i]) * 1099511628211u;
		BENCH_KEEP(sum);
		used = 0;
	}
}

/* Finds a key, or adds it; a full cache loses the half that was used longest ago. */
static struct cached {
	uint64_t key, used;
} *slot;
static uint64_t cache_time;
static size_t cached;

static void cache_put(uint64_t key, uint64_t used)
{
	size_t at = key * 0x9e3779b97f4a7c15u % SLOTS;

	while (slot[at].key && slot[at].key != key)
		at = (at + 1) % SLOTS;
	cached += slot[at].key == 0;
	slot[at].key = key;
	slot[at].used = used;
}

static int by_use(const void *a, const void *b)
{
	uint64_t x = ((const struct cached *)a)->used, y = ((const struct cached *)b)->used;

	return (x < y) - (x > y);
}

static void evict_half(void)
{
	struct cached *all = memory(SLOTS * sizeof *all);
	size_t n = 0;

	for (size_t i = 0; i < SLOTS; i++)
		if (slot[i].key)
			all[n++] = slot[i];
	qsort(all, n, sizeof *all, by_use);
	memset(slot, 0, SLOTS * sizeof *slot);
	cached = 0;
	for (size_t i = 0; i < n / 2; i++)
		cache_put(all[i].key, all[i].used);
	free(all);
}

static void cache(uint64_t n, void *arg)
{
	(void)arg;
	if (!slot)
		slot = memory(SLOTS * sizeof *slot);
	for (; n > 0; n--) {
		cache_put(1 + draw() % KEYS, ++cache_time);
		if (cached > CACHE * 9 / 10)
			evict_half();
	}
}

/* Objects of 16 to 271 bytes; an arena that is full is cleared. */
static void arena(uint64_t n, void *arg)
{
	static unsigned char *base;
	static size_t used;

	(void)arg;
	if (!base)
		base = memory(ARENA);
	for (; n > 0; n--) {
		size_t bytes = 16 + draw() % 256;

		if (used + bytes > ARENA) {
			memset(base, 0, ARENA);
			BENCH_KEEP(base);
			used = 0;
		}
		base[used] = base[used + bytes - 1] = 1;
		BENCH_CLOBBER();
		used += bytes;
	}
}

/* Adds keys to a table that doubles when it is half full, and begins anew at 131,072 keys. */
static void table(uint64_t n, void *arg)
{
	static uint64_t *of;
	static size_t size, held;

	(void)arg;
	for (; n > 0; n--) {
		uint64_t key = draw() | 1;
		size_t at;

		if (held == TABLE_MOST || !of) {
			free(of);
			size = 64;
			held = 0;
			of = memory(size * sizeof *of);
		}
		if (2 * held >= size) {
			uint64_t *old = of;

			of = memory(2 * size * sizeof *of);
			for (size_t i = 0; i < size; i++)
				if (old[i]) {
					for (at = old[i] * 0x9e3779b97f4a7c15u % (2 * size); of[at];)
						at = (at + 1) % (2 * size);
					of[at] = old[i];
				}
			free(old);
			size *= 2;
		}
		for (at = key * 0x9e3779b97f4a7c15u % size; of[at];)
			at = (at + 1) % size;
		of[at] = key;
		held++;
	}
}

/* Takes a block of a pool, and gives another one back; the list is sorted by address sometimes. */
static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x < y) - (x > y);
}

static void free_list(uint64_t n, void *arg)
{
	static uint32_t list[POOL];
	static uint64_t calls;
	static unsigned char (*block)[64];
	static uint32_t held[POOL / 2];

	(void)arg;
	if (!block) {
		block = memory(POOL * sizeof *block);
		for (uint32_t i = 0; i < POOL; i++)
			list[i] = i;
		memcpy(held, list, sizeof held);
	}
	/* list[0 .. POOL / 2 - 1] is free, held has the others */
	for (; n > 0; n--) {
		size_t give = draw() % (POOL / 2), take = POOL / 2 - 1 - calls % 64;
		uint32_t one = held[give];

		held[give] = list[take];
		list[take] = one;
		block[held[give]][0]++;
		if (++calls % SORTED_EVERY == 0)
			qsort(list, POOL / 2, sizeof *list, by_number);
	}
}

static const bench_case cases[] = {
	{ .name = "log_buffer", .body = log_buffer },
	{ .name = "cache", .body = cache },
	{ .name = "arena", .body = arena },
	{ .name = "table", .body = table },
	{ .name = "free_list", .body = free_list },
};

int main(int argc, char **argv)
{
	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
