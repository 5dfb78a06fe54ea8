/*
 * A ring of pointers through memory: each must be loaded before the next is known.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RING_H
#define RING_H

#include <stddef.h>
#include <stdint.h>

enum { RING_LINE = 64 };  /* bytes from pointer to pointer, at least: a cache line */

/*
 * Links as many lines of memory into one ring, in random order.
 *
 * among: the number of neighbours shuffled before the next group; lines: all.
 * order: capacity for as many numbers as there are lines.
 */
void ring_link(char *memory, size_t lines, size_t among, uint32_t *order);

/* Goes n loads further from the pointer that `at` points to, and leaves there where it is. */
void ring_follow(uint64_t n, void *at);

#endif
