/*
 * Which processor does this thread run on?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_PROCESSOR_H
#define BENCHI_HOST_PROCESSOR_H

/* Its number, from 0; -1 where the system does not tell.  Takes some 20 ns. */
int benchi_processor_now(void);

#endif
