/*
 * A line of text that is put together and then written at once.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_LINE_H
#define TOOLS_LINE_H

#include <stddef.h>

#include "base/detail.h"

#define LINE 16384

/* n is LINE once something did not fit. */
typedef struct line {
	char text[LINE];
	size_t n;
} line;

BENCHI_PRINTF(2, 3)
void line_say(line *l, const char *format, ...);

/* A field of a table: in quotes where it needs them. */
void line_field(line *l, const char *text);

/* A text of JSON. */
void line_json(line *l, const char *text);

#endif
