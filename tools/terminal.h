/*
 * The size of the terminal of standard output.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_TERMINAL_H
#define TOOLS_TERMINAL_H

/* Columns: other if it is no terminal; else COLUMNS from the environment, or the
 * terminal's own width less margin, or other. */
int terminal_width(int other, int margin);

/* Rows: other if it is no terminal; else the terminal's own, or LINES, or other. */
int terminal_height(int other);

#endif
