/*
 * Names of benchmarks in few columns: what all have in common is left out.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_COMPARE_SHORT_NAME_H
#define TOOLS_COMPARE_SHORT_NAME_H

#include <stddef.h>

#define SHORT_NAME_FIELDS 16
#define SHORT_NAME_TEXT 4200

/* What is common to all names, field by field between slashes; zero-filled: nothing. */
typedef struct short_name {
	const char *first; /* one of the names */
	size_t fields;
	size_t start[SHORT_NAME_FIELDS]; /* bytes that begin each field */
	size_t end;                      /* bytes of "-8" at the end */
	int same[SHORT_NAME_FIELDS];     /* the whole field */
} short_name;

/* Begins with one name; then each of the others.  Names of other shapes leave nothing common. */
void short_name_begin(short_name *s, const char *name);
void short_name_join(short_name *s, const char *name);

/* What is particular to a name: "IEEE/15/0".  Returns text. */
const char *short_name_of(const short_name *s, const char *name, char text[SHORT_NAME_TEXT]);

/* What all have, a star for what is particular: "CRC32/poly=*" "/size=*-8".  Returns text. */
const char *short_name_pattern(const short_name *s, char text[SHORT_NAME_TEXT]);

#endif
