/*
 * What the writers share: numbers, members of JSON, lines, and whether all of it arrived.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WRITE_OUTPUT_H
#define BENCHI_WRITE_OUTPUT_H

#include <bench.h>

#include <stdio.h>

#include "data/context.h"
#include "data/results.h"

/* Flushes.  BENCH_ERR_OUTPUT, with the system's reason, if anything since the file was
 * opened was not written. */
bench_status benchi_output_end(FILE *out);

/* A number that reads back the same, or "null". */
void benchi_put_number(FILE *out, double x);

/* , "key": and the value behind it. */
void benchi_put_key(FILE *out, const char *key);
void benchi_put_pair(FILE *out, const char *key, double x);
void benchi_put_pair_text(FILE *out, const char *key, const char *text);

/* Text on one line, safe for a terminal (benchi_utf8_safe). */
void benchi_put_line(FILE *out, const char *text);

/* The context as an object of JSON; as lines "# key: value". */
void benchi_put_context(FILE *out, const benchi_context *context);
void benchi_put_context_lines(FILE *out, const benchi_context *context);

/* The context as such lines, then "# interrupted: ", and what is skipped or
 * impossible, each with its reason. */
void benchi_put_comments(FILE *out, const benchi_report *report, const benchi_context *context);

/* Words with line breaks, so that they end before columns, behind a label of one line;
 * later lines are indented by as much.  A number and its % stay together.  Safe for a
 * terminal.  Returns how many lines that were. */
size_t benchi_put_wrapped(FILE *out, const char *label, const char *text, size_t columns);

/* The same of words alone, from *column on, which they move; returns the breaks. */
size_t benchi_put_words(FILE *out, const char *text, size_t *column, size_t indent,
                      size_t columns);

#endif
