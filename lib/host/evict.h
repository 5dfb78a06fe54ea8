/*
 * Memory out of all caches, for what is timed cold.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_EVICT_H
#define BENCHI_HOST_EVICT_H

#include <stddef.h>

/* Memory that is read from one end to the other to push everything else out. */
struct benchi_sweep {
	unsigned char *memory;
	size_t bytes;
};

/* Is there an instruction that evicts a line of the caches? */
int benchi_evict_lines_known(void);

/* Evicts the lines that the memory touches, in this processor's caches and all others that share
 * it; waits until that is done.  Without such an instruction it does nothing. */
void benchi_evict_lines(const void *memory, size_t bytes);

/* Takes memory for a sweep: one and a half times the largest cache that the system names, 64 MB
 * if it names none, 512 MB at most.  -1: out of memory, and nothing is to be freed. */
int benchi_sweep_begin(struct benchi_sweep *sweep);

/* Reads all of it: the caches hold little else then, neither data nor code. */
void benchi_sweep_all(const struct benchi_sweep *sweep);

void benchi_sweep_end(struct benchi_sweep *sweep);

#endif
