/*
 * Words on standard output.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>

#include "report/output.h"
#include "words.h"

#define COLUMNS 79

int words_write(FILE *out, const char *label, const char *text)
{
	return (int)benchi_put_wrapped(out, label, text, COLUMNS + 1);
}

void words_print(const char *label, const char *text)
{
	words_write(stdout, label, text);
}
