/*
 * A line of text that is put together and then written at once.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_LINE_H
#define TOOLS_LINE_H

#include <stddef.h>

#define LINE 16384

/* n is LINE once something did not fit. */
typedef struct line {
	char text[LINE];
	size_t n;
} line;

#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void line_say(line *l, const char *format, ...);

/* A field of a table: in quotes where it needs them. */
void line_field(line *l, const char *text);

/* A text of JSON. */
void line_json(line *l, const char *text);

#endif
