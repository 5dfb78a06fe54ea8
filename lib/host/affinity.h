/*
 * On which processors may this process run, and can it be kept on one?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_AFFINITY_H
#define BENCHI_HOST_AFFINITY_H

/* How many it was allowed when first asked; 1 where the system does not tell. */
int benchi_processors_allowed(void);

/* The system's number of one of those, from 0 to that many less one. */
int benchi_processor_number(int place);

/* Keeps the calling thread, and what it will fork, on the processor of that number.  0 on
 * success; -1 where the system cannot or will not. */
int benchi_processor_pin(int number);

#endif
