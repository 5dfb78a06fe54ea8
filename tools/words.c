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

void words_print(const char *label, const char *text)
{
	benchi_put_wrapped(stdout, label, text, COLUMNS + 1);
}
