/*
 * Puts together a line of CSV or of JSON.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

/* What put writes of text, behind what is there. */
static void add(line *l, const char *text, void (*put)(FILE *, const char *))
{
	char *made = NULL;
	size_t n = 0;
	FILE *stream = open_memstream(&made, &n);

	if (stream)
		put(stream, text);
	if (!stream || fclose(stream))
		l->n = LINE;
	else
		line_say(l, "%s", made);
	free(made);
}

void line_field(line *l, const char *text)
{
	add(l, text, benchi_csv_field);
}

void line_json(line *l, const char *text)
{
	add(l, text, benchi_json_text);
}
