/*
 * Two pieces of work, in two threads where that pays.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_PARALLEL_H
#define TOOLS_PARALLEL_H

#include <stddef.h>

/* Calls run(a) and run(b): at the same time if they sort PARALLEL_MIN numbers or more, or work as
 * long, and the system starts a thread, else one after the other. */
#define PARALLEL_MIN 100000
void parallel_two(size_t numbers, void (*run)(void *), void *a, void *b);

#endif
