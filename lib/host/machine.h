/*
 * Facts about the machine and its state, stored with results.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_MACHINE_H
#define BENCHI_HOST_MACHINE_H

#include <stddef.h>

/* Texts are "" and numbers NaN if unknown. */
typedef struct benchi_machine {
	char host[128];          /* its network name */
	char system[160];        /* "Linux 6.1.0-18-amd64" */
	char architecture[64];   /* "x86_64" */
	char processor[160];     /* "AMD EPYC 7B13" */
	char governor[64];       /* of frequency scaling: "performance" */
	char hypervisor[64];     /* "KVM", "virtual machine"; "" on bare metal or unknown */
	double processors;       /* that this process may use */
	double load;             /* one minute's average */
	double memory_bytes;
	double page_bytes;
	double cache_bytes[4];   /* of data, level 1 to 4; NaN where there is none */
	double turbo;            /* 1: on, 0: off */
} benchi_machine;

/* Fills it in; never fails, takes about a millisecond. */
void benchi_machine_find(benchi_machine *machine);

/* Fills in host, system and architecture alone, in microseconds; unknown ones stay. */
void benchi_machine_names(benchi_machine *machine);

#endif
