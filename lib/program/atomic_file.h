/*
 * A file that is there whole or not at all.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_ATOMIC_FILE_H
#define BENCHI_PROGRAM_ATOMIC_FILE_H

#include <bench.h>

#include <stdbool.h>
#include <stdio.h>

typedef struct benchi_atomic_file {
	FILE *out;
	char *path;       /* what it is to be called */
	char *temporary;  /* the temporary name; NULL: written in place */
} benchi_atomic_file;

/* Whether the name is that of standard output: "-" or /dev/stdout. */
bool benchi_is_standard_output(const char *path);

/* Begins it.  What is there under that name stays until benchi_atomic_file_keep; but a device,
 * a pipe or standard output is written to at once.  BENCH_ERR_OUTPUT, with the name and the reason;
 * BENCH_ERR_MEMORY.  Then there is nothing to be given back. */
bench_status benchi_atomic_file_begin(const char *path, benchi_atomic_file *file);

/* Gives it its name.  BENCH_ERR_OUTPUT: the write failed; it is removed. */
bench_status benchi_atomic_file_keep(benchi_atomic_file *file);

/* Removes it, if it was begun and not kept. */
void benchi_atomic_file_drop(benchi_atomic_file *file);

#endif
