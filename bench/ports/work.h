/*
 * The work that all ports time: a hash map, a sort, a string search, a heap. Compiled once and
 * linked to each port, so that the ports differ only in their harness.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef WORK_H
#define WORK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WORK_KEYS = 65536, WORK_NUMBERS = 1000, WORK_ARRAYS = 64, WORK_TEXT = 16384 };

/* Makes the inputs of all other functions; the same each time. */
void work_begin(void);

/* An open-addressing map of n of the keys, half full. n: a power of two up to WORK_KEYS. */
void work_map_fill(size_t n);

/* Looks up key i, or a missing key. Returns the number of slots examined. */
size_t work_map_find(size_t i);
size_t work_map_miss(size_t i);

/* Copies array i (modulo WORK_ARRAYS) and sorts the copy. Returns its median. */
uint32_t work_sort(size_t i);

/* Returns where a pattern first occurs in the text. Patterns: one that ends the text, and one that
 * is missing. */
size_t work_search_last(void);
size_t work_search_none(void);

/* Fill a heap with n numbers, up to 1048576; take out the smallest. */
void work_heap_fill(size_t n);
uint32_t work_heap_pop(void);

#ifdef __cplusplus
}
#endif

#endif
