/*
 * The work that all ports time: a hash map, a sort, a string search, a heap.  Compiled once and
 * linked to each, so that they differ in their harness alone.
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

/* Makes the inputs of all others; the same each time. */
void work_begin(void);

/* An open map of n of the keys, n a power of two up to WORK_KEYS; half full. */
void work_map_fill(size_t n);

/* Looks up the i-th key, or one that is not there; returns how many slots were looked at. */
size_t work_map_find(size_t i);
size_t work_map_miss(size_t i);

/* Copies the array of that number (modulo WORK_ARRAYS) and sorts the copy; returns its median. */
uint32_t work_sort(size_t i);

/* Where in the text the pattern first occurs: one that ends it, and one that it lacks. */
size_t work_search_last(void);
size_t work_search_none(void);

/* Fills a heap with n numbers, up to 1048576; takes the least out. */
void work_heap_fill(size_t n);
uint32_t work_heap_pop(void);

#ifdef __cplusplus
}
#endif

#endif
