/*
 * The time of an operation on fresh, rotated, warm and cold input.
 *
 * pop: removes the smallest of about 4096 numbers in a binary heap. In one case .prepare fills the
 * heap before each window, untimed. In the other the body fills it and marks the pops with START
 * and STOP. Both do the same work. sort: qsort of 1000 numbers, which .prepare copies. In one case
 * these are always the same numbers, and the branch predictor learns their order. In the other
 * there are 64 arrays in rotation. load: one pointer that points to itself, so that each load
 * waits for the one before; cold, after its line was evicted from the caches.
 *
 * Wrong for comparisons with smaller heaps if the heap does not fit into the nearest cache.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include <bench.h>

enum { HEAP = 4096, MOST = 1 << 20, NUMBERS = 1000, ARRAYS = 64 };

static uint32_t *heap;
static size_t used;
static uint32_t array[ARRAYS][NUMBERS], work[ARRAYS][NUMBERS];
static struct {
	void *self;
	char line[248];
} place;

static uint32_t draw(void)
{
	static uint64_t state = 1;

	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 32);
}

/* Numbers in ascending order are a heap. */
static void fill(size_t n)
{
	used = n < MOST ? n : MOST;
	for (size_t i = 0; i < used; i++)
		heap[i] = (uint32_t)(i * (UINT32_MAX / MOST));
}

static uint32_t pop(void)
{
	uint32_t least = heap[0], last = heap[--used];
	size_t at = 0;

	for (size_t child; (child = 2 * at + 1) < used; at = child) {
		child += child + 1 < used && heap[child + 1] < heap[child];
		if (heap[child] >= last)
			break;
		heap[at] = heap[child];
	}
	heap[at] = last;
	return least;
}

static void take_heap(void *arg)
{
	(void)arg;
	heap = malloc(MOST * sizeof *heap);
	if (!heap)
		bench_skip("out of memory");
}

static void free_heap(void *arg)
{
	(void)arg;
	free(heap);
}

/* HEAP numbers on average. */
static void prepare_heap(uint64_t n, void *arg)
{
	(void)arg;
	fill(HEAP + (size_t)n / 2);
}

static void pop_prepared(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0 && used > 0; n--)
		BENCH_KEEP(pop());
}

static void pop_region(uint64_t n, void *arg)
{
	fill(HEAP + (size_t)n / 2);
	BENCH_START;
	pop_prepared(n, arg);
	(void)BENCH_STOP;
}

static int ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void draw_arrays(void *arg)
{
	(void)arg;
	for (size_t i = 0; i < ARRAYS; i++)
		for (size_t k = 0; k < NUMBERS; k++)
			array[i][k] = draw();
}

/* Make fresh copies for n iterations: of the first array, or of all arrays in rotation. */
static void copy_one(uint64_t n, void *arg)
{
	(void)arg;
	for (uint64_t i = 0; i < n && i < ARRAYS; i++)
		memcpy(work[i], array[0], sizeof *work);
}

static void copy_rotated(uint64_t n, void *arg)
{
	uint64_t first = bench_iteration();

	(void)arg;
	for (uint64_t i = 0; i < n && i < ARRAYS; i++)
		memcpy(work[i], array[(first + i) % ARRAYS], sizeof *work);
}

static void sort(uint64_t n, void *arg)
{
	(void)arg;
	for (uint64_t i = 0; i < n; i++)
		qsort(work[i % ARRAYS], NUMBERS, sizeof **work, ascending);
	BENCH_CLOBBER();
}

static void name_line(void *arg)
{
	(void)arg;
	place.self = &place.self;
	bench_cold(&place.self, sizeof place.self);
}

static void load(uint64_t n, void *arg)
{
	void *at = place.self;

	(void)arg;
	for (; n > 0; n--) {
		at = *(void **)at;
		BENCH_KEEP(at);
	}
}

/* The address is known, so only the load is timed. */
static void load_once(uint64_t n, void *arg)
{
	void **at = &place.self;

	(void)arg;
	for (; n > 0; n--) {
		at = *at;
		BENCH_KEEP(at);
	}
}

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		{ .name = "pop, prepared", .body = pop_prepared, .setup = take_heap, .teardown = free_heap,
		  .prepare = prepare_heap },
		{ .name = "pop, region", .body = pop_region, .setup = take_heap, .teardown = free_heap },
		{ .name = "sort, one array", .body = sort, .setup = draw_arrays, .prepare = copy_one },
		{ .name = "sort, 64 in turn", .body = sort, .setup = draw_arrays, .prepare = copy_rotated },
		{ .name = "load, warm", .body = load, .setup = name_line },
		{ .name = "load, cold", .body = load_once, .setup = name_line, .cold = BENCH_COLD_DATA },
	};

	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
