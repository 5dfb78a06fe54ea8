/*
 * A benchmark program with observers beside it, and what the machine did meanwhile.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_OBSERVED_H
#define BENCHI_PROGRAM_OBSERVED_H

#include "host/utilisation.h"
#include "program/beside.h"
#include "program/settings.h"

/* Zero-filled: nothing is observed. */
typedef struct benchi_observed {
	benchi_guard guard;
	benchi_beside beside;
	benchi_snapshot from;
	bool begun;
} benchi_observed;

/* Begins what the options ask for; the settings stay the caller's until the end.
 * 0, or BENCHI_EXIT_MISUSE after a message; either is followed by benchi_observed_end. */
int benchi_observed_begin(const benchi_settings *settings, benchi_observed *observed);

/* What the machine did since; nothing known if nothing is observed. */
void benchi_observed_machine(const benchi_observed *observed, benchi_utilisation *machine);

int benchi_observed_end(const benchi_settings *settings, benchi_observed *observed);

#endif
