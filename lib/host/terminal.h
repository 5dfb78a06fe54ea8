/*
 * Does a file lead to a terminal, and how large is that?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_TERMINAL_H
#define BENCHI_HOST_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

bool benchi_terminal_is(FILE *file);

/* Its columns and rows; 0 where it is none or does not tell. */
size_t benchi_terminal_columns(FILE *file);
size_t benchi_terminal_rows(FILE *file);

#endif
