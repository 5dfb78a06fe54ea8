/*
 * What a board gives a program: text to the debugger, and how much stack was used.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

void print(const char *text);
void print_number(uint64_t n);
unsigned stack_used(void);

#endif
