/*
 * Which processor does this thread run on, and what is it called?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_PROCESSOR_H
#define BENCHI_HOST_PROCESSOR_H

#include <stddef.h>

/* Its number, from 0; -1 where the system does not tell.  Takes some 20 ns. */
int benchi_processor_now(void);

enum { BENCHI_PROCESSOR_NAME = 160 };  /* bytes that hold any name */

/* What the processor is called, cut to fit and closed: "AMD EPYC (family 25, model 17,
 * stepping 1)", "implementer 0x41, ..., part 0xd0c, revision 1"; "unknown" where nothing
 * tells.  Not empty, one line, words apart by one space.  Takes some 0.1 ms. */
void benchi_processor_name(char *name, size_t capacity);

#endif
