/*
 * An interrupt ends a program after the case that runs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_INTERRUPT_H
#define BENCHI_PROGRAM_INTERRUPT_H

/* From now on the first SIGINT, SIGTERM or SIGHUP is only noted; the second ends the
 * program at once.  A signal that was ignored stays so. */
void benchi_interrupt_watch(void);

/* The signal that came, or 0. */
int benchi_interrupt_came(void);

/* As before benchi_interrupt_watch. */
void benchi_interrupt_restore(void);

/* A file that is to be removed, and a process (0: none) that is to be told, when a signal
 * comes; NULL and 0: none. */
void benchi_interrupt_removes(const char *path);
void benchi_interrupt_tells(long process);

#endif
