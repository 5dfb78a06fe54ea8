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

/* What its maker calls it ("AMD EPYC 7B13"), blanks tidied, cut to room bytes with the
 * closing NUL; "" where the system does not tell.  Returns name. */
char *benchi_processor_name(char *name, size_t room);

/* The same of the text of a /proc/cpuinfo at path. */
char *benchi_processor_name_from(const char *path, char *name, size_t room);

#endif
