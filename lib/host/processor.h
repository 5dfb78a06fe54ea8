/*
 * The processor that this thread runs on: its number and its name.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_PROCESSOR_H
#define BENCHI_HOST_PROCESSOR_H

#include <stddef.h>

/* Its number, from 0; -1 if unknown.  Takes some 20 ns. */
int benchi_processor_now(void);

enum { BENCHI_PROCESSOR_NAME = 160 };  /* bytes that hold any name */

/* The processor's name, truncated to fit: "AMD EPYC (family 25, model 17,
 * stepping 1)", "implementer 0x41, ..., part 0xd0c, revision 1", "unknown".
 * Not empty, one line, words separated by one space.  Takes some 0.1 ms. */
void benchi_processor_name(char *name, size_t capacity);

#endif
