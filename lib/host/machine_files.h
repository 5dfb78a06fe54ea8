/*
 * What Linux's files say about the machine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_MACHINE_FILES_H
#define BENCHI_HOST_MACHINE_FILES_H

#include "host/machine.h"

/*
 * Fills in processor, governor, hypervisor, load, caches and turbo from the files in
 * root/proc and root/sys; what they do not say is left alone.  root: "" for the system's
 * own.  number: of the processor whose scaling and caches count.
 */
void benchi_machine_files(const char *root, int number, benchi_machine *machine);

#endif
