/*
 * Names and their numbers: the same text always gets the same number.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_REPORT_NAMES_H
#define BENCHI_REPORT_NAMES_H

#include <stddef.h>
#include <stdint.h>

#define BENCHI_NO_NAME UINT32_MAX

/* Zero-filled is empty.  text[i] is the i-th name in order of first appearance. */
typedef struct benchi_names {
	char **text;
	uint32_t *slot; /* hash table: number + 1, 0 for free */
	size_t n, room, slots;
} benchi_names;

/* The number of the name of length bytes at text (no NUL in it), added if it is new.
 * BENCHI_NO_NAME when memory is out. */
uint32_t benchi_names_add(benchi_names *names, const char *text, size_t length);

/* Its number, or BENCHI_NO_NAME if it was never added. */
uint32_t benchi_names_find(const benchi_names *names, const char *text, size_t length);

void benchi_names_free(benchi_names *names);

#endif
