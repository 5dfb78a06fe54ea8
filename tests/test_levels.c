/*
 * lat_mem finds the caches that a curve shows. Its ring visits each line once, near lines first.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "../bench/levels.h"
#include "../bench/ring.h"

enum { SIZES = 60, K = 1024, M = 1024 * 1024 };

static size_t size[SIZES];
static double curve[SIZES];
static struct level level[LEVELS_MOST];

/* Sizes from 4 KiB, four per octave. */
static void make_sizes(void)
{
	for (int i = 0; i < SIZES; i++)
		size[i] = ((size_t)K << i / 4) * (4 + (size_t)i % 4);
}

/* The mean time of a random load from a set, if each cache keeps as much of it as it can. */
static double served(double set, const double *cache, const double *time, int n)
{
	double sum = 0, before = 0;

	for (int i = 0; i < n; i++) {
		double until = i == n - 1 ? 1 : fmin(1, cache[i] / set);

		sum += (until - before) * time[i];
		before = until;
	}
	return sum;
}

static void draw(const double *cache, const double *time, int n)
{
	make_sizes();
	for (int i = 0; i < SIZES; i++)
		curve[i] = served((double)size[i], cache, time, n);
}

static void expect_edge(size_t i, size_t fits, size_t overflows)
{
	CHECK_NUMBERS({ level[i].fits, fits }, { level[i].overflows, overflows });
}

/* Curves of steps: the time of sizes up to each limit. A cache with LRU replacement misses every
 * load of a ring that does not fit. Disturbances only make loads slower. Half an octave between two
 * levels is a transition, not a cache; for the last level it is enough, since it may extend beyond
 * the curve. An increase by half is due to address translation or a busy neighbour. */
TEST(steps)
{
	static const struct {
		size_t limit[3];
		double curve[4];
		int disturbed;          /* one of five loads takes 30 times as long */
		size_t sizes, levels;
		double time[4];
		size_t edge[4][2];      /* what fits, and the first size that does not */
	} of[] = {
		{ { 32 * K, M, 10 * M }, { 1, 4, 13, 100 }, 0, SIZES, 4, { 1, 4, 13, 100 },
		  { { 32 * K, 40 * K }, { M, M + M / 4 }, { 10 * M, 12 * M } } },
		{ { 48 * K }, { 1, 20 }, 1, SIZES, 2, { 1, 20 }, { { 48 * K, 56 * K } } },
		{ { 56 * K, 96 * K }, { 1, 4, 40 }, 0, SIZES, 2, { 1, 40 }, { { 96 * K, 112 * K } } },
		{ { 224 * K }, { 10, 15 }, 0, SIZES, 1, { 15 }, { { 0 } } },
		{ { 32 * K }, { 1, 4 }, 0, 17, 2, { 1, 4 }, { { 32 * K, 40 * K } } },
		{ { 32 * K }, { 1, 4 }, 0, 15, 1, { 1 }, { { 0 } } },
		{ { 0 }, { 1 }, 0, 1, 0, { 0 }, { { 0 } } }, { { 0 }, { 1 }, 0, 0, 0, { 0 }, { { 0 } } } };

	make_sizes();
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		for (int k = 0, step = 0; k < SIZES; k++) {
			while (step < 3 && of[i].limit[step] && size[k] > of[i].limit[step])
				step++;
			curve[k] = of[i].curve[step] * (of[i].disturbed && k % 5 == 2 ? 30 : 1);
		}
		ck_assert_uint_eq(levels_find(size, curve, of[i].sizes, level), of[i].levels);
		for (size_t k = 0; k < of[i].levels; k++) {
			ck_assert_double_eq(level[k].time, of[i].time[k]);
			expect_edge(k, of[i].edge[k][0], of[i].edge[k][1]);
		}
	}
}

/* A cache with random replacement serves half of a set of twice its size. */
TEST(gradual)
{
	static const double cache[] = { 32 * K, 1 * M }, time[] = { 1, 4, 100 };

	draw(cache, time, 3);
	for (int i = 0; i < SIZES; i++)
		if (size[i] > 2 * M)
			curve[i] = 100;
	ck_assert_uint_eq(levels_find(size, curve, SIZES, level), 3);
	CHECK_NUMBERS({ level[0].time, 1 }, { level[1].time, 4, 0.5 });
	expect_edge(0, 56 * K, 64 * K);
	CHECK_ALL(level[1].fits >= M, level[1].fits <= 2 * M);
}

TEST(too_many)
{
	make_sizes();
	for (int i = 0; i < SIZES; i++)
		curve[i] = pow(2, i / 5);
	ck_assert_uint_eq(levels_find(size, curve, SIZES, level), LEVELS_MOST);
	expect_edge(LEVELS_MOST - 1, 0, 0);
}

enum { LINES = 100, NEAR = 16 };

/* Large enough for a pointer, whatever RING_LINE is. */
static union line { void *next; char bytes[RING_LINE]; } memory[LINES];
static uint32_t order[LINES];
static size_t place[LINES];  /* lines in the order of visits */

/* Goes once around the ring, from its start. */
static void go_round(size_t among)
{
	void *at;

	ring_link((char *)memory, LINES, among, order);
	at = &memory[order[0]];
	for (size_t i = 0; i < LINES; i++) {
		place[i] = (size_t)((union line *)at - memory);
		ring_follow(1, &at);
	}
	ck_assert_ptr_eq(at, &memory[order[0]]);
}

static void expect_each_once(void)
{
	int seen[LINES] = { 0 };

	for (size_t i = 0; i < LINES; i++)
		ck_assert_int_eq(seen[place[i]]++, 0);
}

TEST(all_once)
{
	size_t in_row = 0;

	go_round(LINES);
	expect_each_once();
	for (size_t i = 1; i < LINES; i++)
		in_row += place[i] == place[i - 1] + 1;
	ck_assert_uint_lt(in_row, 10);
}

TEST(near_first)
{
	go_round(NEAR);
	expect_each_once();
	for (size_t i = 0; i < LINES; i++)
		ck_assert_uint_eq(place[i] / NEAR, i / NEAR);
}

/* n loads in one call reach the same line as n single ones. */
TEST(follows)
{
	go_round(LINES);
	for (size_t n = 0; n < LINES; n++) {
		void *at = &memory[order[0]];

		ring_follow(n, &at);
		ck_assert_ptr_eq(at, &memory[place[n]]);
	}
}

CHECK_SUITE("levels")
