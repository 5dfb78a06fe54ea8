/*
 * Ends other programs when this one is killed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_GUARD_H
#define BENCHI_PROGRAM_GUARD_H

#include <stddef.h>

#define BENCHI_GUARD_SLOTS 17  /* of groups that may run at once */

/* Zero-filled: there is none. */
typedef struct benchi_guard {
	long volatile *group;  /* process groups that run now, 0: none; NULL: there is no guard */
	long id;               /* the process that waits, */
	int end;               /* for the end of this descriptor */
} benchi_guard;

/* Starts it; without fork or shared memory there is none. */
void benchi_guard_start(benchi_guard *guard);

/* Notes which process group runs in a slot from 0, or none (0). */
void benchi_guard_note(benchi_guard *guard, size_t slot, long group);

void benchi_guard_end(benchi_guard *guard);

#endif
