/*
 * Words on standard output, in lines of 79 columns.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_WORDS_H
#define TOOLS_WORDS_H

#include <stdio.h>

/* Prints text with line breaks, so that it ends before column 80 and before the
 * terminal's end, behind a label of one line; later lines are indented by as much. */
void words_print(const char *label, const char *text);

/* The same to another file of the given columns.  Returns the number of lines. */
size_t words_write(FILE *out, const char *label, const char *text, int columns);

#endif
