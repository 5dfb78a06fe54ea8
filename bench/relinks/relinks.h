/*
 * The parts of the interpreter, one object each, so that a linker can move them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RELINKS_H
#define RELINKS_H

#include <stdint.h>

enum { OPERATIONS = 37 };

uint64_t step_out(uint64_t x);
uint64_t step_back(uint64_t x);
uint64_t multiply(uint64_t x);
uint64_t interpret(const unsigned char *code, uint64_t x);

#endif
