/*
 * A row's outcome on its way from a process to the one that started it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_MESSAGE_H
#define BENCHI_PROGRAM_MESSAGE_H

#include <stdio.h>

#include "program/row.h"

/* Writes one, and flushes.  0, or -1. */
int benchi_message_write(FILE *out, size_t row, benchi_outcome outcome,
                         const benchi_result *result);

/*
 * Reads the next message: adds its readings to result[*row], and sets the other members.
 * rows: how many there are.
 *
 * 1: one was read; 0: the end, between two; -1: something that no such process wrote, or
 * memory is out.
 */
int benchi_message_read(FILE *in, benchi_result *result, size_t rows, size_t *row,
                      benchi_outcome *outcome);

#endif
