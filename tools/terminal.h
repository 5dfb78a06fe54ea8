/*
 * How wide is what standard output goes to?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_TERMINAL_H
#define TOOLS_TERMINAL_H

#include <stdbool.h>

/* Columns: other if it is no terminal; else COLUMNS from the environment, or the
 * terminal's own width less margin, or other. */
int terminal_width(int other, int margin);

/* The size of the terminal behind a descriptor, as it is now; 80 by 24 if it says none. */
void terminal_size(int fd, int *columns, int *rows);

/* Is standard error a terminal, for lines that are overwritten? */
bool terminal_errors(void);

/* Its rows; other if it is no terminal or does not say. */
int terminal_height(int other);

/* May it be written to in UTF-8, as far as LC_ALL, LC_CTYPE and LANG say? */
bool terminal_utf8(void);

/* Is it a terminal that takes colours, and does nobody mind (NO_COLOR)? */
bool terminal_colour(void);

#endif
