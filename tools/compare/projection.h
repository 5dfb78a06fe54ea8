/*
 * Lists of keys that sets are arranged by: "/size@num .name", "/format@(gob json)".
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_COMPARE_PROJECTION_H
#define TOOLS_COMPARE_PROJECTION_H

#include "tools/compare/set_key.h"

#define PROJECTION_KEYS 8
#define PROJECTION_TEXT 1024

enum projection_order { ORDER_SEEN, ORDER_ALPHA, ORDER_NUMBER, ORDER_FIXED };

typedef struct projection_key {
	char key[PROJECTION_TEXT], values[PROJECTION_TEXT]; /* values: of the fixed order */
	enum projection_order order;
} projection_key;

/* Zero-filled is empty. */
typedef struct projection {
	projection_key key[PROJECTION_KEYS];
	size_t n;
} projection;

/* NULL, or where text (NULL: none) is no such list. */
const char *projection_read(const char *text, projection *p);

/* A fixed order holds the set's value, or there is none. */
bool projection_holds(const projection *p, const benchi_set *set, const char *file);

/* The values with blanks between them; named: "/key=value" for keys in slashes, without blanks.
 * Returns text. */
const char *projection_value(const projection *p, const benchi_set *set, const char *file,
                             bool named, char text[SET_KEY_TEXT]);

/* Below 0 if set a comes before b, 0 if no order is asked for or they are alike. */
int projection_compare(const projection *p, const benchi_set *a, const char *file_a,
                       const benchi_set *b, const char *file_b);

#endif
