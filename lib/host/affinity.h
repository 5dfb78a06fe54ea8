/*
 * The processors that this process may use, and pinning to one of them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_AFFINITY_H
#define BENCHI_HOST_AFFINITY_H

/* The number of allowed processors at the first call; 1 if the system does not report it. */
int benchi_processors_allowed(void);

/* The system's number of an allowed processor; place: from 0 to their number - 1. */
int benchi_processor_number(int place);

/* Pins the calling thread and its future children to a processor.  0 on
 * success; -1 if the system cannot or refuses. */
int benchi_processor_pin(int number);

#endif
