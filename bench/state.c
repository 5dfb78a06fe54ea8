/*
 * Routines whose cost depends on what they did before: a buffer that is written when full, a cache
 * that evicts in batches, an arena that is cleared, a table that grows, a free list that is
 * sometimes sorted, a B-tree that splits its nodes, connections that are reopened. All begin
 * empty, so the first milliseconds show little of that.
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
	POOL = 1 << 14, SORTED_EVERY = 60000,
	DEGREE = 16, TREE_MOST = 30000,
	CONNECTIONS = 16, HANDSHAKE = 2000
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

/* Records of 64 bytes. When the buffer is full, they are summed up (for a checksum). */
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

/* Finds a key or adds it. A full cache drops the half that was not used for the longest time. */
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

/* Objects of 16 to 271 bytes. A full arena is cleared. */
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

/* Adds keys to a table that doubles when half full and restarts at 131,072 keys. */
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

/* Takes a block from a pool and returns another one. The list is sometimes sorted by
 * address. */
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
	/* list[0 .. POOL / 2 - 1] is free; held has the others */
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

/* Adds keys to a B-tree, which is freed at 30,000 keys. */
struct node {
	unsigned n;
	int leaf;
	uint64_t key[2 * DEGREE - 1];
	struct node *child[2 * DEGREE];
};

static struct node *node_new(int leaf)
{
	struct node *made = memory(sizeof *made);

	made->leaf = leaf;
	return made;
}

static void node_free(struct node *node)
{
	for (unsigned i = 0; !node->leaf && i <= node->n; i++)
		node_free(node->child[i]);
	free(node);
}

/* Splits child i, which is full, of a parent that is not full. */
static void node_split(struct node *parent, unsigned i)
{
	struct node *left = parent->child[i], *right = node_new(left->leaf);

	right->n = left->n = DEGREE - 1;
	memcpy(right->key, left->key + DEGREE, (DEGREE - 1) * sizeof *right->key);
	memcpy(right->child, left->child + DEGREE, DEGREE * sizeof *right->child);
	memmove(parent->key + i + 1, parent->key + i, (parent->n - i) * sizeof *parent->key);
	memmove(parent->child + i + 2, parent->child + i + 1,
		(parent->n - i) * sizeof *parent->child);
	parent->key[i] = left->key[DEGREE - 1];
	parent->child[i + 1] = right;
	parent->n++;
}

static void b_tree(uint64_t n, void *arg)
{
	static struct node *root;
	static size_t keys;

	(void)arg;
	for (; n > 0; n--) {
		uint64_t key = draw();
		struct node *at;
		unsigned i;

		if (keys == TREE_MOST) {
			node_free(root);
			root = NULL;
			keys = 0;
		}
		if (!root)
			root = node_new(1);
		if (root->n == 2 * DEGREE - 1) {
			struct node *above = node_new(0);

			above->child[0] = root;
			root = above;
			node_split(root, 0);
		}
		for (at = root; !at->leaf; at = at->child[i]) {
			for (i = 0; i < at->n && at->key[i] < key; i++)
				continue;
			if (at->child[i]->n == 2 * DEGREE - 1) {
				node_split(at, i);
				i += at->key[i] < key;
			}
		}
		for (i = at->n; i > 0 && at->key[i - 1] > key; i--)
			at->key[i] = at->key[i - 1];
		at->key[i] = key;
		at->n++;
		keys++;
	}
}

/* Sends a request on the next of 16 connections. After 1,000 requests a connection is reopened,
 * with a handshake: all connections at about the same time. */
static void connections(uint64_t n, void *arg)
{
	static struct {
		uint64_t secret;
		unsigned requests;
	} connection[CONNECTIONS];
	static unsigned next;

	(void)arg;
	for (; n > 0; n--) {
		uint64_t message = draw(), power = 3;

		if (connection[next].requests == 0) {
			for (int i = 0; i < HANDSHAKE; i++)
				power = power * power % 4294967291u + message % 7;
			connection[next].secret = power;
			connection[next].requests = 1000;
		}
		connection[next].requests--;
		for (int round = 0; round < 8; round++)
			message = (message ^ connection[next].secret) * 0x9e3779b97f4a7c15u;
		BENCH_KEEP(message);
		next = (next + 1) % CONNECTIONS;
	}
}

static const bench_case cases[] = {
	{ .name = "log_buffer", .body = log_buffer },
	{ .name = "cache", .body = cache },
	{ .name = "arena", .body = arena },
	{ .name = "table", .body = table },
	{ .name = "free_list", .body = free_list },
	{ .name = "b_tree", .body = b_tree },
	{ .name = "connections", .body = connections },
};

int main(int argc, char **argv)
{
	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
