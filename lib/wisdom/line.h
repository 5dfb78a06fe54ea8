/*
 * A choice as a line of text.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WISDOM_LINE_H
#define BENCHI_WISDOM_LINE_H

#include "wisdom/wisdom.h"

/* Reads a line without its newline.  Returns NULL, or what was expected; then *rest is
 * where, and the entry is invalid. */
const char *benchi_wisdom_read_line(const char *line, size_t length,
                                    struct benchi_wisdom_entry *entry, const char **rest);

/* Writes a line with its newline but no NUL to BENCHI_WISDOM_LINE bytes.  Returns its
 * length. */
size_t benchi_wisdom_write_line(const struct benchi_wisdom_entry *entry, char *line);

#endif
