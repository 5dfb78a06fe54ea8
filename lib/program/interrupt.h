/*
 * An interrupt ends a program after the case that runs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_INTERRUPT_H
#define BENCHI_PROGRAM_INTERRUPT_H

#include <signal.h>

/* From now on the first SIGINT, SIGTERM or SIGHUP is only noted; the second ends the
 * program at once.  A signal that was ignored stays so. */
void benchi_interrupt_watch(void);

/* The signal that came, or 0; and where that is kept. */
int benchi_interrupt_came(void);
const volatile sig_atomic_t *benchi_interrupt_flag(void);

/* From now on a closed pipe, or a file at its size limit, is an error of writing and does
 * not end the program. */
void benchi_interrupt_no_pipes(void);

/* As before those two. */
void benchi_interrupt_restore(void);

/* An unfinished file that the second signal removes, until benchi_interrupt_spares; eight at
 * most, further ones are left behind.  path stays the caller's. */
void benchi_interrupt_removes(const char *path);
void benchi_interrupt_spares(const char *path);

/* The process (the leader of its group) that the first signal is passed on to and that the
 * second ends; 0: none. */
void benchi_interrupt_tells(long process);

#endif
