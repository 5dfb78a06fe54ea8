/*
 * A ring of pointers through memory: each must be loaded before the next is known.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RING_H
#define RING_H

#include <stddef.h>
#include <stdint.h>

enum { RING_LINE = 64 };  /* least distance between pointers in bytes: a cache line */

/*
 * Links the lines of memory into one ring, in random order.
 *
 * among: number of neighbours that are shuffled before the next group; `lines` shuffles all.
 * order: space for `lines` numbers.
 */
void ring_link(char *memory, size_t lines, size_t among, uint32_t *order);

/* Makes n loads, starting from the pointer that `at` points to, and stores the new position
 * there. */
void ring_follow(uint64_t n, void *at);

#endif
