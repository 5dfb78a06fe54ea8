/*
 * The content of a recording: windows in the order of measurement, and their chains.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_RECORDING_H
#define BENCHI_CYCLE_RECORDING_H

#include <bench.h>

#include "cycle/divisor.h"

struct benchi_chain {
	char *name;
	size_t windows;           /* of this chain in the recording */
	double ns, ticks;         /* by the latest estimate; NaN before */
};

struct benchi_window {
	size_t chain;             /* index into chains */
	double operations, ns;
};

struct bench_recording {
	struct benchi_chain *chains;
	size_t chain_count, chain_capacity;
	struct benchi_window *windows;
	size_t window_count, window_capacity;
	size_t *slots;            /* hash table of chains: index + 1, 0 is empty */
	size_t slot_count;        /* a power of two, at least twice chain_capacity */
	struct benchi_candidate candidate[BENCHI_CANDIDATES];  /* of the latest estimate */
	size_t candidates;
};

#endif
