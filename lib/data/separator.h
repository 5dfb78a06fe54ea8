/*
 * The separator of a table's columns.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_SEPARATOR_H
#define BENCHI_DATA_SEPARATOR_H

/* What separates the fields of a header: a comma if it holds one, else a tab, or a semicolon. */
char benchi_separator(const char *s, const char *end);

#endif
