/*
 * Wrapped text on standard output.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>

#include "write/output.h"
#include "tools/terminal.h"
#include "tools/print.h"

#define MOST 80
#define LEAST 40

size_t words_write(FILE *out, const char *label, const char *text, int columns)
{
	int used = columns > MOST ? MOST : columns < LEAST ? LEAST : columns;

	return benchi_put_wrapped(out, label, text, (size_t)used);
}

void words_print(const char *label, const char *text)
{
	words_write(stdout, label, text, terminal_width(MOST, 0));
}
