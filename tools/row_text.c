/*
 * How does this stand in a line of a table, or of JSON?
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/row_text.h"
#include "data/escape.h"

void line_say(line *l, const char *format, ...)
{
	va_list list;
	int n;

	va_start(list, format);
	n = vsnprintf(l->text + l->n, LINE - l->n, format, list);
	va_end(list);
	l->n = n < 0 || (size_t)n >= LINE - l->n ? LINE : l->n + (size_t)n;
}

/* A field of a table: in quotes where it needs them. */
void line_field(line *l, const char *text)
{
	bool plain = !strpbrk(text, ",\"\n\r") && *text && !strchr(" \t", *text)
	             && !strchr(" \t", text[strlen(text) - 1]);

	if (plain) {
		line_say(l, "%s", text);
		return;
	}
	line_say(l, "\"");
	for (; *text; text++)
		line_say(l, *text == '"' ? "\"\"" : "%c", *text);
	line_say(l, "\"");
}

void line_json(line *l, const char *text)
{
	char *made = NULL;
	size_t n = 0;
	FILE *stream = open_memstream(&made, &n);

	if (stream)
		benchi_json_text(stream, text);
	if (!stream || fclose(stream))
		l->n = LINE;
	else
		line_say(l, "%s", made);
	free(made);
}
