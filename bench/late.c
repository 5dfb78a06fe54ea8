/*
 * Routines whose cost depends on what they did before, and how often the library is right about
 * them.  All begin empty, so the first milliseconds show little of what they cost.
 *
 *	bench/late [OPTION...]                      what bench_main says of them
 *	bench/late --table RUNS HOGS METHOD [BODY...]
 *
 * METHOD is main, main:TIME (such as main:1s), measure, measure:1s, BENCH or LOOP.  Each of RUNS
 * fresh processes measures one body, next to HOGS programs that keep a processor busy.  A line per
 * body has the truth (processor time of a plain loop of a second, in three processes) and how many
 * runs were
 *	right    the interval to quote holds the truth, or is within 10 % of it
 *	warned   not so, but the row has a letter or no number
 *	silent   not so, without a letter
 * and, of those with W, how many have a mean with an interval that holds the truth.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <bench.h>

#include "processes.h"

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

/* Dependent multiplications: three cycles each on most processors. */
static void work(uint64_t n)
{
	static uint64_t x = 3;

	for (; n > 0; n--) {
		x *= 0x9e3779b97f4a7c15u;
		BENCH_KEEP(x);
	}
}

/*
 * Everyday routines.
 */

/* A record of 64 bytes. When the buffer is full, it is summed up (for a checksum). */
static void log_buffer(void)
{
	enum { BYTES = 1 << 20, RECORD = 64 };
	static unsigned char *buffer;
	static size_t used;
	static uint64_t sum;

	if (!buffer)
		buffer = memory(BYTES);
	memset(buffer + used, (int)used, RECORD);
	BENCH_CLOBBER();
	used += RECORD;
	if (used < BYTES)
		return;
	for (size_t i = 0; i < BYTES; i++)
		sum = (sum ^ buffer[i]) * 1099511628211u;
	BENCH_KEEP(sum);
	used = 0;
}

/* Finds a key or adds it. A full cache drops the half that was not used for the longest time. */
enum { CACHE = 1 << 15, SLOTS = 2 * CACHE, KEYS = CACHE + CACHE / 8 };

static struct cached {
	uint64_t key, used;
} *slot;
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

static void cache(void)
{
	static uint64_t now;
	struct cached *all;
	size_t n = 0;

	if (!slot)
		slot = memory(SLOTS * sizeof *slot);
	cache_put(1 + draw() % KEYS, ++now);
	if (cached <= CACHE * 9 / 10)
		return;
	all = memory(SLOTS * sizeof *all);
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

/* An object of 16 to 271 bytes. A full arena is cleared. */
static void arena(void)
{
	enum { BYTES = 1 << 21 };
	static unsigned char *base;
	static size_t used;
	size_t bytes = 16 + draw() % 256;

	if (!base)
		base = memory(BYTES);
	if (used + bytes > BYTES) {
		memset(base, 0, BYTES);
		BENCH_KEEP(base);
		used = 0;
	}
	base[used] = base[used + bytes - 1] = 1;
	BENCH_CLOBBER();
	used += bytes;
}

/* Adds a key to a table that doubles when half full and restarts at 131,072 keys. */
static void table(void)
{
	enum { LEAST = 64, MOST = 1 << 17 };
	static uint64_t *of;
	static size_t size, held;
	uint64_t key = draw() | 1;
	size_t at;

	if (held == MOST || !of) {
		free(of);
		size = LEAST;
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

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x < y) - (x > y);
}

/* Takes a block from a pool and returns another one. The list is sometimes sorted by address. */
static void free_list(void)
{
	enum { POOL = 1 << 14, SORTED_EVERY = 60000 };
	static uint32_t list[POOL], held[POOL / 2];    /* list[0 .. POOL / 2 - 1] is free */
	static uint64_t calls;
	static unsigned char (*block)[64];
	size_t give = draw() % (POOL / 2), take = POOL / 2 - 1 - calls % 64;
	uint32_t one;

	if (!block) {
		block = memory(POOL * sizeof *block);
		for (uint32_t i = 0; i < POOL; i++)
			list[i] = i;
		memcpy(held, list, sizeof held);
	}
	one = held[give];
	held[give] = list[take];
	list[take] = one;
	block[held[give]][0]++;
	if (++calls % SORTED_EVERY == 0)
		qsort(list, POOL / 2, sizeof *list, by_number);
}

/* Adds a key to a B-tree, which is freed at 30,000 keys. */
enum { DEGREE = 16, TREE_MOST = 30000 };

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

static void b_tree(void)
{
	static struct node *root;
	static size_t keys;
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

/* Sends a request on the next of 16 connections. After 1,000 requests a connection is reopened,
 * with a handshake: all connections at about the same time. */
static void connections(void)
{
	enum { CONNECTIONS = 16, HANDSHAKE = 2000, REQUESTS = 1000 };
	static struct {
		uint64_t secret;
		unsigned requests;
	} connection[CONNECTIONS];
	static unsigned next;
	uint64_t message = draw(), power = 3;

	if (connection[next].requests == 0) {
		for (int i = 0; i < HANDSHAKE; i++)
			power = power * power % 4294967291u + message % 7;
		connection[next].secret = power;
		connection[next].requests = REQUESTS;
	}
	connection[next].requests--;
	for (int round = 0; round < 8; round++)
		message = (message ^ connection[next].secret) * 0x9e3779b97f4a7c15u;
	BENCH_KEEP(message);
	next = (next + 1) % CONNECTIONS;
}

/* Appends a word to a string that grows by a half, and is freed above 6 MiB. */
static void string_builder(void)
{
	enum { MOST = 6 << 20 };
	static const char word[] = "a word of some length, ";
	static char *text;
	static size_t length, capacity;

	if (capacity > MOST) {
		free(text);
		text = NULL;
		length = capacity = 0;
	}
	if (length + sizeof word > capacity) {
		capacity += capacity / 2 + 64;
		text = realloc(text, capacity);
		if (!text)
			abort();
	}
	memcpy(text + length, word, sizeof word);
	length += sizeof word - 1;
	BENCH_KEEP(text);
}

/* Looks up a result that is computed at the first request: all are known after 16 ms. */
static void memo_table(void)
{
	enum { RESULTS = 1 << 15 };
	static double result[RESULTS];
	static size_t request;
	double *of = &result[request++ * 40503 % RESULTS];

	if (*of == 0) {
		double x = 1;

		for (int i = 0; i < 400; i++) {
			x = x * 1.0001 + 1;
			BENCH_KEEP(x);
		}
		*of = x;
	}
	BENCH_KEEP(*of);
}

/* Allocates an object. Every 80,000 objects are freed together. */
static void garbage(void)
{
	enum { OBJECTS = 80000 };
	static void *object[OBJECTS];
	static size_t n;

	object[n] = malloc(40);
	if (!object[n])
		abort();
	*(char *)object[n] = 1;
	if (++n == OBJECTS)
		for (; n > 0; n--)
			free(object[n - 1]);
}

/* Reserves a number. A block of 512 Ki numbers is stored with a checkpoint of a millisecond. */
static void numbers(void)
{
	static uint64_t number;

	work(3);
	if (++number % (1 << 19) == 0)
		work(1500000);
}

/*
 * Simple forms of such routines: rare work that doubles the mean or adds a tenth, two states, a
 * slow start.
 */

#define RARE(name, period, extra) \
	static void name(void) \
	{ \
		static uint64_t calls; \
\
		work(16); \
		if (++calls % (period) == 0) \
			work(16 * (uint64_t)(extra)); \
	}
RARE(plain, 1 << 30, 1)
RARE(double_1e3, 1000, 1000)
RARE(double_1e4, 10000, 10000)
RARE(double_1e5, 100000, 100000)
RARE(double_3e5, 300000, 300000)
RARE(double_1e6, 1000000, 1000000)
RARE(tenth_1e4, 10000, 1000)
RARE(tenth_1e5, 100000, 10000)
RARE(tenfold_1e5, 100000, 1000000)

static void random_1e5(void)
{
	work(16);
	if (draw() % 100000 == 0)
		work(1600000);
}

#define TWO_STATES(name, first, second) \
	static void name(void) \
	{ \
		static uint64_t calls; \
\
		work(calls++ % ((first) + (second)) < (first) ? 16 : 32); \
	}
TWO_STATES(states_1e4, 10000, 10000)
TWO_STATES(states_1e5, 100000, 100000)
TWO_STATES(states_7_3, 70000, 30000)

static void slow_start(void)
{
	static uint64_t calls;

	work(calls++ < 100000 ? 64 : 16);
}

typedef void routine(void);

#define BODY(name) { #name, name }
static struct body {
	const char *name;
	routine *run;
} bodies[] = {
	BODY(log_buffer), BODY(cache), BODY(arena), BODY(table), BODY(free_list), BODY(b_tree),
	BODY(connections), BODY(string_builder), BODY(memo_table), BODY(garbage), BODY(numbers),
	BODY(plain), BODY(double_1e3), BODY(double_1e4), BODY(double_1e5), BODY(double_3e5),
	BODY(double_1e6), BODY(tenth_1e4), BODY(tenth_1e5), BODY(tenfold_1e5), BODY(random_1e5),
	BODY(states_1e4), BODY(states_1e5), BODY(states_7_3), BODY(slow_start)
};
enum { BODIES = sizeof bodies / sizeof *bodies, TRUTHS = 3 };

static void repeat(uint64_t n, void *body)
{
	routine *volatile run = ((const struct body *)body)->run;

	for (; n > 0; n--)
		run();
}

/* Returns the processor time of a call, over about a second. */
static double loop_ns(struct body *body)
{
	clock_t began = clock(), passed;
	uint64_t n = 0, step = 1;

	do {
		repeat(step, body);
		n += step;
		passed = clock() - began;
		step *= passed < CLOCKS_PER_SEC / 64 ? 2 : 1;
	} while (passed < CLOCKS_PER_SEC);
	return 1e9 * (double)passed / CLOCKS_PER_SEC / (double)n;
}

/* What one run says. */
struct said {
	double low, high;       /* ends of the interval to quote */
	int letters;            /* any but M */
	int rare;               /* W: the interval is the mean's */
};

/* Returns the number after a key of a line of JSON; NaN if the key or the number is missing. */
static double number_of(const char *line, const char *key)
{
	const char *at = strstr(line, key);
	double x;

	return at && sscanf(at + strlen(key), "%lf", &x) == 1 ? x : (double)NAN;
}

/* Measures a body with bench_main, in a new process, and returns what that prints. time: the time
 * of the run; "": the default. */
static struct said said_main(const char *program, const char *time, const char *name)
{
	char command[512], line[4096];
	struct said said = { NAN, NAN, 1, 0 };
	FILE *from;

	snprintf(command, sizeof command, "'%s' -q --format json %s%s -f %s 2>/dev/null", program,
		*time ? "-t " : "", time, name);
	from = popen(command, "r");
	while (from && fgets(line, sizeof line, from)) {
		const char *warnings = strstr(line, "\"warnings\": [");

		if (!strstr(line, "{\"name\": \"") || !warnings)
			continue;
		said.rare = strstr(warnings, "RARE") != NULL;
		said.letters = strncmp(warnings, "\"warnings\": []", 14) != 0
			&& strncmp(warnings, "\"warnings\": [\"MIGRATED\"]", 24) != 0;
		said.low = number_of(line, said.rare ? "\"mean_ns_low\": " : "\"ns_low\": ");
		said.high = number_of(line, said.rare ? "\"mean_ns_high\": " : "\"ns_high\": ");
	}
	if (from)
		pclose(from);
	return said;
}

/* What a new process of this program does. */
struct task {
	const char *method;
	struct body *body;
};

static void truth_of(void *result, const void *how)
{
	*(double *)result = loop_ns(((const struct task *)how)->body);
}

static void said_here(void *result, const void *how)
{
	const struct task *task = how;
	routine *volatile run = task->body->run;
	bench_options options = { .time_ns = strchr(task->method, ':') ? 1e9 : 0 };
	bench_summary s;
	bench_run loop;

	if (!strncmp(task->method, "measure", 7))
		s.status = bench_measure(repeat, task->body, &options, &s);
	else if (!strcmp(task->method, "BENCH"))
		BENCH(run(), 0);
	else
		BENCH_LOOP(&loop, 0)
			run();
	if (strncmp(task->method, "measure", 7))
		s = *bench_last();
	*(struct said *)result = (struct said){
		.rare = (s.warnings & BENCH_WARN_RARE) != 0,
		.letters = (s.warnings & ~BENCH_WARN_MIGRATED) != 0 || s.status != BENCH_OK,
		.low = s.warnings & BENCH_WARN_RARE ? s.mean_ns_low : s.ns_low,
		.high = s.warnings & BENCH_WARN_RARE ? s.mean_ns_high : s.ns_high,
	};
}

static void print(const char *program, const char *method, struct body *body, int runs)
{
	const struct task task = { method, body };
	double truth[TRUTHS];
	int right = 0, warned = 0, silent = 0, rare = 0, held = 0;

	for (int i = 0; i < TRUTHS; i++)
		if (!process_apart(truth_of, &task, &truth[i], sizeof truth[i]))
			truth[i] = NAN;
	qsort(truth, TRUTHS, sizeof *truth, process_ascending);
	for (int i = 0; i < runs; i++) {
		struct said said = { NAN, NAN, 1, 0 };

		if (!strncmp(method, "main", 4))
			said = said_main(program, method[4] ? method + 5 : "", body->name);
		else
			process_apart(said_here, &task, &said, sizeof said);
		if (said.low * 0.9 <= truth[TRUTHS - 1] && truth[0] <= said.high * 1.1)
			right++;
		else if (said.letters)
			warned++;
		else
			silent++;
		rare += said.rare;
		held += said.rare && said.low <= truth[TRUTHS - 1] && truth[0] <= said.high;
	}
	printf("%-15s %-10s %9.4g %9.4g %6d %6d %6d %4d %5d\n", body->name, method, truth[0],
		truth[TRUTHS - 1], right, warned, silent, rare, held);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	bench_case cases[BODIES];
	pid_t hog[64];
	int runs, hogs;

	if (argc < 2 || strcmp(argv[1], "--table") != 0) {
		for (int i = 0; i < BODIES; i++)
			cases[i] = (bench_case){ .name = bodies[i].name, .body = repeat, .arg = &bodies[i] };
		return bench_main(argc, argv, cases, BODIES);
	}
	runs = argc > 4 ? process_number(argv[2], 1, 1000) : -1;
	hogs = argc > 4 ? process_number(argv[3], 0, 64) : -1;
	if (runs < 0 || hogs < 0) {
		fprintf(stderr, "usage: %s --table RUNS HOGS METHOD [BODY...]\n", argv[0]);
		return 2;
	}
	process_start_hogs(hog, hogs);
	printf("%-15s %-10s %19s %6s %6s %6s %4s %5s\n", "body", "method", "true ns", "right",
		"warned", "silent", "W", "holds");
	for (int i = 0; i < BODIES; i++) {
		int wanted = argc == 5;

		for (int k = 5; k < argc; k++)
			wanted = wanted || !strcmp(argv[k], bodies[i].name);
		if (wanted)
			print(argv[0], argv[4], &bodies[i], runs);
	}
	process_stop_hogs(hog, hogs);
	return 0;
}
