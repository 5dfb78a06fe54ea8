/*
 * Is a file a terminal, and how large is it?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_TERMINAL_H
#define BENCHI_HOST_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

bool benchi_terminal_is(FILE *file);

/* Its columns and rows; 0 if it is not a terminal or its size is unknown. */
size_t benchi_terminal_columns(FILE *file);
size_t benchi_terminal_rows(FILE *file);

#endif
