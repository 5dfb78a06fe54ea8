/*
 * A comparison in words.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_WORDS_H
#define TOOLS_WORDS_H

#include <stdio.h>

#include "compare.h"

/* The answer, one sentence.  Returns text. */
char *words_answer(const comparison *c, const settings *s, char *text, size_t size);

/* How it was found: "means compared (Welch's t, p = 0.01)".  Returns text. */
char *words_method(const comparison *c, char *text, size_t size);

/* A difference as a signed share of the base, or plain if there is no share: "+1.2 %".
 * of: an interval whose width says how many digits are meant. */
char *words_share(const comparison *c, const benchi_interval *of, double difference, char *text,
                  size_t size);

/* Prints text with line breaks, so that it ends before column 80, behind a label of
 * one line; later lines are indented by as much. */
void words_print(const char *label, const char *text);

/* The same to another file.  Returns the number of lines. */
int words_write(FILE *out, const char *label, const char *text);

#endif
