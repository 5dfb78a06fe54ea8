/*
 * Facts about the machine from Linux's files.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_MACHINE_FILES_H
#define BENCHI_HOST_MACHINE_FILES_H

#include "host/machine.h"

/*
 * Fills in governor, hypervisor, load, caches and turbo from the files in
 * root/proc and root/sys; leaves missing facts unchanged.  root: "" for the system's
 * own.  number: the processor whose frequency scaling and caches are read.
 */
void benchi_machine_files(const char *root, int number, benchi_machine *machine);

#endif
