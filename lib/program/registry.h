/*
 * The cases that BENCH_CASE declared.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_REGISTRY_H
#define BENCHI_PROGRAM_REGISTRY_H

#include <bench.h>

/* A table of them in the order in which they were added, *n of them; valid until the next call.
 * NULL: there are none, or memory is out. */
const bench_case *benchi_registry_table(size_t *n);

#endif
