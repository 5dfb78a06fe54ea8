/*
 * Does lat_mem's ring go through every line once, and through near ones first?
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "../bench/ring.h"

enum { LINES = 100, NEAR = 16 };

/* A line has capacity for a pointer, wherever it begins. */
static union line { void *next; char bytes[RING_LINE]; } memory[LINES];
static uint32_t order[LINES];
static size_t place[LINES];  /* the lines in the order in which they are come by */

/* Goes round once, from where the ring was begun. */
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

/* Many loads at once come to where single ones come to. */
TEST(follows)
{
	go_round(LINES);
	for (size_t n = 0; n < LINES; n++) {
		void *at = &memory[order[0]];

		ring_follow(n, &at);
		ck_assert_ptr_eq(at, &memory[place[n]]);
	}
}

CHECK_SUITE("ring")
