/*
 * Names and their numbers: the same text always gets the same number.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_NAME_TABLE_H
#define BENCHI_DATA_NAME_TABLE_H

#include <stddef.h>
#include <stdint.h>

#define BENCHI_NO_NAME UINT32_MAX

/* Zero-filled is empty.  text[i] is the i-th name in order of first appearance. */
typedef struct benchi_name_table {
	char **text;
	uint32_t *slot; /* hash table: number + 1, 0 for free */
	size_t n, capacity, slots;
} benchi_name_table;

/* The number of the name of length bytes at text (no NUL in it), added if it is new.
 * BENCHI_NO_NAME when memory is out. */
uint32_t benchi_name_table_add(benchi_name_table *names, const char *text, size_t length);

/* Its number, or BENCHI_NO_NAME if it was never added. */
uint32_t benchi_name_table_find(const benchi_name_table *names, const char *text, size_t length);

void benchi_name_table_free(benchi_name_table *names);

#endif
